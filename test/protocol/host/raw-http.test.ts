import { createServer, type Server } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { rawRequestBytes, sendRaw } from '#main/platform/raw-http.ts';
import { freePort } from '#test/support/free-port.ts';
import { listeningOrigin } from '#test/support/listening.ts';
import { asyncProperty } from '#test/support/property.ts';

let server: Server | null = null;
afterEach(() => void server?.close());

/** A server that answers every connection with these pieces, one after the other, and then ends or stays. */
async function answering(pieces: readonly (string | Buffer)[], ends = true): Promise<string> {
  server = createServer((socket) => {
    socket.on('error', () => {});
    const send = async () => {
      for (const piece of pieces) {
        socket.write(piece);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      if (ends) socket.end();
    };
    socket.once('data', () => void send());
  });
  return listeningOrigin(server);
}

const request = (origin: string) => ({
  method: 'GET',
  origin,
  target: '/',
  headers: ['Host', 'x'],
  body: '',
});
const limits = { timeoutMillis: 400, maxBytes: 10_000 };

describe('the client that sends bytes as they are', () => {
  test('adds, reorders and repairs nothing', () => {
    const bytes = rawRequestBytes({
      method: 'pOsT',
      origin: 'http://x',
      target: '/a b?x=%zz',
      headers: ['hOST', 'a', 'X-Twice', '1', 'X-Twice', '2'],
      body: 'ü',
    });
    expect(bytes.toString('utf8')).toBe(
      'pOsT /a b?x=%zz HTTP/1.1\r\nhOST: a\r\nX-Twice: 1\r\nX-Twice: 2\r\n\r\nü',
    );
  });

  test.each([
    ['a length', ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel', 'lo']],
    [
      'chunks',
      ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n', '2;x=y\r\nlo\r\n0\r\n\r\n'],
    ],
    ['the end of the connection', ['HTTP/1.0 200\r\nX: y\r\n\r\nhello']],
    [
      'an interim answer before it',
      ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'],
    ],
  ])('reads a body that is delimited by %s', async (_name, pieces) => {
    const response = await sendRaw(request(await answering(pieces)), limits);
    expect([response.status, response.body.toString()]).toEqual([200, 'hello']);
    expect(response.clientPort).toBeGreaterThan(0);
  });

  const whole =
    'HTTP/1.1 400 Bad Request\r\nTransfer-Encoding: chunked\r\nA: b\r\n\r\n4\r\nwxyz\r\n1\r\n!\r\n0\r\n\r\n';

  asyncProperty([fc.array(fc.nat(whole.length), { maxLength: 4 })], { numRuns: 15 })(
    'reads the same answer however it is cut into pieces',
    async (cuts) => {
      const points = [0, ...cuts.toSorted((a, b) => a - b), whole.length];
      const pieces = points.slice(1).map((end, index) => whole.slice(points[index], end));
      const { status, body } = await sendRaw(request(await answering(pieces)), limits);
      server?.close();
      return status === 400 && body.toString() === 'wxyz!';
    },
  );

  test.each([
    ['hangs', [], false, 'upstream.timeout'],
    ['answers half a head', ['HTTP/1.1 200 OK\r\nContent-'], true, 'upstream.invalid-response'],
    [
      'answers half a body',
      ['HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf'],
      true,
      'upstream.invalid-response',
    ],
    ['does not speak HTTP', ['SSH-2.0-server\r\n\r\n'], true, 'upstream.invalid-response'],
    [
      'lies about its length',
      ['HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n'],
      true,
      'upstream.invalid-response',
    ],
    [
      'sends more than is read',
      ['HTTP/1.1 200 OK\r\n\r\n', Buffer.alloc(20_000)],
      true,
      'upstream.too-large',
    ],
  ])('a server that %s is a recorded outcome', async (_name, pieces, ends, code) => {
    await expect(sendRaw(request(await answering(pieces, ends)), limits)).rejects.toMatchObject({ code });
  });

  test('a port where nobody listens is unreachable', async () => {
    const port = await freePort();
    await expect(sendRaw(request(`http://127.0.0.1:${port}`), limits)).rejects.toMatchObject({
      code: 'upstream.unreachable',
    });
  });
});
