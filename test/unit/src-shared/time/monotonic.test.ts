import { expect, test } from 'vitest';
import { createVirtualClock } from '#main/platform/clock.ts';
import { createMonotonic } from '#shared/time/monotonic.ts';

test('time that a tester skips has passed; where the clock goes back, time goes on from where it was', () => {
  const clock = createVirtualClock({ nowMillis: () => 1_000 });
  const passed = createMonotonic(clock);
  expect(passed()).toBe(0);
  clock.advance(500);
  expect(passed()).toBe(500);
  clock.reset();
  expect(passed()).toBe(500);
  clock.advance(-3_600_000);
  expect(passed()).toBe(500);
  clock.advance(10);
  expect(passed()).toBe(510);
});
