import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** An authorization server that others wrote, and what our clients and users there are. */
export interface ForeignServer {
  readonly issuer: string;
  /** As `targets/<name>.json` has it. */
  readonly file: Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

// It warns on the console of what a test server may leave as it is.
for (const method of ['info', 'warn'] as const) console[method] = () => undefined;

const scope = 'openid offline_access profile';
const web = (id: string) => ({
  client_id: id,
  client_secret: `${id}-secret-of-the-test`,
  redirect_uris: [`https://${id}.example/cb`],
  grant_types: ['authorization_code', 'refresh_token'],
});
const registrations = [
  web('web'),
  web('other'),
  {
    client_id: 'native',
    token_endpoint_auth_method: 'none',
    redirect_uris: ['http://127.0.0.1/cb'],
    grant_types: ['authorization_code'],
  },
  {
    client_id: 'batch',
    client_secret: 'batch-secret-of-the-test',
    redirect_uris: [],
    grant_types: ['client_credentials'],
  },
];

/** Stands oidc-provider on port 0, set up as its documentation says, with the pages that it has for development. */
export async function startForeignServer(): Promise<ForeignServer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: registrations.map((client) => ({
      ...client,
      ...(client.grant_types.includes('client_credentials') ? {} : { scope }),
      response_types: client.grant_types.includes('authorization_code') ? ['code'] : [],
      ...(client.client_id === 'native' ? { application_type: 'native' } : {}),
    })),
    claims: { openid: ['sub'], profile: ['name'] },
    cookies: { keys: ['a key of the test'] },
    features: {
      clientCredentials: { enabled: true },
      introspection: { enabled: true },
      revocation: { enabled: true },
    },
    issueRefreshToken: async () => Promise.resolve(true),
    pkce: {
      required: (_context: unknown, client: { readonly clientAuthMethod?: string }) =>
        client.clientAuthMethod === 'none',
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));
  return {
    issuer,
    file: {
      clients: registrations.map((client) => ({
        ...client,
        scope: client.grant_types.includes('client_credentials') ? '' : 'openid profile',
      })),
      users: [
        { username: 'ann', password: 'any-password' },
        { username: 'bob', password: 'any-password' },
      ],
    },
    close: async () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
