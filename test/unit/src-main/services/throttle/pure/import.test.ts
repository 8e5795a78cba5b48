import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importTrace, type TraceKind } from '#main/services/throttle/pure/import/index.ts';
import { pathKey } from '#shared/throttle/traffic/recipe.ts';
import { trafficSchema } from '#shared/throttle/traffic/schema.ts';

function imported(
  kind: TraceKind,
  text: string,
  choice?: Partial<Parameters<typeof importTrace>[1]>,
  piece = text.length,
) {
  const reader = importTrace(kind, { ...choice, hash: (secret) => `h-${secret.length}` });
  for (let at = 0; at < text.length; at += Math.max(1, piece))
    reader.push(text.slice(at, at + Math.max(1, piece)));
  return reader.finish('trace');
}

const shape = ({ traffic }: ReturnType<typeof imported>) => ({
  ids: traffic.clients.map(({ id }) => id),
  atMillis: Array.from(traffic.trace?.atMillis ?? []),
  client: Array.from(traffic.trace?.client ?? [], (of) => traffic.trace?.shapes?.client[of] ?? -1),
});

const csv = `time,user,status,path
2026-03-01T10:00:00Z,ann,gold,/orders
2026-03-01T10:00:00.250Z,bob,silver,/orders
2026-03-01T10:00:02Z,ann,gold,/orders/2
`;

describe('CSV', () => {
  test('becomes one client for each value of the key', () => {
    const result = imported('csv', csv);
    expect(shape(result)).toEqual({ ids: ['ann', 'bob'], atMillis: [0, 250, 2_000], client: [0, 1, 0] });
    expect(result).toMatchObject({
      skipped: 0,
      columns: ['time', 'user', 'status', 'path'],
      taken: { time: 'time', key: 'user' },
    });
    expect(result.traffic.clients[0]).toMatchObject({
      attributes: { user: 'ann', status: 'gold' },
    });
    expect(result.traffic.clients[1]).toMatchObject({ uri: 'http://localhost/orders' });
    expect(result.traffic.durationSeconds).toBe(3);
  });

  test('takes the columns that are asked for', () => {
    expect(imported('csv', csv, { time: 'time', key: 'status' }).traffic.clients.map(({ id }) => id)).toEqual(
      ['gold', 'silver'],
    );
  });

  test('has the templates of its paths for classes where they are asked for, and proposes them', () => {
    const rows = ['/orders/1', '/orders/2?x=1', '/orders', '/orders/7', '/health'];
    const text = ['time,user,path', ...rows.map((path, at) => `${at},u${at % 2},${path}`), ''].join('\n');
    const { proposals } = imported('csv', text);
    expect(proposals.find(({ column }) => column === pathKey)).toEqual({
      column: pathKey,
      keys: 3,
      top: [
        { key: '/orders/{id}', requests: 3 },
        { key: '/orders', requests: 1 },
        { key: '/health', requests: 1 },
      ],
    });
    const byPath = imported('csv', text, { key: pathKey });
    expect(byPath.taken.key).toBe(pathKey);
    expect(shape(byPath)).toMatchObject({
      ids: ['/orders/{id}', '/orders', '/health'],
      client: [0, 0, 1, 0, 2],
    });
    // Each request still has its own address, and what it says besides.
    const { clients, trace } = byPath.traffic;
    expect(clients.map(({ uri }) => uri)).toEqual([
      undefined,
      'http://localhost/orders',
      'http://localhost/health',
    ]);
    expect(trace?.shapes?.columns.map(({ name }) => name)).not.toContain(pathKey);
    // Where each address is a class of its own, there is nothing to propose.
    const plain = imported('csv', 'time,user,path\n1,a,/orders\n2,b,/health\n');
    expect(plain.proposals.map(({ column }) => column)).not.toContain(pathKey);
  });

  test.each([';', '\t', '|'])('with %s between its fields', (delimiter) => {
    expect(shape(imported('csv', csv.replaceAll(',', delimiter))).client).toEqual([0, 1, 0]);
  });

  test('with quotes, line ends in them, a byte order mark and CRLF', () => {
    const text = '\uFEFFtime,"user"\r\n1,"a ""x"", y"\r\n2,"two\r\nlines"\r\n3,plain';
    expect(shape(imported('csv', text)).ids).toEqual(['a "x", y', 'two\r\nlines', 'plain']);
  });

  test('without names of columns', () => {
    const result = imported('csv', '0.5,ann\n0.75,bob\n', { time: null, key: 'column 2' });
    expect(shape(result)).toEqual({ ids: ['ann', 'bob'], atMillis: [0, 250], client: [0, 1] });
  });

  test('that is not in order is sorted', () => {
    expect(shape(imported('csv', 'time,user\n3,a\n1,b\n2,a\n'))).toEqual({
      ids: ['a', 'b'],
      atMillis: [0, 1_000, 2_000],
      client: [1, 0, 0],
    });
  });

  test('bad lines are left out, counted and named', () => {
    const result = imported('csv', `${csv}soon,eve,x,/\n2026-03-01T10:00:03Z,too,few\n\n`);
    expect(result.skipped).toBe(2);
    expect(result.remarks).toEqual([
      { line: 5, message: '“soon” in column time is not a supported time format.' },
      { line: 6, message: 'Expected 4 fields, received 3.' },
    ]);
    expect(shape(result).client).toEqual([0, 1, 0]);
  });

  test('may be cut anywhere', () => {
    const text = 'time,user\r\n1,"a,""b"\r\n2,c\r\n';
    const whole = shape(imported('csv', text));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: text.length }), (piece) => {
        expect(shape(imported('csv', text, undefined, piece))).toEqual(whole);
      }),
    );
  });

  test('values of secret columns go nowhere', () => {
    const text = 'time,access_token,path\n1,hunter2,/a?token=hunter2&x=1\n2,hunter2,/b\n3,other,/c\n';
    const result = imported('csv', text, { time: 'time', key: 'access_token' });
    expect(JSON.stringify(result)).not.toContain('hunter2');
    expect(shape(result)).toMatchObject({ ids: ['h-7', 'h-5'], client: [0, 0, 1] });
    expect(JSON.stringify(result)).toContain('http://localhost/a?token=h-7&x=1');
  });
});

