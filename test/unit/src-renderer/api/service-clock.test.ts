import { expect, test } from 'vitest';
import { serviceTimeMillis } from '#renderer/api/service-clock.ts';

test('the services’ clock runs on from what was reported, and stands while it is frozen', () => {
  const clock = { offsetMillis: 3_600_000, nowMillis: 1_000_000 };
  expect(serviceTimeMillis({ ...clock, frozen: false }, 5_000)).toBe(1_005_000);
  expect(serviceTimeMillis({ ...clock, frozen: true }, 5_000)).toBe(1_000_000);
});
