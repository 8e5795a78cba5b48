import { expect, test, vi } from 'vitest';
import { deferred } from '#main/composition/deferred.ts';

interface Made {
  readonly number: number;
}

/** A service that is made after a second where it is wanted; makings before `failures` fail. */
function service({ failures = 0 } = {}) {
  const seen = { made: 0, ready: 0, failed: 0, isWanted: false };
  const made = deferred<Made>({
    async make() {
      seen.made += 1;
      if (seen.made <= failures) throw new Error('not now');
      return { number: seen.made };
    },
    isWanted: () => seen.isWanted,
    afterMillis: 1_000,
    onReady: () => (seen.ready += 1),
    failed: () => (seen.failed += 1),
  });
  return { made, seen };
}

async function withMovedTime(story: () => Promise<void>): Promise<void> {
  vi.useFakeTimers();
  try {
    await story();
  } finally {
    vi.useRealTimers();
  }
}

test('it is made when it is asked for, once for all who ask', async () => {
  const { made, seen } = service();
  expect(made.ready()).toBeNull();
  expect(await Promise.all([made(), made()])).toEqual([{ number: 1 }, { number: 1 }]);
  expect([made.ready(), seen.ready]).toEqual([{ number: 1 }, 1]);
});

test('it is made again after a failure', async () => {
  const { made } = service({ failures: 1 });
  await expect(made()).rejects.toThrow('not now');
  expect(made.made()).toBeNull();
  expect(await made()).toEqual({ number: 2 });
});

test('it is made by itself once it is wanted, and not before the start', () =>
  withMovedTime(async () => {
    const { made, seen } = service();
    made.begin();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(seen.made).toBe(0);
    seen.isWanted = true;
    made.look();
    await vi.advanceTimersByTimeAsync(999);
    expect(seen.made).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect([seen.made, seen.ready]).toEqual([1, 1]);
  }));

test('after the end it is not made by itself, and a failure that nobody waits for is told', () =>
  withMovedTime(async () => {
    const { made, seen } = service({ failures: 1 });
    seen.isWanted = true;
    made.begin();
    made.end();
    made.look();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(seen.made).toBe(0);
    made.begin();
    await vi.advanceTimersByTimeAsync(1_000);
    expect([seen.made, seen.failed]).toEqual([1, 1]);
  }));
