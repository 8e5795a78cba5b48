import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startForked, startThread } from '#main/platform/isolates/index.ts';
import { createTaskWorker, type TaskWorker } from '#main/platform/task-worker.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { EndlessStart, EndlessTasks } from '#test/support/endless-worker.ts';
import { eventually } from '#test/support/eventually.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

const silenceMillis = 2_500;
const graceMillis = 200;

describe.each([
  ['a thread', startThread],
  ['a process', startForked],
] as const)('tasks in %s', (_name, start) => {
  let begun: string;
  let worker: TaskWorker<EndlessTasks>;
  const folder = startedAnew(temporaryDirectory);
  beforeEach(() => {
    begun = join(folder.path, 'begun');
    writeFileSync(begun, '');
    worker = workerThatStarts(0);
  });
  afterEach(() => worker.close());

  function workerThatStarts(afterMillis: number, startMillis?: number): TaskWorker<EndlessTasks> {
    const data: EndlessStart = { startsAfterMillis: afterMillis };
    return createTaskWorker<EndlessTasks>({
      url: new URL('../../../support/endless-worker.ts', import.meta.url),
      start,
      data,
      heap: { oldMebibytes: 64, youngMebibytes: 12 },
      silenceMillis,
      graceMillis,
      ...(startMillis === undefined ? {} : { startMillis }),
      lost: (cause) => new GatehouseError('api.internal', 'It was lost.', { cause }),
      tooSlow: () => new GatehouseError('contract.too-slow', 'It was too slow.'),
      stopped: () => new GatehouseError('engine.stopped', 'It was stopped.'),
    });
  }

  const codeOf = (run: Promise<unknown>) => run.then(String, (error: GatehouseError) => error.code);
  const answer = (afterMillis: number, signal?: AbortSignal) =>
    codeOf(worker.run('answer', { begun, afterMillis }, signal === undefined ? {} : { signal }));
  const loop = (signal?: AbortSignal) =>
    codeOf(worker.run('loop', { begun }, signal === undefined ? {} : { signal }));
  const names = () => readFileSync(begun, 'utf8').trim().split('\n');
  const untilBegun = (name: string) => eventually(() => (names().includes(name) ? true : null));

  describe('an isolate that is not heard of', () => {
    test('is ended, its task fails with that, and the next one works', async () => {
      expect(await loop()).toBe('contract.too-slow');
      expect(await answer(1)).toBe('answered');
    });

    test('is none that waits, for however long', async () => {
      expect(await answer(silenceMillis * 1.5)).toBe('answered');
    });

    test('does no harm to the tasks beside the one that keeps it busy', async () => {
      expect(await Promise.all([answer(600), loop(), answer(700)])).toEqual([
        'answered',
        'contract.too-slow',
        'answered',
      ]);
    });
  });

  describe('an isolate that takes long to start', () => {
    test('may take longer than a task may be silent', async () => {
      await worker.close();
      worker = workerThatStarts(silenceMillis * 1.5);
      expect(await answer(1)).toBe('answered');
    });

    test('is given up in the end', async () => {
      await worker.close();
      worker = workerThatStarts(60_000, 500);
      expect(await answer(1)).toBe('contract.too-slow');
    });
  });

  describe('a task that takes all memory', () => {
    test('fails alone', async () => {
      const memory = codeOf(worker.run('memory', { begun }));
      expect(await Promise.all([answer(600), memory])).toEqual(['answered', 'api.internal']);
    });
  });

  describe('a task that is stopped', () => {
    test('ends by itself where it can, and its isolate stays', async () => {
      const stop = new AbortController();
      const [waiting, beside] = [answer(60_000, stop.signal), answer(1_500)];
      await untilBegun('answer');
      stop.abort();
      expect([await waiting, await beside]).toEqual(['engine.stopped', 'answered']);
      expect(names()).toEqual(['answer', 'answer']);
    });

    test('is ended with its isolate at once where it cannot, and those beside it begin anew', async () => {
      const stop = new AbortController();
      const beside = answer(400);
      await untilBegun('answer');
      const endless = loop(stop.signal);
      await untilBegun('loop');
      const startedMillis = performance.now();
      stop.abort();
      expect(await endless).toBe('engine.unresponsive');
      expect(performance.now() - startedMillis).toBeLessThan(silenceMillis / 2);
      expect(await beside).toBe('answered');
      expect(names()).toEqual(['answer', 'loop', 'answer']);
    });

    test('is never begun where it still waits', async () => {
      const stop = new AbortController();
      stop.abort();
      expect(await answer(1, stop.signal)).toBe('engine.stopped');
    });
  });
});
