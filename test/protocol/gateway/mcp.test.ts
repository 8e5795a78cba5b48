import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleWorkspace, startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { closeServer } from '#test/support/listening.ts';
import { mcpParty } from '#test/support/mcp-client.ts';
import { clientCredentials, tokenRequest } from '#test/support/people.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

const fileOf = (path: string) => JSON.parse(readFileSync(join(sampleWorkspace, path), 'utf8')) as McpRoute;
const sampleFiles = [
  'oauth/clients/mcp-client.json',
  'oauth/clients/mcp-gateway.json',
  'oauth/clients/orders-api.json',
  'oauth/users/ann.json',
  'routes/15-mcp.json',
];

interface McpRoute {
  readonly handler: {
    readonly config: { readonly filters: readonly [object, object]; readonly handler: string };
  };
}

const agentClient = {
  client_id: 'agent',
  client_secret: 'agent-secret',
  grant_types: ['password', 'client_credentials'],
  scope: 'orders.read orders.write orders other',
  audience: ['http://127.0.0.1:9033/echo', 'http://127.0.0.1:9033/mcp'],
};

/** The sample's route at another path, before an upstream that says what it was sent. */
function echoRoute(origin: string): object {
  const route = fileOf('routes/15-mcp.json');
  const [tokens, exchange] = route.handler.config.filters as readonly [{ readonly config: object }, object];
  const protectedResource = {
    identifier: '/echo',
    operations: [{ methods: ['POST'], path: '/echo', scopes: ['orders.write'] }],
    includedScopes: { orders: ['orders.read', 'orders.write'] },
  };
  const filters = [{ ...tokens, config: { ...tokens.config, protectedResource } }, exchange];
  const handler = { ...route.handler, config: { filters, handler: 'ReverseProxyHandler' } };
  return { ...route, baseURI: origin, condition: "${find(request.uri.path, '^/echo')}", handler };
}

