import { beforeEach, describe, expect, test } from 'vitest';
import { callbackFields, hopDraft } from '#main/services/controlled-browser/index.ts';
import { startedAnew, startedOnce } from '#test/support/started.ts';
import { headerOf, lines, noBrowser, openDesk, serviceTimeMillis, startPlainServer } from './parties.ts';

const desk = startedOnce(openDesk);
const server = startedAnew(() =>
  startPlainServer((request, response, { pathname, searchParams }) => {
    const go = (location: string, status = 302) => void response.writeHead(status, { location }).end();
    const page = (html: string) =>
      void response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<!doctype html>${html}`);
    if (pathname === '/start') {
      response.setHeader('Set-Cookie', ['one=1; Path=/; HttpOnly', 'two=2; SameSite=Lax']);
      go('/second');
    } else if (pathname === '/second') go('/cb?code=a%20b&state=s');
    else if (pathname === '/implicit') go('/cb#access_token=abc&state=s');
    else if (pathname === '/post')
      page(
        '<form method="post" action="/cb"><input name="code" value="posted"></form><script>document.forms[0].submit()</script>',
      );
    else if (pathname === '/device') go('com.example.mobile:/cb?code=device');
    else if (pathname === '/nowhere') go('https://client.invalid/cb?code=lost');
    else if (pathname === '/to') go(`/on?far=${encodeURIComponent(searchParams.get('far') ?? '')}`);
    else if (pathname === '/on') go(`${searchParams.get('far')}?code=held`, 307);
    else if (pathname === '/loop') go('/loop');
    else if (pathname === '/framed') page('<h1>Outer</h1><iframe src="/inner"></iframe>');
    else if (pathname === '/framed-elsewhere')
      page(`<h1>Outer</h1><iframe src="${server.origin.replace('127.0.0.1', 'localhost')}/hop"></iframe>`);
    else if (pathname === '/hop') go('/inner');
    else if (pathname === '/inner') page('inner');
    else if (pathname === '/opens')
      page('<form action="javascript:open(`/second`)"><button>Sign in</button></form>');
    else if (pathname === '/half') {
      response.writeHead(200, { 'Content-Length': '1000', 'Content-Type': 'text/html' }).write('half');
      setTimeout(() => request.socket.destroy(), 100);
    } else if (pathname === '/large') page('x'.repeat(3_000_000));
    else if (pathname === '/hang') return;
    else if (pathname === '/cb') page(`the client has ${searchParams.size} parameters`);
    else response.writeHead(404).end();
  }),
);

const redirectUri = () => `${server.origin}/cb`;
const ended = (status: number | null) => (hop: { status: number | null; url: string }) =>
  hop.status === status && !hop.url.endsWith('favicon.ico');

describe('the front channel of a foreign server', () => {
  beforeEach(({ skip }) => skip(noBrowser, 'no Chromium is installed'));

  test('is seen redirect by redirect, with cookies, headers and the body of the page at its end', async () => {
    const { hops, hop, session, callback } = await desk.watch({
      url: `${server.origin}/start`,
      stopAt: redirectUri(),
    });
    const last = await hop(ended(200));
    expect(lines(hops)).toEqual(['302 GET /start', '302 GET /second', '200 GET /cb']);
    const [first, second] = hops;
    expect(headerOf(first?.responseHeaders ?? [], 'set-cookie')).toBe(
      'one=1; Path=/; HttpOnly, two=2; SameSite=Lax',
    );
    expect(headerOf(first?.responseHeaders ?? [], 'location')).toBe('/second');
    expect(headerOf(second?.requestHeaders ?? [], 'cookie')).toBe('one=1; two=2');
    expect(headerOf(second?.requestHeaders ?? [], 'host')).toBe(new URL(server.origin).host);
    expect(Buffer.from(last.body ?? []).toString()).toContain('the client has 2 parameters');
    expect(first).toMatchObject({ reason: 'Found', answeredBy: 'server', frame: 'top', body: null });
    expect(first?.startedAtMillis).toBe(serviceTimeMillis);
    expect(first?.durationMicros).toBeGreaterThan(0);
    expect(callbackFields(await callback())).toEqual({
      place: 'query',
      fields: [
        { name: 'code', value: 'a b', raw: 'a%20b' },
        { name: 'state', value: 's', raw: 's' },
      ],
    });
    await session.close();
    expect(await session.ended).toEqual({ kind: 'cancelled', problem: null });
  });

  test('is recorded as the client’s side of an exchange, without the fragment that never left the browser', async () => {
    const { hop, session } = await desk.watch({ url: `${server.origin}/implicit` });
    const draft = hopDraft(await hop(ended(200)), ['run:1']);
    expect(draft).toMatchObject({
      side: 'client',
      service: 'flowDebugger',
      origin: server.origin,
      method: 'GET',
      target: '/cb',
      status: 200,
      failure: null,
      tags: ['run:1'],
      clientPort: 0,
    });
    await session.close();
  });

  test('brings an implicit answer in the fragment', async () => {
    const { callback, session } = await desk.watch({
      url: `${server.origin}/implicit`,
      stopAt: redirectUri(),
    });
    const seen = await callback();
    expect(seen.url).toBe(`${redirectUri()}#access_token=abc&state=s`);
    expect(callbackFields(seen)).toMatchObject({
      place: 'fragment',
      fields: [{ name: 'access_token', value: 'abc' }, { name: 'state' }],
    });
    await session.close();
  });

  test('brings a posted answer, and the page that posted itself on at once is kept', async () => {
    const { hops, callback, hop, session } = await desk.watch({
      url: `${server.origin}/post`,
      stopAt: redirectUri(),
    });
    expect(callbackFields(await callback())).toEqual({
      place: 'form',
      fields: [{ name: 'code', value: 'posted', raw: 'posted' }],
    });
    await hop(({ url }) => url.endsWith('/cb'));
    expect(lines(hops)).toEqual(['200 GET /post', '200 POST /cb']);
    expect(Buffer.from(hops[0]?.body ?? []).toString()).toContain('<form method="post"');
    expect(Buffer.from(hops[1]?.postData ?? []).toString()).toBe('code=posted');
    await session.close();
  });

  test('ends at a redirect URI that leads nowhere: the engine answers, and no server is asked', async () => {
    const { hops, callback, hop, session } = await desk.watch({
      url: `${server.origin}/nowhere`,
      stopAt: 'https://client.invalid/cb',
      intercept: 'answer',
    });
    expect((await callback()).url).toBe('https://client.invalid/cb?code=lost');
    expect(await hop(ended(200))).toMatchObject({ answeredBy: 'engine', failure: null });
    expect(lines(hops)).toEqual(['302 GET /nowhere', '200 GET /cb']);
    expect(await desk.person.read('client.invalid')).toContain('Gatehouse received the response');
    await session.close();
  });

  test('ends at a redirect URI behind two redirects, and the server that listens there sees nothing', async () => {
    const client = await startPlainServer((_request, response) => void response.end('the client'));
    const elsewhere = `${client.origin}/cb`;
    const { hops, callback, hop, session } = await desk.watch({
      url: `${server.origin}/to?far=${encodeURIComponent(elsewhere)}`,
      stopAt: elsewhere,
      intercept: 'answer',
    });
    expect((await callback()).url).toBe(`${elsewhere}?code=held`);
    expect(await hop(({ url }) => url.startsWith(elsewhere))).toMatchObject({ answeredBy: 'engine' });
    expect(lines(hops)).toEqual(['302 GET /to', '307 GET /on', '200 GET /cb']);
    await session.close();
    expect(client.asked).toEqual([]);
    await client.close();
  });

  test('ends at an application on a device, which no browser can call', async () => {
    const { hops, callback, session } = await desk.watch({
      url: `${server.origin}/device`,
      stopAt: 'com.example.mobile:/cb',
    });
    expect((await callback()).url).toBe('com.example.mobile:/cb?code=device');
    await session.close();
    expect(lines(hops)).toEqual(['302 GET /device']);
  });

  test('is not handed over for an address that only begins like the redirect URI', async () => {
    const { hop, callbacks, session } = await desk.watch({
      url: `${server.origin}/second`,
      stopAt: `${server.origin}/c`,
    });
    await hop(ended(200));
    expect(callbacks).toEqual([]);
    await session.close();
  });

  test('tells frames in the page from the page itself', async () => {
    const { hop, session } = await desk.watch({ url: `${server.origin}/framed` });
    expect(await hop(({ url }) => url.endsWith('/inner'))).toMatchObject({ status: 200, frame: 'inner' });
    expect(await hop(({ url }) => url.endsWith('/framed'))).toMatchObject({ frame: 'top' });
    await session.close();
  });

  test('is followed into a frame of another site, which the browser keeps in a process of its own', async () => {
    const { hops, hop, session } = await desk.watch({ url: `${server.origin}/framed-elsewhere` });
    const inner = await hop(({ url }) => url.endsWith('/inner'));
    expect(inner).toMatchObject({ status: 200, frame: 'inner' });
    expect(Buffer.from(inner.body ?? []).toString()).toContain('inner');
    expect(lines(hops)).toEqual(['200 GET /framed-elsewhere', '302 GET /hop', '200 GET /inner']);
    await session.close();
  });

  test('goes on in a window that the page opens', async () => {
    const watched = await desk.watch({ url: `${server.origin}/opens`, stopAt: redirectUri() });
    await desk.person.submit('/opens', {});
    expect((await watched.callback()).url).toContain('/cb?code=');
    expect(await watched.hop(({ url }) => url.endsWith('/second'))).toMatchObject({ status: 302 });
    await watched.session.close();
  });
});

