import { createServer } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { directRoute } from '#main/platform/outgoing.ts';
import type { RemoteStep } from '#shared/connectors/index.ts';
import { startForwardProxy } from '#test/support/connect-proxy.ts';
import { type Answer, answerJson, makeConnector, startRemote } from '#test/support/connectors.ts';
import { eventually } from '#test/support/eventually.ts';
import { listeningOrigin, listeningPort } from '#test/support/listening.ts';
import { startedAnew } from '#test/support/started.ts';

const api = startedAnew(startRemote);

type Properties = Readonly<Record<string, unknown>>;
type Ports = Parameters<typeof makeConnector>[1];
/** Performs the Test of a connector, which reads serviceUri, and lets it go. */
async function testOnce(properties: Properties, ports: Ports = {}): Promise<void> {
  const { connector } = makeConnector({ serviceUri: `${api.origin}/api`, ...properties }, ports);
  await connector.test({});
}

/** An object type that lists what it finds, with as little as that needs. */
const listing = {
  __ACCOUNT__: {
    schema: [{ fieldName: 'mail', type: 'STRING', flags: [] }],
    operations: {
      QUERY: {
        path: '/users',
        method: 'GET',
        idPath: 'id',
        namePath: 'mail',
        responseMapping: { mail: 'mail' },
      },
    },
    exceptions: {},
  },
};
const everything = { filter: null, pageSize: null, offset: null, cookie: null, wanted: 'default' } as const;
async function listOnce(properties: Properties = {}) {
  const made = makeConnector({ serviceUri: api.origin, objectTypes: listing, ...properties });
  const steps: RemoteStep[] = [];
  try {
    const { objects } = await made.connector.query('__ACCOUNT__', everything, { steps });
    return { objects, error: null, steps, ...made };
  } catch (error: unknown) {
    return { objects: [], error, steps, ...made };
  }
}

describe('connections', () => {
  test('the eleventh request waits while ten are under way, and is sent when one of them ends', async () => {
    const held: (() => void)[] = [];
    api.answer = (request, response) => void held.push(() => answerJson({})(request, response));
    const { connector } = makeConnector({ serviceUri: api.origin });
    const tests = Array.from({ length: 11 }, () => connector.test({}));
    await eventually(() => (held.length === 10 ? true : null));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(api.seen).toHaveLength(10);
    held[0]?.();
    await eventually(() => (held.length === 11 ? true : null));
    for (const answer of held.slice(1)) answer();
    await Promise.all(tests);
    expect(new Set(api.seen.map(({ port }) => port)).size).toBe(10);
  });

  test('maximumConnections 1 sends one request after the other, on one connection', async () => {
    let underWay = 0;
    let max = 0;
    api.answer = (request, response) => {
      underWay += 1;
      max = Math.max(max, underWay);
      setTimeout(() => {
        underWay -= 1;
        answerJson({})(request, response);
      }, 5);
    };
    const { connector } = makeConnector({ serviceUri: api.origin, maximumConnections: '1' });
    await Promise.all(Array.from({ length: 5 }, () => connector.test({})));
    expect(max).toBe(1);
    expect(new Set(api.seen.map(({ port }) => port)).size).toBe(1);
  });

  test('a remote that is down is unavailable, and the attempt is recorded', async () => {
    const { origin } = api;
    await api.close();
    const { connector, records } = makeConnector({ serviceUri: origin });
    const steps: RemoteStep[] = [];
    await expect(connector.test({ steps })).rejects.toMatchObject({
      type: 'RETRYABLE',
      code: 'connector.unavailable',
      step: { exchangeId: 'exchange-1' },
    });
    expect(steps[0]).toMatchObject({ response: null, failure: { code: 'connector.unavailable' } });
    expect(records[0]).toMatchObject({ side: 'client', service: 'connectorHost', status: null });
    expect(records[0]?.failure).toContain('is unreachable');
  });

  test('connectionTimeout is the longest that an answer is waited for', async () => {
    api.answer = () => {};
    const started = performance.now();
    await expect(testOnce({ connectionTimeout: 1 })).rejects.toMatchObject({ type: 'TIMEOUT' });
    expect(performance.now() - started).toBeGreaterThan(900);
  });

  test('connectionTimeout is the longest that a connection is waited for', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}));
    const port = await listeningPort(silent);
    // It takes the connection, and never answers the greeting of TLS.
    const failure = testOnce({ serviceUri: `https://127.0.0.1:${port}`, connectionTimeout: 1 });
    await expect(failure).rejects.toMatchObject({ type: 'TIMEOUT', cause: { code: 'upstream.timeout' } });
    silent.close();
  });

  test('the time of the operation ends a request that trickles', async () => {
    api.answer = (_request, response) => {
      const drip = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(drip));
    };
    const { connector } = makeConnector({ serviceUri: api.origin }, {}, { operationTimeout: { TEST: 300 } });
    await expect(connector.test({})).rejects.toMatchObject({
      type: 'TIMEOUT',
      message: 'TEST took longer than 300 ms.',
    });
  });

  test('an operation that is stopped ends, and so does its request', async () => {
    let isClosed = false;
    api.answer = (_request, response) => void response.on('close', () => (isClosed = true));
    const { connector } = makeConnector({ serviceUri: api.origin });
    const stop = new AbortController();
    const testing = connector.test({ signal: stop.signal });
    await eventually(() => (api.seen.length === 1 ? true : null));
    stop.abort();
    await expect(testing).rejects.toMatchObject({ message: 'The operation was stopped.' });
    await eventually(() => (isClosed ? true : null));
  });
});

