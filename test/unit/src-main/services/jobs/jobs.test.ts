import { beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '#main/platform/clock.ts';
import { createLogger } from '#main/platform/logger.ts';
import type { RecordStore } from '#main/platform/ports.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import {
  createJobService,
  type JobContext,
  type JobKind,
  type JobService,
} from '#main/services/jobs/index.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { eventually } from '#test/support/eventually.ts';

let records: RecordStore;
beforeEach(() => {
  records = createMemoryStorage({ maxExchanges: 1, maxExchangeBytes: 1 }).records;
});

/** A job that counts to its input, one step a turn, and remembers each number that it counted. */
function counting(counted: number[], steps = { pausable: true, stepMillis: 2 }): JobService {
  const service = createJobService({
    records,
    clock: systemClock,
    random: createSystemRandom(),
    logger: createLogger(systemClock, () => {}),
  });
  service.register<number, number>({
    kind: 'count',
    unit: 'numbers',
    pausable: steps.pausable,
    title: (to) => `Count to ${to}`,
    async run({ input, checkpoint, signal, progress }: JobContext<number, number>) {
      for (let number = (checkpoint ?? 0) + 1; number <= input && !signal.aborted; number += 1) {
        if (number === 13) throw new GatehouseError('api.not-found', 'There is no thirteen.');
        await new Promise((resolve) => setTimeout(resolve, steps.stepMillis));
        counted.push(number);
        progress({ done: number, total: input, checkpoint: number });
      }
      return 'counted';
    },
  });
  return service;
}

const until = (service: JobService, id: string, state: string) =>
  eventually(() => service.list().find((job) => job.id === id && job.state === state) ?? null);