describe('a server that misbehaves', () => {
  beforeEach(({ skip }) => skip(noBrowser, 'no Chromium is installed'));

  test('and redirects in a circle is a recorded failure', async () => {
    const { hops, hop, session } = await desk.watch({ url: `${server.origin}/loop` });
    const last = await hop(({ failure }) => failure !== null);
    expect(last).toMatchObject({
      status: 302,
      failure: 'The browser reported an error: net::ERR_TOO_MANY_REDIRECTS.',
    });
    expect(headerOf(last.responseHeaders, 'location')).toBe('/loop');
    expect(hops.length).toBeGreaterThanOrEqual(20);
    await session.close();
  });

  test('and stops half-way is a recorded failure', async () => {
    const { hop, session } = await desk.watch({ url: `${server.origin}/half` });
    expect(await hop(({ failure }) => failure !== null)).toMatchObject({
      status: 200,
      failure: expect.stringContaining('net::ERR_CONTENT_LENGTH_MISMATCH'),
    });
    await session.close();
  });

  test('and does not exist is a recorded failure', async () => {
    const { hop, session } = await desk.watch({ url: 'http://nobody.invalid/' });
    expect(await hop(({ failure }) => failure !== null)).toMatchObject({
      status: null,
      answeredBy: 'nobody',
      // A machine without a network says the other.
      failure: expect.stringMatching(/net::ERR_(?:NAME_NOT_RESOLVED|INTERNET_DISCONNECTED)/),
    });
    await session.close();
  });

  test('and sends a very large page: the hop is there, its body is not kept', async () => {
    const { hop, session } = await desk.watch({ url: `${server.origin}/large` });
    expect(await hop(ended(200))).toMatchObject({ status: 200, body: null, failure: null });
    await session.close();
  });

  test('and never answers is a hop without an answer once the session ends', async () => {
    const { hops, session } = await desk.watch({ url: `${server.origin}/hang` });
    await expect.poll(() => server.asked).toContain('GET /hang');
    await session.close();
    expect(hops).toMatchObject([
      { status: null, answeredBy: 'nobody', failure: 'No response was observed.' },
    ]);
  });
});
