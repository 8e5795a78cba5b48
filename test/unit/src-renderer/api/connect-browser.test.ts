import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectBrowser } from '#renderer/api/connect-browser.ts';
import { connection } from '#renderer/api/connection.ts';
import { forgetSession, sessionToken } from '#renderer/api/web-session.ts';
import { refusedCloseCode } from '#shared/web-session/protocol.ts';

const token = 'a'.repeat(43);
const session = `gatehouse_session_${'b'.repeat(43)}`;

/** The page's acts, in their order. */
let done: string[];
let page: EventTarget;
let place: { hash: string; pathname: string; search: string; origin: string; reload: () => void };
let sockets: FakeSocket[];
let kept: Map<string, string>;
let answer: () => Response;

class FakeSocket extends EventTarget {
  binaryType = '';
  constructor(address: string) {
    super();
    done.push(`socket ${address}`);
    sockets.push(this);
  }
  send(text: string): void {
    done.push(`send ${text}`);
  }
}

/** Sends an event of a socket, as a browser does. */
function tell(type: 'open' | 'message' | 'close', members: object = {}): void {
  sockets.at(-1)?.dispatchEvent(Object.assign(new Event(type), members));
}

beforeEach(() => {
  done = [];
  sockets = [];
  kept = new Map();
  answer = () => Response.json({ session });
  connection.set('connecting');
  page = new EventTarget();
  place = {
    hash: '',
    pathname: '/desk/',
    search: '?lang=de',
    origin: 'http://127.0.0.1:9030',
    reload: () => void done.push('reload'),
  };
  vi.stubGlobal('window', page);
  vi.stubGlobal('location', place);
  vi.stubGlobal('history', {
    replaceState: (_state: unknown, _title: string, address: string) => {
      done.push(`address ${address}`);
      place.hash = '';
    },
  });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('fetch', (address: string, { body }: { body: string }) => {
    done.push(`fetch ${address} ${body}`);
    return Promise.resolve(answer());
  });
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => {
  forgetSession();
  vi.unstubAllGlobals();
});

const socket = 'socket ws://127.0.0.1:9030/rpc/socket';

describe('the token of the start link', () => {
  test('is taken out of the address before it is sent, and stands in no other address', async () => {
    place.hash = `#token=${token}`;
    await connectBrowser();
    expect(done).toEqual(['address /desk/?lang=de', `fetch /session {"token":"${token}"}`, socket]);
  });

  test('is found behind other parts of the fragment, and ends where the next one begins', async () => {
    place.hash = `#/flows/run-1&token=${token}&x=1`;
    await connectBrowser();
    expect(done).toEqual(['address /desk/?lang=de', `fetch /session {"token":"${token}"}`, socket]);
  });

  test.each(['', '#/flows/run-1', `#/flows/mytoken=${token}`, '#token='])(
    'is not looked for elsewhere: “%s” stays as it is',
    async (hash) => {
      place.hash = hash;
      place.search = `?token=${token}`;
      await connectBrowser();
      expect(done).toEqual([]);
      expect(place.hash).toBe(hash);
    },
  );

  test('of a new link that is opened in the same tab begins anew, another fragment does not', async () => {
    await connectBrowser();
    place.hash = '#/flows/run-2';
    page.dispatchEvent(new Event('hashchange'));
    expect(done).toEqual([]);
    place.hash = '#token=next';
    page.dispatchEvent(new Event('hashchange'));
    expect(done).toEqual(['reload']);
  });
});

describe('the session of a tab', () => {
  test('is kept by the tab, proven first on its socket, and outlives a reload', async () => {
    place.hash = `#token=${token}`;
    await connectBrowser();
    tell('open');
    expect(done.at(-1)).toBe(`send ${JSON.stringify({ session })}`);
    expect([...kept.values()]).toEqual([session]);
    done = [];
    await connectBrowser();
    expect(done).toEqual([socket]);
  });

  test('a page without one says so, and asks nobody', async () => {
    await connectBrowser();
    expect(connection.get()).toBe('refused');
    expect(done).toEqual([]);
  });

  test('a link that was used up leaves the tab its own', async () => {
    kept.set('gatehouse.session', session);
    answer = () => new Response('used', { status: 401 });
    place.hash = `#token=${token}`;
    await connectBrowser();
    expect(done.at(-1)).toBe(socket);
    expect(sessionToken()).toBe(session);
  });

  test('that has ended is forgotten, and no socket is tried again', async () => {
    kept.set('gatehouse.session', session);
    await connectBrowser();
    tell('close', { code: refusedCloseCode });
    await vi.waitFor(() => expect(connection.get()).toBe('refused'));
    expect(sessionToken()).toBeNull();
    expect(sockets).toHaveLength(1);
  });

  test('a connection that breaks off keeps it, and is tried again', async () => {
    kept.set('gatehouse.session', session);
    await connectBrowser();
    tell('close', { code: 1_006 });
    await vi.waitFor(() => expect(sockets).toHaveLength(2));
    expect(sessionToken()).toBe(session);
  });
});