describe('header fields', () => {
  test('each request has the user agent of the vendor, or its own', async () => {
    await testOnce({});
    await testOnce({ userAgent: 'hr-sync/3' });
    expect(api.seen.map(({ headers }) => headers['user-agent'])).toEqual(['GatehouseConnector', 'hr-sync/3']);
  });

  test('defaultHeaders go with each request, and take the place of what is usual', async () => {
    await testOnce({ defaultHeaders: { 'X-Tenant': 'acme', accept: 'application/scim+json' } });
    expect(api.seen[0]).toMatchObject({
      url: '/api',
      headers: { 'x-tenant': 'acme', accept: 'application/scim+json', host: `127.0.0.1:${api.port}` },
    });
  });

  test('one that HTTP does not take is a configuration failure, and nothing is sent', async () => {
    const defaultHeaders = { 'X-Tenant': 'acme\r\nX-Admin: yes' };
    await expect(testOnce({ defaultHeaders })).rejects.toMatchObject({ type: 'CONFIGURATION' });
    expect(api.seen).toHaveLength(0);
  });
});

describe('compression', () => {
  const users = [{ id: '1', mail: 'ann@example.com' }];
  const packed =
    (encoding: string, pack: (text: string) => Buffer): Answer =>
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding });
      response.end(pack(JSON.stringify(users)));
    };

  test('is asked for, unless disableHttpCompression is set', async () => {
    await testOnce({});
    await testOnce({ disableHttpCompression: true });
    expect(api.seen.map(({ headers }) => headers['accept-encoding'])).toEqual([
      'gzip, deflate, br',
      undefined,
    ]);
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
  ] as const)('an answer packed as %s is read, and recorded unpacked', async (encoding, pack) => {
    api.answer = packed(encoding, pack);
    const { objects, records } = await listOnce();
    expect(objects.map(({ uid }) => uid)).toEqual(['1']);
    expect(String(records[0]?.responseBody)).toBe(JSON.stringify(users));
  });

  test('a small answer that unpacks to gigabytes is given up before it fills the memory', async () => {
    const bomb = gzipSync(Buffer.alloc(256 * 1_048_576));
    api.answer = (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(bomb);
    };
    const { error } = await listOnce();
    expect(error).toMatchObject({ type: 'OTHER', cause: { code: 'upstream.too-large' } });
  });

  test('an answer that is packed in no known way, or wrongly, is a failure with the exchange', async () => {
    api.answer = packed('zstd', Buffer.from);
    expect((await listOnce()).error).toMatchObject({ cause: { code: 'upstream.invalid-response' } });
    api.answer = packed('gzip', Buffer.from);
    const { error, steps } = await listOnce();
    expect(error).toMatchObject({ cause: { code: 'upstream.invalid-response' } });
    expect(steps[0]?.exchangeId).toBe('exchange-1');
  });
});

describe('a remote that does not keep to HTTP', () => {
  test('an answer that is shorter than it says is a failure', async () => {
    api.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write('[{"id":"1"}');
      setTimeout(() => response.destroy(), 30);
    };
    const { error } = await listOnce();
    expect(error).toMatchObject({ type: 'RETRYABLE', cause: { code: 'upstream.invalid-response' } });
  });

  test('an answer that is longer than it says is no JSON, and the next one is not mixed up with it', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', () =>
        socket.write(
          'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n[{"id":"1"}]',
        ),
      );
    });
    const serviceUri = await listeningOrigin(server);
    expect((await listOnce({ serviceUri })).error).toMatchObject({
      type: 'OTHER',
      message: expect.stringMatching(/not JSON/),
    });
    server.close();
  });

  test('an answer beyond 32 MiB is given up', async () => {
    api.answer = (_request, response) => {
      const chunk = Buffer.alloc(1_048_576, 32);
      response.writeHead(200);
      const more = (): boolean => !response.destroyed && response.write(chunk, () => more());
      more();
    };
    expect((await listOnce()).error).toMatchObject({ type: 'OTHER', cause: { code: 'upstream.too-large' } });
  });

  test('an HTML page is a failure that says so, with the page in the step', async () => {
    api.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>Sign in</title>');
    };
    const { error, steps } = await listOnce();
    expect(error).toMatchObject({ type: 'OTHER', message: expect.stringMatching(/an HTML page/) });
    expect(steps[0]).toMatchObject({
      exchangeId: 'exchange-1',
      response: { body: expect.stringMatching(/Sign in/) },
      failure: { severity: 'error' },
    });
  });

  test('something that is not HTTP is a failure', async () => {
    const server = createServer((socket) => socket.on('error', () => {}).end('SSH-2.0-server\r\n'));
    const serviceUri = await listeningOrigin(server);
    await expect(testOnce({ serviceUri })).rejects.toMatchObject({
      cause: { code: 'upstream.invalid-response' },
    });
    server.close();
  });
});

