import { connect, createServer as createTcpServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { eventually } from '#test/support/eventually.ts';
import { listeningPort } from '#test/support/listening.ts';
import { proxyRoute, type RunningGateway, startGateway, startUpstream, type Upstream } from './parties.ts';

let upstream: Upstream;
let gateway: RunningGateway;

async function start(
  answer: Parameters<typeof startUpstream>[0],
  config: Readonly<Record<string, unknown>> = {},
): Promise<RunningGateway> {
  upstream = await startUpstream(answer);
  gateway = await startGateway({ '01-all': proxyRoute(upstream.origin, config) });
  return gateway;
}

describe('an upstream that fails', () => {
  test('nobody listens: 502, and the trace says why', async () => {
    const { close, origin } = await startUpstream(() => {});
    await close();
    gateway = await startGateway({ '01-all': proxyRoute(origin) });
    const response = await fetch(gateway.origin);
    expect([response.status, await response.text()]).toEqual([502, '']);
    expect(gateway.rule('proxy-answered')).toMatchObject({
      outcome: 'failed',
      detail: `${origin} is unreachable.`,
    });
    expect(gateway.trace().effect).toBe('The upstream did not respond.');
  });

  test('it hangs up before its answer: 502; in the middle of it: the client sees that it is not whole', async () => {
    await start((request, response) => {
      if (request.url === '/before') return void request.socket.destroy();
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('a part', () => request.socket.destroy());
    });
    const { origin, records } = gateway ?? { origin: '', records: [] };
    expect((await fetch(`${origin}/before`, { method: 'POST' })).status).toBe(502);
    const half = await fetch(`${origin}/middle`);
    await expect(half.text()).rejects.toThrow();
    const last = await eventually(() => records[1] ?? null);
    expect(last).toMatchObject({ status: 200, responseBody: Buffer.from('a part') });
    expect(last.failure).toContain('the upstream response was interrupted');
  });

  test('it takes longer than soTimeout: 504', async () => {
    await start(() => {}, { soTimeout: '200 ms' });
    expect((await fetch(gateway.origin ?? '')).status).toBe(504);
  });

  test('it accepts the connection and then says nothing: 504 after connectionTimeout', async () => {
    const silent = createTcpServer((socket) => socket.on('error', () => {}));
    const port = await listeningPort(silent);
    const route = proxyRoute(`https://127.0.0.1:${port}`, { connectionTimeout: '200 ms' });
    gateway = await startGateway({ '01-all': route });
    const response = await fetch(gateway.origin);
    expect([response.status, gateway.rule('proxy-answered')?.detail]).toEqual([
      504,
      `No connection to https://127.0.0.1:${port} within 200 ms.`,
    ]);
    silent.close();
  });

  test('with retries a request without a body is sent again, one with a body or another effect is not', async () => {
    const asked: string[] = [];
    await start(
      (request, response) => {
        asked.push(request.method ?? '');
        if (asked.length < 4) request.socket.destroy();
        else response.end('at last');
      },
      { retries: { enabled: true, count: 3, delay: '10 ms' } },
    );
    const { origin } = gateway ?? { origin: '' };
    expect(await (await fetch(origin)).text()).toBe('at last');
    expect(asked).toEqual(['GET', 'GET', 'GET', 'GET']);
    asked.length = 0;
    expect((await fetch(origin, { method: 'PUT', body: 'x' })).status).toBe(502);
    expect((await fetch(origin, { method: 'POST' })).status).toBe(502);
    expect(asked).toEqual(['PUT', 'POST']);
  });

  test('a kept connection that it was just closing costs nobody a request', async () => {
    let connections = 0;
    await start((request, response) => {
      if (request.url === '/first') return void response.end('1');
      connections += 1;
      // The second request on a connection finds it closed.
      if (connections === 1) return void request.socket.destroy();
      response.end('2');
    });
    const { origin } = gateway ?? { origin: '' };
    expect(await (await fetch(`${origin}/first`)).text()).toBe('1');
    expect(await (await fetch(`${origin}/second`)).text()).toBe('2');
  });

  test('a client that hangs up ends the request to the upstream too, and is recorded so', async () => {
    const ended = Promise.withResolvers<string>();
    await start((request, response) => {
      response.writeHead(200);
      response.write('first');
      request.socket.on('close', () => ended.resolve('closed'));
    });
    const aborting = new AbortController();
    const response = await fetch(gateway.origin ?? '', { signal: aborting.signal });
    await response.body?.getReader().read();
    aborting.abort();
    expect(await ended.promise).toBe('closed');
    const record = await eventually(() => gateway.records[0] ?? null);
    expect(record.failure).toBe('the client closed the connection');
  });

  test('a client that hangs up in the middle of its body leaves the upstream no whole request', async () => {
    const ended = Promise.withResolvers<boolean>();
    await start((request) => {
      request.on('error', () => {});
      request.on('close', () => ended.resolve(request.complete));
      request.resume();
    });
    const socket = connect(gateway.port ?? 0, '127.0.0.1', () =>
      socket.write('POST / HTTP/1.1\r\nHost: g\r\nContent-Length: 100\r\n\r\nhalf'),
    );
    await wait(200);
    socket.destroy();
    expect(await ended.promise).toBe(false);
  });
});
