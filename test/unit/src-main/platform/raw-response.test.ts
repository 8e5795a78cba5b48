import { describe, expect, test } from 'vitest';
import { createResponseReader } from '#main/platform/raw-response.ts';
import { cpuMillis } from '#test/support/cpu.ts';

/** Reads an answer that comes in pieces of so many bytes, and says after how many it was whole. */
function readIn(pieceBytes: number, text: string, method = 'GET') {
  const reader = createResponseReader(method);
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    reader.take(bytes.subarray(at, at + pieceBytes));
    const answer = reader.read(false);
    if (answer !== null) return { ...answer, body: answer.body.toString('latin1') };
  }
  const answer = reader.read(true);
  return answer === null ? null : { ...answer, body: answer.body.toString('latin1') };
}

const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n';

describe.each([1, 2, 7, 1_000])('an answer in pieces of %i bytes', (pieceBytes) => {
  test.each([
    ['with a length', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabcde', 'abcde'],
    ['in chunks', chunked, 'abcde'],
    ['to its end', 'HTTP/1.0 200 Fine\r\nA: b\r\n\r\nabcde', 'abcde'],
    [
      'behind interim ones',
      `HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\nHTTP/1.1 100\r\n\r\n${chunked}`,
      'abcde',
    ],
    ['without a body', 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n', ''],
  ])('%s is read', (_how, text, body) => {
    expect(readIn(pieceBytes, text)?.body).toBe(body);
  });

  test.each([
    'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabcde',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n',
    'HTTP/1.1 200 OK\r\nContent',
  ])('that is cut off is none', (text) => {
    expect(readIn(pieceBytes, text)).toBeNull();
  });

  test('to HEAD has no body', () => {
    expect(readIn(pieceBytes, 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n', 'HEAD')?.body).toBe('');
  });
});

test.each([
  ['a length', `HTTP/1.1 200 OK\r\nContent-Length: 2000000\r\n\r\n${'a'.repeat(2_000_000)}`],
  [
    'one chunk',
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1e8480\r\n${'a'.repeat(2_000_000)}\r\n0\r\n\r\n`,
  ],
  [
    'many chunks',
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(300_000)}0\r\n\r\n`,
  ],
])('an answer with %s that comes in many pieces takes time as it is long', (_how, text) => {
  const startedMillis = cpuMillis();
  expect(readIn(20, text)?.status).toBe(200);
  expect(cpuMillis() - startedMillis).toBeLessThan(4_000);
});

test.each([
  ['begins otherwise', '220 ready\r\n\r\n', /does not start with an HTTP status line/],
  [
    'has a head without end',
    `HTTP/1.1 200 OK\r\n${'A: b\r\n'.repeat(60_000)}`,
    /header section of the response has no end/,
  ],
  ['has a chunk without a size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n', /has no size/],
])('what %s is refused', (_what, text, words) => {
  expect(() => readIn(10_000, text)).toThrow(words);
});
