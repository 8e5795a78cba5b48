import { generateKeyPairSync } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { errors, Provider } from 'oidc-provider';
import { closeServer, listeningOrigin } from '#test/support/listening.ts';

/** An authorization server that others wrote, and what our clients and users there are. */
export interface ForeignServer {
  readonly issuer: string;
  /** As `targets/<name>.json` has it. */
  readonly file: Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

// It warns on the console of what a test server may leave as it is.
for (const method of ['info', 'warn'] as const) console[method] = () => undefined;

/** How the server is set up, besides what its documentation says. */
export interface ForeignSetup {
  /** PKCE is demanded of every client. */
  readonly pkce?: boolean;
  /** Authorization requests have to be pushed. RFC 9126 §5 */
  readonly push?: boolean;
  /** How its confidential clients authenticate. */
  readonly authentication?: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';
  /** Where answers to the application `portal` come back; absent: there is none. */
  readonly applicationRedirectUri?: string;
  /** It has a client of every kind, and tokens of `batch` are for a resource that verifies them by itself. */
  readonly isWhole?: boolean;
  /** Its pages are drawn by a script, a moment after they came. */
  readonly isDrawn?: boolean;
}

const scope = 'openid offline_access profile';
const web = (id: string) => ({
  client_id: id,
  client_secret: `${id}-secret-of-the-test`,
  redirect_uris: [`https://${id}.example/cb`],
  grant_types: ['authorization_code', 'refresh_token'],
});
const usual = [
  web('web'),
  { ...web('other'), redirect_uris: ['https://other.example/cb', 'https://other.example/second'] },
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

const keys = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const otherKeys = generateKeyPairSync('rsa', { modulusLength: 2_048 });

/** A client that signs who it is, whatever the others do. */
const signer = (id: string) => ({
  client_id: id,
  token_endpoint_auth_method: 'private_key_jwt',
  redirect_uris: [],
  grant_types: ['client_credentials'],
});

/** Clients for what few servers allow: a redirect URI with a query, the implicit grant, the password grant. */
const rare = [
  { ...web('query'), redirect_uris: ['https://query.example/cb?tenant=1'] },
  {
    client_id: 'spa',
    token_endpoint_auth_method: 'none',
    redirect_uris: ['https://spa.example/cb'],
    grant_types: ['implicit'],
    response_types: ['id_token token'],
  },
  { ...web('legacy'), redirect_uris: [], grant_types: ['password'] },
  signer('signer'),
  signer('other-signer'),
];

/** The audience of tokens of the client `batch`. */
export const resourceAudience = 'https://orders.example';

function registrationsOf({ applicationRedirectUri, isWhole }: ForeignSetup) {
  const own = isWhole === true ? [...usual, ...rare] : usual;
  if (applicationRedirectUri === undefined) return own;
  const portal = {
    ...web('portal'),
    redirect_uris: [applicationRedirectUri],
    token_endpoint_auth_method: 'client_secret_post',
  };
  return [...own, portal];
}

/** A client as the server has it, and as our file has it. */
function registered(client: Readonly<Record<string, unknown>>, { authentication }: ForeignSetup) {
  const { client_secret: secret, ...rest } = client;
  const isSigner = client['token_endpoint_auth_method'] === 'private_key_jwt';
  if (isSigner) return withKey(rest, client['client_id'] === 'signer' ? keys : otherKeys);
  if (secret === undefined || authentication === undefined) return { there: client, here: client };
  const way = { ...rest, token_endpoint_auth_method: authentication };
  if (authentication !== 'private_key_jwt')
    return { there: { ...way, client_secret: secret }, here: { ...way, client_secret: secret } };
  return withKey(way, keys);
}

function withKey(way: Readonly<Record<string, unknown>>, { publicKey, privateKey }: typeof keys) {
  const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] };
  return {
    there: { ...way, token_endpoint_auth_signing_alg: 'RS256', jwks },
    here: { ...way, private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) },
  };
}

function responseTypesOf(client: {
  readonly grant_types: readonly string[];
  readonly response_types?: readonly string[];
}): readonly string[] {
  return client.response_types ?? (client.grant_types.includes('authorization_code') ? ['code'] : []);
}

