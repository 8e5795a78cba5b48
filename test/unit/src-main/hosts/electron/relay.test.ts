import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { IpcMainEvent, MessagePortMain } from 'electron';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { handleConnect, joinPorts, refuseSender } from '#main/hosts/electron/relay.ts';
import { MessageChannelMain } from '#test/support/electron/message-ports.ts';
import { startedAnew } from '#test/support/started.ts';

type Frame = Parameters<typeof refuseSender>[0];
const frame = (url: string, parent: object | null = null) => ({ url, parent }) as Frame;

describe('who may connect', () => {
  test.each(['gatehouse://app/', 'gatehouse://app/#/flows/1'])('the page: %s', (url) => {
    expect(refuseSender(frame(url))).toBeNull();
  });

  test('not a frame that is gone', () => {
    expect(refuseSender(null)).toBe('the frame no longer exists');
  });

  test('not a frame in the page, although it shows the page', () => {
    expect(refuseSender(frame('gatehouse://app/', { url: 'gatehouse://app/' }))).toBe(
      'the frame is a sub-frame',
    );
  });

  test.each([
    'https://evil.example/',
    'http://127.0.0.1:9030/',
    'gatehouse://app.evil/',
    'gatehouse://app@evil/',
    'gatehouse://evil/?gatehouse://app/',
    'file:///app',
    'about:blank',
    '',
  ])('not %j, and the refusal names it', (url) => {
    expect(refuseSender(frame(url))).toBe(`the frame shows ${url}`);
  });
});

interface Joined {
  readonly page: MessageChannelMain;
  readonly engine: MessageChannel;
}

function join(): Joined {
  const page = new MessageChannelMain();
  const engine = new MessageChannel();
  joinPorts(page.port1, engine.port1);
  return { page, engine };
}

describe('a port of the page joined to a port of the engine', () => {
  const joined = startedAnew(join);
  afterEach(() => {
    joined.page.port2.close();
    joined.engine.port2.close();
  });

  const messages = [
    '{"i":"1","p":{"u":"/app/info"}}',
    'not JSON',
    new Uint8Array([0, 255, 128]),
    { a: [1n, null, new Map([['k', new Date(0)]])] },
    null,
  ];

  test('passes on what the page sends, in its order, whatever it is', async () => {
    const received: unknown[] = [];
    const all = new Promise<void>((resolve) =>
      joined.engine.port2.on('message', (message: unknown) => {
        if (received.push(message) === messages.length) resolve();
      }),
    );
    for (const message of messages) joined.page.port2.postMessage(message);
    await all;
    expect(received).toEqual(messages);
  });

  test('passes on what the engine sends, in its order, whatever it is', async () => {
    const received: unknown[] = [];
    const all = new Promise<void>((resolve) =>
      joined.page.port2.on('message', ({ data }: { data: unknown }) => {
        if (received.push(data) === messages.length) resolve();
      }),
    );
    joined.page.port2.start();
    for (const message of messages) joined.engine.port2.postMessage(message);
    await all;
    expect(received).toEqual(messages);
  });

  test('keeps what the page sent before the two were joined', async () => {
    const page = new MessageChannelMain();
    const engine = new MessageChannel();
    page.port2.postMessage('early');
    joinPorts(page.port1, engine.port1);
    expect(await once(engine.port2, 'message')).toEqual(['early']);
    page.port2.close();
  });

  test('closes the engine’s port when the page’s closes', async () => {
    const closed = once(joined.engine.port2, 'close');
    joined.page.port2.close();
    await closed;
  });

  test('closes the page’s port when the engine’s closes', async () => {
    const closed = once(joined.page.port2, 'close');
    joined.engine.port2.close();
    await closed;
  });
});

describe('an ask for a connection', () => {
  const refusals: string[] = [];
  let connected: MessagePort[] = [];
  const taken: MessagePortMain[] = [];
  const posted: { channel: string; ports: readonly MessagePortMain[] }[] = [];

  beforeEach(() => {
    refusals.length = posted.length = taken.length = 0;
    connected = [];
  });

  function ask(senderFrame: Frame): void {
    const sender = {
      postMessage: (channel: string, _message: unknown, ports: readonly MessagePortMain[]) =>
        posted.push({ channel, ports }),
    };
    handleConnect({ senderFrame, sender } as unknown as Pick<IpcMainEvent, 'senderFrame' | 'sender'>, {
      makeChannel: () => new MessageChannelMain(),
      connectEngine() {
        const { port1, port2 } = new MessageChannel();
        connected.push(port2);
        return port1;
      },
      takePage: (port) => taken.push(port),
      refused: (why) => refusals.push(why),
    });
  }

  test('of the page is answered with one end of a channel to the engine, and one of a channel to the host', async () => {
    ask(frame('gatehouse://app/'));
    expect([posted.length, posted[0]?.channel, refusals]).toEqual([1, 'gatehouse:connect', []]);
    const [port, own] = posted[0]?.ports ?? [];
    const received = connected[0] === undefined ? null : once(connected[0], 'message');
    port?.postMessage('call');
    expect(await received).toEqual(['call']);
    const told = new Promise((resolve) => taken[0]?.on('message', ({ data }) => resolve(data)));
    taken[0]?.start();
    own?.postMessage('ready');
    expect(await told).toBe('ready');
    port?.close();
    own?.close();
  });

  test('of the page again is answered with channels of its own', () => {
    ask(frame('gatehouse://app/'));
    ask(frame('gatehouse://app/'));
    expect(new Set(posted.flatMap(({ ports }) => ports)).size).toBe(4);
    expect(new Set(connected).size).toBe(2);
    for (const port of [...connected, ...taken]) port.close();
  });

  test('of anybody else is refused, and the engine never hears of it', () => {
    ask(frame('https://evil.example/'));
    ask(null);
    expect([posted, connected, taken]).toEqual([[], [], []]);
    expect(refusals).toEqual(['the frame shows https://evil.example/', 'the frame no longer exists']);
  });
});
