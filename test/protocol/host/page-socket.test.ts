import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { socketPath } from '#main/hosts/headless/page-socket.ts';
import { startWebHost, type WebHost } from '#main/hosts/headless/web-host.ts';
import { eventually } from '#test/support/eventually.ts';

let host: WebHost;
let cookie: string;
let engines: MessagePort[];

beforeEach(async () => {
  engines = [];
  host = await startWebHost({
    port: 0,
    findFile: () => null,
    relay: { relay: (_request, _body, response) => void response.writeHead(204).end() },
    connect() {
      const { port1, port2 } = new MessageChannel();
      engines.push(port2);
      return port1;
    },
  });
  const answer = await fetch(`${host.origin}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: host.origin },
    body: JSON.stringify({ token: new URL(host.url).hash.slice('#token='.length) }),
  });
  cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
});
afterEach(() => host.close());

function open(headers: NonNullable<ClientOptions['headers']>, path = socketPath): WebSocket {
  return new WebSocket(`${host.origin.replace('http', 'ws')}${path}`, { headers });
}

async function refusal(socket: WebSocket): Promise<number | undefined> {
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode?: number }];
  socket.on('error', () => undefined);
  socket.terminate();
  return response.statusCode;
}

describe('the socket of a page', () => {
  test('passes messages on unread, texts as texts and bytes as bytes, in both directions', async () => {
    const socket = open({ cookie, origin: host.origin });
    await once(socket, 'open');
    const [engine] = engines;
    const atEngine: unknown[] = [];
    engine?.on('message', (message) => atEngine.push(message));
    const atPage: string[] = [];
    socket.on('message', (data: Buffer, isBinary) =>
      atPage.push(`${isBinary ? 'bytes' : 'text'} ${data.toString('utf8')}`),
    );
    socket.send('hello ü');
    socket.send(Buffer.from([1, 2, 3]));
    await eventually(() => (atEngine.length === 2 ? true : null));
    expect(atEngine).toEqual(['hello ü', new Uint8Array([1, 2, 3])]);
    engine?.postMessage('answer');
    engine?.postMessage(new TextEncoder().encode('raw'));
    await eventually(() => (atPage.length === 2 ? true : null));
    expect(atPage).toEqual(['text answer', 'bytes raw']);
    socket.close();
  });

  test('ends when the engine ends, so that the page asks for the next one', async () => {
    const socket = open({ cookie, origin: host.origin });
    await once(socket, 'open');
    engines[0]?.close();
    await once(socket, 'close');
    const next = open({ cookie, origin: host.origin });
    await once(next, 'open');
    expect(engines).toHaveLength(2);
    next.close();
  });

  test('tells the engine when the page goes', async () => {
    const socket = open({ cookie, origin: host.origin });
    await once(socket, 'open');
    const closed = engines[0] === undefined ? null : once(engines[0], 'close');
    socket.close();
    await closed;
  });

  test.each([
    ['without a session', 401, () => open({ origin: host.origin })],
    ['with another session', 401, () => open({ cookie: `${cookie}x`, origin: host.origin })],
    ['from another page', 403, () => open({ cookie, origin: 'http://evil.example' })],
    ['without an origin', 403, () => open({ cookie })],
    [
      'under another name of this address',
      421,
      () => open({ cookie, origin: host.origin, host: 'evil.example' }),
    ],
    ['at another path', 404, () => open({ cookie, origin: host.origin }, '/rpc/other')],
  ] as const)('is refused %s', async (_how, status, attempt) => {
    expect(await refusal(attempt())).toBe(status);
    expect(engines).toEqual([]);
  });

  test('a message that is larger than a call may be ends the socket, and the host stays', async () => {
    const socket = open({ cookie, origin: host.origin });
    await once(socket, 'open');
    socket.on('error', () => undefined);
    socket.send(Buffer.alloc(97 * 1_048_576));
    const [code] = (await once(socket, 'close')) as [number];
    expect(code).toBe(1009);
    expect((await fetch(`${host.origin}/session`, { method: 'GET' })).status).toBe(405);
  });
});
