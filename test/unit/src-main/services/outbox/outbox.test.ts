import { beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '#main/platform/clock.ts';
import { createLogger } from '#main/platform/logger.ts';
import type { RecordStore } from '#main/platform/ports.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { createOutbox, type OutboxMessage } from '#main/services/outbox/index.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { eventually } from '#test/support/eventually.ts';

let records: RecordStore;
let waits: number[];
beforeEach(() => {
  records = createMemoryStorage({ maxExchanges: 1, maxExchangeBytes: 1 }).records;
  waits = [];
});

const open = () =>
  createOutbox({
    records,
    clock: systemClock,
    random: createSystemRandom(),
    logger: createLogger(systemClock, () => {}),
    wait: async (millis) => void waits.push(millis),
  });

describe('the durable outbox', () => {
  test('delivers each message, in order within its subject', async () => {
    const outbox = open();
    const delivered: unknown[] = [];
    outbox.register('audit', async ({ payload }) => void delivered.push(payload));
    for (const number of [1, 2, 3]) outbox.enqueue('audit', 'ann', number);
    await eventually(() => (outbox.pending() === 0 ? true : null));
    expect(delivered).toEqual([1, 2, 3]);
    expect(await records.list('outbox')).toEqual([]);
  });

  test('misses none that comes at the very moment at which the one before it is done', async () => {
    // How many turns after the last write somebody else goes on is for nobody to choose.
    for (let turns = 0; turns < 12; turns += 1) {
      const outbox = open();
      const delivered: unknown[] = [];
      let isLast = false;
      const { commit } = records;
      records.commit = async () => {
        const done = commit();
        if (isLast) {
          isLast = false;
          void done.then(async () => {
            for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
            outbox.enqueue('audit', 'ann', 'second');
          });
        }
        return done;
      };
      outbox.register('audit', async ({ payload }) => {
        isLast = payload === 'first';
        delivered.push(payload);
      });
      outbox.enqueue('audit', 'ann', 'first');
      await eventually(() => (delivered.length === 2 ? true : null));
      records.commit = commit;
      await outbox.close();
    }
  });

  test('tries again with growing pauses, and the next of the subject waits its turn', async () => {
    const outbox = open();
    const delivered: unknown[] = [];
    let failures = 3;
    outbox.register('audit', async ({ payload }) => {
      if (payload === 'first' && (failures -= 1) >= 0) throw new Error('receiver is down');
      delivered.push(payload);
    });
    outbox.enqueue('audit', 'ann', 'first');
    outbox.enqueue('audit', 'ann', 'second');
    await eventually(() => (outbox.pending() === 0 ? true : null));
    expect(delivered).toEqual(['first', 'second']);
    expect(waits).toEqual([500, 1_000, 2_000]);
  });

  test('a subject that fails does not hold another up', async () => {
    const outbox = open();
    const delivered: unknown[] = [];
    let release: (() => void) | null = null;
    outbox.register('audit', async ({ subject }) => {
      if (subject === 'slow')
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      delivered.push(subject);
    });
    outbox.enqueue('audit', 'slow', 1);
    outbox.enqueue('audit', 'quick', 1);
    await eventually(() => (delivered.length === 1 ? true : null));
    expect(delivered).toEqual(['quick']);
    await eventually(() => release);
    (release as (() => void) | null)?.();
    await eventually(() => (outbox.pending() === 0 ? true : null));
  });

  test('what was not delivered when the process ended is delivered after the restart, at least once', async () => {
    const first = open();
    first.enqueue('audit', 'ann', 'kept');
    await first.close();
    const delivered: OutboxMessage[] = [];
    const second = open();
    await second.restore();
    second.register('audit', async (message) => void delivered.push(message));
    await eventually(() => (delivered.length === 1 ? true : null));
    expect(delivered[0]).toMatchObject({ topic: 'audit', subject: 'ann', payload: 'kept' });
    await eventually(() => (second.pending() === 0 ? true : null));
    expect(await records.list('outbox')).toEqual([]);
  });
});
