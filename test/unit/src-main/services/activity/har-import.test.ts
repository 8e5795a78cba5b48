import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { systemClock } from '#main/platform/clock.ts';
import { processHeaps, startForked } from '#main/platform/isolates/index.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { createWorkerPool } from '#main/platform/worker-pool.ts';
import { createHarImport, type HarTask, type HarTaskResult } from '#main/services/activity/index.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { asyncProperty } from '#test/support/property.ts';
import { startedAnew } from '#test/support/started.ts';
import { workerFiles } from '#test/support/workers.ts';

const parser = createWorkerPool<HarTask, HarTaskResult>({
  url: new URL(workerFiles.har),
  size: 1,
  timeoutMillis: 20_000,
  start: startForked,
  heap: processHeaps.har,
});
afterAll(() => parser.close());

const storage = startedAnew(() => createMemoryStorage({ maxExchanges: 10_000, maxExchangeBytes: 1e9 }));
const harImport = startedAnew(() =>
  createHarImport({
    records: storage.records,
    exchanges: storage.exchanges,
    clock: systemClock,
    random: createSystemRandom(),
    parser,
  }),
);

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

  asyncProperty([fc.oneof(fc.string(), fc.json())], { numRuns: 60 })(
    'no text makes it fail in another way',
    async (text) => {
      const outcome = await harImport.accept(text).then(
        () => 'accepted',
        (error: { code?: string }) => error.code,
      );
      return outcome === 'exchange.har-invalid';
    },
  );
});

const burpItem = (request: string, response: string, url = 'https://api.example:8443/a?b=1') => `
  <item>
    <time>Fri Nov 27 15:00:00 UTC 2026</time>
    <url><![CDATA[${url}]]></url>
    <host ip="192.0.2.1">api.example</host><port>8443</port><protocol>https</protocol>
    <method><![CDATA[POST]]></method><path><![CDATA[/a?b=1]]></path><extension>null</extension>
    <request base64="true"><![CDATA[${Buffer.from(request, 'latin1').toString('base64')}]]></request>
    <status>200</status><responselength>9</responselength><mimetype>text</mimetype>
    <response base64="true"><![CDATA[${Buffer.from(response, 'latin1').toString('base64')}]]></response>
    <comment></comment>
  </item>`;
const burp = (...items: readonly string[]) => `<?xml version="1.0"?>
<!DOCTYPE items [
<!ELEMENT items (item*)>
<!ATTLIST items burpVersion CDATA "">
<!ELEMENT item (time, url)>
]>
<items burpVersion="2026.10" exportTime="Fri Nov 27 15:00:01 UTC 2026">${items.join('')}
</items>`;

describe('importing an XML export of Burp Suite', () => {
  test('brings each item byte for byte, the target as it was sent', async () => {
    await runAll(
      burp(
        burpItem(
          'POST /a/../b?c=%2f HTTP/2\r\nHost: api.example\r\nX-A: \xe4\r\n\r\n\xff\0a',
          'HTTP/2 200 OK\r\nX-B: c\r\n\r\nfine\r\n\r\n!',
        ),
      ),
    );
    const { items } = await storage.exchanges.page({ limit: 10 });
    expect(items).toHaveLength(1);
    const [item] = items;
    expect(item).toMatchObject({
      service: 'imported',
      origin: 'https://api.example:8443',
      startedAtMillis: Date.UTC(2026, 10, 27, 15),
      request: {
        method: 'POST',
        target: '/a/../b?c=%2f',
        headers: [
          ['Host', 'api.example'],
          ['X-A', '\xe4'],
        ],
      },
      response: { status: 200, reason: 'OK', headers: [['X-B', 'c']] },
    });
    expect(Buffer.from(item?.request.body.bytes ?? [])).toEqual(Buffer.from([255, 0, 97]));
    expect(Buffer.from(item?.response?.body.bytes ?? []).toString()).toBe('fine\r\n\r\n!');
  });

  test('takes an item without a response, and one that is not encoded', async () => {
    await runAll(
      burp(
        burpItem('GET / HTTP/1.1\r\nHost: h\r\n\r\n', '').replace(
          /<request base64.*<\/request>/,
          '<request>GET /x&amp;y HTTP/1.1\nHost: h\n\n</request>',
        ),
      ),
    );
    const { items } = await storage.exchanges.page({ limit: 10 });
    expect(items).toMatchObject([{ request: { target: '/x&y' }, response: null, failure: 'no response' }]);
  });

  test.each([
    ['no items', burp(), /This is not an XML export of Burp Suite: the export has no items/],
    ['an item without a request', burp(burpItem('', '')), /item 1: the request is missing/],
    [
      'a response that is none',
      burp(burpItem('GET / HTTP/1.1\r\n\r\n', 'nonsense')),
      /item 1: .*not a status line/,
    ],
    [
      'no server',
      burp(burpItem('GET / HTTP/1.1\r\n\r\n', '', 'file:///etc/passwd')),
      /the URL is missing or invalid/,
    ],
  ])('refuses %s', async (_name, text, message) => {
    await expect(harImport.accept(text)).rejects.toMatchObject({
      code: 'exchange.har-invalid',
      message: expect.stringMatching(message),
    });
  });

  test('fills in no entity that the document declares', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE items [<!ENTITY a SYSTEM "file:///etc/passwd"><!ENTITY b "&a;&a;">]>
      <items><item><url>http://h/</url><request>GET /&b; HTTP/1.1\nHost: h\n\n</request></item></items>`;
    await runAll(bomb);
    const { items } = await storage.exchanges.page({ limit: 10 });
    expect(items[0]?.request.target).toBe('/&b;');
  });
});

test('a text that is nothing of the kind is refused with what would be', async () => {
  await expect(harImport.accept('nothing of the kind')).rejects.toMatchObject({
    message: expect.stringMatching(/it does not start like any of the formats/),
    fix: expect.stringMatching(/HAR 1\.2 document, .* or one HTTP request/),
  });
});

describe('importing one request as text', () => {
  test.each([
    ['GET /a?b=1 HTTP/1.1\nHost: api.example\nX-A: b\n', 'https://api.example', '/a?b=1', ''],
    [
      'POST /a HTTP/1.1\r\nHost: 127.0.0.1:9031\r\n\r\nbody\nof it',
      'http://127.0.0.1:9031',
      '/a',
      'body\nof it',
    ],
    ['GET https://api.example/a?b HTTP/1.1\nHost: other.example\n\n', 'https://api.example', '/a?b', ''],
  ])('%j goes to %s', async (text, origin, target, body) => {
    await runAll(text);
    const { items } = await storage.exchanges.page({ limit: 10 });
    expect(items).toMatchObject([{ origin, request: { target }, response: null }]);
    expect(Buffer.from(items[0]?.request.body.bytes ?? []).toString()).toBe(body);
  });

  test.each([
    ['GET / HTTP/1.1\nX-A: b\n\n', /Host header is missing/],
    ['GET / HTTP/1.1\nHost: h\nnonsense\n\n', /at line 3, column 1: “nonsense” is not a header/],
  ])('refuses %j', async (text, message) => {
    await expect(harImport.accept(text)).rejects.toMatchObject({ message: expect.stringMatching(message) });
  });
});
