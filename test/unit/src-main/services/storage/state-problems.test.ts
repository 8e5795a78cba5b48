import { expect, test } from 'vitest';
import { stateProblems } from '#main/services/storage/index.ts';

const records = (isStuck: boolean) => ({ isStuck: () => isStuck });
const setAside = { code: 'state.corrupt', severity: 'warning', message: 'Parts are set aside.' } as const;
const damagedNow = { code: 'state.corrupt', severity: 'error', message: 'It was found damaged.' } as const;

test('a disk that takes nothing is said beside what was found at the start, and not where the state is damaged', () => {
  const codes = (problems: readonly (typeof setAside | typeof damagedNow)[], isStuck: boolean) =>
    stateProblems({ problems, records: records(isStuck) }).map(({ code }) => code);
  expect(codes([], false)).toEqual([]);
  expect(codes([setAside], false)).toEqual(['state.corrupt']);
  expect(codes([setAside], true)).toEqual(['state.corrupt', 'state.unwritable']);
  expect(codes([damagedNow], true)).toEqual(['state.corrupt']);
});
