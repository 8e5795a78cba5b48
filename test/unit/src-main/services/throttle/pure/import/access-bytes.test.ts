import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ImportOptions,
  LogCollector,
  plainImport,
  readLog,
  readLogBytes,
} from '#main/services/throttle/pure/import/index.ts';
import { MemoryStore } from '#main/services/throttle/pure/import/request-store.ts';
import { utf8 } from '#main/services/throttle/stored/log-bytes.ts';
import { property } from '#test/support/property.ts';
import { numbersOf } from './byte-text-numbers.ts';

type Options = Partial<ImportOptions>;

/** Reads pieces and gives the facts, and what each request says by name. */
function read(options: Options, feed: (collector: LogCollector) => void) {
  const store = new MemoryStore();
  const collector = new LogCollector(
    { ...plainImport, hash: (text) => `h-${text.length}`, ...options },
    store,
  );
  feed(collector);
  const { shapes, clients, facts } = collector.finish();
  const saysOf = (shape: number) =>
    shapes.columns
      .map(({ name, codes, texts }) => `${name}=${texts[codes[shape] ?? -1] ?? 'none'}`)
      .join(' ');
  return {
    facts,
    clients,
    atMillis: [...store.atMillis],
    requests: [...store.shapes].map((shape) => `${clients[shapes.client[shape] ?? -1]?.id} ${saysOf(shape)}`),
    shapes: shapes.client.length,
    differing: new Set(Array.from(shapes.client, (_, shape) => saysOf(shape))).size,
  };
}

function fromText(bytes: Uint8Array, options: Options = {}) {
  return read(options, (collector) => {
    const log = readLog('access-log', collector.sink());
    log.push(new TextDecoder().decode(bytes));
    log.finish();
  });
}

