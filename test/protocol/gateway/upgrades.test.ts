import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { eventually } from '#test/support/eventually.ts';
import {
  filteredRoute,
  proxyRoute,
  type RunningGateway,
  sendBytes,
  startGateway,
  startUpstream,
  throttlingFilter,
  type Upstream,
} from './parties.ts';

let upstream: Upstream;
let gateway: RunningGateway;
let sockets: WebSocketServer;
afterEach(() => {
  for (const accepted of sockets.clients) accepted.terminate();
});

/** An upstream that echoes over WebSocket at /echo, and knows no other place. */
async function startEcho(): Promise<string> {
  upstream = await startUpstream((_request, response) => response.writeHead(426).end('upgrade, please'));
  sockets = new WebSocketServer({ noServer: true });
  upstream.server.on('upgrade', (request, socket, head) => {
    if (request.url !== '/echo')
      return void socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 6\r\nX-Why: place\r\n\r\nnot me');
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      accepted.on('message', (data, isBinary) => accepted.send(data, { binary: isBinary }));
    });
  });
  return upstream.origin;
}

const webSocketUrl = (path: string) => `${(gateway.origin ?? '').replace(/^http/, 'ws')}${path}`;

async function statusOf(socket: WebSocket): Promise<number | undefined> {
  socket.on('error', () => {});
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode?: number }];
  return response.statusCode;
}

describe('a connection that asks for WebSocket', () => {
  test('is joined with the upstream where the route says so, and recorded as 101', async () => {
    gateway = await startGateway({ '01-all': proxyRoute(await startEcho(), { websocket: true }) });
    const socket = new WebSocket(webSocketUrl('/echo'), 'chat');
    await once(socket, 'open');
    socket.send('hello');
    const [echoed] = (await once(socket, 'message')) as [Buffer];
    expect(echoed.toString()).toBe('hello');
    const large = Buffer.alloc(3_000_000, 'x');
    socket.send(large);
    const [back] = (await once(socket, 'message')) as [Buffer];
    expect(back.equals(large)).toBe(true);
    socket.close();
    await once(socket, 'close');
    expect(gateway.records[0]).toMatchObject({ status: 101, failure: null, target: '/echo' });
    expect(gateway.trace().effect).toContain('responded with status 101');
  });

  test('the upstream’s no is passed back as it is', async () => {
    gateway = await startGateway({ '01-all': proxyRoute(await startEcho(), { websocket: true }) });
    expect(await statusOf(new WebSocket(webSocketUrl('/elsewhere')))).toBe(403);
    const record = await eventually(() => gateway.records[0] ?? null);
    expect(record).toMatchObject({ status: 403, responseBody: Buffer.from('not me') });
  });

  test('is refused where the route does not pass it on: 501, and the trace says which member', async () => {
    gateway = await startGateway({ '01-all': proxyRoute(await startEcho()) });
    expect(await statusOf(new WebSocket(webSocketUrl('/echo')))).toBe(501);
    expect(gateway.rule('proxy-answered')?.detail).toContain('websocket');
  });

  test('goes through the filters like any request: the third one is throttled', async () => {
    const filter = throttlingFilter({ rate: { numberOfRequests: 2, duration: '10 s' } });
    const route = filteredRoute([filter], await startEcho());
    route.handler.config.handler = { type: 'ReverseProxyHandler', config: { websocket: true } } as never;
    gateway = await startGateway({ '01-all': route });
    for (let count = 0; count < 2; count += 1) {
      const socket = new WebSocket(webSocketUrl('/echo'));
      await once(socket, 'open');
      socket.terminate();
    }
    expect(await statusOf(new WebSocket(webSocketUrl('/echo')))).toBe(429);
  });

  test('an upstream that is not there is 502', async () => {
    const origin = await startEcho();
    await upstream.close();
    gateway = await startGateway({ '01-all': proxyRoute(origin, { websocket: true }) });
    expect(await statusOf(new WebSocket(webSocketUrl('/echo')))).toBe(502);
  });

  test('when the upstream goes, so does the client, and the other way round', async () => {
    gateway = await startGateway({ '01-all': proxyRoute(await startEcho(), { websocket: true }) });
    const first = new WebSocket(webSocketUrl('/echo'));
    await once(first, 'open');
    for (const accepted of sockets.clients) accepted.terminate();
    await once(first, 'close');
    const second = new WebSocket(webSocketUrl('/echo'));
    await once(second, 'open');
    const [accepted] = sockets.clients;
    second.terminate();
    if (accepted !== undefined) await once(accepted, 'close');
    expect(sockets.clients.size).toBe(0);
  });

  test('a gateway that stops ends them all', async () => {
    gateway = await startGateway({ '01-all': proxyRoute(await startEcho(), { websocket: true }) });
    const socket = new WebSocket(webSocketUrl('/echo'));
    await once(socket, 'open');
    const closed = once(socket, 'close');
    await gateway.listener.close(50);
    expect((await closed)[0]).toBe(1_006);
  });

  test('another protocol is not passed on: the request goes on as plain HTTP. RFC 9110 §7.8', async () => {
    gateway = await startGateway({ '01-all': proxyRoute(await startEcho(), { websocket: true }) });
    const text = await sendBytes(
      gateway.port,
      'GET / HTTP/1.1\r\nHost: g\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n',
    );
    expect(text).toMatch(/^HTTP\/1\.1 426 [^]*upgrade, please/);
  });
});
