import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { DeadlineQueue, PlainStopSignal, toAbortSignal } from '#main/platform/timers.ts';

const tooLate = new Error('too late');

/** Resolves with the reason, and when it came. */
function stopped(signal: PlainStopSignal): Promise<{ reason: unknown; atMillis: number }> {
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve({ reason: signal.reason, atMillis: performance.now() })),
  );
}

describe('works that may take the same time', () => {
  it('are each stopped when their own time is over, and not before', async () => {
    const queue = new DeadlineQueue(60, () => tooLate);
    const startedMillis = performance.now();
    const first = stopped(queue.begin());
    await wait(30);
    const second = stopped(queue.begin());
    const [one, other] = await Promise.all([first, second]);
    expect(one.reason).toBe(tooLate);
    expect(one.atMillis - startedMillis).toBeGreaterThanOrEqual(59);
    expect(other.atMillis - startedMillis).toBeGreaterThanOrEqual(88);
  });

  it('are not stopped once they have ended, whichever of them ends first', async () => {
    const queue = new DeadlineQueue(40, () => tooLate);
    const works = [queue.begin(), queue.begin(), queue.begin(), queue.begin()];
    const last = stopped(works[3] ?? queue.begin());
    works[1]?.end();
    works[0]?.end();
    works[2]?.end();
    // Ending twice takes nobody else out of the queue.
    works[0]?.end();
    await last;
    expect(works.map(({ aborted }) => aborted)).toEqual([false, false, false, true]);
  });

  it('begin anew after all others have ended', async () => {
    const queue = new DeadlineQueue(30, () => tooLate);
    queue.begin().end();
    await wait(15);
    const startedMillis = performance.now();
    const { atMillis } = await stopped(queue.begin());
    expect(atMillis - startedMillis).toBeGreaterThanOrEqual(29);
  });
});

describe('a stop signal', () => {
  it('tells each listener once, with the first reason', () => {
    const signal = new PlainStopSignal();
    const heard: unknown[] = [];
    const gone = () => heard.push('gone');
    signal.addEventListener('abort', () => heard.push(signal.reason));
    signal.addEventListener('abort', { handleEvent: () => heard.push('object') });
    signal.addEventListener('abort', gone);
    signal.removeEventListener('abort', gone);
    signal.stop('first');
    signal.stop('second');
    expect(heard).toEqual(['first', 'object']);
    expect(signal.reason).toBe('first');
  });

  it('aborts what is built on AbortSignal, now or later', () => {
    const later = new PlainStopSignal();
    const aborting = toAbortSignal(later);
    expect(aborting.aborted).toBe(false);
    later.stop(tooLate);
    expect([aborting.aborted, aborting.reason]).toEqual([true, tooLate]);
    expect(toAbortSignal(later).reason).toBe(tooLate);
    const { signal } = new AbortController();
    expect(toAbortSignal(signal)).toBe(signal);
  });
});
