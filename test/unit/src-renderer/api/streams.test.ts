import { describe, expect, test } from 'vitest';
import { type StreamInput, sleep, type WatchOptions, watch } from '#renderer/api/streams.ts';

/** An engine end that sends only against credits, and notes how many were ever unused at once. */
class Engine {
  readonly opened: StreamInput[] = [];
  readonly grants: number[] = [];
  credits = 0;
  maxCredits = 0;
  private wake: () => void = () => undefined;

  give(count: number): void {
    this.credits += count;
    this.maxCredits = Math.max(this.maxCredits, this.credits);
    this.wake();
  }

  async *send(values: readonly number[]): AsyncGenerator<number> {
    for (const value of values) {
      while (this.credits === 0) {
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
      }
      this.credits -= 1;
      yield value;
    }
  }
}

function watcher(
  engine: Engine,
  streams: ((signal: AbortSignal) => AsyncIterable<number>)[],
): { options: WatchOptions<number>; values: number[]; waits: number[]; states: string[] } {
  const values: number[] = [];
  const waits: number[] = [];
  const states: string[] = [];
  let count = 0;
  const options: WatchOptions<number> = {
    credits: 8,
    open: (input, signal) => {
      engine.opened.push(input);
      engine.credits = 0;
      engine.give(input.credits);
      const next = streams[engine.opened.length - 1];
      return next === undefined ? Promise.reject(new Error('refused')) : Promise.resolve(next(signal));
    },
    grant: (input) => {
      engine.grants.push(input.credits);
      engine.give(input.credits);
      return Promise.resolve({ open: true });
    },
    onValue: (value) => values.push(value),
    onState: (state) => states.push(state),
    newStreamId: () => `stream-${(count += 1)}`,
    sleep: (millis) => {
      waits.push(millis);
      return Promise.resolve();
    },
  };
  return { options, values, waits, states };
}

const many = Array.from({ length: 1_000 }, (_, index) => index);

describe('a watched stream', () => {
  test('takes a thousand values without a standstill and without ever granting more than it asked for', async () => {
    const engine = new Engine();
    const { options, values } = watcher(engine, [() => engine.send(many)]);
    await watch({ ...options, isLast: (value) => value === 999 }, new AbortController().signal);
    expect(values).toEqual(many);
    expect(engine.maxCredits).toBeLessThanOrEqual(8);
    expect(engine.grants.every((credits) => credits === 4)).toBe(true);
  });

  test('opens again under a new name when it breaks, waiting twice as long each time up to eight seconds', async () => {
    const engine = new Engine();
    const { options, waits, states } = watcher(engine, []);
    const stop = new AbortController();
    const wait = async (millis: number) => {
      waits.push(millis);
      if (waits.length === 8) stop.abort();
      return Promise.resolve();
    };
    await watch({ ...options, sleep: wait }, stop.signal);
    expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
    expect(new Set(engine.opened.map((input) => input.streamId)).size).toBe(8);
    expect(states).toEqual(Array.from({ length: 8 }, () => 'broken'));
  });

  test('forgets the long wait once a value has come', async () => {
    const engine = new Engine();
    const one = () => engine.send([1]);
    const empty = () => engine.send([]);
    const { options, waits, values } = watcher(engine, [empty, empty, one, empty]);
    const stop = new AbortController();
    const wait = (millis: number) => {
      waits.push(millis);
      if (waits.length === 4) stop.abort();
      return Promise.resolve();
    };
    await watch({ ...options, sleep: wait }, stop.signal);
    expect(values).toEqual([1]);
    expect(waits).toEqual([250, 500, 250, 500]);
  });

  test('is opened again when the engine no longer knows it', async () => {
    const engine = new Engine();
    const { options, values } = watcher(engine, [() => engine.send(many), () => engine.send([7])]);
    const closed = { ...options, grant: () => Promise.resolve({ open: false }) };
    await watch({ ...closed, isLast: (value) => value === 7 }, new AbortController().signal);
    expect(engine.opened).toHaveLength(2);
    expect(values.at(-1)).toBe(7);
  });

  test('is given up after a failure that the engine foresaw', async () => {
    const engine = new Engine();
    const { options, waits } = watcher(engine, []);
    await watch({ ...options, isFatal: () => true }, new AbortController().signal);
    expect(engine.opened).toHaveLength(1);
    expect(waits).toEqual([]);
  });

  test('takes no value after it was aborted', async () => {
    const engine = new Engine();
    const stop = new AbortController();
    const { options, values } = watcher(engine, [() => engine.send(many)]);
    const onValue = (value: number) => {
      values.push(value);
      if (value === 2) stop.abort();
    };
    await watch({ ...options, onValue }, stop.signal);
    expect(values).toEqual([0, 1, 2]);
  });
});

test('a wait ends at once when it is aborted', async () => {
  const stop = new AbortController();
  const waiting = sleep(60_000, stop.signal);
  stop.abort();
  await expect(waiting).resolves.toBeUndefined();
});
