import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSamples, type TestSamples } from '#test/support/samples.ts';
import {
  agent,
  agentToken,
  annsToken,
  audiencesAt,
  callTool,
  placeOrder,
  unboundToken,
} from './mcp-attacks.ts';

let samples: TestSamples;
beforeAll(async () => {
  const audiences: string[] = [];
  samples = await startSamples({ clients: [agent(audiences)] });
  audiences.push(...audiencesAt(samples));
});
afterAll(() => samples.close());

const metadataAt = (path: string) =>
  `${samples.upstreams.origin}/.well-known/oauth-protected-resource${path}`;

async function documentAt(path: string): Promise<object | number> {
  const response = await fetch(metadataAt(path));
  return response.status === 200 ? ((await response.json()) as object) : response.status;
}

const seen = async (response: Response) => [response.status, response.headers.get('www-authenticate')];

describe('metadata of the sample resources (RFC 9728)', () => {
  test('stand before the path of each, and at the root for the MCP server', async () => {
    const { origin } = samples.upstreams;
    const common = { authorization_servers: [samples.as.origin], bearer_methods_supported: ['header'] };
    const mcp = {
      ...common,
      resource: `${origin}/mcp`,
      scopes_supported: ['orders.read', 'orders.write', 'orders'],
      resource_name: 'Sample MCP server',
    };
    expect(await Promise.all(['/mcp', '', '/orders', '/elsewhere'].map(documentAt))).toEqual([
      mcp,
      mcp,
      {
        ...common,
        resource: `${origin}/orders`,
        scopes_supported: ['orders.read', 'orders.write'],
        resource_name: 'Sample orders',
      },
      404,
    ]);
  });
});

describe('the sample MCP server', () => {
  test('names metadata and scope to whoever brings no token, and no error', async () => {
    expect(await seen(await callTool(samples, null))).toEqual([
      401,
      `Bearer realm="mcp", scope="orders.read", resource_metadata="${metadataAt('/mcp')}"`,
    ]);
  });

  test('names every scope of a tool in one challenge, and of several calls at once', async () => {
    const token = await agentToken(samples, 'other');
    expect(await seen(await callTool(samples, token, 'create_order'))).toEqual([
      403,
      `Bearer realm="mcp", error="insufficient_scope", scope="orders.read orders.write", resource_metadata="${metadataAt('/mcp')}"`,
    ]);
    const call = (name: string) => ({ jsonrpc: '2.0', id: name, method: 'tools/call', params: { name } });
    const batch = await fetch(`${samples.upstreams.origin}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await agentToken(samples)}`, 'content-type': 'application/json' },
      body: JSON.stringify([call('list_orders'), call('create_order')]),
    });
    expect(batch.status).toBe(403);
  });

  test('lets a broad scope do what a narrow one may, and a client connect without any', async () => {
    const response = await callTool(samples, await agentToken(samples, 'orders'), 'create_order', {
      item: 'Cable',
      quantity: 1,
    });
    expect(response.status).toBe(200);
    const initialize = await fetch(`${samples.upstreams.origin}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await agentToken(samples, 'other')}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    });
    expect(initialize.status).toBe(200);
  });

  test('gives an order back for its handle, to its owner alone', async () => {
    const token = await annsToken(samples, 'orders');
    const { handle, id } = await placeOrder(samples, token);
    const list = (as: string, given: string) => callTool(samples, as, 'list_orders', { handle: given });
    expect(await (await list(token, handle)).text()).toContain(id);
    const stranger = await agentToken(samples);
    const [others, unknown] = [await list(stranger, handle), await list(stranger, 'unknown')];
    expect([others.status, await others.text()]).toEqual([400, await unknown.text()]);
  });

  test('takes no token in the query, and one kind of message alone', async () => {
    const token = await agentToken(samples);
    expect((await callTool(samples, null, 'list_orders', {}, `?access_token=${token}`)).status).toBe(401);
    const got = await fetch(`${samples.upstreams.origin}/mcp`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(got.status).toBe(405);
  });

  test('shows in its trace why it refused', async () => {
    await callTool(samples, await unboundToken(samples));
    const trace = samples.upstreams.traces().at(-1);
    expect(trace?.rules.find(({ outcome }) => outcome === 'failed')).toMatchObject({
      id: 'audience-named',
      want: `${samples.upstreams.origin}/mcp`,
      got: 'none',
    });
  });
});