describe('times', () => {
  test.each([
    ['1760000000', '1760000001.5', 1_500],
    ['1760000000000', '1760000001500', 1_500],
    ['1760000000000000', '1760000001500000', 1_500],
    ['[10/Oct/2025:13:55:36 -0700]', '[10/Oct/2025:20:55:37 +0000]', 1_000],
    ['2026-03-01 10:00:00', '2026-03-01T10:00:01,5Z', 1_500],
    ['2026-03-01T10:00:00+01:00', '2026-03-01T09:00:00.001Z', 1],
    ['0', '1.5', 1_500],
    ['2025/03/30 00:00:00', '2025-03-30T00:00:01.5Z', 1_500],
    ['2025/3/9 0:00:00', '2025/03/09 00:00:01', 1_000],
    ['2025-03-30 9:05', '2025/03/30 09:06:00 +0000', 60_000],
  ])('%s and %s lie %s ms apart', (first, second, millis) => {
    const lines = [first, second].map((time) => JSON.stringify({ time, user: 'a' })).join('\n');
    expect(shape(imported('ndjson', lines)).atMillis).toEqual([0, millis]);
  });

  test.each(['2025-02-30T00:00:00Z', '2025/02/29 00:00:00', '2025/13/01 00:00:00', '2025/03-30 00:00:00'])(
    '%s is none',
    (time) => {
      const { skipped } = imported(
        'ndjson',
        ['2024-02-29T00:00:00Z', time].map((each) => JSON.stringify({ time: each })).join('\n'),
      );
      expect(skipped).toBe(1);
    },
  );

  test('in a column of milliseconds are milliseconds', () => {
    expect(shape(imported('csv', 'at_ms,user\n0,a\n1500,a\n')).atMillis).toEqual([0, 1_500]);
  });
});

