import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createLiveSchedule,
  restMillis,
  takesLong,
} from '#renderer/features/throttle/results/live-schedule.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched() {
  const acts = { start: vi.fn(), cancel: vi.fn() };
  const schedule = createLiveSchedule();
  schedule.setActs(acts);
  schedule.setReady(true);
  return { acts, schedule };
}

describe('an edit', () => {
  test('is simulated once it rests, and each edit before that begins the wait anew', () => {
    const { acts, schedule } = watched();
    schedule.edited();
    vi.advanceTimersByTime(restMillis - 1);
    schedule.edited();
    vi.advanceTimersByTime(restMillis - 1);
    expect(acts.start).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(acts.start).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(10 * restMillis);
    expect(acts.start).toHaveBeenCalledOnce();
  });

  test('cancels at once what an edit before it began', () => {
    const { acts, schedule } = watched();
    schedule.edited();
    expect(acts.cancel).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(restMillis);
    schedule.edited();
    expect(acts.cancel).toHaveBeenCalledTimes(2);
  });

  test('waits for the check of the policy, and one that cannot run is never simulated', () => {
    const { acts, schedule } = watched();
    schedule.setReady(false);
    schedule.edited();
    vi.advanceTimersByTime(10 * restMillis);
    expect(acts.start).not.toHaveBeenCalled();
    schedule.setReady(true);
    expect(acts.start).toHaveBeenCalledOnce();
  });

  test('that was simulated by hand meanwhile is not simulated again', () => {
    const { acts, schedule } = watched();
    schedule.edited();
    schedule.clear();
    vi.advanceTimersByTime(10 * restMillis);
    schedule.setReady(true);
    expect(acts.start).not.toHaveBeenCalled();
  });
});

describe('a simulation takes long', () => {
  test('if the last one of as many requests did', () => {
    expect(takesLong(60, null)).toBe(false);
    expect(takesLong(60, { tookMillis: 400, requests: 60 })).toBe(false);
    expect(takesLong(60, { tookMillis: 3_100, requests: 60 })).toBe(true);
  });

  test('if so many more requests would, and no longer where there are few again', () => {
    expect(takesLong(400_000, { tookMillis: 1_000, requests: 100_000 })).toBe(true);
    expect(takesLong(1_000, { tookMillis: 20_000, requests: 400_000 })).toBe(false);
    // The time of the start alone does not grow with the requests.
    expect(takesLong(600, { tookMillis: 400, requests: 60 })).toBe(false);
  });

  test('if there are very many requests, and none was measured', () => {
    expect(takesLong(4_000_000, null)).toBe(true);
  });
});
