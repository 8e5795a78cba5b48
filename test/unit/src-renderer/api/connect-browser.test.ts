import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectBrowser } from '#renderer/api/connect-browser.ts';

/** What the page does, in the order in which it does it. */
let done: string[];
let page: EventTarget;
let place: { hash: string; pathname: string; search: string; origin: string; reload: () => void };

beforeEach(() => {
  done = [];
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
  vi.stubGlobal('fetch', (address: string, { body }: { body: string }) => {
    done.push(`fetch ${address} ${body}`);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      constructor(address: string) {
        super();
        done.push(`socket ${address}`);
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const socket = 'socket ws://127.0.0.1:9030/rpc/socket';

describe('the token of the start link', () => {
  test('is taken out of the address before it is sent, and stands in no other address', async () => {
    place.hash = '#token=a%2Bb-c_d';
    await connectBrowser();
    expect(done).toEqual(['address /desk/?lang=de', 'fetch /session {"token":"a+b-c_d"}', socket]);
  });

  test('is found behind other parts of the fragment, and ends where the next one begins', async () => {
    place.hash = '#/flows/run-1&token=abc&x=1';
    await connectBrowser();
    expect(done).toEqual(['address /desk/?lang=de', 'fetch /session {"token":"abc"}', socket]);
  });

  test.each(['', '#/flows/run-1', '#/flows/mytoken=abc', '#token='])(
    'is not looked for elsewhere: “%s” stays as it is',
    async (hash) => {
      place.hash = hash;
      place.search = '?token=abc';
      await connectBrowser();
      expect(done).toEqual([socket]);
      expect(place.hash).toBe(hash);
    },
  );

  test('of a new link that is opened in the same tab begins anew, another fragment does not', async () => {
    await connectBrowser();
    place.hash = '#/flows/run-2';
    page.dispatchEvent(new Event('hashchange'));
    expect(done).toEqual([socket]);
    place.hash = '#token=next';
    page.dispatchEvent(new Event('hashchange'));
    expect(done).toEqual([socket, 'reload']);
  });
});
