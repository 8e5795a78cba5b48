import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '#main/platform/clock.ts';
import { processHeaps, startForked } from '#main/platform/isolates/index.ts';
import type { Storage } from '#main/platform/ports.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { createWorkerPool } from '#main/platform/worker-pool.ts';
import {
  createHarImport,
  type HarImport,
  type HarTask,
  type HarTaskResult,
} from '#main/services/activity/index.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { workerFiles } from '#test/support/workers.ts';

const parser = createWorkerPool<HarTask, HarTaskResult>({
  url: new URL(workerFiles.har),
  size: 1,
  timeoutMillis: 20_000,
  start: startForked,
  heap: processHeaps.har,
});
afterAll(() => parser.close());

let storage: Storage;
let harImport: HarImport;
beforeEach(() => {
  storage = createMemoryStorage({ maxExchanges: 10_000, maxExchangeBytes: 1e9 });
  harImport = createHarImport({
    records: storage.records,
    exchanges: storage.exchanges,
    clock: systemClock,
    random: createSystemRandom(),
    parser,
  });
});

const entry = (path: string, changes: object = {}) => ({
  startedDateTime: '2026-11-01T10:00:00.000+01:00',
  time: 12.5,
  request: {
    method: 'GET',
    url: `https://api.example${path}`,
    httpVersion: 'h2',
    headers: [{ name: 'A', value: 'b' }],
    headersSize: -1,
    bodySize: 0,
  },
  response: {
    status: 200,
    statusText: 'OK',
    httpVersion: 'h2',
    headers: [],
    headersSize: -1,
    bodySize: 2,
    content: { size: 2, mimeType: 'text/plain', text: 'hi' },
  },
  ...changes,
});
const har = (entries: readonly object[]) =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries } });
const never = new AbortController().signal;
const runAll = async (text: string) => {
  const input = await harImport.accept(text);
  return harImport.job.run({ input, checkpoint: null, signal: never, progress: () => {} });
};

describe('importing a HAR document', () => {
  test('brings each entry as an exchange, bodies in Base64 decoded', async () => {
    const encoded = { ...entry('/b').response, content: { size: 3, text: 'AP8B', encoding: 'base64' } };
    await runAll(har([entry('/a?x=1'), entry('/b', { response: encoded })]));
    const { items } = await storage.exchanges.page({ limit: 10 });
    expect(items.map(({ request }) => request.target).toSorted()).toEqual(['/a?x=1', '/b']);
    const b = items.find(({ request }) => request.target === '/b');
    expect(b?.response?.body.bytes).toEqual(Buffer.from([0, 255, 1]));
    expect(b).toMatchObject({ service: 'imported', origin: 'https://api.example', durationMicros: 12_500 });
    expect(new Date(b?.startedAtMillis ?? 0).toISOString()).toBe('2026-11-01T09:00:00.000Z');
  });

  test('goes on at its checkpoint after a restart, and doubles nothing', async () => {
    const input = await harImport.accept(har(Array.from({ length: 450 }, (_, index) => entry(`/${index}`))));
    const stop = new AbortController();
    let checkpoint = 0;
    await harImport.job.run({
      input,
      checkpoint: null,
      signal: stop.signal,
      progress(update) {
        // The batch after this checkpoint is written, its checkpoint is not: as if the process had been killed.
        if (update.done === 200) checkpoint = update.checkpoint;
        else stop.abort();
      },
    });
    await harImport.job.run({ input, checkpoint, signal: never, progress: () => {} });
    const { items } = await storage.exchanges.page({ limit: 500 });
    expect(items).toHaveLength(450);
    expect(new Set(items.map(({ request }) => request.target)).size).toBe(450);
    expect(await storage.records.list('har-source')).toEqual([]);
  });

  test('the document goes where nobody goes on with its import', async () => {
    const input = await harImport.accept(har([entry('/a')]));
    expect(await storage.records.list('har-source')).toHaveLength(1);
    harImport.job.abandon(input);
    expect(await storage.records.list('har-source')).toEqual([]);
  });

  test('an entry without an answer is an exchange without one', async () => {
    await runAll(
      har([entry('/a', { response: { ...entry('/a').response, status: 0, statusText: 'net::ERR_FAILED' } })]),
    );
    const { items } = await storage.exchanges.page({ limit: 1 });
    expect(items[0]).toMatchObject({ response: null, failure: 'net::ERR_FAILED' });
  });
});

describe('a document that is none', () => {
  test.each([
    ['nothing', '', 1],
    ['cut off', har([entry('/a')]).slice(0, 200), 1],
    ['broken in its third line', '{\n "log": {\n  nonsense\n }\n}', 3],
    ['binary', '\u0000\u0001\u0002', 1],
  ])('%s is refused with its place, and nothing is imported', async (_name, text, line) => {
    await expect(harImport.accept(text)).rejects.toMatchObject({
      code: 'exchange.har-invalid',
      location: { line },
    });
    expect(await storage.exchanges.count()).toBe(0);
    expect(await storage.records.list('har-source')).toEqual([]);
  });

  test.each([
    ['a list', '[]', 'expected object'],
    ['a log without entries', '{"log":{"version":"1.2"}}', 'log.entries'],
    [
      'an entry with a broken URL',
      har([entry('/a'), entry('/b', { request: { ...entry('/b').request, url: 'not a url' } })]),
      'log.entries.1.request.url',
    ],
    [
      'a date that is none',
      har([entry('/a', { startedDateTime: 'yesterday' })]),
      'log.entries.0.startedDateTime',
    ],
  ])('%s is refused with the member that is wrong', async (_name, text, where) => {
    await expect(harImport.accept(text)).rejects.toMatchObject({
      code: 'exchange.har-invalid',
      message: expect.stringContaining(where),
    });
  });

  test('a document that is too large is refused before it is read', async () => {
    await expect(harImport.accept(' '.repeat(64 * 1_048_576 + 1))).rejects.toMatchObject({
      code: 'exchange.har-too-large',
    });
  });

  test('no text makes it fail in another way', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
        const outcome = await harImport.accept(text).then(
          () => 'accepted',
          (error: { code?: string }) => error.code,
        );
        return outcome === 'exchange.har-invalid';
      }),
      { numRuns: 60 },
    );
  });
});
