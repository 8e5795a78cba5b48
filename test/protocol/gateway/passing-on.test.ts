import type { IncomingHttpHeaders } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { request as undiciRequest } from 'undici';
import { describe, expect, test } from 'vitest';
import { eventually } from '#test/support/eventually.ts';
import { listeningPort } from '#test/support/listening.ts';
import {
  bodyOf,
  proxyRoute,
  type RunningGateway,
  sendBytes,
  startGateway,
  startUpstream,
  type Upstream,
} from './parties.ts';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

let upstream: Upstream;
let gateway: RunningGateway;

async function start(
  answer: Parameters<typeof startUpstream>[0],
  config: Readonly<Record<string, unknown>> = {},
): Promise<RunningGateway> {
  upstream = await startUpstream(answer);
  gateway = await startGateway({ '01-all': proxyRoute(upstream.origin, config) });
  expect(gateway.gateway.problems()).toEqual([]);
  return gateway;
}

/** An upstream that keeps what it saw and answers with `headers`. */
function keeping(seen: Seen[], headers: readonly string[] = [], body = 'seen') {
  return start((request, response) => {
    void bodyOf(request).then((bytes) => {
      const { method = '', url = '', rawHeaders } = request;
      seen.push({ method, url, headers: request.headers, rawHeaders, body: bytes.toString() });
      response.writeHead(200, [...headers]).end(request.method === 'HEAD' ? undefined : body);
    });
  });
}

