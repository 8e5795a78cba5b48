import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { storeSecret } from '#main/workspace/index.ts';
import { flowStartSchema } from '#shared/api/flows.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { freePort } from '#test/support/free-port.ts';
import { listeningOrigin } from '#test/support/listening.ts';
import { hasIpv6 } from '#test/support/tools.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

let running: TestEngine;
afterEach(() => running.stop());

type Services = Record<string, Record<string, unknown>>;

async function startWith(services: Services, network: Record<string, unknown> = {}): Promise<void> {
  const manifest = { id: 'test', name: 'Test workspace', services, network };
  const storage = createMemoryStorage({ maxExchanges: 1_000, maxExchangeBytes: 10_000_000 });
  running = await startTestEngine({ files: { ...ordinaryFiles, 'gatehouse.json': manifest }, storage });
}

const statusOf = (key: string) => running.engine.hosting.status().find((status) => status.key === key);

async function issuerAt(url: string): Promise<unknown> {
  const response = await fetch(`${url}/.well-known/oauth-authorization-server`);
  return ((await response.json()) as { issuer: unknown }).issuer;
}

const codeFlow = { kind: 'code-pkce', clientId: 'portal-web', username: 'ann' };

describe('a workspace whose services speak TLS', () => {
  test('a whole flow runs over it: the engine trusts the CA of the workspace for its own services', async () => {
    await startWith({ authorizationServer: { tls: true }, sampleUpstreams: { tls: true } });
    const { engine, authorizationServer, upstreams } = running;
    expect([authorizationServer, upstreams]).toEqual([
      expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/),
      expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/),
    ]);
    const run = await engine.flows.start(
      flowStartSchema.parse({ ...codeFlow, mode: 'run', browser: 'unattended' }),
    );
    const done = await eventually(() => {
      const view = engine.flows.get(run.id);
      return view.state === 'passed' || view.state === 'failed' ? view : null;
    });
    expect(done).toMatchObject({ state: 'passed', note: 'The resource server accepted the token.' });
    expect(statusOf('authorizationServer')).toMatchObject({ state: 'running', problem: null });
  });

  test('a client that only knows the CAs of the system is not fooled into trusting it', async () => {
    await startWith({ authorizationServer: { tls: true } });
    const failure = await fetch(running.authorizationServer).catch((error: unknown) => error);
    expect(failure).toMatchObject({ cause: { code: 'SELF_SIGNED_CERT_IN_CHAIN' } });
  });

  test('no CA is made in a workspace without TLS', async () => {
    await startWith({});
    expect(await running.engine.authority.existingRoot()).toBeNull();
    await running.engine.authority.root();
    expect(await running.engine.authority.existingRoot()).toMatch(/^-----BEGIN CERTIFICATE-----/);
  });
});

const noIpv6 = 'this machine has no ::1';

