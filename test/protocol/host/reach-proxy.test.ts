import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsHost } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCertificateAuthority } from '#main/platform/certificate-authority.ts';
import { systemClock } from '#main/platform/clock.ts';
import type { ExchangeDraft } from '#main/platform/exchange-draft.ts';
import { createOutgoing, type Outgoing } from '#main/platform/outgoing.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { type RawLimits, type RawRequest, sendRaw } from '#main/platform/raw-http.ts';
import { createSender } from '#main/services/activity/index.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { networkSchema } from '#shared/workspace/index.ts';
import { freePort } from '#test/support/free-port.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

const credentials = `Basic ${Buffer.from('ann:planted-password').toString('base64')}`;

const authorityOf = (workspaceName: string) =>
  createCertificateAuthority({
    records: createMemoryStorage({ maxExchanges: 1, maxExchangeBytes: 1_000 }).records,
    clock: systemClock,
    random: createSystemRandom(),
    workspaceName,
  });
const company = authorityOf('the company');
const workspaceCa = authorityOf('the workspace');

interface Seen {
  readonly line: string;
  readonly authorization: string | undefined;
}

let directory: ReturnType<typeof temporaryDirectory>;
let proxy: Server;
let target: Server;
let secured: Server;
let seen: Seen[];
let sockets: Socket[];
/** How the proxy answers: by doing its work, by a refusal, or not at all. */
let manner: 'works' | 'refuses' | 'asks for a password' | 'hangs' | 'speaks no HTTP';

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const listening = async (server: Server) => {
  server.on('connection', (socket: Socket) => sockets.push(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

/** A proxy that knows every host name: all of them are the two servers here. */
function createProxy(): Server {
  const server = createServer((request, response) => {
    note(request);
    if (manner === 'asks for a password') return void response.writeHead(407).end();
    response.end(`proxied ${request.url}`);
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    note(request);
    socket.on('error', () => {});
    if (manner === 'hangs') return;
    if (manner === 'refuses') return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    if (manner === 'asks for a password') return void socket.end('HTTP/1.1 407 Who\r\n\r\n');
    if (manner === 'speaks no HTTP') return void socket.end('SSH-2.0-server\r\n\r\n');
    const onward = connect(portOf(secured), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\nX-Via: proxy\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    sockets.push(onward.on('error', () => {}));
  });
  return server;
}

function note({ method, url, headers }: IncomingMessage): void {
  seen.push({ line: `${method} ${url}`, authorization: headers['proxy-authorization'] });
}

beforeEach(async () => {
  seen = [];
  sockets = [];
  manner = 'works';
  directory = temporaryDirectory();
  proxy = await listening(createProxy());
  target = await listening(createServer((request, response) => response.end(`straight ${request.url}`)));
  const certificate = await company.serverCertificate(['orders.example', '127.0.0.1']);
  secured = await listening(
    createTlsHost(certificate, (request, response) => {
      response.end(
        `secured ${request.url} ${request.headers['proxy-authorization'] ?? 'without credentials'}`,
      );
    }),
  );
  mkdirSync(join(directory.path, 'ca'));
  writeFileSync(join(directory.path, 'ca/company.pem'), await company.root());
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of [proxy, target, secured]) server.close();
  directory.remove();
});

interface Settings {
  readonly port?: number;
  readonly username?: string;
  readonly password?: unknown;
  readonly caFiles?: readonly string[];
  readonly proxyLoopback?: boolean;
  readonly ownHosts?: readonly string[];
}

function outgoing({ port = portOf(proxy), ownHosts = [], ...settings }: Settings = {}): Outgoing {
  const { username, password, ...rest } = settings;
  const network = networkSchema.parse({
    caFiles: ['ca/company.pem'],
    ...rest,
    ...(port === 0 ? {} : { proxy: { url: `http://127.0.0.1:${port}`, username, password } }),
  });
  return createOutgoing({
    directory: directory.path,
    network: () => network,
    readSecret: (value) => (JSON.stringify(value) === '{"$secret":"proxy"}' ? 'planted-password' : null),
    ownHosts: () => ownHosts,
    ownRoot: () => workspaceCa.root(),
  });
}

const request = (origin: string, path = '/orders?id=1'): RawRequest => ({
  method: 'GET',
  origin,
  target: path,
  headers: ['Host', new URL(origin).host, 'Connection', 'close'],
  body: '',
});
const limits = (way: Outgoing): RawLimits => ({ timeoutMillis: 2_000, maxBytes: 10_000, outgoing: way });
const send = async (origin: string, way: Outgoing, path?: string) =>
  (await sendRaw(request(origin, path), limits(way))).body.toString();
const withPassword = { username: 'ann', password: { $secret: 'proxy' } };

describe('a workspace with a proxy', () => {
  test('asks it for http targets in absolute form, with its credentials', async () => {
    const answer = await send('http://orders.example', outgoing(withPassword));
    expect(answer).toBe('proxied http://orders.example/orders?id=1');
    expect(seen).toEqual([{ line: 'GET http://orders.example/orders?id=1', authorization: credentials }]);
  });

  test('asks it for a tunnel to https targets; the target sees no credentials of the proxy', async () => {
    const answer = await send('https://orders.example', outgoing(withPassword));
    expect(answer).toBe('secured /orders?id=1 without credentials');
    expect(seen).toEqual([{ line: 'CONNECT orders.example:443', authorization: credentials }]);
  });

  test('sends no credentials where there are none', async () => {
    await send('https://orders.example:8443', outgoing());
    expect(seen).toEqual([{ line: 'CONNECT orders.example:8443', authorization: undefined }]);
  });

  test.each(['localhost', '127.0.0.1'])('leaves it out for %s, unless it is told to', async (host) => {
    const origin = `http://${host}:${portOf(target)}`;
    expect(await send(origin, outgoing(withPassword))).toBe('straight /orders?id=1');
    expect(seen).toEqual([]);
    expect(await send(origin, outgoing({ proxyLoopback: true }))).toBe(`proxied ${origin}/orders?id=1`);
  });

  test('checks the certificate of the target through the tunnel', async () => {
    const ownAlone = outgoing({ caFiles: [] });
    const failure = { code: 'upstream.untrusted', fix: expect.stringContaining('network.caFiles') };
    await expect(send('https://orders.example', ownAlone)).rejects.toMatchObject(failure);
    await expect(send('https://bank.example', outgoing())).rejects.toMatchObject(failure);
  });

  test('records the real target, and the credentials nowhere', async () => {
    const records: ExchangeDraft[] = [];
    const sender = createSender((draft) => `id-${records.push(draft)}`, systemClock, outgoing());
    const way = limits(outgoing(withPassword));
    const options = { service: 'flowDebugger', tags: [], limits: way } as const;
    for (const origin of ['http://orders.example', 'https://orders.example'])
      await sender(request(origin), options);
    manner = 'asks for a password';
    for (const origin of ['http://orders.example', 'https://orders.example'])
      await expect(sender(request(origin), options)).rejects.toMatchObject({ code: 'network.proxy-refused' });
    expect(records.map(({ origin, target: path, status }) => [origin, path, status])).toEqual([
      ['http://orders.example', '/orders?id=1', 200],
      ['https://orders.example', '/orders?id=1', 200],
      ['http://orders.example', '/orders?id=1', null],
      ['https://orders.example', '/orders?id=1', null],
    ]);
    expect(seen.map(({ authorization }) => authorization)).toEqual(Array(4).fill(credentials));
    const written = JSON.stringify(records);
    for (const secret of ['planted-password', credentials.slice(6), 'roxy-Authorization'])
      expect(written).not.toContain(secret);
  });

  test.each([
    ['refuses', 'network.proxy-refused', /status 403/],
    ['asks for a password', 'network.proxy-refused', /status 407/],
    ['speaks no HTTP', 'network.proxy-refused', /invalid HTTP/],
  ] as const)('says so when the proxy %s', async (how, code, message) => {
    manner = how;
    const failure = await send('https://orders.example', outgoing(withPassword)).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(JSON.stringify(failure) + String(failure)).not.toContain(credentials.slice(6));
  });

  test('waits for the proxy no longer than for a target', async () => {
    manner = 'hangs';
    const way = { ...limits(outgoing()), timeoutMillis: 200 };
    await expect(sendRaw(request('https://orders.example'), way)).rejects.toMatchObject({
      code: 'upstream.timeout',
    });
  });

  test('says so when the proxy is not there', async () => {
    const way = outgoing({ port: await freePort() });
    for (const origin of ['http://orders.example', 'https://orders.example'])
      await expect(send(origin, way)).rejects.toMatchObject({ code: 'network.proxy-unreachable' });
  });
});

describe('whom the engine trusts', () => {
  test('a CA file of the workspace is trusted besides those of the system', async () => {
    const origin = `https://127.0.0.1:${portOf(secured)}`;
    expect(await send(origin, outgoing({ port: 0 }))).toContain('secured');
    await expect(send(origin, outgoing({ port: 0, caFiles: [] }))).rejects.toMatchObject({
      code: 'upstream.untrusted',
    });
  });

  test('the CA of the workspace is trusted for its own hosts, and for no other', async () => {
    secured.close();
    const certificate = await workspaceCa.serverCertificate(['127.0.0.1', 'orders.example']);
    secured = await listening(createTlsHost(certificate, (_request, response) => response.end('own')));
    const way = outgoing({ ownHosts: ['127.0.0.1'] });
    expect(await send(`https://127.0.0.1:${portOf(secured)}`, way)).toBe('own');
    await expect(send('https://orders.example', way)).rejects.toMatchObject({ code: 'upstream.untrusted' });
  });

  test.each([
    ['is missing', 'ca/none.pem'],
    ['is no certificate', 'ca/text.pem'],
    ['is a damaged certificate', 'ca/damaged.pem'],
    ['lies outside', '../outside.pem'],
    ['is a link that leads outside', 'ca/link.pem'],
  ])('a CA file that %s is a warning, and the others are in force', async (_name, path) => {
    const outside = temporaryDirectory();
    writeFileSync(join(outside.path, 'outside.pem'), await company.root());
    symlinkSync(join(outside.path, 'outside.pem'), join(directory.path, 'ca/link.pem'));
    writeFileSync(join(directory.path, 'ca/text.pem'), 'not a certificate');
    const damaged = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
    writeFileSync(join(directory.path, 'ca/damaged.pem'), damaged);
    const way = outgoing({ port: 0, caFiles: [path, 'ca/company.pem'] });
    expect(way.problems()).toMatchObject([
      {
        code: 'network.ca-unreadable',
        severity: 'warning',
        location: { file: 'gatehouse.json', pointer: '/network/caFiles/0' },
      },
    ]);
    expect(await send(`https://127.0.0.1:${portOf(secured)}`, way)).toContain('secured');
    outside.remove();
  });

  test('where the password of the proxy cannot be had, nothing is sent in its place', async () => {
    await send('http://orders.example', outgoing({ username: 'ann', password: '&{other}' }));
    expect(seen[0]?.authorization).toBeUndefined();
  });
});