describe('NDJSON', () => {
  test('is read with members in members', () => {
    const text = [
      { ts: 10, request: { method: 'get', path: '/a' }, client: { ip: '192.0.2.1' }, list: [1] },
      { ts: 11, request: { method: 'get', path: '/a' }, client: { ip: '192.0.2.2' } },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n');
    const result = imported('ndjson', `${text}\nno json\n[1]\n`);
    expect(result.columns).toEqual(['ts', 'request.method', 'request.path', 'client.ip']);
    expect(result.taken).toEqual({ time: 'ts', key: 'client.ip' });
    expect(result.traffic.clients[1]).toMatchObject({
      id: '192.0.2.2',
      remoteAddress: '192.0.2.2',
      method: 'GET',
    });
    expect(result.remarks.map(({ line }) => line)).toEqual([3, 4]);
  });
});

describe('an access log', () => {
  test.each(['common', 'combined'])('in the %s format has clients whose addresses end in colons', (form) => {
    const end = form === 'common' ? '' : ' "-" "curl/8"';
    const line = (address: string) =>
      `${address} - - [01/Mar/2026:10:00:00 +0000] "GET /orders HTTP/1.1" 200 5${end}`;
    const result = imported('access-log', `${['2001:db8::', '::1', '192.0.2.1'].map(line).join('\n')}\n`);
    expect(result.skipped).toBe(0);
    expect(shape(result).ids).toEqual(['2001:db8::', '::1', '192.0.2.1']);
  });
});

describe('HAR', () => {
  const entry = (startedDateTime: string, user: string) => ({
    startedDateTime,
    request: {
      method: 'GET',
      url: 'https://api.example.com/orders?access_token=hunter2',
      headers: [
        { name: 'X-User', value: user },
        { name: 'Authorization', value: 'Bearer hunter2' },
      ],
    },
  });

  test('is read by its entries, without secrets', () => {
    const document = {
      log: { entries: [entry('2026-03-01T10:00:01Z', 'bob'), entry('2026-03-01T10:00:00Z', 'ann'), 7] },
    };
    const result = imported('har', JSON.stringify(document), { time: null, key: 'header.x-user' }, 10);
    expect(shape(result)).toEqual({ ids: ['bob', 'ann'], atMillis: [0, 1_000], client: [1, 0] });
    expect(result.skipped).toBe(1);
    expect(JSON.stringify(result)).not.toContain('hunter2');
  });

  test('may have anything in place of a header', () => {
    const request = {
      method: 'GET',
      url: '/',
      headers: [null, 7, 'x', {}, { name: 'X-User', value: 'ann' }],
    };
    const entries = [{ startedDateTime: '2026-03-01T10:00:00Z', request }];
    const result = imported(
      'har',
      JSON.stringify({ log: { entries } }),
      { time: null, key: 'header.x-user' },
      10,
    );
    expect(shape(result)).toMatchObject({ ids: ['ann'], atMillis: [0] });
  });

  test.each(['', '{}', '{"log":{}}', 'no json'])('that is none is refused: “%s”', (text) => {
    expect(() => imported('har', text)).toThrow(expect.objectContaining({ code: 'traffic.import-invalid' }));
  });
});

describe('whatever the text', () => {
  test.each<TraceKind>(['csv', 'ndjson'])(
    'of %s, the traffic that comes of it is sound, or it is refused',
    (kind) => {
      const pieces = fc.constantFrom(
        'time',
        'user',
        ',',
        '\n',
        '"',
        '1',
        '2026-03-01T10:00:00Z',
        '{"ts":1,"user":"a"}',
        '{',
        '}',
        ' ',
      );
      fc.assert(
        fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
          try {
            const { traffic } = imported(kind, parts.join(''));
            expect(() => trafficSchema.parse(traffic)).not.toThrow();
          } catch (error) {
            expect(error).toMatchObject({ code: 'traffic.import-invalid' });
          }
        }),
        { numRuns: 500 },
      );
    },
  );

  test('that holds nothing is refused, with the columns that there are', () => {
    expect(() => imported('csv', 'a,b\nx,y\n')).toThrow(
      expect.objectContaining({ code: 'traffic.import-invalid', fix: expect.stringContaining('a, b') }),
    );
  });
});
