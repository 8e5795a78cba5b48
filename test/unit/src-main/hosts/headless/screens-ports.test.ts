import { expect, test } from 'vitest';
import { screensPorts } from '#main/hosts/headless/web-host.ts';

test('where their port is taken, the screens pass over those that services have by default', () => {
  expect(screensPorts(9030).slice(0, 3)).toEqual([9030, 9036, 9037]);
  expect(screensPorts(9028).slice(0, 4)).toEqual([9028, 9029, 9030, 9036]);
});

test('a port that a person asks for is tried, whatever it is', () => {
  expect(screensPorts(9033).slice(0, 2)).toEqual([9033, 9036]);
  expect(screensPorts(0)).toEqual([0]);
});

test('fifty are tried, and none beyond the last', () => {
  expect(screensPorts(9030)).toHaveLength(50);
  expect(screensPorts(65_534)).toEqual([65_534, 65_535]);
});
