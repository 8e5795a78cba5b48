import { EventEmitter } from 'node:events';
import { beforeEach, expect, test } from 'vitest';
import { createPageLink, type PageLink } from '#main/hosts/electron/page-link.ts';
import type { FromPage } from '#shared/desktop/index.ts';

class Port extends EventEmitter {
  readonly sent: unknown[] = [];
  isStarted = false;
  isClosed = false;
  start() {
    this.isStarted = true;
  }
  postMessage(message: unknown) {
    this.sent.push(message);
  }
  close() {
    this.isClosed = true;
    this.emit('close');
  }
  say(data: unknown) {
    this.emit('message', { data });
  }
}

let received: FromPage[];
let refused: string[];
let link: PageLink;

beforeEach(() => {
  [received, refused] = [[], []];
  link = createPageLink({
    onMessage: (message) => received.push(message),
    refused: (why) => refused.push(why),
  });
});

function taken(): Port {
  const port = new Port();
  link.take(port);
  return port;
}

const home = { type: 'open-link', path: '/home' } as const;

test('what is said before the page listens reaches it once it does', () => {
  link.send(home);
  const port = taken();
  expect([port.isStarted, port.sent]).toEqual([true, []]);
  port.say({ type: 'ready' });
  link.send({ type: 'run-command', id: 'go.home' });
  expect(port.sent).toEqual([home, { type: 'run-command', id: 'go.home' }]);
  expect(received).toEqual([{ type: 'ready' }]);
});

test('only so much waits: the oldest is dropped', () => {
  for (let index = 0; index < 25; index += 1) link.send({ type: 'run-command', id: `c${index}` });
  const port = taken();
  port.say({ type: 'ready' });
  expect(port.sent).toHaveLength(20);
  expect(port.sent[0]).toEqual({ type: 'run-command', id: 'c5' });
});

test('what is no message of the desktop’s is refused and said, without its content', () => {
  const port = taken();
  for (const data of [null, 'ready', { type: 'quit' }, { type: 'menu', groups: 'all' }]) port.say(data);
  expect(received).toEqual([]);
  expect(new Set(refused)).toEqual(
    new Set(['the page sent a message that the desktop application does not accept']),
  );
  expect(refused).toHaveLength(4);
});

test('a new page takes the place of the last one, which is not heard any more', () => {
  const first = taken();
  first.say({ type: 'ready' });
  const second = taken();
  expect(first.isClosed).toBe(true);
  first.say({ type: 'ready' });
  link.send(home);
  expect([first.sent, second.sent]).toEqual([[], []]);
  second.say({ type: 'ready' });
  expect(second.sent).toEqual([home]);
  expect(received).toHaveLength(2);
});

test('what is said while there is no page waits for the next one', () => {
  const first = taken();
  first.say({ type: 'ready' });
  first.emit('close');
  link.send(home);
  const second = taken();
  second.say({ type: 'ready' });
  expect([first.sent, second.sent]).toEqual([[], [home]]);
});
