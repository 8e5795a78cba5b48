import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { LogReading } from '#shared/throttle/traffic/recipe.ts';
import { startedOnce } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { numbers } from '#test/unit/src-main/services/throttle/truth/logs.ts';
import { type GivenLog, storedLogs } from './logs.ts';

const folder = startedOnce(temporaryDirectory);

async function read(files: readonly GivenLog[], reading?: Partial<LogReading>) {
  const { read: log, trace } = await storedLogs(folder.path, files, reading);
  const columns = (trace.shapes?.columns ?? []).map(({ texts, codes }) =>
    Array.from(trace.client, (shape) => texts[codes[shape] ?? -1]),
  );
  return { ...log, requests: Array.from(trace.atMillis), columns };
}

interface Line {
  readonly second: number;
  readonly client: number;
  readonly path: string;
  readonly status: number;
}

/** Few clients and paths, so that many requests repeat one that was refused; two a second at most. */
function madeLines(total: number): readonly Line[] {
  const next = numbers(17);
  return Array.from({ length: total }, (_, at) => ({
    second: at * 7,
    client: next(4),
    path: `/${next(3)}`,
    status: [200, 200, 429, 503][next(4)] ?? 200,
  }));
}

/** By hand: a request that is refused waits for an equal one that comes within a minute. */
function repeatsOf(lines: readonly Line[]) {
  const waiting = new Map<string, number>();
  const kept: Line[] = [];
  let repeats = 0;
  for (const line of lines) {
    const key = `${line.client} ${line.path}`;
    const isRepeat = line.second - (waiting.get(key) ?? Number.NEGATIVE_INFINITY) <= 60;
    if (isRepeat) repeats += 1;
    if (isRepeat) waiting.delete(key);
    const isRefused = line.status !== 200;
    if (isRefused) waiting.set(key, line.second);
    if (!isRepeat && !isRefused) kept.push(line);
  }
  return { repeats, kept: kept.length };
}

const textOf = (lines: readonly Line[]) =>
  lines
    .map(({ second, client, path, status }) => {
      const time = new Date(Date.UTC(2025, 9, 10) + second * 1_000).toISOString();
      return `192.0.2.${client} - - [${time}] "GET ${path} HTTP/1.1" ${status} 5 "-" "curl/8"\n`;
    })
    .join('');

const lines = madeLines(600);
const ways: readonly (readonly [string, readonly [GivenLog, GivenLog, GivenLog]])[] = [
  [
    'one after another, packed or not',
    [
      { name: 'z.log', bytes: textOf(lines.slice(0, 200)) },
      { name: 'b.log.gz', bytes: gzipSync(textOf(lines.slice(200, 400))) },
      { name: 'a.log', bytes: textOf(lines.slice(400)) },
    ],
  ],
  [
    'of nodes at the same time',
    [
      { name: 'a.log', bytes: textOf(lines.filter((_, at) => at % 3 === 0)) },
      { name: 'b.log.gz', bytes: gzipSync(textOf(lines.filter((_, at) => at % 3 === 1))) },
      { name: 'c.log', bytes: textOf(lines.filter((_, at) => at % 3 === 2)) },
    ],
  ],
];
const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

describe.each(ways)('files %s', (_, files) => {
  const known = repeatsOf(lines);

  test.each(orders)('in the order %i %i %i have the repeats of one log', async (...order) => {
    const given = order.map((at) => files[at]);
    const { facts, requests } = await read(given);
    const of = (status: number) => lines.filter((line) => line.status === status).length;
    expect(facts.answers).toEqual({
      tooMany: of(429),
      unavailable: of(503),
      repeats: known.repeats,
      dropped: 0,
    });
    expect(facts.backwards).toBe(0);
    expect(requests).toEqual(lines.map(({ second }) => second * 1_000));
    const dropped = await read(given, { dropRefused: true, dropRepeats: true });
    expect(dropped.facts).toMatchObject({
      requests: known.kept,
      answers: { repeats: known.repeats, dropped: 600 - known.kept },
    });
    expect(dropped.requests).toHaveLength(known.kept);
    expect(dropped.facts.classRequests.reduce((sum, each) => sum + each, 0)).toBe(known.kept);
    const whole = await read([{ name: 'all.log', bytes: textOf(lines) }], {
      dropRefused: true,
      dropRepeats: true,
    });
    expect(dropped.requests).toEqual(whole.requests);
  });

  test('are the same traffic in each order, under one name', async () => {
    const [first, ...others] = await Promise.all(
      orders.map((order) =>
        read(
          order.map((at) => files[at]),
          { dropRepeats: true },
        ),
      ),
    );
    for (const other of others) expect(other).toEqual(first);
  });
});

