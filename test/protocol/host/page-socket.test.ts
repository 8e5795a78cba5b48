import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { startWebHost, type WebHost } from '#main/hosts/headless/web-host.ts';
import { systemClock } from '#main/platform/clock.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { refusedCloseCode, socketPath } from '#shared/web-session/protocol.ts';
import { eventually } from '#test/support/eventually.ts';
import { openProvenSocket, openWebSession, type WebSession } from '#test/support/web-session.ts';

let host: WebHost;
let session: WebSession;
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
    clock: systemClock,
    random: createSystemRandom(),
  });
  session = await openWebSession(host.startLink({ seconds: 60, isReusable: true }).url);
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
    const socket = await openProvenSocket(session);
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
    const socket = await openProvenSocket(session);
    engines[0]?.close();
    await once(socket, 'close');
    const next = await openProvenSocket(session);
    expect(engines).toHaveLength(2);
    next.close();
  });

  test('tells the engine when the page goes', async () => {
    const socket = await openProvenSocket(session);
    const closed = engines[0] === undefined ? null : once(engines[0], 'close');
    socket.close();
    await closed;
  });

  test.each([
    ['from another page', 403, () => open({ origin: 'http://evil.example' })],
    ['without an origin', 403, () => open({})],
    ['under another name of this address', 421, () => open({ origin: host.origin, host: 'evil.example' })],
    ['at another path', 404, () => open({ origin: host.origin }, '/rpc/other')],
  ] as const)('is refused %s', async (_how, status, attempt) => {
    expect(await refusal(attempt())).toBe(status);
    expect(engines).toEqual([]);
  });

  test('a message that is larger than a call may be ends the socket, and the host stays', async () => {
    const socket = await openProvenSocket(session);
    socket.on('error', () => undefined);
    socket.send(Buffer.alloc(97 * 1_048_576));
    const [code] = (await once(socket, 'close')) as [number];
    expect(code).toBe(1009);
    expect((await fetch(`${host.origin}/session`, { method: 'GET' })).status).toBe(405);
  });
});

describe('a socket that has proven no session', () => {
  const origin = () => ({ origin: host.origin });
  async function closeCodeAfter(first: string | Buffer): Promise<number> {
    const socket = open(origin());
    await once(socket, 'open');
    socket.send(first);
    const [code] = (await once(socket, 'close')) as [number];
    return code;
  }

  test.each([
    ['another token', () => JSON.stringify({ session: `${session.token}x` })],
    [
      'the start token',
      () => JSON.stringify({ session: host.startLink({ seconds: 9, isReusable: true }).url }),
    ],
    ['no JSON', () => session.token],
    ['bytes', () => Buffer.from(JSON.stringify({ session: session.token }))],
    ['a call', () => '{"i":"0","u":"/app/info"}'],
  ])('is closed for %s', async (_what, first) => {
    expect(await closeCodeAfter(first())).toBe(refusedCloseCode);
    expect(engines).toEqual([]);
  });

  test('is cut off when it says more than a proof, before all of that is gathered', async () => {
    expect(await closeCodeAfter(' '.repeat(1_025))).toBe(refusedCloseCode);
    expect(await closeCodeAfter(' '.repeat(8 * 1_048_576))).toBe(1006);
  });

  test('is closed after two seconds of silence', async () => {
    const socket = open(origin());
    const begunMillis = performance.now();
    const [code] = (await once(socket, 'close')) as [number];
    expect(code).toBe(refusedCloseCode);
    expect(performance.now() - begunMillis).toBeGreaterThan(1_500);
  });

  test('is one of 32 at most, which hold up nobody who has proven one', async () => {
    const own = await openProvenSocket(session);
    const silent = Array.from({ length: 32 }, () => open(origin()));
    await Promise.all(silent.map((socket) => once(socket, 'open')));
    expect(await refusal(open(origin()))).toBe(503);
    own.send('still here');
    await Promise.all(silent.map((socket) => once(socket, 'close')));
    const next = await openProvenSocket(session);
    expect(engines).toHaveLength(2);
    for (const socket of [own, next]) socket.close();
  });

  test('a session that ends closes its windows, with the code that says so', async () => {
    const socket = await openProvenSocket(session);
    const call = (path: string, body: object) =>
      fetch(`${host.origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...session.headers },
        body: JSON.stringify(body),
      });
    const [own] = (await (await call('/session/list', {})).json()) as { id: string; windows: number }[];
    expect(own?.windows).toBe(1);
    const closed = once(socket, 'close') as Promise<[number]>;
    await call('/session/end', { id: own?.id });
    expect((await closed)[0]).toBe(refusedCloseCode);
    await expect(openProvenSocket(session)).rejects.toThrow();
  });
});