function fromBytes(bytes: Uint8Array, options: Options = {}, pieceBytes = 65_536) {
  return read(options, (collector) => {
    const log = readLogBytes('access-log', collector.sink(), utf8);
    for (let at = 0; at < bytes.length; at += pieceBytes) log.push(bytes.slice(at, at + pieceBytes));
    log.finish();
  });
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const usual = (request: string, second = 1, client = '192.0.2.1', rest = ' "-" "curl/8"') =>
  `${client} - ann [10/Oct/2025:13:55:0${second} +0000] "${request}" 200 12${rest}`;

/** Parts of lines that are right, odd or broken. */
const befores = [
  '192.0.2.1 - ann',
  '192.0.2.2 - -',
  '2001:db8:: - bob',
  'api.example:443 192.0.2.3 - -',
  '[x] - -',
  'a "b',
];
const times = [
  '10/Oct/2025:13:55:01 +0000',
  '10/Oct/2025:13:55:02 +0000',
  '10/Oct/2025:13:54:59 +0000',
  '10/Oct/2025:14:00:00.250 +0200',
  '1759000000',
  'yesterday',
];
const requests = [
  'GET /a HTTP/1.1',
  'POST /a HTTP/1.1',
  'get /b?q=1 HTTP/2.0',
  'GET /orders/7?token=s3cret HTTP/1.1',
  'GET http://other.example/a HTTP/1.1',
  'GET /ü HTTP/1.1',
  'GET /c',
  'GET  HTTP/1.1',
  '-',
  'nonsense',
  '\\x16\\x03\\x01',
  'GET /q\\"uote HTTP/1.1',
  ' ',
];
const answers = [
  '200 12',
  '200 99',
  '429 0',
  '503 -',
  '404 7',
  '20 1',
  '200',
  '007 5',
  '200 1x',
  '200 12 ',
  '200  12',
];
const afters = [
  '',
  ' "-" "curl/8"',
  ' "https://a.example/" "Mözilla"',
  ' "-" "a\\"b"',
  ' "-" "a" 0.123',
  ' "-" "a" x=1',
  ' "-',
];
const ends = ['\n', '\r\n', '\n\n'];
const lineOf = fc
  .tuple(
    fc.constantFrom(...befores),
    fc.constantFrom(...times),
    fc.constantFrom(...requests),
    fc.constantFrom(...answers),
    fc.constantFrom(...afters),
    fc.constantFrom(...ends),
  )
  .map(
    ([before, time, request, answer, after, end]) =>
      `${before} [${time}] "${request}" ${answer}${after}${end}`,
  );
const usualLine = fc
  .tuple(
    fc.constantFrom(0, 1),
    fc.constantFrom(0, 1, 2),
    fc.constantFrom(...requests),
    fc.constantFrom(0, 1, 2, 3, 4),
  )
  .map(([before, time, request, answer]) => {
    return `${befores[before]} [${times[time]}] "${request}" ${answers[answer]} "-" "curl/8"\n`;
  });
const logText = fc
  .tuple(
    fc.boolean(),
    // The first request decides how all of them are read.
    fc.constantFrom('GET /first HTTP/1.1', 'get /first HTTP/1.1'),
    fc.array(fc.oneof(usualLine, usualLine, lineOf), { minLength: 1, maxLength: 60 }),
    fc.boolean(),
  )
  .map(([hasMark, first, lines, isCut]) => {
    const text = [usual(first), '\n', ...lines].join('');
    return (hasMark ? '\uFEFF' : '') + (isCut ? text.slice(0, -1) : text);
  });
const choices: readonly Options[] = [
  {},
  { key: 'remote_addr' },
  { key: 'request' },
  { key: 'body_bytes_sent' },
  { time: 'body_bytes_sent' },
  { time: 'time_local', key: 'http_user_agent' },
  { dropRefused: true },
  { dropRepeats: true },
  { withoutQueries: true, hashAddresses: true },
];

describe('an access log that is read from its bytes', () => {
  property([logText, fc.constantFrom(...choices), fc.integer({ min: 1, max: 300 })], { numRuns: 300 })(
    'says the same as from its text, wherever its pieces are cut, whatever stands in it',
    (text, options, piece) => {
      const bytes = bytesOf(text);
      const { differing, ...said } = fromBytes(bytes, options, piece);
      const { differing: _, ...expected } = fromText(bytes, options);
      expect(said).toEqual(expected);
      expect(said.shapes).toBe(differing);
    },
  );

  test('keeps bytes that are no UTF-8 apart from others', () => {
    const parts = [
      bytesOf(usual('GET /x')),
      Uint8Array.of(10),
      bytesOf('192.0.2.1 - '),
      Uint8Array.of(0xff, 0xfe),
    ];
    const bytes = Uint8Array.from(
      [...parts, bytesOf(usual('GET /x').slice(15)), Uint8Array.of(10)].flatMap((part) => [...part]),
    );
    const twice = Uint8Array.from([...bytes, ...bytes]);
    const { requests: said } = fromBytes(twice);
    expect(said).toEqual(fromText(twice).requests);
    expect(new Set(said).size).toBe(2);
  });

  test('has each shape once although more parts of lines came than are remembered', () => {
    const addresses = 270_000;
    const rows: string[] = [];
    for (let round = 0; round < 2; round += 1)
      for (let index = 0; index < addresses; index += 1)
        rows.push(usual(`GET /orders/${index} HTTP/1.1`, 1 + round, `192.0.2.${index % 3}`));
    const { facts, shapes, differing } = fromBytes(bytesOf(`${rows.join('\n')}\n`));
    expect(facts.requests).toBe(2 * addresses);
    expect(shapes).toBe(addresses);
    expect(differing).toBe(addresses);
  });

  test('is read right where parts of its lines were made to share a hash', () => {
    const alike = sameHashes(80);
    // Only texts that share a hash can use up the steps of a table that is almost empty.
    expect(numbersOf(alike)).toContain(-1);
    const rows = alike.map((end, index) => usual('GET /a HTTP/1.1', index % 9, '192.0.2.1', end));
    const bytes = bytesOf(`${usual('GET /a HTTP/1.1')}\n${rows.join('\n')}\n${rows.join('\n')}\n`);
    expect(fromBytes(bytes).requests).toEqual(fromText(bytes).requests);
  });

  test('leaves a line of a hundred megabytes out, and reads the lines around it', () => {
    const line = bytesOf(`${usual('GET /a HTTP/1.1')}\n`);
    const long = new Uint8Array(1_048_576).fill(120);
    const { facts } = read({}, (collector) => {
      const log = readLogBytes('access-log', collector.sink(), utf8);
      log.push(line);
      for (let piece = 0; piece < 100; piece += 1) log.push(long);
      log.push(bytesOf(`\n${usual('GET /b HTTP/1.1')}\n`));
      log.finish();
    });
    expect(facts).toMatchObject({ requests: 2, skipped: 1 });
    expect(facts.remarks).toEqual([{ line: 2, message: 'The line has more than 1048576 bytes.' }]);
  });

  test('whose times go backwards is told to, and has them as they stand', () => {
    const text = [3, 1, 2].map((second) => usual('GET /a HTTP/1.1', second)).join('\n');
    const { facts, atMillis } = fromBytes(bytesOf(`${text}\n`));
    expect(facts.backwards).toBe(1);
    expect(atMillis.map((at) => (at / 1_000) % 60)).toEqual([3, 1, 2]);
  });
});

/**
 * Ends of lines whose hashes in the table of parts are equal. Of their seven words one half of the hash takes the even
 * ones, which are the same in all; of the other half the sixth word is solved for, and ends that are no text are passed
 * over.
 */
function sameHashes(count: number): string[] {
  const [texts, wanted]: [string[], number] = [[], 0x1234_5678];
  for (let index = 0; texts.length < count; index += 1) {
    const free = index.toString(36).padStart(4, '0');
    const solved = new DataView(new ArrayBuffer(4));
    solved.setInt32(0, otherBefore([wordOf('aaa"') << 1, wordOf(' "aa'), wordOf(free)]) ^ wanted, true);
    const word = String.fromCharCode(...new Uint8Array(solved.buffer));
    if (/^[\w ;:,.-]{4}$/.test(word)) texts.push(` "-" "aaaaaa${free}aaaa${word}aaa"`);
  }
  return texts;
}

/** The other half of the hash before its last word; it begins with the last word of the text, shifted. */
function otherBefore([first = 0, ...words]: readonly number[]): number {
  return words.reduce((other, word) => {
    const mixed = Math.imul(other ^ word, 0x85eb_ca6b);
    return mixed ^ (mixed >>> 13);
  }, first);
}

function wordOf(text: string): number {
  return new DataView(bytesOf(text).buffer).getInt32(0, true);
}
