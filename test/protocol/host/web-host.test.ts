import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MessageChannel } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWebHost, type WebHost } from '#main/hosts/headless/web-host.ts';
import { createRelayClient, serveRelay } from '#main/platform/http-relay.ts';
import { eventually } from '#test/support/eventually.ts';

let host: WebHost;
let token: string;
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

async function openSession(): Promise<string> {
  const { headers } = await send('/session', {
    method: 'POST',
    headers: json(),
    body: JSON.stringify({ token }),
  });
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

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
  });
  token = new URL(host.url).hash.slice('#token='.length);
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

  test('swaps the start token for a cookie that scripts and other sites cannot use', async () => {
    const { status, headers } = await send('/session', {
      method: 'POST',
      headers: json(),
      body: JSON.stringify({ token }),
    });
    expect(status).toBe(204);
    expect(String(headers['set-cookie'])).toMatch(
      /^gatehouse_session=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/rpc$/,
    );
    expect(String(headers['set-cookie'])).not.toContain(token);
  });

  test.each(['', 'x', '{"token":"wrong"}', '{"token":5}', 'null', '[]'])(
    'refuses a session for %s',
    async (body) => {
      const { status, headers } = await send('/session', { method: 'POST', headers: json(), body });
      expect([status, headers['set-cookie']]).toEqual([401, undefined]);
    },
  );

  test('relays a call with its session to the engine, and the answer back', async () => {
    const cookie = await openSession();
    const answer = await send('/rpc/app/info', {
      method: 'POST',
      headers: { ...json(), cookie },
      body: '{"json":1}',
    });
    expect([answer.status, answer.body, answer.headers['x-answer']]).toEqual([201, 'answered', 'yes']);
    expect(calls.at(-1)).toBe('POST /rpc/app/info {"json":1}');
  });

  test('refuses a call without a session, or with one that is not ours', async () => {
    const before = calls.length;
    for (const cookie of ['', 'gatehouse_session=', `gatehouse_session=${'A'.repeat(43)}`, 'other=1'])
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
    const cookie = await openSession();
    const before = calls.length;
    for (const origin of ['http://evil.example', 'null', 'http://127.0.0.1:9031', undefined]) {
      const headers = {
        'content-type': 'application/json',
        cookie,
        ...(origin === undefined ? {} : { origin }),
      };
      expect((await send('/rpc/x', { method: 'POST', headers, body: '{}' })).status).toBe(403);
    }
    expect(calls.length).toBe(before);
  });

  test('refuses what a form could send: other methods and media types', async () => {
    const cookie = await openSession();
    expect((await send('/rpc/x', { headers: { ...json(), cookie } })).status).toBe(405);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect(
        (
          await send('/rpc/x', {
            method: 'POST',
            headers: { ...json(), 'content-type': type, cookie },
            body: '{}',
          })
        ).status,
      ).toBe(415);
  });

  test('refuses a session body and a call that are too large, and goes on', async () => {
    const session = await send('/session', { method: 'POST', headers: json(), body: 'x'.repeat(2_000) });
    expect(session.status).toBe(401);
    const cookie = await openSession();
    const large = Buffer.alloc(96 * 1_048_576 + 1, 'x');
    expect(
      (await send('/rpc/x', { method: 'POST', headers: { ...json(), cookie }, body: large })).status,
    ).toBe(413);
    expect(
      (await send('/rpc/x', { method: 'POST', headers: { ...json(), cookie }, body: '{}' })).status,
    ).toBe(201);
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
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
    });
    const slowToken = new URL(slow.url).hash.slice('#token='.length);
    const headers = { 'content-type': 'application/json', origin: slow.origin };
    const session = await fetch(`${slow.origin}/session`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ token: slowToken }),
    });
    const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
    const request = httpRequest(`${slow.origin}/rpc/x`, { method: 'POST', headers: { ...headers, cookie } });
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
