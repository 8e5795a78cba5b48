import { expect, test } from 'vitest';
import { tellingNames } from '#renderer/features/throttle/results/telling-names.ts';

test('long names are shortened to what tells them apart, and short ones stand as they are', () => {
  const mail = (name: string) => `a-person-called-${name}@department.example.com`;
  expect(tellingNames([mail('ann'), mail('bob-7')])).toEqual(['…ann…', '…bob-7…']);
  expect(tellingNames(['ann@example.com', 'bob@example.com'])).toEqual([
    'ann@example.com',
    'bob@example.com',
  ]);
  expect(tellingNames(['ann@example.com', 'visitor-1@example.com'], 12)).toEqual(['ann…', 'visitor-1…']);
  expect(tellingNames(['ann@a.io', 'bob@a.io'], 12)).toEqual(['ann@a.io', 'bob@a.io']);
  expect(tellingNames([mail('ann'), 'bob'])).toEqual([mail('ann'), 'bob']);
  expect(tellingNames([mail('ann')])).toEqual([mail('ann')]);
  expect(tellingNames([])).toEqual([]);
});