test('files of two formats have the answers and the repeats of each', async () => {
  const envoyTextOf = (given: readonly Line[]) =>
    given
      .map(({ second, client, path, status }) => {
        const time = new Date(Date.UTC(2025, 9, 10) + second * 1_000).toISOString();
        return `[${time}] "GET ${path} HTTP/1.1" ${status} - 0 5 3 2 "192.0.2.${client}" "curl/8" "id" "a.example" "10.0.0.1:80"\n`;
      })
      .join('');
  const [even, odd] = [0, 1].map((rest) => lines.filter((_, at) => at % 2 === rest)) as [Line[], Line[]];
  const files = [
    { name: 'nginx.log', bytes: textOf(even) },
    { name: 'envoy.log', bytes: envoyTextOf(odd) },
  ];
  for (const given of [files, files.toReversed()]) {
    const { facts } = await read(given);
    expect(facts.answers).toMatchObject({
      tooMany: lines.filter(({ status }) => status === 429).length,
      // One of them names hosts, and the other does not.
      repeats: repeatsOf(even).repeats + repeatsOf(odd).repeats,
    });
    expect(facts.missing).toEqual({ address: 0, path: 0, method: 0 });
  }
});

test.each([1, 2])('a log of %i files of which all requests are left out says so', async (files) => {
  const textOfClient = (client: number) =>
    textOf([
      { second: 1, client, path: '/', status: 429 },
      { second: 2, client, path: '/', status: 200 },
    ]);
  const given = Array.from({ length: files }, (_, client) => ({
    name: `${client}.log`,
    bytes: `${textOfClient(client)}broken\n`,
  }));
  await expect(read(given, { dropRefused: true, dropRepeats: true })).rejects.toMatchObject({
    code: 'traffic.import-invalid',
    message: 'The log cannot be imported. All requests were skipped as rejected or repeated.',
    fix: expect.stringContaining('--drop-repeats'),
  });
});

test('files that begin in the same second are read in the order of their names', async () => {
  const at = (client: number, status: number): Line => ({ second: 1, client, path: '/', status });
  const files = [
    { name: 'b.log', bytes: textOf([at(1, 200), at(2, 429)]) },
    { name: 'a.log', bytes: textOf([at(1, 429), at(2, 200)]) },
  ];
  const both = [await read(files), await read(files.toReversed())];
  expect(both[1]).toEqual(both[0]);
  expect(both[0]?.facts.answers.repeats).toBe(1);
});

test('a HAR document and a table without its first time in sight have their place too', async () => {
  const entry = (second: number) => ({
    startedDateTime: new Date(Date.UTC(2025, 9, 10) + second * 1_000).toISOString(),
    request: { method: 'GET', url: `http://a.example/${'x'.repeat(900)}`, headers: [] },
    response: { status: second % 2 === 0 ? 429 : 200 },
  });
  const har = (from: number) =>
    JSON.stringify({ log: { entries: Array.from({ length: 100 }, (_, at) => entry(from + at)) } });
  const files = [
    { name: 'a.har', bytes: har(100) },
    { name: 'b.har', bytes: har(0) },
    { name: 'c.csv', bytes: 'user,time\n' },
  ];
  const both = [await read(files), await read(files.toReversed())];
  expect(both[1]).toEqual(both[0]);
  expect(both[0]?.traffic.recorded?.sources.map(({ name }) => name)).toEqual(['b.har', 'a.har', 'c.csv']);
});
