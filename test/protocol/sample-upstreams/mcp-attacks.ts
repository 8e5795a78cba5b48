import type { ClientSpec } from '#test/support/authorization-server.ts';
import type { TestSamples } from '#test/support/samples.ts';
import { postToken } from '../authorization-server/parties.ts';

const scopes = ['orders.read', 'orders.write', 'orders', 'other'];

/** A client of the MCP server; its audiences are known once the samples listen. */
export const agent = (audiences: readonly string[]): ClientSpec => ({
  clientId: 'agent',
  secret: 'agent-secret',
  grantTypes: ['client_credentials', 'password'],
  scopes,
  audiences,
});

/** Audiences of the agent: the MCP server, and another resource. */
export const audiencesAt = ({ upstreams }: TestSamples): readonly string[] => [
  `${upstreams.origin}/mcp`,
  'https://else.example/mcp',
];

/** A token of the agent, or of ann by way of it. */
export async function agentToken(
  samples: TestSamples,
  scope = 'orders.read',
  fields: Readonly<Record<string, string>> = { resource: `${samples.upstreams.origin}/mcp` },
): Promise<string> {
  const { body } = await postToken(
    samples.as,
    { grant_type: 'client_credentials', scope, ...fields },
    'agent',
  );
  return String(body['access_token']);
}

/** A token of a client that has no audience. */
export async function unboundToken(samples: TestSamples): Promise<string> {
  const { body } = await postToken(samples.as, { grant_type: 'client_credentials' }, 'reader');
  return String(body['access_token']);
}

/** A token of ann for the MCP server. */
export const annsToken = (samples: TestSamples, scope: string): Promise<string> =>
  agentToken(samples, scope, {
    grant_type: 'password',
    username: 'ann',
    password: 'ann-password',
    resource: `${samples.upstreams.origin}/mcp`,
  });

/** Calls a tool. The token goes in the header, unless `path` already has it in the query. */
export function callTool(
  { upstreams }: TestSamples,
  token: string | null,
  name = 'list_orders',
  given: Readonly<Record<string, unknown>> = {},
  query = '',
): Promise<Response> {
  return fetch(`${upstreams.origin}/mcp${query}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
  });
}

/** An order, and what `create_order` says of it. */
export async function placeOrder(
  samples: TestSamples,
  token: string,
): Promise<{ handle: string; id: string }> {
  const text = await (await callTool(samples, token, 'create_order', { item: 'Cable', quantity: 1 })).text();
  const [, handle = ''] = /\\"handle\\":\\"([^\\]+)\\"/.exec(text) ?? [];
  const [, id = ''] = /\\"id\\":\\"([^\\]+)\\"/.exec(text) ?? [];
  return { handle, id };
}

const challengeOf = (response: Response) => response.headers.get('www-authenticate') ?? '';
const both = 'orders.read orders.write';

/** One attack for each weakness of the MCP server; true: it succeeded. */
export const mcpAttacks: Readonly<Record<string, (samples: TestSamples) => Promise<boolean>>> = {
  'rs-any-audience': async (samples) => {
    const token = await agentToken(samples, 'orders.read', { resource: 'https://else.example/mcp' });
    return (await callTool(samples, token)).status === 200;
  },
  'rs-audience-optional': async (samples) =>
    (await callTool(samples, await unboundToken(samples))).status === 200,
  'rs-query-token': async (samples) => {
    const query = `?access_token=${await agentToken(samples)}`;
    return (await callTool(samples, null, 'list_orders', {}, query)).status === 200;
  },
  'rs-scope-before-expiry': async (samples) => {
    samples.configure({ validationCacheSeconds: 60 });
    const token = await agentToken(samples);
    await callTool(samples, token);
    samples.as.advance(86_400_000);
    return (await callTool(samples, token, 'create_order')).status === 403;
  },
  'rs-drip-challenge': async (samples) => {
    const response = await callTool(samples, await agentToken(samples, 'other'), 'create_order');
    return response.status === 403 && !challengeOf(response).includes(`scope="${both}"`);
  },
  'rs-flat-scopes': async (samples) =>
    (await callTool(samples, await agentToken(samples, 'orders'))).status === 403,
  'handle-is-identity': async (samples) => {
    const { handle, id } = await placeOrder(samples, await annsToken(samples, both));
    const response = await callTool(samples, await agentToken(samples), 'list_orders', { handle });
    return response.status === 200 && (await response.text()).includes(id);
  },
};
