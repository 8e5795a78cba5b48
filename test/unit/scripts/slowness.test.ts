import { expect, test } from 'vitest';
import { doFixedWork } from '../../../scripts/support/fixed-work.ts';
import { slowness } from '../../../scripts/support/slowness.ts';

test('the fixed work takes CPU time of its own thread, and much the same each time', () => {
  // The first is compiled while it runs, and any single one may share its processor with much else.
  const leastOfThree = () => Math.min(doFixedWork(), doFixedWork(), doFixedWork());
  const [first, second] = [leastOfThree(), leastOfThree()];
  expect(first).toBeGreaterThan(10);
  expect(second).toBeGreaterThan(first / 4);
  expect(second).toBeLessThan(first * 4);
});

test('no machine counts as faster than the one of the budgets', async () => {
  expect(await slowness()).toBeGreaterThanOrEqual(1);
});
