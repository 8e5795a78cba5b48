import { describe, expect, test } from 'vitest';
import { type ImportOptions, importTrace } from '#main/services/throttle/pure/import/index.ts';

type Row = Readonly<Record<string, unknown>>;

function imported(rows: readonly Row[], options: Partial<ImportOptions> = {}) {
  const reader = importTrace('ndjson', { hash: (secret) => `h-${secret.length}`, ...options });
  for (const row of rows) reader.push(`${JSON.stringify(row)}\n`);
  return reader.finish('trace');
}

/** The text that each request has in a column. */
function said({ traffic }: ReturnType<typeof imported>, name: string, role = 'attribute') {
  const column = traffic.trace?.shapes?.columns.find((each) => each.name === name && each.role === role);
  return Array.from(traffic.trace?.client ?? [], (shape) => column?.texts[column.codes[shape] ?? -1]);
}

describe('columns of a log', () => {
  test('that only a left-out request has say nothing of the others', () => {
    const row = { time: 1, a: 'a', b: 'b', c: 'c', d: 'd', e: 'e', f: 'f', g: 'g', status: 200 };
    const last = { ...row, time: 4, late: 'x', status: 429 };
    const rows = [row, { ...row, time: 2 }, { ...row, time: 3, g: 'G' }, last];
    const result = imported(rows, { dropRefused: true });
    expect(said(result, 'g')).toEqual(['g', 'g', 'G']);
    expect(said(result, 'late')).toEqual([undefined, undefined, undefined]);
  });
});

describe('of several columns of one log', () => {
  const pairs: readonly (readonly [
    string,
    string,
    string,
    readonly [string, string],
    readonly [string, string],
  ])[] = [
    [
      'the client',
      'remoteAddress',
      'remote_addr',
      ['client_ip', '198.51.100.7:40001'],
      ['192.0.2.1:40000', '192.0.2.1'],
    ],
    ['the method', 'method', 'method', ['http_method', 'PUT'], ['get', 'GET']],
    ['the answer', 'status', 'status', ['code', '200'], ['429', '429']],
  ];
  const plain: Readonly<Record<string, string>> = { '198.51.100.7:40001': '198.51.100.7' };

  test.each(pairs)(
    'with %s the first one counts, and the others are kept besides',
    (_, role, first, [other, own], [given, counted]) => {
      const rows = [1, 2].map((time) => ({ time, [first]: given, [other]: own }));
      const result = imported(rows);
      expect(said(result, first, role)).toEqual([counted, counted]);
      expect(said(result, other)).toEqual([plain[own] ?? own, plain[own] ?? own]);
      expect(said(result, first)).toEqual([undefined, undefined]);
      expect(result.answers.tooMany).toBe(role === 'status' ? 2 : 0);
    },
  );

  test.each(pairs)(
    'with %s the key counts, and the others are kept besides',
    (_, role, first, [other, own], [given, counted]) => {
      const rows = [1, 2].map((time) => ({ time, [first]: given, [other]: own }));
      const result = imported(rows, { key: other });
      expect(said(result, first, role)).toEqual([plain[own] ?? own, plain[own] ?? own]);
      expect(said(result, first)).toEqual(role === 'method' ? ['get', 'get'] : [counted, counted]);
      expect(said(result, other)).toEqual([undefined, undefined]);
      expect(result.answers.tooMany).toBe(0);
      expect(result.traffic.clients.map(({ id }) => id)).toEqual([plain[own] ?? own]);
    },
  );

  test.each(pairs)(
    'with %s one that the first lines lack is the first one still',
    (_, role, first, [other, own], [given, counted]) => {
      const result = imported([
        { time: 1, [first]: '-', [other]: own },
        { time: 2, [first]: given, [other]: own },
      ]);
      const kept = plain[own] ?? own;
      expect(said(result, other, role)).toEqual([kept, counted]);
      expect(said(result, other)).toEqual([undefined, kept]);
    },
  );

  test('with addresses of clients all are hashes where they are to be', () => {
    const row = {
      time: 1,
      remote_addr: '192.0.2.1',
      client_ip: '198.51.100.7',
      'x-forwarded-for': '203.0.113.77, 10.0.0.1:80',
      upstream_addr: '10.9.9.9',
    };
    const result = imported([row], { hashAddresses: true });
    expect(JSON.stringify(result)).not.toMatch(/192\.0\.2|198\.51|203\.0|10\.0\.0/);
    expect(said(result, 'client_ip')).toEqual(['h-12']);
    expect(said(result, 'x-forwarded-for', 'header')).toEqual(['h-12, h-8']);
  });

  test('a method that is chosen stands in no further column, and one beside a request line does', () => {
    const row = { time: 1, request: 'GET /a HTTP/1.1', verb: 'PUT', method: 'HEAD' };
    expect(said(imported([row]), 'method')).toEqual(['HEAD']);
    const chosen = imported([row], { method: 'verb' });
    expect([said(chosen, 'verb'), said(chosen, 'method', 'method')]).toEqual([[undefined], ['PUT']]);
  });
});
