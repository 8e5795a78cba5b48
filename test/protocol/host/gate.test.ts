import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClientPools, sendOverPool } from '#main/platform/client-request.ts';
import { type Gate, openGate } from '#main/platform/gate.ts';
import { directRoute, outgoingThrough } from '#main/platform/outgoing.ts';
import { sendRaw } from '#main/platform/raw-http.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { isLoopbackHost } from '#shared/http/loopback.ts';
import { closeServer } from '#test/support/listening.ts';

let server: Server;
let asked: number;
beforeEach(async () => {
  asked = 0;
  server = createServer((_request, response) => {
    asked += 1;
    response.end('here');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => closeServer(server));

const refuse = (what: string): never => {
  throw new GatehouseError('workspace.restricted', `not ${what}`);
};
/** As that of a workspace that may do nothing. */
const shut: Gate = {
  admit: (host) => void (isLoopbackHost(host) || refuse(host)),
  admitProxy: (host, port) => refuse(`${host}:${port}`),
};

const port = () => (server.address() as AddressInfo).port;
const get = (host: string) => ({
  method: 'GET',
  origin: `http://${host}:${port()}`,
  target: '/',
  headers: ['Host', host, 'Connection', 'close'],
  body: '',
});
const limits = { timeoutMillis: 5_000, maxBytes: 10_000 };
const restricted = { code: 'workspace.restricted' };

describe('a gate that is shut', () => {
  test.each(['127.0.0.1', 'localhost', 'no-such-name.localhost'])('lets %s through', async (host) => {
    const { body } = await sendRaw(get(host), { ...limits, outgoing: outgoingThrough(shut) });
    expect(body.toString()).toBe('here');
  });

  test.each(['0.0.0.0', '127.0.0.1.example', '[::]'])('keeps %s out before it connects', async (host) => {
    await expect(sendRaw(get(host), { ...limits, outgoing: outgoingThrough(shut) })).rejects.toMatchObject(
      restricted,
    );
    expect(asked).toBe(0);
  });

  test('lets nothing through a proxy, wherever it is', async () => {
    const proxy = { host: '127.0.0.1', port: port(), authorization: null };
    const outgoing = { routeTo: async () => ({ ...directRoute, gate: shut, proxy }), problems: () => [] };
    await expect(sendRaw(get('127.0.0.1'), { ...limits, outgoing })).rejects.toMatchObject(restricted);
    expect(asked).toBe(0);
  });

  test('is asked by pools for each connection: one that is shut later takes no further one', async () => {
    let gate = openGate;
    const turning: Gate = {
      admit: (host) => gate.admit(host),
      admitProxy: (host, at) => gate.admitProxy(host, at),
    };
    const pools = createClientPools({ maxConnections: 1, timeoutSeconds: 5 });
    const origin = `http://127.0.0.1:${port()}`;
    const route = { ...directRoute, gate: turning };
    const send = async () => {
      const pool = await pools.of(origin, route);
      const options = { path: '/', method: 'GET', headers: ['Connection', 'close'], body: null };
      return sendOverPool(pool, origin, options, new AbortController().signal);
    };
    expect((await send()).status).toBe(200);
    gate = { ...shut, admit: refuse };
    await expect(send()).rejects.toMatchObject(restricted);
    expect(asked).toBe(1);
    await pools.close();
  });
});
