import { expect, test } from 'vitest';
import { createThrottle } from '#main/services/authorization-server/stores/throttle.ts';

test('a source that is new where very many are busy has to wait like any other', () => {
  const throttle = createThrottle({ attempts: 2, windowSeconds: 60 });
  for (let source = 0; source < 10_000; source += 1) throttle.count(`busy-${source}`, 0);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(throttle.waitSeconds('new', 0)).toBe(0);
    throttle.count('new', 0);
  }
  expect(throttle.waitSeconds('new', 0)).toBe(30);
  throttle.count('busy-9999', 0);
  expect(throttle.waitSeconds('busy-9999', 0)).toBe(30);
});

test('is quiet again once the time has given everything back, and somebody asks', () => {
  const throttle = createThrottle({ attempts: 2, windowSeconds: 60 });
  expect(throttle.isQuiet).toBe(true);
  throttle.count('one', 0);
  expect(throttle.isQuiet).toBe(false);
  throttle.waitSeconds('one', 10_000);
  expect(throttle.isQuiet).toBe(false);
  throttle.waitSeconds('one', 120_000);
  expect(throttle.isQuiet).toBe(true);
});