/** Tokens for a resource of its own, which are JWTs. RFC 8707, RFC 9068 */
const resourceIndicators = {
  enabled: true,
  defaultResource: (_context: unknown, client: { readonly clientId: string }) =>
    client.clientId === 'batch' ? resourceAudience : undefined,
  useGrantedResource: () => true,
  getResourceServerInfo: () => ({
    scope: '',
    audience: resourceAudience,
    accessTokenFormat: 'jwt',
    jwt: { sign: { alg: 'RS256' } },
  }),
};

/** The password grant, as the documentation of oidc-provider writes one. RFC 6749 §4.3 */
function takePasswords(provider: Provider): void {
  provider.registerGrantType(
    'password',
    async (context) => {
      const { params, client } = context.oidc;
      const { username = '', password, scope: asked = '' } = params;
      if (password !== 'any-password' || !['ann', 'bob'].includes(username))
        throw new errors.InvalidGrant('the user or the password is wrong');
      const words = asked.split(' ').filter((word) => word !== '');
      if (words.some((word) => !scope.split(' ').includes(word)))
        throw new errors.InvalidScope('requested scope is not allowed', asked);
      const grant = new provider.Grant({ clientId: client.clientId, accountId: username });
      grant.addOIDCScope(asked);
      const grantId = await grant.save();
      const token = new provider.AccessToken({
        accountId: username,
        client,
        grantId,
        gty: 'password',
        scope: asked,
      });
      context.body = {
        access_token: await token.save(),
        expires_in: token.expiration,
        token_type: 'Bearer',
        scope: asked,
      };
    },
    ['username', 'password', 'scope'],
  );
}

/** A page that comes empty: its script draws what else would have stood in it. */
function drawByScript(response: ServerResponse): void {
  const end = response.end.bind(response) as (chunk?: unknown) => ServerResponse;
  response.end = ((chunk?: unknown) => {
    const isPage = String(response.getHeader('content-type')).includes('html') && response.statusCode === 200;
    const text = typeof chunk === 'string' || Buffer.isBuffer(chunk) ? String(chunk) : '';
    if (!isPage || !text.includes('<form')) return end(chunk);
    const body = /<body[^>]*>([\s\S]*)<\/body>/.exec(text)?.[1] ?? text;
    const drawn = `<!doctype html><title>App</title><div id="app"></div><script>setTimeout(() => {
      document.getElementById('app').innerHTML = ${JSON.stringify(body).replaceAll('<', '\\u003c')}; }, 30)</script>`;
    response.setHeader('content-length', Buffer.byteLength(drawn));
    return end(drawn);
  }) as ServerResponse['end'];
}

/** Stands oidc-provider on port 0, set up as its documentation says, with the pages that it has for development. */
export async function startForeignServer(setup: ForeignSetup = {}): Promise<ForeignServer> {
  const server = createServer();
  const issuer = await listeningOrigin(server);
  const registrations = registrationsOf(setup);
  const provider = new Provider(issuer, {
    clients: registrations.map((client) => ({
      ...registered(client, setup).there,
      ...(client.grant_types.includes('client_credentials') ? {} : { scope }),
      response_types: responseTypesOf(client),
      ...(client.client_id === 'native' ? { application_type: 'native' } : {}),
    })),
    claims: { openid: ['sub'], profile: ['name'] },
    cookies: { keys: ['a key of the test'] },
    features: {
      clientCredentials: { enabled: true },
      introspection: { enabled: true },
      revocation: { enabled: true },
      requestObjects: { enabled: true },
      jwtResponseModes: { enabled: true },
      ...(setup.isWhole === true ? { resourceIndicators } : {}),
      ...(setup.push === true
        ? { pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: true } }
        : {}),
    },
    issueRefreshToken: async () => Promise.resolve(true),
    ...(setup.isWhole === true ? { responseTypes: ['code', 'id_token token'] } : {}),
    pkce: {
      required: (_context: unknown, client: { readonly clientAuthMethod?: string }) =>
        setup.pkce === true || client.clientAuthMethod === 'none',
    },
  });
  if (setup.isWhole === true) takePasswords(provider);
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (setup.isDrawn === true) drawByScript(response);
    void answer(request, response);
  });
  return {
    issuer,
    file: {
      clients: registrations.map((client) => ({
        ...registered(client, setup).here,
        scope: client.grant_types.includes('client_credentials') ? '' : 'openid profile',
      })),
      users: [
        { username: 'ann', password: 'any-password' },
        { username: 'bob', password: 'any-password' },
      ],
    },
    close: () => closeServer(server),
  };
}
