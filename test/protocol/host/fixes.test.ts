import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Problem, ProblemAction } from '#shared/errors/problem.ts';
import { type ConnectedClient, connectByPort } from '#test/support/api-clients.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { freePort } from '#test/support/free-port.ts';
import { hasIpv6 } from '#test/support/tools.ts';

const holders: Server[] = [];
let running: TestEngine | null = null;
let connected: ConnectedClient | null = null;
afterEach(async () => {
  for (const holder of holders.splice(0)) holder.close();
  await connected?.close();
  await running?.stop();
  connected = running = null;
});

/** Listens on a port; false where another does. */
function hold(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const holder = createServer();
    holder.once('error', () => resolve(false));
    holder.listen({ port, host, ipv6Only: host === '::1' }, () => {
      holders.push(holder);
      resolve(true);
    });
  });
}

const actionOf = <K extends ProblemAction['kind']>(problem: Problem | null | undefined, kind: K) =>
  problem?.actions?.find((action): action is Extract<ProblemAction, { kind: K }> => action.kind === kind);

async function start(services: Record<string, unknown>, ports?: Record<string, number>) {
  const files = { 'gatehouse.json': { id: 'test', name: 'Test', services } };
  running = await startTestEngine({ files, ...(ports === undefined ? {} : { ports }) });
  connected = await connectByPort(running.engine);
  return { client: connected.client, file: join(running.engine.workspace.directory, 'gatehouse.json') };
}

describe('a problem that Gatehouse can mend itself says how', () => {
  test('a port that is taken: another near it that is free on both loopbacks and nobody else’s', async ({
    skip,
  }) => {
    skip(!hasIpv6(), 'this machine has no ::1');
    const port = await freePort();
    expect(await hold(port, '127.0.0.1')).toBe(true);
    // The next is taken where only some clients would notice, the one after it is meant for another service.
    await hold(port + 1, '::1');
    const services = {
      sampleUpstreams: { port },
      gateway: { port: port + 2 },
      authorizationServer: { port: 0 },
    };
    const { client, file } = await start(services, {});
    const status = await client.services.start({ key: 'sampleUpstreams' });
    expect(status).toMatchObject({ state: 'failed', problem: { code: 'listener.port-taken' } });
    const action = actionOf(status.problem, 'use-port');
    expect(action?.service).toBe('sampleUpstreams');
    expect(action?.port).toBeGreaterThan(port + 2);
    expect(action?.port).toBeLessThanOrEqual(port + 50);

    const used = { ...services, sampleUpstreams: { port: action?.port } };
    writeFileSync(file, JSON.stringify({ id: 'test', name: 'Test', services: used }));
    running?.engine.workspace.rescan();
    const restarted = await client.services.restart({ key: 'sampleUpstreams' });
    expect(restarted).toMatchObject({ state: 'running', port: action?.port, problem: null });
  });

  test('a setting that acts at the next start of its service: to restart it', async () => {
    const { client, file } = await start({ sampleUpstreams: {}, authorizationServer: {} });
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      text.replace('"sampleUpstreams": {}', '"sampleUpstreams": { "publicUrl": "http://public.test" }'),
    );
    const problem = await eventually(
      async () =>
        (await client.app.status()).problems.find(({ code }) => code === 'workspace.restart-needed') ?? null,
    );
    const action = actionOf(problem, 'restart-service');
    expect(action).toEqual({ kind: 'restart-service', service: 'sampleUpstreams' });
    const restarted = await client.services.restart({ key: 'sampleUpstreams' });
    expect(restarted).toMatchObject({ state: 'running', url: 'http://public.test' });
    expect((await client.app.status()).problems).toEqual([]);
  });

  test('a flow whose service does not run: to start it', async () => {
    running = await startTestEngine();
    connected = await connectByPort(running.engine);
    const { client } = connected;
    await client.services.stop({ key: 'authorizationServer' });
    const flow = {
      kind: 'client-credentials',
      clientId: 'batch-job',
      username: null,
      mode: 'run',
      browser: 'unattended',
    } as const;
    const problem = await client.flows.start(flow).then(
      () => null,
      (error: { readonly data: Problem }) => error.data,
    );
    expect(problem?.code).toBe('flow.service-stopped');
    expect(actionOf(problem, 'start-service')?.service).toBe('authorizationServer');
    await client.services.start({ key: 'authorizationServer' });
    expect((await client.flows.start(flow)).state).not.toBe('failed');
  });
});

test('a port that somebody takes while its service is stopped: that service says so, the others go on, and it starts once the port is free', async () => {
  const port = await freePort();
  const { client } = await start({ gateway: { port }, authorizationServer: { port: 0 } }, {});
  expect(await client.services.start({ key: 'gateway' })).toMatchObject({ state: 'running', port });
  await client.services.start({ key: 'authorizationServer' });
  await client.services.stop({ key: 'gateway' });
  expect(await hold(port, '127.0.0.1')).toBe(true);
  const refused = await client.services.start({ key: 'gateway' });
  expect(refused).toMatchObject({ state: 'failed', problem: { code: 'listener.port-taken' } });
  const { services } = await client.app.status();
  const other = services.find(({ key }) => key === 'authorizationServer');
  expect((await fetch(`${other?.url}/.well-known/openid-configuration`)).status).toBe(200);
  await new Promise((resolve) => holders.splice(0)[0]?.close(resolve));
  expect(await client.services.start({ key: 'gateway' })).toMatchObject({ state: 'running', port });
});