describe('where a service can be reached', () => {
  test('a service on 127.0.0.1 is on ::1 too, at the same port', async ({ skip }) => {
    skip(!hasIpv6(), noIpv6);
    await startWith({});
    const { port } = new URL(running.authorizationServer);
    for (const host of ['127.0.0.1', '[::1]', 'localhost'])
      expect(await issuerAt(`http://${host}:${port}`)).toBe(running.authorizationServer);
  });

  test('it does not start where somebody else holds that port on ::1, and would get what is meant for it', async ({
    skip,
  }) => {
    skip(!hasIpv6(), noIpv6);
    const holder = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => holder.listen({ port: 0, host: '::1', ipv6Only: true }, resolve));
    const { port } = holder.address() as AddressInfo;
    await startWith({});
    const { hosting, ports } = running.engine;
    await hosting.stop('authorizationServer');
    Object.assign(ports.ports ?? {}, { authorizationServer: port });
    expect(await hosting.start('authorizationServer')).toMatchObject({
      state: 'failed',
      problem: { code: 'listener.port-taken', message: expect.stringContaining(`port ${port} of [::1]`) },
    });
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
    await new Promise((resolve) => holder.close(resolve));
    expect(await hosting.start('authorizationServer')).toMatchObject({
      state: 'running',
      port,
      problem: null,
    });
  });

  test('after a stop both addresses are free, and the next start takes them again', async ({ skip }) => {
    skip(!hasIpv6(), noIpv6);
    await startWith({});
    const { hosting, ports } = running.engine;
    Object.assign(ports.ports ?? {}, { authorizationServer: await freePort() });
    for (let round = 0; round < 2; round += 1) {
      await hosting.stop('authorizationServer');
      expect(await hosting.start('authorizationServer')).toMatchObject({ state: 'running', problem: null });
      const { port } = new URL(hosting.url('authorizationServer') ?? '');
      expect((await fetch(`http://[::1]:${port}/nothing`)).status).toBe(404);
    }
  });

  test('check 31: no other address of this machine reaches it, unless that is asked for', async () => {
    const reaches = (port: number) =>
      new Promise<boolean>((resolve) => {
        const socket = connect({ host: '127.0.0.2', port, timeout: 2_000 });
        const end = (isReached: boolean) => {
          socket.destroy();
          resolve(isReached);
        };
        socket.on('connect', () => end(true));
        socket.on('error', () => end(false));
        socket.on('timeout', () => end(false));
      });
    await startWith({});
    expect(await reaches(Number(new URL(running.authorizationServer).port))).toBe(false);
  });

  test('a service on every address runs with a warning, under an address that exists', async () => {
    await startWith({ authorizationServer: { bind: '0.0.0.0' } });
    const status = statusOf('authorizationServer');
    expect(status).toMatchObject({
      state: 'running',
      url: `http://127.0.0.1:${status?.port}`,
      problem: {
        code: 'listener.exposed',
        severity: 'warning',
        message: expect.stringContaining('other machines can reach it'),
        location: { file: 'gatehouse.json', pointer: '/services/authorizationServer/bind' },
      },
    });
    expect(statusOf('sampleUpstreams')?.problem).toBeNull();
    await running.engine.hosting.stop('authorizationServer');
    expect(statusOf('authorizationServer')?.problem).toBeNull();
  });

  test('the public base URL is the issuer, and the address of a run', async () => {
    const publicUrl = 'https://id.example/';
    await startWith({
      authorizationServer: { publicUrl },
      sampleUpstreams: { publicUrl: 'https://app.example' },
    });
    const { engine, authorizationServer } = running;
    expect(authorizationServer).toBe('https://id.example');
    expect(await issuerAt(`http://127.0.0.1:${statusOf('authorizationServer')?.port}`)).toBe(
      'https://id.example',
    );
    const run = await engine.flows.start(
      flowStartSchema.parse({ ...codeFlow, mode: 'run', browser: 'system' }),
    );
    expect(run.browserUrl).toBe(`https://app.example/login?run=${run.id}`);
  });
});

describe('the network of a workspace', () => {
  test('what the engine sends goes through the proxy that gatehouse.json names, and is recorded as sent', async () => {
    const seen: unknown[] = [];
    const proxy = createHttpServer((request, response) => {
      seen.push([request.url, request.headers['proxy-authorization']]);
      response.end('through the proxy');
    });
    const url = await listeningOrigin(proxy);
    await startWith({}, { proxy: { url, username: 'ann', password: { $secret: 'proxy' } } });
    const { engine } = running;
    expect(engine.problems()).toContainEqual(expect.objectContaining({ code: 'secret.unresolved' }));
    await storeSecret(engine.workspace, engine.secrets, { name: 'proxy', value: 'planted-password' });
    expect(engine.problems()).not.toContainEqual(expect.objectContaining({ code: 'secret.unresolved' }));
    const request = {
      method: 'GET',
      origin: 'http://orders.example',
      target: '/orders',
      headers: ['Host', 'orders.example', 'Connection', 'close'],
      body: '',
    };
    const sent = await engine.send(request, { service: 'replay', tags: [] });
    expect(sent.response.body.toString()).toBe('through the proxy');
    const credentials = Buffer.from('ann:planted-password').toString('base64');
    expect(seen).toEqual([['http://orders.example/orders', `Basic ${credentials}`]]);
    engine.recorder.flush();
    const recorded = await engine.ports.storage.exchanges.get(sent.exchangeId);
    expect(recorded).toMatchObject({ origin: 'http://orders.example', request: { target: '/orders' } });
    expect(JSON.stringify(recorded)).not.toContain(credentials);
    proxy.close();
  });

  test('a CA file that is missing is among the problems of the workspace', async () => {
    await startWith({}, { caFiles: ['ca/none.pem'] });
    expect(running.engine.problems()).toContainEqual(
      expect.objectContaining({ code: 'network.ca-unreadable', severity: 'warning' }),
    );
  });
});
