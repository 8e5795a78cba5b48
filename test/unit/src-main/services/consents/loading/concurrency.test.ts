import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLanes, type Lanes } from '#main/services/consents/loading/concurrency.ts';

const monotonic = () => performance.now();
const numbers = (count: number) => {
  let next = 0;
  return async () => (next < count ? (next += 1) : null);
};

test('as many are worked on as may be at once, and never more', async () => {
  let now = 0;
  let max = 0;
  const seen: number[] = [];
  await createLanes<number>(
    {
      next: numbers(50),
      async perform(item) {
        now += 1;
        max = Math.max(max, now);
        await sleep(1);
        now -= 1;
        seen.push(item);
      },
      parallel: () => 4,
    },
    monotonic,
    new AbortController().signal,
  ).run();
  expect(max).toBe(4);
  expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
});

test('when fewer may be at once, some lanes end and not all: nothing is left undone', async () => {
  let parallel = 16;
  let done = 0;
  let batch = Promise.withResolvers<void>();
  const workers = createLanes<number>(
    {
      next: numbers(100),
      async perform() {
        // All lanes are let go in the same moment.
        await batch.promise;
        done += 1;
      },
      parallel: () => parallel,
    },
    monotonic,
    new AbortController().signal,
  );
  const running = workers.run();
  await sleep(5);
  parallel = 2;
  batch.resolve();
  batch = Promise.withResolvers();
  batch.resolve();
  await running;
  expect(done).toBe(100);
});

test('more lanes begin when more may be at once', async () => {
  let parallel = 1;
  let now = 0;
  let max = 0;
  const workers: Lanes<number> = createLanes<number>(
    {
      next: numbers(40),
      async perform(item) {
        now += 1;
        max = Math.max(max, now);
        await sleep(2);
        now -= 1;
        if (item !== 3) return;
        parallel = 8;
        workers.topUp();
      },
      parallel: () => parallel,
    },
    monotonic,
    new AbortController().signal,
  );
  await workers.run();
  expect(max).toBe(8);
});

test('what is to be tried again is done before the end, after its time, and those beside it go on', async () => {
  const seen: { readonly item: number; readonly atMillis: number }[] = [];
  const tried = new Set<number>();
  const begun = performance.now();
  const workers: Lanes<number> = createLanes<number>(
    {
      next: numbers(6),
      async perform(item) {
        if (item % 2 === 1 && !tried.has(item)) {
          tried.add(item);
          workers.retry(item, 60);
          return;
        }
        seen.push({ item, atMillis: performance.now() - begun });
      },
      parallel: () => 2,
    },
    monotonic,
    new AbortController().signal,
  );
  await workers.run();
  expect(seen.map(({ item }) => item).slice(0, 3)).toEqual([2, 4, 6]);
  expect(seen).toHaveLength(6);
  expect(seen[5]?.atMillis).toBeGreaterThanOrEqual(59);
});

test('so many wait for another try, and no more is begun meanwhile', async () => {
  let begun = 0;
  const stop = new AbortController();
  const workers: Lanes<number> = createLanes<number>(
    {
      next: numbers(10_000),
      async perform(item) {
        begun += 1;
        workers.retry(item, 60_000);
      },
      parallel: () => 4,
    },
    monotonic,
    stop.signal,
  );
  const running = workers.run();
  await sleep(50);
  expect(workers.retrying).toBeLessThanOrEqual(4 * 4 + 32 + 4);
  stop.abort('paused');
  await running;
  expect(begun).toBeLessThan(100);
});

test('while they are held nothing is begun', async () => {
  const at: number[] = [];
  const workers: Lanes<number> = createLanes<number>(
    { next: numbers(3), perform: async () => void at.push(performance.now()), parallel: () => 2 },
    monotonic,
    new AbortController().signal,
  );
  const begun = performance.now();
  workers.hold(80);
  await workers.run();
  expect(Math.min(...at) - begun).toBeGreaterThanOrEqual(75);
});

test('a stop ends what is under way, begins nothing more and leaves no timer', async () => {
  const stop = new AbortController();
  let ended = 0;
  const workers = createLanes<number>(
    {
      next: numbers(1_000),
      async perform() {
        await sleep(30);
        ended += 1;
      },
      parallel: () => 3,
    },
    monotonic,
    stop.signal,
  );
  const running = workers.run();
  await sleep(10);
  stop.abort('paused');
  await running;
  expect(ended).toBe(3);
});

test.each(['perform', 'next'] as const)('what %s throws stops all lanes and is thrown', async (where) => {
  let performed = 0;
  const next = numbers(1_000);
  const workers = createLanes<number>(
    {
      async next() {
        const item = await next();
        if (where === 'next' && item === 10) throw new Error('the disk');
        return item;
      },
      async perform(item) {
        performed += 1;
        await sleep(1);
        if (where === 'perform' && item === 10) throw new Error('the disk');
      },
      parallel: () => 4,
    },
    monotonic,
    new AbortController().signal,
  );
  await expect(workers.run()).rejects.toThrow('the disk');
  expect(performed).toBeLessThan(20);
});