let running: TestEngine;
let upstream: Server;
beforeAll(async () => {
  upstream = createServer((request, response) => {
    if (request.url === '/echo/refuse')
      response.writeHead(403, {
        'WWW-Authenticate': 'Bearer scope="a b", resource_metadata="http://upstream/x"',
      });
    response.end(request.headers.authorization);
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const { port } = upstream.address() as AddressInfo;
  running = await startTestEngine({
    files: {
      ...ordinaryFiles,
      ...Object.fromEntries(sampleFiles.map((path) => [path, fileOf(path)])),
      'oauth/clients/agent.json': agentClient,
      'routes/10-echo.json': echoRoute(`http://127.0.0.1:${port}`),
    },
  });
});
afterAll(async () => {
  await running.stop();
  await closeServer(upstream);
});

/** A token of ann for a resource of the gateway; null: one of a client, for nobody in particular. */
async function tokenFor(path: string | null, scope = 'orders.read'): Promise<string> {
  if (path === null)
    return String((await clientCredentials(running.authorizationServer)).body['access_token']);
  const { body } = await tokenRequest(running.authorizationServer, ['agent', 'agent-secret'], {
    grant_type: 'password',
    username: 'ann',
    password: 'ann-password',
    scope,
    resource: running.gateway + path,
  });
  return String(body['access_token']);
}

const ask = (path: string, token: string | null, method = 'GET') =>
  fetch(running.gateway + path, {
    method,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });
const challengeOf = (response: Response) => response.headers.get('www-authenticate');
const metadataAt = (path: string) => `${running.gateway}/.well-known/oauth-protected-resource${path}`;

describe('an MCP client at the gateway', () => {
  test('is sent to the authorization server, reads, is asked for more, and writes', async () => {
    const { gateway, authorizationServer, upstreams } = running;
    const agent = mcpParty(`${gateway}/mcp`, authorizationServer, `${upstreams}/cb`);
    await agent.connect();
    expect(await agent.tools()).toEqual(['list_orders', 'create_order']);
    expect(await agent.call('list_orders')).toMatchObject({ owner: 'ann' });
    expect(await agent.call('create_order', { item: 'Cable', quantity: 2 })).toMatchObject({
      owner: 'ann',
      order: { item: 'Cable', quantity: 2 },
    });
    expect(agent.asked).toEqual(['orders.read', 'orders.read orders.write']);
    expect(agent.resources).toEqual([`${gateway}/mcp`, `${gateway}/mcp`]);
    await agent.close();
  });
});

describe('a route that is a protected resource (RFC 9728)', () => {
  test('says at its own well-known address and at the root who issues its tokens', async () => {
    const documents = await Promise.all(
      ['/mcp', '/echo', '', '/orders'].map(async (path) => {
        const response = await fetch(metadataAt(path));
        return response.status === 200 ? ((await response.json()) as object) : response.status;
      }),
    );
    const { gateway, authorizationServer } = running;
    const common = { authorization_servers: [authorizationServer], bearer_methods_supported: ['header'] };
    const scopes_supported = ['orders.read', 'orders.write'];
    const echo = { ...common, resource: `${gateway}/echo`, scopes_supported };
    expect(documents).toEqual([
      {
        ...common,
        resource: `${gateway}/mcp`,
        scopes_supported,
        resource_name: 'Sample MCP server behind the gateway',
      },
      echo,
      echo,
      404,
    ]);
  });

  test('names its metadata and the scope to whoever brings no token, and no error', async () => {
    const response = await ask('/echo', null, 'POST');
    expect([response.status, challengeOf(response)]).toEqual([
      401,
      `Bearer realm="mcp", scope="orders.read orders.write", resource_metadata="${metadataAt('/echo')}"`,
    ]);
  });

  test.each([
    ['another resource', '/mcp'],
    ['nobody in particular', null],
  ])('refuses a token that was issued for %s', async (_, path) => {
    const response = await ask('/echo', await tokenFor(path));
    expect([response.status, challengeOf(response)]).toEqual([401, expect.stringContaining('invalid_token')]);
  });

  test('names all scopes of an operation at once, and takes a broad one for all of them', async () => {
    const refused = await ask('/echo', await tokenFor('/echo', 'other'), 'POST');
    expect([refused.status, challengeOf(refused)]).toEqual([
      403,
      `Bearer realm="mcp", error="insufficient_scope", scope="orders.read orders.write", resource_metadata="${metadataAt('/echo')}"`,
    ]);
    expect((await ask('/echo', await tokenFor('/echo', 'orders.read'), 'POST')).status).toBe(403);
    expect((await ask('/echo', await tokenFor('/echo', 'orders'), 'POST')).status).toBe(200);
    expect((await ask('/echo', await tokenFor('/echo', 'orders.read'))).status).toBe(200);
  });

  test.each([
    '/%65cho',
    '/echo;x=1',
    '/echo%3Bx',
    '/echo/../echo',
    '/echo/%2e%2e/open',
    '/echo%2f..%2fopen',
    '/echo//x',
  ])('needs the scopes of an operation however its path is written: %s', async (path) => {
    const token = await tokenFor('/echo', 'orders.read');
    const { hostname, port } = new URL(running.gateway);
    const headers = { authorization: `Bearer ${token}` };
    // As it is written: a URL object would resolve the segments.
    const sent = httpRequest({ hostname, port, path, method: 'POST', headers }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(403);
  });

  test('tells of an expired token before it tells of a narrow one', async () => {
    const token = await tokenFor('/echo', 'other');
    running.clock.advance(86_400_000);
    const response = await ask('/echo', token);
    running.clock.reset();
    expect([response.status, challengeOf(response)]).toEqual([401, expect.stringContaining('invalid_token')]);
  });
});

describe('a route that exchanges tokens (RFC 8693)', () => {
  test('sends a token of the gateway on, the same until it ends, and never that of the client', async () => {
    const token = await tokenFor('/echo');
    const seen = async () => (await ask('/echo', token)).text();
    const [first, second] = [await seen(), await seen()];
    expect(first).toMatch(/^Bearer \S+$/);
    expect(second).toBe(first);
    expect(first).not.toContain(token);
    expect((await ask(`/echo?access_token=${token}`, token)).status).toBe(400);
  });

  test('is 502 where the authorization server rejects the exchange: no token of the client goes on', async () => {
    const { body } = await tokenRequest(running.authorizationServer, ['agent', 'agent-secret'], {
      grant_type: 'client_credentials',
      scope: 'orders.read',
      resource: `${running.gateway}/echo`,
    });
    const response = await ask('/echo', String(body['access_token']));
    expect([response.status, await response.text()]).toEqual([502, '']);
  });

  test('names its own metadata in place of those of the upstream', async () => {
    const response = await ask('/echo/refuse', await tokenFor('/echo'));
    expect([response.status, challengeOf(response)]).toEqual([
      403,
      `Bearer scope="a b", resource_metadata="${metadataAt('/echo')}"`,
    ]);
  });
});
