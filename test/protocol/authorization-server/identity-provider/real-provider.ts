import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { closeServer, listeningOrigin } from '#test/support/listening.ts';

/** An OpenID provider that others wrote, with a sign-in page that takes any of its people. */
export interface RealProvider {
  readonly issuer: string;
  /** Requests that it received, as the browser came. */
  readonly asked: readonly URLSearchParams[];
  close(): Promise<void>;
}

/** The users who may sign in there. */
const people: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ada: { name: 'Ada Lovelace', email: 'ada@example.org', email_verified: true, status: 'platinum' },
  grace: { name: 'Grace Hopper', email: 'grace@example.org', email_verified: false, status: 'silver' },
  ann: { name: 'Another Ann' },
};

const scope = 'openid profile email';

// It warns on the console of what a test server may leave as it is.
for (const method of ['info', 'warn'] as const) console[method] = () => undefined;

/** Stands it on port 0; `callback` is where it may send browsers back to. */
export async function startRealProvider(callback: string): Promise<RealProvider> {
  const server = createServer();
  const issuer = await listeningOrigin(server);
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'gatehouse',
        client_secret: 'a secret: with % and +',
        redirect_uris: [callback],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
      {
        client_id: 'gatehouse-public',
        redirect_uris: [callback],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
      },
      {
        client_id: 'gatehouse-implicit',
        redirect_uris: [callback],
        response_types: ['id_token'],
        grant_types: ['implicit'],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }] },
    cookies: { keys: ['a key of the test'] },
    responseTypes: ['code', 'id_token'],
    claims: { openid: ['sub'], profile: ['name', 'status'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { readonly uid: string }) => `/sign-in/${uid}` },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: async () => Promise.resolve({ sub: id, ...people[id] }),
    }),
    // It asks for no consent of its own: the one that is asked for here is ours.
    async loadExistingGrant({ oidc }: { readonly oidc: GrantContext }) {
      const grant = new provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      });
      grant.addOIDCScope(scope);
      await grant.save();
      return grant;
    },
  });
  const asked: URLSearchParams[] = [];
  const others = provider.callback();
  server.on('request', (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer);
    if (pathname === '/auth') asked.push(searchParams);
    const answering = pathname.startsWith('/sign-in/')
      ? signIn(provider, request, response)
      : others(request, response);
    answering.catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  return {
    issuer,
    asked,
    close: () => closeServer(server),
  };
}

interface GrantContext {
  readonly client: { readonly clientId: string };
  readonly session: { readonly accountId: string };
}

async function signIn(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') {
    const { params, prompt } = await provider.interactionDetails(request, response);
    if (prompt.name === 'consent') return provider.interactionFinished(request, response, { consent: {} });
    const hint = params['login_hint'] ?? '';
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<h1>Foreign sign-in</h1><form method="post" action=""><input name="who" value="${hint}"></form>`);
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  const who = new URLSearchParams(Buffer.concat(chunks).toString('utf8')).get('who') ?? '';
  const denied = { error: 'access_denied', error_description: 'The user does not want to.' };
  const result = who === '' ? denied : { login: { accountId: who } };
  await provider.interactionFinished(request, response, result);
}
