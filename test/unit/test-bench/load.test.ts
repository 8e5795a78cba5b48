import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { AnswerReader } from '#test/bench/programs/answers.ts';
import { type Load, startLoadGenerator, tokenRequest } from '#test/bench/support/load.ts';

const answer = (body: string, status = 200) =>
  `HTTP/1.1 ${status} Some Reason\r\nX-One: 1\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

function readStatuses(chunks: readonly string[]): readonly number[] {
  const statuses: number[] = [];
  const reader = new AnswerReader((status) => statuses.push(status));
  for (const chunk of chunks) reader.take(Buffer.from(chunk));
  return statuses;
}

describe('the answers of one connection', () => {
  test('are counted when they are whole, wherever the chunks are cut', () => {
    const bytes = answer('{"a":1}') + answer('', 204) + answer('no', 500);
    for (let cut = 0; cut <= bytes.length; cut += 1)
      expect(readStatuses([bytes.slice(0, cut), bytes.slice(cut)])).toEqual([200, 204, 500]);
  });

  test('are not counted before their last byte', () => {
    expect(readStatuses([answer('four').slice(0, -1)])).toEqual([]);
  });

  test('that do not say how long they are, are an error', () => {
    expect(() => readStatuses(['HTTP/1.1 200 OK\r\n\r\n'])).toThrow('no Content-Length');
  });
});

async function serve(listener: RequestListener): Promise<Omit<Load, 'durationMillis' | 'requestsPerSecond'>> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, path: '/token', ...tokenRequest('me:secret', { grant_type: 'x y' }), connections: 4 };
}

/** Longer than any load here takes that ends by its number of requests. */
const aWhile = 60_000;

async function run(load: Load) {
  const generator = await startLoadGenerator();
  onTestFinished(() => generator.close());
  return generator.run(load);
}

describe('the load generator', () => {
  test('sends whole requests over connections that it keeps', async () => {
    const seen = new Set<string>();
    const ports = new Set<number | undefined>();
    let count = 0;
    const load = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      request.setEncoding('utf8').on('data', (body: string) => {
        const { method, url, headers } = request;
        seen.add(`${method} ${url} ${headers.authorization} ${body}`);
        count += 1;
        response.end('{}');
      });
    });
    const report = await run({ ...load, requestsPerSecond: null, durationMillis: aWhile, maxRequests: 40 });
    expect([...seen]).toEqual(['POST /token Basic bWU6c2VjcmV0 grant_type=x+y']);
    expect(ports.size).toBe(4);
    expect([report.requests, count]).toEqual([40, 40]);
  });

  test('keeps to a rate', async () => {
    const load = await serve((request, response) => request.resume().on('end', () => response.end('{}')));
    const { requests, elapsedMillis } = await run({ ...load, requestsPerSecond: 200, durationMillis: 500 });
    // A machine that is busy may send fewer, and none sends more.
    expect(requests).toBeGreaterThan(0);
    expect(requests).toBeLessThanOrEqual(elapsedMillis * 0.2);
  });

  test('takes an answer that is not 200 for a failure of the whole measurement', async () => {
    let count = 0;
    const load = await serve((request, response) => {
      request.resume().on('end', () => {
        count += 1;
        response.statusCode = count === 10 ? 503 : 200;
        response.end('{}');
      });
    });
    const max = { requestsPerSecond: null, durationMillis: aWhile, maxRequests: 20 };
    await expect(run({ ...load, ...max })).rejects.toThrow(/^1 of 20 requests failed: status 503$/);
  });

  test('says so where an answer does not tell how long it is', async () => {
    const load = await serve((request, response) => request.resume().on('end', () => response.write('{}')));
    await expect(run({ ...load, requestsPerSecond: null, durationMillis: 200 })).rejects.toThrow(
      'An answer has no Content-Length.',
    );
  });

  test('fails where nobody listens', async () => {
    const load = await serve(() => {});
    await expect(run({ ...load, port: 1, requestsPerSecond: null, durationMillis: 200 })).rejects.toThrow(
      'ECONNREFUSED',
    );
  });
});
