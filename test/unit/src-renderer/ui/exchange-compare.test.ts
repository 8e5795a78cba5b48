import { expect, test } from 'vitest';
import { indexAmong } from '#renderer/ui/exchange-compare.tsx';

test.each([
  [0, 3, 0],
  [3, 3, 0],
  [-1, 3, 2],
  [7, 3, 1],
  [5, 0, -1],
])('step %i among %i differences is at %i', (at, count, index) => {
  expect(indexAmong(at, count)).toBe(index);
});
