import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { LogCollector } from '#main/services/throttle/pure/import/index.ts';
import { type LogReading, readingSchema } from '#shared/throttle/traffic/recipe.ts';
import { startedOnce } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { type GivenLog, storedLogs } from './logs.ts';

const folder = startedOnce(temporaryDirectory);

const stored = (files: readonly GivenLog[], reading?: Partial<LogReading>) =>
  storedLogs(folder.path, files, reading);

const line = (second: number, path: string, status = 200) =>
  `192.0.2.1 - - [10/Oct/2025:13:55:${String(second).padStart(2, '0')} +0000] "GET ${path} HTTP/1.1" ${status} 12 "-" "curl/8"\n`;

describe('logs in the state', () => {
  test('are there again as they were read, packed or not', async () => {
    const text = line(1, '/a') + line(2, '/b') + line(2, '/b');
    const plain = await stored([{ name: 'a.log', bytes: text }]);
    const packed = await stored([{ name: 'a.log.gz', bytes: gzipSync(text) }]);
    expect(packed.trace).toEqual(plain.trace);
    expect(Array.from(plain.trace.atMillis)).toEqual([0, 1_000, 1_000]);
    expect(plain.read.traffic.recorded).toMatchObject({ requests: 3, isWholeSeconds: true });
    expect(plain.left()).toEqual([plain.read.traffic.recorded?.id]);
  });

  test('of several files are one traffic in the order of time', async () => {
    const { read, trace } = await stored([
      { name: 'b.log', bytes: line(5, '/late') },
      { name: 'a.log', bytes: line(3, '/early') },
    ]);
    expect(Array.from(trace.atMillis)).toEqual([0, 2_000]);
    const uri = trace.shapes?.columns.find(({ role }) => role === 'uri');
    expect(Array.from(trace.client, (shape) => uri?.texts[uri.codes[shape] ?? -1])).toEqual([
      'http://localhost/early',
      'http://localhost/late',
    ]);
    expect(read.facts.backwards).toBe(0);
  });

  test('with whole seconds are laid evenly over each second, or all at once', async () => {
    const { trace, even } = await stored([{ name: 'a.log', bytes: line(1, '/a').repeat(4) + line(2, '/a') }]);
    expect(Array.from(trace.atMillis)).toEqual([0, 0, 0, 0, 1_000]);
    expect(Array.from(even().atMillis)).toEqual([0, 250, 500, 750, 1_000]);
  });

  test('have one name for the same files read in the same way, and another one for another way', async () => {
    const files = [{ name: 'a.log', bytes: line(1, '/a?x=1') }];
    const ids = [await stored(files), await stored(files), await stored(files, { withoutQueries: true })];
    const [first, again, other] = ids.map(({ read }) => read.traffic.recorded?.id);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  test('answers 429 and 503 and their repeats are counted, and left out where that is asked', async () => {
    const text = line(1, '/a', 429) + line(2, '/a') + line(3, '/a') + line(4, '/b', 503);
    const { read } = await stored([{ name: 'a.log', bytes: text }]);
    expect(read.facts.answers).toEqual({ tooMany: 1, unavailable: 1, repeats: 1, dropped: 0 });
    const dropped = await stored([{ name: 'a.log', bytes: text }], { dropRefused: true, dropRepeats: true });
    expect(dropped.read.facts).toMatchObject({ requests: 1, answers: { dropped: 3 } });
  });

  test('name the file of a line that cannot be read', async () => {
    const { read } = await stored([
      { name: 'a.log', bytes: line(1, '/a') },
      { name: 'b.log', bytes: `${line(2, '/a')}what\n` },
    ]);
    expect(read.facts.remarks).toEqual([
      { file: 'b.log', line: 2, message: 'The line is not in access log format.' },
    ]);
  });
});

/** Its check sum is another one than that of its text. */
function brokenGzip(text: string): Uint8Array {
  const bytes = gzipSync(text);
  return bytes.fill(7, bytes.length - 8, bytes.length - 4);
}

describe('nothing is left of a log', () => {
  const cut = () => gzipSync(line(1, '/a').repeat(5_000)).subarray(0, 400);
  test.each([
    ['that is cut within gzip', cut, 'traffic.gzip-broken', 'truncated'],
    ['that is broken within gzip', () => brokenGzip(line(1, '/a')), 'traffic.gzip-broken', 'corrupt'],
    ['without a line', () => '', 'traffic.import-invalid', 'no requests'],
    ['of another format', () => '{"a": 1,\n "b": 2}', 'traffic.format-unknown', 'single JSON document'],
    ['that is a workbook', () => 'PK\u0003\u0004xxxx', 'traffic.format-unknown', 'spreadsheet'],
    [
      'with one line of two megabytes',
      () => 'x'.repeat(2_000_000),
      'traffic.format-unknown',
      'text whose first line',
    ],
  ])('%s', async (_, bytes, code, message) => {
    await expect(stored([{ name: 'a.log', bytes: bytes() }])).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });
});

test('a log with more keys than are kept is an error, and not a wrong count', () => {
  const options = { ...readingSchema.parse({}), hash: (text: string) => text };
  const collector = new LogCollector(options, { add: () => undefined }, 100_000);
  const sink = collector.sink();
  const names = ['time', 'user'];
  const all = () => {
    for (let index = 0; index < 2_000; index += 1) sink.add(names, [String(index), `k${index}`], index);
  };
  expect(all).toThrow(expect.objectContaining({ code: 'traffic.too-large' }));
});

test('a line that is too long is left out, and the lines around it are read', async () => {
  const { read } = await stored([
    { name: 'a.log', bytes: `${line(1, '/a')}${'x'.repeat(3_000_000)}\n${line(2, '/a')}` },
  ]);
  expect(read.facts).toMatchObject({ requests: 2, skipped: 1 });
  expect(read.facts.remarks[0]).toMatchObject({ line: 2, message: expect.stringContaining('more than') });
});
