import { createServer, request as httpRequest } from 'node:http';
import { MessageChannel } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWebHost, type WebHost } from '#main/hosts/headless/web-host.ts';
import { systemClock } from '#main/platform/clock.ts';
import { createRelayClient, serveRelay } from '#main/platform/http-relay.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import type { SessionEntry, StartLink } from '#shared/web-session/messages.ts';
import { eventually } from '#test/support/eventually.ts';
import { listeningOrigin } from '#test/support/listening.ts';
import { openWebSession, swapStartLink } from '#test/support/web-session.ts';

let host: WebHost;
let link: string;
const calls: string[] = [];
const channel = new MessageChannel();

/** A request with any header, also those that fetch would not send. */
function send(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string | Buffer },
) {
  const { port } = new URL(host.origin);
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>(
    (resolve, reject) => {
      const request = httpRequest(
        { host: '127.0.0.1', port, path, method: options.method ?? 'GET', headers: options.headers ?? {} },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks).toString(),
            }),
          );
        },
      );
      request.on('error', reject);
      request.end(options.body);
    },
  );
}

const json = () => ({ 'content-type': 'application/json', origin: host.origin });

beforeAll(async () => {
  serveRelay(channel.port2, async (request) => {
    calls.push(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`);
    return new Response('answered', { status: 201, headers: { 'x-answer': 'yes' } });
  });
  const files = new Map([
    ['/', { bytes: Buffer.from('<!doctype html>'), mediaType: 'text/html', isImmutable: false }],
  ]);
  host = await startWebHost({
    port: 0,
    findFile: (path) => files.get(path) ?? null,
    relay: createRelayClient(channel.port1),
    connect: () => new MessageChannel().port1,
    clock: systemClock,
    random: createSystemRandom(),
  });
  link = host.startLink({ seconds: 60, isReusable: true }).url;
});
afterAll(async () => {
  await host.close();
  channel.port1.close();
});

describe('the web host', () => {
  test('hands its page to anybody, with its policy, and nothing that is not in the build', async () => {
    const page = await send('/', {});
    expect([page.status, page.body]).toEqual([200, '<!doctype html>']);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    expect(page.headers['access-control-allow-origin']).toBeUndefined();
    for (const path of [
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '//etc/passwd',
      '/x',
    ])
      expect((await send(path, {})).status).toBe(404);
  });

  test('swaps the start token for a session, and sets no cookie: other ports would be sent it', async () => {
    const answer = await swapStartLink(link);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await answer.json()).toEqual({ session: expect.stringMatching(/^gatehouse_session_[\w-]{43}$/) });
  });

  test('a link for one window opens one window', async () => {
    const { url } = host.startLink({ seconds: 60, isReusable: false });
    expect((await swapStartLink(url)).status).toBe(200);
    expect((await swapStartLink(url)).status).toBe(401);
  });

  test.each(['', 'x', '{"token":"wrong"}', '{"token":5}', 'null', '[]'])(
    'refuses a session for %s',
    async (body) => {
      expect((await send('/session', { method: 'POST', headers: json(), body })).status).toBe(401);
    },
  );

  test('relays a call with its session to the engine, and the answer back', async () => {
    const { authorization } = (await openWebSession(link)).headers;
    const answer = await send('/rpc/app/info', {
      method: 'POST',
      headers: { ...json(), authorization },
      body: '{"json":1}',
    });
    expect([answer.status, answer.body, answer.headers['x-answer']]).toEqual([201, 'answered', 'yes']);
    expect(calls.at(-1)).toBe('POST /rpc/app/info {"json":1}');
  });

  test('refuses a call without a session, or with one that is not ours', async () => {
    const before = calls.length;
    const { token } = await openWebSession(link);
    for (const authorization of ['', 'Bearer', `Bearer ${token}x`, `Basic ${token}`, token])
      expect(
        (await send('/rpc/x', { method: 'POST', headers: { ...json(), authorization }, body: '{}' })).status,
      ).toBe(401);
    const cookie = `gatehouse_session=${token}`;
    expect(
      (await send('/rpc/x', { method: 'POST', headers: { ...json(), cookie }, body: '{}' })).status,
    ).toBe(401);
    expect(calls.length).toBe(before);
  });

  test('refuses a name that was rebound to this address', async () => {
    for (const name of ['evil.example', 'localhost', `evil.example:${new URL(host.origin).port}`])
      expect((await send('/', { headers: { host: name } })).status).toBe(421);
  });

  test('refuses a call that another page makes', async () => {
    const { authorization } = (await openWebSession(link)).headers;
    const before = calls.length;
    for (const origin of ['http://evil.example', 'null', 'http://127.0.0.1:9031', undefined]) {
      const headers = {
        'content-type': 'application/json',
        authorization,
        ...(origin === undefined ? {} : { origin }),
      };
      expect((await send('/rpc/x', { method: 'POST', headers, body: '{}' })).status).toBe(403);
    }
    expect(calls.length).toBe(before);
  });

  test('refuses what a form could send: other methods and media types', async () => {
    const { authorization } = (await openWebSession(link)).headers;
    expect((await send('/rpc/x', { headers: { ...json(), authorization } })).status).toBe(405);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect(
        (
          await send('/rpc/x', {
            method: 'POST',
            headers: { ...json(), 'content-type': type, authorization },
            body: '{}',
          })
        ).status,
      ).toBe(415);
  });

  test('refuses a session body and a call that are too large, and goes on', async () => {
    const session = await send('/session', { method: 'POST', headers: json(), body: 'x'.repeat(2_000) });
    expect(session.status).toBe(401);
    const { authorization } = (await openWebSession(link)).headers;
    const large = Buffer.alloc(96 * 1_048_576 + 1, 'x');
    expect(
      (await send('/rpc/x', { method: 'POST', headers: { ...json(), authorization }, body: large })).status,
    ).toBe(413);
    expect(
      (await send('/rpc/x', { method: 'POST', headers: { ...json(), authorization }, body: '{}' })).status,
    ).toBe(201);
  });
});

describe('the sessions of the web host', () => {
  const post = (path: string, authorization: string, body: object) =>
    send(path, { method: 'POST', headers: { ...json(), authorization }, body: JSON.stringify(body) });

  test('are listed for those who have one, without their tokens, and ended by any of them', async () => {
    const one = await openWebSession(link);
    const other = await openWebSession(link);
    const listed = await post('/session/list', one.headers.authorization, {});
    expect(listed.body).not.toMatch(/gatehouse_session_|token/);
    const sessions = JSON.parse(listed.body) as SessionEntry[];
    const own = sessions.filter(({ isOwn }) => isOwn);
    expect(own).toMatchObject([{ windows: 0 }]);
    expect((await post('/session/end', other.headers.authorization, { id: own[0]?.id })).status).toBe(200);
    expect((await post('/session/list', one.headers.authorization, {})).status).toBe(401);
    expect((await post('/rpc/x', one.headers.authorization, {})).status).toBe(401);
    expect((await post('/rpc/x', other.headers.authorization, {})).status).toBe(201);
    expect((await post('/session/end', other.headers.authorization, { id: own[0]?.id })).status).toBe(404);
    expect((await post('/session/end', other.headers.authorization, {})).status).toBe(400);
  });

  test('make a link for one more window, and nobody else does', async () => {
    const { headers } = await openWebSession(link);
    const made = JSON.parse((await post('/session/link', headers.authorization, {})).body) as StartLink;
    expect((await swapStartLink(made.url)).status).toBe(200);
    expect((await swapStartLink(made.url)).status).toBe(401);
    for (const path of ['/session/link', '/session/list', '/session/end'])
      expect((await post(path, 'Bearer x', {})).status).toBe(401);
  });
});

describe('the relay between host and engine', () => {
  test('an answer that breaks off in the engine breaks off at its reader, and the host goes on', async () => {
    const { port1, port2 } = new MessageChannel();
    serveRelay(port2, async (request) => {
      if (request.url.endsWith('/none')) throw new Error('no answer at all');
      const pieces = [new TextEncoder().encode('half an answer')];
      return new Response(
        new ReadableStream<Uint8Array>({
          pull(controller) {
            const piece = pieces.shift();
            if (piece === undefined) controller.error(new Error('the rest is lost'));
            else controller.enqueue(piece);
          },
        }),
      );
    });
    const relay = createRelayClient(port1);
    const server = createServer((request, response) => relay.relay(request, Buffer.alloc(0), response));
    const origin = await listeningOrigin(server);
    const broken = await fetch(`${origin}/half`);
    expect(broken.status).toBe(200);
    await expect(broken.text()).rejects.toThrow('terminated');
    expect((await fetch(`${origin}/none`)).status).toBe(500);
    await new Promise((resolve) => server.close(resolve));
    port1.close();
  });

  test('a reader that stops does not make the engine produce more than a few chunks', async () => {
    let produced = 0;
    let cancelled = false;
    const { port1, port2 } = new MessageChannel();
    serveRelay(port2, async () => {
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            produced += 1;
            controller.enqueue(new Uint8Array(65_536));
          },
          cancel() {
            cancelled = true;
          },
        },
        { highWaterMark: 0 },
      );
      return new Response(body);
    });
    const slow = await startWebHost({
      port: 0,
      findFile: () => null,
      relay: createRelayClient(port1),
      connect: () => new MessageChannel().port1,
      clock: systemClock,
      random: createSystemRandom(),
    });
    const { headers } = await openWebSession(slow.startLink({ seconds: 60, isReusable: false }).url);
    const type = { 'content-type': 'application/json' };
    const request = httpRequest(`${slow.origin}/rpc/x`, { method: 'POST', headers: { ...type, ...headers } });
    const response = await new Promise<NodeJS.ReadableStream>((resolve) => {
      request.on('response', resolve);
      request.end('{}');
    });
    response.pause();
    // It comes to rest once all buffers on the way are full.
    let atRest = -1;
    await eventually(async () => {
      atRest = produced;
      await new Promise((resolve) => setTimeout(resolve, 200));
      return produced === atRest && produced > 0 ? true : null;
    });
    expect(produced).toBeLessThan(200);
    request.destroy();
    await eventually(() => (cancelled ? true : null));
    await slow.close();
    port1.close();
  });
});

test('screens try no port beyond the last one', async () => {
  const last = createServer();
  const isHeld = await new Promise<boolean>((resolve) => {
    last.once('error', () => resolve(false));
    last.listen(65_535, '127.0.0.1', () => resolve(true));
  });
  const options = { port: 65_535, findFile: () => null, relay: createRelayClient(channel.port1) };
  const ports = { connect: () => channel.port1, clock: systemClock, random: createSystemRandom() };
  await expect(startWebHost({ ...options, ...ports })).rejects.toMatchObject({
    code: 'listener.port-taken',
  });
  if (isHeld) await new Promise((resolve) => last.close(resolve));
});