describe('a request that is passed on', () => {
  test('keeps method, path, query, fields and body; scheme, host and port are those of baseURI', async () => {
    const seen: Seen[] = [];
    const { origin } = await keeping(seen);
    const response = await fetch(`${origin}/a%20b/c?x=1&x=2#f`, {
      method: 'PATCH',
      headers: { 'X-Own': 'ü', 'Content-Type': 'text/plain' },
      body: 'a body',
    });
    expect([response.status, await response.text()]).toEqual([200, 'seen']);
    expect(seen[0]).toMatchObject({ method: 'PATCH', url: '/a%20b/c?x=1&x=2', body: 'a body' });
    expect(seen[0]?.headers).toMatchObject({
      host: new URL(upstream.origin ?? '').host,
      'content-type': 'text/plain',
      'content-length': '6',
      'x-own': 'ü',
    });
  });

  test('RFC 9110 §7.6.1: fields of the connection are not passed on, nor those that Connection names, either way', async () => {
    const seen: Seen[] = [];
    const fields = [
      ['Connection', 'X-Hop, close', 'X-Hop', 'theirs', 'Keep-Alive', 'timeout=9'],
      ['Proxy-Connection', 'keep-alive', 'X-End', 'theirs', 'Content-Length', '4'],
    ];
    const { port } = await keeping(seen, fields.flat());
    const text = await sendBytes(
      port,
      'GET /x HTTP/1.1\r\nHost: gateway\r\nConnection: close, X-Hop, TE\r\nX-Hop: mine\r\nTE: trailers\r\n' +
        'Keep-Alive: 5\r\nProxy-Connection: close\r\nProxy-Authorization: Basic x\r\nX-End: mine\r\n\r\n',
    );
    const names = Object.keys(seen[0]?.headers ?? {}).toSorted();
    expect(names).toEqual(['connection', 'host', 'x-end']);
    expect(text).toContain('X-End: theirs\r\n');
    expect(text).not.toMatch(/X-Hop|Proxy-Connection|timeout=9/);
  });

  test('nothing of the gateway is added: no Via, no X-Forwarded', async () => {
    const seen: Seen[] = [];
    const { origin } = await keeping(seen);
    const response = await fetch(origin);
    expect(Object.keys(seen[0]?.headers ?? {}).filter((name) => /^via$|forwarded/.test(name))).toEqual([]);
    expect(response.headers.get('via')).toBeNull();
  });

  test('fields that are given several times stay several, in their order and spelling', async () => {
    const seen: Seen[] = [];
    const { port } = await keeping(seen, ['Set-Cookie', 'a=1', 'SET-cookie', 'b=2', 'Content-Length', '4']);
    const text = await sendBytes(
      port,
      'GET / HTTP/1.1\r\nHost: g\r\nX-Many: 1\r\nx-MANY: 2\r\nConnection: close\r\n\r\n',
    );
    expect(text).toMatch(/Set-Cookie: a=1\r\nSET-cookie: b=2\r\n/);
    expect(seen[0]?.rawHeaders.join(' ')).toContain('X-Many 1 x-MANY 2');
  });

  test('HEAD, 204 and 304 have no body, and keep what they say of one', async () => {
    await start((request, response) => {
      if (request.url === '/none') response.writeHead(204).end();
      else if (request.url === '/same') response.writeHead(304, { ETag: '"1"' }).end();
      else response.writeHead(200, { 'Content-Length': '1234' }).end();
    });
    const { port } = gateway ?? { port: 0 };
    const ask = (line: string) => sendBytes(port, `${line} HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n`);
    expect(await ask('HEAD /file')).toMatch(/^HTTP\/1\.1 200 [^]*Content-Length: 1234\r\n[^]*\r\n\r\n$/);
    expect(await ask('GET /none')).toMatch(/^HTTP\/1\.1 204 [^]*\r\n\r\n$/);
    const same = await ask('GET /same');
    expect(same).toMatch(/^HTTP\/1\.1 304 [^]*ETag: "1"[^]*\r\n\r\n$/);
    expect(same).not.toContain('chunked');
  });

  test('chunked bodies go both ways; trailers, and the fields that announce them, do not', async () => {
    const seen: Seen[] = [];
    await start((request, response) => {
      void bodyOf(request).then((bytes) => {
        const { method = '', url = '', rawHeaders } = request;
        seen.push({ method, url, headers: request.headers, rawHeaders, body: bytes.toString() });
        response.writeHead(200, { Trailer: 'X-Sum' });
        response.write('one ');
        response.write('two');
        response.addTrailers({ 'X-Sum': '7' });
        response.end();
      });
    });
    const { port } = gateway ?? { port: 0 };
    const text = await sendBytes(
      port,
      'POST / HTTP/1.1\r\nHost: g\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\nConnection: close\r\n\r\n' +
        '3\r\nabc\r\n2\r\nde\r\n0\r\nX-T: 1\r\n\r\n',
    );
    expect(seen[0]?.body).toBe('abcde');
    expect(seen[0]?.headers).not.toHaveProperty('trailer');
    expect(text).toMatch(/Transfer-Encoding: chunked/i);
    expect(text).not.toMatch(/trailer|X-Sum/i);
    expect(text).toMatch(/0\r\n\r\n$/);
  });

  test('the target in absolute form leads to the upstream all the same', async () => {
    const seen: Seen[] = [];
    const { port } = await keeping(seen);
    await sendBytes(
      port,
      'GET http://elsewhere.example/p?q HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n',
    );
    expect(seen[0]?.url).toBe('/p?q');
  });

  test('a route without baseURI says so: the gateway is no open proxy', async () => {
    gateway = await startGateway({ '01-all': { handler: { type: 'ReverseProxyHandler' } } });
    expect((await fetch(gateway.origin)).status).toBe(502);
    expect(gateway.rule('proxy-sent')).toMatchObject({ outcome: 'failed', want: 'baseURI' });
  });
});