describe('long work', () => {
  test('runs to its end and says what it did', async () => {
    const service = counting([]);
    const { id } = await service.begin('count', 5);
    const job = await until(service, id, 'done');
    expect(job).toMatchObject({
      title: 'Count to 5',
      done: 5,
      total: 5,
      unit: 'numbers',
      note: 'counted',
      problem: null,
    });
    expect(job.endedAtMillis).not.toBeNull();
  });

  test('a pause keeps what was done; going on counts each number once', async () => {
    const counted: number[] = [];
    const service = counting(counted);
    const { id } = await service.begin('count', 12);
    await eventually(() => (counted.length >= 4 ? true : null));
    expect((await service.pause(id)).state).toBe('paused');
    const atPause = counted.length;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(counted.length).toBe(atPause);
    await service.resume(id);
    await until(service, id, 'done');
    expect(counted).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  });

  test('a cancelled job stays cancelled', async () => {
    const counted: number[] = [];
    const service = counting(counted);
    const { id } = await service.begin('count', 10_000);
    await eventually(() => (counted.length >= 2 ? true : null));
    expect(await service.cancel(id)).toMatchObject({ state: 'cancelled', problem: null });
    expect((await service.resume(id)).state).toBe('cancelled');
  });

  test('forgotten jobs are stopped, and are in no list', async () => {
    const counted: number[] = [];
    const service = counting(counted);
    const { id } = await service.begin('count', 10_000);
    await eventually(() => (counted.length >= 2 ? true : null));
    await service.forget();
    const atStop = counted.length;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(counted.length).toBe(atStop);
    expect(service.list()).toEqual([]);
    await expect(service.resume(id)).rejects.toMatchObject({ code: 'api.not-found' });
  });

  test('a failure is the job’s problem, with its code', async () => {
    const service = counting([]);
    const { id } = await service.begin('count', 20);
    expect(await until(service, id, 'failed')).toMatchObject({
      problem: { code: 'api.not-found' },
      done: 12,
    });
  });

  test('a job that ran when the process ended goes on at its checkpoint, and none is lost', async () => {
    const before: number[] = [];
    const first = counting(before);
    const { id } = await first.begin('count', 12);
    await eventually(() => (before.length >= 3 ? true : null));
    await first.close();

    const after: number[] = [];
    const second = counting(after);
    await second.restore();
    await until(second, id, 'done');
    expect([...before, ...after]).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  });

  test.each(['paused', 'cancelled'] as const)(
    'a job of a kind that says so is %s after a restart, and does not begin by itself',
    async (afterRestart) => {
      let runs = 0;
      const make = () => {
        const service = counting([]);
        const kind: JobKind<number> = {
          kind: 'send',
          unit: 'rows',
          pausable: true,
          afterRestart,
          title: () => 'Send',
          async run({ signal }) {
            runs += 1;
            await new Promise((resolve) => signal.addEventListener('abort', resolve));
            return 'sent';
          },
        };
        service.register(kind);
        return service;
      };
      const first = make();
      const { id } = await first.begin('send', 1);
      await first.close();
      const second = make();
      await second.restore();
      expect(second.list()).toMatchObject([{ id, state: afterRestart }]);
      expect(runs).toBe(1);
    },
  );

  test('a paused job is still paused after a restart', async () => {
    const first = counting([], { pausable: true, stepMillis: 20 });
    const { id } = await first.begin('count', 12);
    await first.pause(id);
    const second = counting([]);
    await second.restore();
    expect(second.list()).toMatchObject([{ id, state: 'paused' }]);
  });

  test('one that is cancelled before it began never begins', async () => {
    const counted: number[] = [];
    const service = counting(counted);
    const beginning = service.begin('count', 3);
    const [job] = service.list();
    await service.cancel(job?.id ?? '');
    expect(await beginning).toMatchObject({ state: 'cancelled' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(counted).toEqual([]);
  });

  test('one that could not be journalled is none, now and after a restart', async () => {
    const counted: number[] = [];
    const service = counting(counted);
    const { commit } = records;
    records.commit = () => Promise.reject(new GatehouseError('state.unwritable', 'The disk is full.'));
    await expect(service.begin('count', 3)).rejects.toMatchObject({ code: 'state.unwritable' });
    records.commit = commit;
    expect(service.list()).toEqual([]);
    const again = counting(counted);
    await again.restore();
    expect(again.list()).toEqual([]);
    expect(counted).toEqual([]);
  });

  test('what was kept for going on is dropped when nobody goes on', async () => {
    const abandoned: string[] = [];
    const service = counting([]);
    service.register<string, never>({
      kind: 'keep',
      unit: 'files',
      pausable: true,
      title: (input) => input,
      abandon: (input) => void abandoned.push(input),
      async run({ input, signal }) {
        if (input === 'fails') throw new Error('It broke.');
        if (input !== 'ends') await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return 'done';
      },
    });
    const ended = await service.begin('keep', 'ends');
    await until(service, ended.id, 'done');
    const failing = await service.begin('keep', 'fails');
    await until(service, failing.id, 'failed');
    const paused = await service.begin('keep', 'is paused');
    await service.pause(paused.id);
    expect(abandoned).toEqual(['fails']);
    await service.cancel(paused.id);
    await service.cancel(paused.id);
    expect(abandoned).toEqual(['fails', 'is paused']);
  });

  test('what had to be ended with the process does not go on with the next start', async () => {
    const held = (code: 'engine.unresponsive' | 'engine.stopped') => {
      const service = counting([]);
      service.register<number, never>({
        kind: 'held',
        unit: 'numbers',
        pausable: false,
        title: () => 'Held',
        run: ({ signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(new GatehouseError(code, 'It was ended.')));
          }),
      });
      return service;
    };
    const before = held('engine.unresponsive');
    const { id } = await before.begin('held', 1);
    await before.close();
    const after = held('engine.stopped');
    await after.restore();
    expect(after.list().find((job) => job.id === id)).toMatchObject({
      state: 'failed',
      problem: { code: 'engine.unresponsive' },
    });
    const { id: other } = await after.begin('held', 1);
    await after.close();
    const last = held('engine.stopped');
    await last.restore();
    expect(last.list().find((job) => job.id === other)?.state).toBe('running');
    await last.close();
  });

  test('what cannot be paused, does not exist, or is of an unknown kind is refused with a code', async () => {
    const service = counting([], { pausable: false, stepMillis: 2 });
    const { id } = await service.begin('count', 1_000);
    await expect(service.pause(id)).rejects.toMatchObject({ code: 'job.not-pausable' });
    await expect(service.cancel('none')).rejects.toMatchObject({ code: 'api.not-found' });
    await expect(service.begin('fly', 1)).rejects.toMatchObject({ code: 'job.unknown-kind' });
    await service.cancel(id);
  });
});
