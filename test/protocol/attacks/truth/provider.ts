import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { closeServer } from '#test/support/listening.ts';
import type { ProviderFlaw } from './provider-flaws.ts';
import type { TruthServer, Way } from './server/start.ts';

type Has = (flaw: ProviderFlaw) => boolean;

// It warns on the console of what a test server may leave as it is.
for (const method of ['info', 'warn'] as const) console[method] = () => undefined;

const newPair = () => generateKeyPairSync('rsa', { modulusLength: 2_048 });
const shared = newPair();
/** Clients that sign who they are, whatever the others do, and their keys. */
const signers: Readonly<Record<string, typeof shared>> = { signer: newPair(), 'other-signer': newPair() };
const codeGrants = ['authorization_code', 'refresh_token'];
const registrations = [
  { client_id: 'web', redirect_uris: ['https://web.example/cb'], grant_types: codeGrants },
  {
    client_id: 'other',
    redirect_uris: ['https://other.example/cb', 'https://other.example/second'],
    grant_types: codeGrants,
  },
  { client_id: 'native', redirect_uris: ['http://127.0.0.1/cb'], grant_types: ['authorization_code'] },
  ...['batch', ...Object.keys(signers)].map((id) => ({
    client_id: id,
    redirect_uris: [],
    grant_types: ['client_credentials'],
  })),
];

/** A client as the server has it, and as our file has it. */
function registered(client: (typeof registrations)[number], usual: Way) {
  const own = signers[client.client_id];
  const way = own === undefined ? usual : 'private_key_jwt';
  const { publicKey, privateKey } = own ?? shared;
  const isCode = client.grant_types.includes('authorization_code');
  const isNative = client.client_id === 'native';
  const there = {
    ...client,
    scope: isCode ? 'openid offline_access profile' : 'orders.read',
    response_types: isCode ? ['code'] : [],
    token_endpoint_auth_method: isNative ? 'none' : way,
    ...(isNative ? { application_type: 'native' } : {}),
  };
  const here = { ...there, scope: isCode ? 'openid profile' : 'orders.read' };
  const secret = { client_secret: `${client.client_id}-secret-of-the-test` };
  if (isNative) return { there, here };
  if (way !== 'private_key_jwt') return { there: { ...there, ...secret }, here: { ...here, ...secret } };
  const keys = [{ ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }];
  return {
    there: { ...there, token_endpoint_auth_signing_alg: 'RS256', jwks: { keys } },
    here: { ...here, private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) },
  };
}

/** Stands oidc-provider on port 0, carefully set up: its flaws are settings, members that are replaced, and what stands before it. */
export async function startTruthProvider(planted: readonly ProviderFlaw[], way: Way): Promise<TruthServer> {
  const has: Has = (flaw) => planted.includes(flaw);
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clients = registrations.map((client) => registered(client, way));
  const provider = new Provider(
    `http://${host}`,
    settings(
      has,
      clients.map(({ there }) => there),
    ),
  );
  if (has('forwarded-host-trusted')) Object.assign(provider, { proxy: true });
  replaceMembers(provider, has);
  const answer = provider.callback();
  const isThrottled = throttle();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!has('host-reflected')) {
      request.headers.host = host;
      // Of the absolute form the path alone counts. RFC 9112 §3.2.2
      request.url = request.url?.replace(/^https?:\/\/[^/]*/, '') ?? '/';
    }
    rewriteQuery(request, has);
    changeHeaders(request, response, has);
    if (!has('client-guesses-unlimited') && isThrottled(request, response)) return;
    void answer(request, response);
  });
  return {
    issuer: `http://${host}`,
    file: {
      clients: clients.map(({ here }) => here),
      users: ['ann', 'bob'].map((username) => ({ username, password: 'any-password' })),
    },
    close: () => closeServer(server),
  };
}