describe('a body on its way', () => {
  test('an answer without an end arrives piece by piece', async () => {
    const more = Promise.withResolvers<void>();
    await start((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: 1\n\n');
      void more.promise.then(() => response.end('data: 2\n\n'));
    });
    const response = await fetch(gateway.origin ?? '');
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe('data: 1\n\n');
    more.resolve();
    const second = await reader?.read();
    expect(Buffer.from(second?.value ?? []).toString()).toBe('data: 2\n\n');
  });

  test('a client that reads slowly slows the upstream down: nothing piles up in between', async () => {
    const total = 64 * 1_048_576;
    let written = 0;
    await start((_request, response) => {
      response.writeHead(200, { 'Content-Length': String(total) });
      const piece = Buffer.alloc(65_536);
      const fill = () => {
        while (written < total) {
          written += piece.length;
          if (!response.write(piece)) return void response.once('drain', fill);
        }
        response.end();
      };
      fill();
    });
    const { body } = await undiciRequest(gateway.origin ?? '');
    await wait(400);
    const whilePaused = written;
    expect(whilePaused).toBeLessThan(24 * 1_048_576);
    let read = 0;
    for await (const chunk of body) read += (chunk as Buffer).length;
    expect(read).toBe(total);
    expect(gateway.records[0]).toMatchObject({ status: 200, responseBodyBytes: total });
    expect(gateway.records[0]?.responseBody.length).toBe(1_000);
  });

  test('an upstream that reads slowly slows the client down, and the record has the size of the whole', async () => {
    const total = 32 * 1_048_576;
    const go = Promise.withResolvers<void>();
    await start((request, response) => {
      void go.promise.then(() => bodyOf(request)).then((bytes) => response.end(String(bytes.length)));
    });
    let sent = 0;
    async function* pieces() {
      while (sent < total) {
        sent += 65_536;
        yield Buffer.alloc(65_536);
      }
    }
    const answer = undiciRequest(gateway.origin ?? '', { method: 'POST', body: Readable.from(pieces()) });
    await wait(400);
    expect(sent).toBeLessThan(16 * 1_048_576);
    go.resolve();
    expect(await (await answer).body.text()).toBe(String(total));
    const record = await eventually(() => gateway.records[0] ?? null);
    expect(record).toMatchObject({ requestBodyBytes: total });
  });

  test('RFC 9110 §10.1.1: a go-ahead is given when somebody takes the body, and not where the answer is there before', async () => {
    const seen: Seen[] = [];
    const { port, route } = await keeping(seen);
    const ask =
      'POST / HTTP/1.1\r\nHost: g\r\nExpect: 100-continue\r\nContent-Length: 4\r\nConnection: close\r\n\r\n';
    expect(await sendBytes(port, ask, 'body')).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
    expect(seen[0]?.headers).not.toHaveProperty('expect');
    await route({ '01-no': { handler: { type: 'StaticResponseHandler', config: { status: 403 } } } });
    const patient = ask.replace('Connection: close\r\n', '');
    expect(await sendBytes(port, patient)).toMatch(/^HTTP\/1\.1 403 [^]*Connection: close/);
  });

  test('a provisional answer is passed on before the final one. RFC 8297', async () => {
    await start((_request, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.end('ok');
    });
    const text = await sendBytes(gateway.port ?? 0, 'GET / HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 103 [^]*rel=preload[^]*HTTP\/1\.1 200 /);
  });
});

describe('what a smuggler sends', () => {
  const refused: readonly (readonly [string, string])[] = [
    ['two lengths that differ', 'Content-Length: 4\r\nContent-Length: 5\r\n\r\nbody'],
    ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['chunks that are not the last coding', 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
    ['a space before the colon', 'Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n'],
    ['a length that is no number', 'Content-Length: +4\r\n\r\nbody'],
    ['a folded field', 'X-A: 1\r\n 2\r\nContent-Length: 0\r\n\r\n'],
    ['a chunk size with something before it', 'Transfer-Encoding: chunked\r\n\r\n0x4\r\nbody\r\n0\r\n\r\n'],
    ['two hosts', 'Host: other\r\nContent-Length: 0\r\n\r\n'],
  ];

  test.each(refused)('%s never reaches the upstream as a second request', async (_what, rest) => {
    const seen: Seen[] = [];
    const { port } = await keeping(seen);
    const text = await sendBytes(
      port,
      `POST / HTTP/1.1\r\nHost: g\r\n${rest}`,
      'GET /smuggled HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n',
    );
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(seen.map(({ url }) => url)).not.toContain('/smuggled');
  });

  test('an answer with two lengths is no answer', async () => {
    const raw = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () =>
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc'),
      );
    });
    const port = await listeningPort(raw);
    gateway = await startGateway({ '01-all': proxyRoute(`http://127.0.0.1:${port}`) });
    expect((await fetch(gateway.origin)).status).toBe(502);
    raw.close();
  });
});
