import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FrontChannel } from '#main/services/controlled-browser/front-channel.ts';
import type { HopSeen } from '#main/services/controlled-browser/hop.ts';

let hops: HopSeen[];
let channel: FrontChannel;
beforeEach(() => {
  vi.useFakeTimers();
  hops = [];
  channel = new FrontChannel({
    nowMillis: () => 0,
    onHop: (hop) => void hops.push(hop),
    onOtherScheme: () => {},
    isTopFrame: () => true,
    readBody: () => Promise.resolve(null),
  });
});
afterEach(() => void vi.useRealTimers());

const tell = (method: string, params: object) =>
  channel.take({ method: `Network.${method}`, params: { requestId: '1', ...params }, sessionId: undefined });

function ask(): void {
  const request = { url: 'http://127.0.0.1/loop', method: 'GET', headers: {} };
  tell('requestWillBeSent', { request, timestamp: 1, type: 'Document', frameId: 'top' });
}
const fail = () => tell('loadingFailed', { timestamp: 2, errorText: 'net::ERR_TOO_MANY_REDIRECTS' });
const tellHead = () => tell('responseReceivedExtraInfo', { statusCode: 302, headers: { location: '/loop' } });

const gaveUp = 'The browser reported an error: net::ERR_TOO_MANY_REDIRECTS.';

describe('a request that fails', () => {
  test('has the status that came before the failure, and is told at once', () => {
    ask();
    tellHead();
    fail();
    expect(hops).toMatchObject([{ status: 302, failure: gaveUp }]);
  });

  test('has the status that a busy browser tells after the failure', () => {
    ask();
    fail();
    expect(hops).toEqual([]);
    tellHead();
    expect(hops).toMatchObject([{ status: 302, failure: gaveUp, answeredBy: 'server' }]);
  });

  test('is told without one where nothing comes any more', () => {
    ask();
    fail();
    vi.advanceTimersByTime(250);
    expect(hops).toMatchObject([{ status: null, failure: gaveUp, answeredBy: 'nobody' }]);
  });

  test('is told as it stands where the browser ends', () => {
    ask();
    fail();
    channel.end();
    expect(hops).toMatchObject([{ status: null, failure: gaveUp }]);
  });
});
