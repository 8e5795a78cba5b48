// oidc-provider with everything in a Map: what a well-kept library for the same protocol takes, without a disk.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Adapter, type AdapterPayload, Provider } from 'oidc-provider';
import { codeFlowParties, codeFlowPaths } from '../support/code-flows.ts';
import { announce } from './announce.ts';

const [batch = ''] = process.argv.slice(2);
const lifetimeSeconds = 7_200;

/** Keeps as many as come: the library's own adapter forgets all but a thousand. */
class MapAdapter implements Adapter {
  readonly #model: string;
  static readonly #entries = new Map<string, AdapterPayload>();
  /** Sessions, which are looked for by another id too. */
  static readonly #idsByUid = new Map<string, string>();

  constructor(model: string) {
    this.#model = model;
  }

  #key(id: string): string {
    return `${this.#model}:${id}`;
  }

  async upsert(id: string, payload: AdapterPayload): Promise<undefined> {
    MapAdapter.#entries.set(this.#key(id), payload);
    if (this.#model === 'Session') MapAdapter.#idsByUid.set(String(payload['uid']), id);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return MapAdapter.#entries.get(this.#key(id));
  }

  async findByUserCode(): Promise<undefined> {}

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const id = MapAdapter.#idsByUid.get(uid);
    return id === undefined ? undefined : this.find(id);
  }

  async consume(id: string): Promise<undefined> {
    const found = await this.find(id);
    if (found !== undefined) found['consumed'] = Math.floor(Date.now() / 1_000);
  }

  async destroy(id: string): Promise<undefined> {
    MapAdapter.#entries.delete(this.#key(id));
  }

  async revokeByGrantId(): Promise<undefined> {}
}

const registered = (credentials: string) => {
  const [clientId = '', clientSecret = ''] = credentials.split(':');
  return {
    client_id: clientId,
    client_secret: clientSecret,
    scope: 'orders.read',
    token_endpoint_auth_method: 'client_secret_basic',
  };
};

// It warns on the console of what a test server may leave as it is.
for (const method of ['info', 'warn'] as const) console[method] = () => undefined;
const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const provider = new Provider(url, {
    adapter: MapAdapter,
    clients: [
      {
        ...registered(batch),
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
      {
        ...registered(codeFlowParties.credentials),
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [codeFlowParties.redirectUri],
        response_types: ['code'],
      },
    ],
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId }),
    }),
    issueRefreshToken: () => true,
    cookies: { keys: ['a key of the benchmark'] },
    scopes: ['orders.read'],
    features: {
      // The pages on which somebody signs in once.
      devInteractions: { enabled: true },
      pushedAuthorizationRequests: { enabled: true },
      clientCredentials: { enabled: true },
      introspection: { enabled: true },
    },
    routes: {
      authorization: codeFlowPaths.authorize,
      pushed_authorization_request: codeFlowPaths.push,
      token: codeFlowPaths.token,
    },
    ttl: { ClientCredentials: lifetimeSeconds },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));
  announce({ authorizationServer: url });
});