function settings(has: Has, clients: readonly object[]) {
  return {
    clients,
    claims: { openid: ['sub'], profile: ['name'] },
    scopes: ['openid', 'offline_access', 'orders.read'],
    cookies: { keys: ['a key of the test'] },
    allowOmittingSingleRegisteredRedirectUri: has('redirect-omitted-at-token'),
    rotateRefreshToken: true,
    features: {
      clientCredentials: { enabled: true },
      introspection: { enabled: true },
      revocation: {
        enabled: true,
        ...(has('revocation-of-others') ? { allowedPolicy: () => Promise.resolve(true) } : {}),
      },
    },
    ...(has('tokens-short') ? { formats: { bitsOfOpaqueRandomness: 48 } } : {}),
    issueRefreshToken: () => Promise.resolve(true),
    pkce: { required: () => !has('pkce-not-demanded') },
  };
}

interface Replaceable {
  readonly Client: {
    readonly prototype: { redirectUriAllowed(this: { redirectUris: string[] }, uri: string): boolean };
  };
  readonly AuthorizationCode: { readonly prototype: { consume(): Promise<void> } };
  readonly RefreshToken: { readonly prototype: { consume(): Promise<void> } };
}

/** Of each server its own: the classes are made with it. */
function replaceMembers(provider: object, has: Has): void {
  const { Client, AuthorizationCode, RefreshToken } = provider as Replaceable;
  if (has('any-redirect')) Client.prototype.redirectUriAllowed = () => true;
  const isAllowed = Client.prototype.redirectUriAllowed;
  if (has('redirect-prefix'))
    Client.prototype.redirectUriAllowed = function allowed(uri) {
      return isAllowed.call(this, uri) || this.redirectUris.some((own) => uri.startsWith(own));
    };
  if (has('code-twice')) AuthorizationCode.prototype.consume = () => Promise.resolve();
  if (has('refresh-old-works')) RefreshToken.prototype.consume = () => Promise.resolve();
}

/** Changes the parameters of an authorization request before the server sees them. */
function rewriteQuery(request: IncomingMessage, has: Has): void {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  if (path !== '/auth' || !(has('parameters-twice') || has('state-cut'))) return;
  const given = [...new URLSearchParams(query)];
  const kept = has('parameters-twice') ? [...new Map(given)] : given;
  const cut = kept.map(([name, value]) => [name, name === 'state' ? value.slice(0, 1_024) : value]);
  request.url = `${path}?${new URLSearchParams(has('state-cut') ? cut : kept).toString()}`;
}

/** Sets the headers that a careful operator adds, and takes away those that a careless one does. */
function changeHeaders(request: IncomingMessage, response: ServerResponse, has: Has): void {
  const path = (request.url ?? '').split('?', 1)[0];
  const writeHead = response.writeHead.bind(response);
  response.writeHead = (status: number) => {
    const isPage = String(response.getHeader('content-type') ?? '').startsWith('text/html');
    if (isPage) pageHeaders(response, has);
    if (path === '/token' && status === 200) {
      response.setHeader('Pragma', 'no-cache');
      if (has('token-answers-kept'))
        for (const name of ['cache-control', 'pragma']) response.removeHeader(name);
    }
    const location = String(response.getHeader('location') ?? '');
    if (has('iss-of-errors-missing') && /[?&#]error=/.test(location))
      response.setHeader('location', location.replace(/([?&#])iss=[^&]*&?/, '$1').replace(/&$/, ''));
    return writeHead(status);
  };
}

function pageHeaders(response: ServerResponse, has: Has): void {
  response.setHeader('Cache-Control', has('pages-kept') ? 'private' : 'no-store');
  response.removeHeader('X-Frame-Options');
  response.removeHeader('Content-Security-Policy');
  if (!has('pages-in-frames')) response.setHeader('Content-Security-Policy', "frame-ancestors 'none'");
  response.removeHeader('Referrer-Policy');
  if (!has('pages-tell-referrer')) response.setHeader('Referrer-Policy', 'no-referrer');
}

/** Ten wrong guesses in a row close the token endpoint to an address for a second. */
function throttle(): (request: IncomingMessage, response: ServerResponse) => boolean {
  let wrong = 0;
  let until = 0;
  return (request, response) => {
    if (request.url !== '/token') return false;
    if (Date.now() < until) {
      request.resume();
      response.writeHead(429).end();
      return true;
    }
    response.on('finish', () => {
      wrong = response.statusCode === 401 ? wrong + 1 : 0;
      if (wrong < 10) return;
      wrong = 0;
      until = Date.now() + 1_000;
    });
    return false;
  };
}
