import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { followOthers, isShared } from '../../../scripts/support/shared-time.ts';
import { cpuMillis } from '../../support/cpu.ts';

function work(millis: number): void {
  const until = cpuMillis() + millis;
  while (cpuMillis() < until);
}

describe('the share of the processors that others take', () => {
  test('is what the machine did, without what we did', () => {
    const startMillis = performance.now();
    const [endWithoutOwn, endWithOwn] = [followOthers(), followOthers()];
    work(400);
    const all = endWithoutOwn(0);
    const spanSeconds = ((performance.now() - startMillis) / 1_000) * availableParallelism();
    // The system counts in hundredths of a second.
    expect(all * spanSeconds).toBeGreaterThan(0.3);
    expect(endWithOwn(0.3)).toBeLessThan(all);
    expect(endWithOwn(1_000)).toBe(0);
  });

  test('matters from a seventh on', () => {
    expect([0, 0.1, 0.2, 1].map(isShared)).toEqual([false, false, true, true]);
  });
});