describe('redirects', () => {
  const redirect =
    (location: string, status = 301): Answer =>
    (_request, response) => {
      response.writeHead(status, { location });
      response.end();
    };

  test('of a GET to the same server are followed, with the credentials, and each is shown', async () => {
    api.answer = (request, response) =>
      (request.url === '/users' ? redirect('/users/') : answerJson([{ id: '1' }]))(request, response);
    const { objects, steps } = await listOnce({ authToken: 'planted-token' });
    expect(objects).toHaveLength(1);
    expect(api.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/users', 'Bearer planted-token'],
      ['/users/', 'Bearer planted-token'],
    ]);
    expect(steps.map(({ notes }) => notes)).toEqual([[], ['redirected from /users']]);
  });

  test('to another server are not followed: it sees neither credentials nor anything else', async () => {
    const other = await startRemote();
    api.answer = redirect(`${other.origin}/users`, 302);
    const { error, steps } = await listOnce({ authToken: 'planted-token' });
    expect(error).toMatchObject({
      type: 'OTHER',
      message: expect.stringMatching(/credentials are not sent/),
    });
    expect(steps).toHaveLength(1);
    expect(other.seen).toHaveLength(0);
    await other.close();
  });

  test('without end are given up after the fifth', async () => {
    api.answer = (request, response) => redirect(`${request.url}x`)(request, response);
    const { error, steps } = await listOnce();
    expect(error).toMatchObject({ type: 'OTHER', message: expect.stringMatching(/limit of 5 redirects/) });
    expect(steps).toHaveLength(6);
    expect(steps.at(-1)?.failure).not.toBeNull();
  });
});

describe('a proxy', () => {
  test('of the connector is told its credentials and the whole URL; the remote never sees them', async () => {
    const proxy = await startForwardProxy('gate:planted-password');
    await testOnce({
      serviceUri: `http://hr.example:${api.port}/api`,
      httpProxyHost: '127.0.0.1',
      httpProxyPort: String(proxy.port),
      httpProxyUsername: 'gate',
      httpProxyPassword: 'planted-password',
    });
    await proxy.close();
    expect(proxy.seen).toEqual([
      {
        line: `GET http://hr.example:${api.port}/api`,
        authorization: `Basic ${Buffer.from('gate:planted-password').toString('base64')}`,
      },
    ]);
    expect(api.seen[0]).toMatchObject({ url: '/api', headers: { host: `hr.example:${api.port}` } });
  });

  test('of the connector wins over that of the workspace', async () => {
    const [own, common] = [await startForwardProxy(), await startForwardProxy()];
    const workspaceProxy = { host: '127.0.0.1', port: common.port, authorization: null };
    const outgoing = { routeTo: async () => ({ ...directRoute, proxy: workspaceProxy }) };
    await testOnce({}, { outgoing });
    await testOnce({ httpProxyHost: '127.0.0.1', httpProxyPort: own.port }, { outgoing });
    await Promise.all([own.close(), common.close()]);
    expect([common.seen.length, own.seen.length]).toEqual([1, 1]);
  });

  test('that does not take the credentials is a failure that names the properties, without the password', async () => {
    const proxy = await startForwardProxy('gate:planted-password');
    const { connector, records } = makeConnector({
      serviceUri: api.origin,
      httpProxyHost: '127.0.0.1',
      httpProxyPort: proxy.port,
      httpProxyUsername: 'gate',
      httpProxyPassword: 'other-password',
    });
    const steps: RemoteStep[] = [];
    await expect(connector.test({ steps })).rejects.toMatchObject({
      type: 'RETRYABLE',
      fix: expect.stringMatching(/httpProxyUsername/),
      cause: { code: 'network.proxy-refused' },
    });
    await proxy.close();
    expect(JSON.stringify([steps, records])).not.toContain('other-password');
    expect(JSON.stringify(records)).not.toContain(Buffer.from('gate:other-password').toString('base64'));
  });

  test('that is down is a failure that names the properties', async () => {
    const proxy = await startForwardProxy();
    await proxy.close();
    const properties = { httpProxyHost: '127.0.0.1', httpProxyPort: proxy.port };
    await expect(testOnce(properties)).rejects.toMatchObject({
      type: 'RETRYABLE',
      fix: expect.stringMatching(/httpProxyHost/),
    });
  });
});
