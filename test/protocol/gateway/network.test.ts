import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request as sendRequest } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { saveEntity } from '#main/workspace/index.ts';
import { eventually } from '#test/support/eventually.ts';
import { listeningPort } from '#test/support/listening.ts';
import { startUpstream, type Upstream } from './parties.ts';
import { type Setting, startSetting } from './people.ts';

let setting: Setting | null = null;
const upstreams: Upstream[] = [];
afterEach(async () => {
  await setting?.stop();
  setting = null;
});

const toUpstream = (baseURI: string) => ({
  baseURI,
  handler: { type: 'ReverseProxyHandler', config: { websocket: true } },
});
const manifest = (members: object) => ({
  'gatehouse.json': { id: 'test', name: 'Test workspace', ...members },
});

interface ProxyAsked {
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/** A proxy for plain HTTP that keeps what it is asked. RFC 9112 §3.2.2 */
async function startProxy(asked: ProxyAsked[]): Promise<Upstream> {
  const proxy = await startUpstream((incoming, response) => {
    const { url = '', method, headers } = incoming;
    asked.push({ target: url, headers });
    const onward = sendRequest(url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(onward);
  });
  upstreams.push(proxy);
  return proxy;
}

describe('how the gateway reaches an upstream', () => {
  test('through the proxy of the workspace, in absolute form and with the proxy’s credentials alone', async () => {
    const asked: ProxyAsked[] = [];
    const proxy = await startProxy(asked);
    const upstream = await startUpstream((incoming, response) => response.end(`at ${incoming.url}`));
    upstreams.push(upstream);
    setting = await startSetting(
      { 'routes/10-all.json': toUpstream(upstream.origin) },
      manifest({
        network: {
          proxy: { url: proxy.origin, username: 'gate', password: { $secret: 'agent-password' } },
          proxyLoopback: true,
        },
      }),
    );
    // The proxy’s password was stored after the route was taken up: the next look takes it up anew.
    await setting.engine.gateway.reload();
    const response = await fetch(`${setting.gateway}/orders?x=1`, {
      headers: { 'Proxy-Authorization': 'Basic of-the-client' },
    });
    expect(await response.text()).toBe('at /orders?x=1');
    expect(asked[0]?.target).toBe(`${upstream.origin}/orders?x=1`);
    expect(asked[0]?.headers['proxy-authorization']).toBe(
      `Basic ${Buffer.from('gate:planted-resource-secret').toString('base64')}`,
    );
  });

  test('WebSocket through a tunnel of that proxy. RFC 6455 §4.1', async () => {
    const asked: string[] = [];
    const proxy = await startProxy([]);
    proxy.server.on('connect', (incoming, socket, head) => {
      asked.push(incoming.url ?? '');
      const [host = '', port = ''] = (incoming.url ?? '').split(':');
      const onward = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        onward.write(head);
        socket.pipe(onward).pipe(socket);
      });
      socket.on('error', () => onward.destroy());
      onward.on('error', () => socket.destroy());
    });
    const upstream = await startUpstream(() => {});
    upstreams.push(upstream);
    const sockets = new WebSocketServer({ server: upstream.server });
    sockets.on('connection', (socket, { url }) => socket.send(`welcome to ${url}`));
    setting = await startSetting(
      { 'routes/10-all.json': toUpstream(upstream.origin) },
      manifest({ network: { proxy: { url: proxy.origin }, proxyLoopback: true } }),
    );
    const socket = new WebSocket(`${setting.gateway.replace(/^http/, 'ws')}/chat`);
    const [greeting] = (await once(socket, 'message')) as [Buffer];
    expect(greeting.toString()).toBe('welcome to /chat');
    expect(asked).toEqual([new URL(upstream.origin).host]);
    socket.terminate();
    for (const each of sockets.clients) each.terminate();
  });

  test('over HTTPS, trusting the workspace’s own CA for its own services', async () => {
    setting = await startSetting({}, manifest({ services: { sampleUpstreams: { tls: true } } }));
    const { engine, upstreams: origin, gateway } = setting;
    expect(origin).toMatch(/^https:/);
    saveEntity(engine.workspace, 'routes/10-all.json', toUpstream(origin), engine.ports.random);
    const response = await eventually(async () => {
      const answer = await fetch(`${gateway}/orders`);
      return answer.status === 401 ? answer : null;
    });
    expect(response.headers.get('www-authenticate')).toContain('orders');
  });

  test('an upstream whose certificate nobody trusts is 502, and the trace says so', async () => {
    setting = await startSetting({}, manifest({ services: { sampleUpstreams: { tls: true } } }));
    const { engine, upstreams: origin, gateway } = setting;
    const elsewhere = origin.replace('127.0.0.1', '127.0.0.2');
    saveEntity(engine.workspace, 'routes/10-all.json', toUpstream(elsewhere), engine.ports.random);
    await eventually(async () => ((await fetch(gateway)).status === 502 ? true : null));
    const [exchange] = (await engine.recorder.page({ limit: 1, service: 'gateway' })).items;
    expect(exchange?.trace?.rules.at(-1)?.outcome).toBe('failed');
  });

  test('WebSocket goes over TLS to the upstream as well', async () => {
    const server = createServer();
    const sockets = new WebSocketServer({ server });
    sockets.on('connection', (socket) => socket.send('welcome'));
    const port = await listeningPort(server);
    setting = await startSetting(
      { 'routes/10-all.json': toUpstream(`ws://127.0.0.1:${port}`) },
      manifest({ services: { gateway: { tls: true } } }),
    );
    const root = await setting.engine.authority.existingRoot();
    const socket = new WebSocket(setting.gateway.replace(/^http/, 'ws'), { ca: root ?? '' });
    const [greeting] = (await once(socket, 'message')) as [Buffer];
    expect(greeting.toString()).toBe('welcome');
    socket.terminate();
    server.close();
    server.closeAllConnections();
  });
});

test('a route that is saved is in force, one that is removed is not, and one that is broken stays with a Problem', async () => {
  setting = await startSetting({});
  const { engine, gateway } = setting;
  const own = (entity: string) => ({
    handler: { type: 'StaticResponseHandler', config: { status: 200, entity } },
  });
  expect((await fetch(gateway)).status).toBe(404);
  saveEntity(engine.workspace, 'routes/10-all.json', own('first'), engine.ports.random);
  await eventually(async () => ((await (await fetch(gateway)).text()) === 'first' ? true : null));
  saveEntity(engine.workspace, 'routes/10-all.json', { handler: 'nobody' }, engine.ports.random);
  const problem = await eventually(
    () => engine.problems().find(({ location }) => location?.file === 'routes/10-all.json') ?? null,
  );
  expect(problem).toMatchObject({ severity: 'error', location: { line: 2, pointer: '/handler' } });
  expect(await (await fetch(gateway)).text()).toBe('first');
});

test('what is wrong within an expression is shown at its place in the file', async () => {
  const text =
    '{\n  "condition": "${find(request.uri.pth, \'^/x\')}",\n  "handler": { "type": "ReverseProxyHandler" }\n}\n';
  setting = await startSetting({ 'routes/10-all.json': text });
  const [problem] = setting.engine.gateway.problems();
  const line = text.split('\n')[1] ?? '';
  expect(problem?.location).toMatchObject({ line: 2, pointer: '/condition' });
  expect(line.slice((problem?.location?.column ?? 0) - 1)).toMatch(/^(?:\.?pth|request\.uri\.pth)/);
});
