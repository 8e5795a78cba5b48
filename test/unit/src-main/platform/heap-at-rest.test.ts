import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectAtRest } from '#main/platform/heap-at-rest.ts';

const mebibyte = 1_048_576;
const thread = { share: 1, used: 100 * mebibyte, kept: 60 * mebibyte, collections: 0 };

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(thread, { share: 1, used: 100 * mebibyte, collections: 0 });
  collectAtRest({
    utilization: () => thread.share,
    usedBytes: () => thread.used,
    collect() {
      thread.collections += 1;
      thread.used = thread.kept;
    },
  });
});
afterEach(() => void vi.useRealTimers());

const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1_000);

test('what a start left is collected once the thread is at rest, not while it works', () => {
  pass(60);
  expect(thread.collections).toBe(0);
  thread.share = 0.01;
  pass(60);
  expect(thread.collections).toBe(1);
});

test('what hard work left is collected after it, and a little is left alone', () => {
  thread.share = 0.01;
  pass(10);
  thread.used += 20 * mebibyte;
  pass(60);
  expect(thread.collections).toBe(1);
  thread.share = 0.9;
  thread.used += 100 * mebibyte;
  pass(60);
  expect(thread.collections).toBe(1);
  thread.share = 0.01;
  pass(60);
  expect(thread.collections).toBe(2);
  expect(thread.used).toBe(thread.kept);
});
