import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { exportJWK, exportPKCS8, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { closeServer, listeningPort } from '#test/support/listening.ts';

/** Where the clients of the provider take their answers: nowhere, as far as Gatehouse knows. */
export const foreignCallback = 'https://portal.invalid/cb';

/** An OpenID provider that others wrote, with the pages for development that it brings along. */
export interface ForeignServer {
  readonly issuer: string;
  /** PEM of the key that the client `signer` is registered with. */
  readonly signerKey: string;
  close(): Promise<void>;
}

// It warns on the console of what a test server may leave as it is.
for (const method of ['info', 'warn'] as const) console[method] = () => undefined;

/** Stands it on port 0, configured as its documentation says. */
export async function startForeignServer(): Promise<ForeignServer> {
  const server = createServer();
  const issuer = `http://127.0.0.1:${await listeningPort(server)}`;
  const keys = await generateKeyPair('RS256', { extractable: true });
  const signer = await generateKeyPair('ES256', { extractable: true });
  const back = { redirect_uris: [], response_types: [], grant_types: ['client_credentials'] };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'portal',
        client_secret: 'planted foreign: secret + %',
        redirect_uris: [foreignCallback],
        grant_types: ['authorization_code', 'refresh_token'],
      },
      {
        ...back,
        client_id: 'poster',
        client_secret: 'planted-poster-secret',
        token_endpoint_auth_method: 'client_secret_post',
      },
      {
        ...back,
        client_id: 'sharer',
        client_secret: 'planted-sharer-secret-of-more-than-32-bytes',
        token_endpoint_auth_method: 'client_secret_jwt',
      },
      {
        ...back,
        client_id: 'signer',
        token_endpoint_auth_method: 'private_key_jwt',
        token_endpoint_auth_signing_alg: 'ES256',
        jwks: { keys: [{ ...(await exportJWK(signer.publicKey)), alg: 'ES256', use: 'sig', kid: 'mine' }] },
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(keys.privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }] },
    cookies: { keys: ['a key of the test'] },
    features: {
      clientCredentials: { enabled: true },
      introspection: { enabled: true },
      revocation: { enabled: true },
    },
    issueRefreshToken: async (_context: unknown, client: { grantTypeAllowed(type: string): boolean }) =>
      Promise.resolve(client.grantTypeAllowed('refresh_token')),
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: async () => Promise.resolve({ sub: id }),
    }),
  });
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));
  return { issuer, signerKey: await exportPKCS8(signer.privateKey), close: () => closeServer(server) };
}

/** The file of the provider in a workspace. */
export function foreignTargetFile({ issuer, signerKey }: ForeignServer) {
  return {
    display_name: 'The provider of others',
    issuer,
    clients: [
      {
        client_id: 'portal',
        client_secret: 'planted foreign: secret + %',
        redirect_uris: [foreignCallback],
        scope: 'openid',
      },
      {
        client_id: 'poster',
        client_secret: 'planted-poster-secret',
        token_endpoint_auth_method: 'client_secret_post',
      },
      { client_id: 'signer', private_key: signerKey, private_key_alg: 'ES256', private_key_id: 'mine' },
    ],
    users: [{ username: 'ada', password: 'any password' }],
  };
}

/** A proxy that writes down what passes. */
export interface RecordingProxy {
  readonly url: string;
  readonly passed: readonly { readonly line: string; readonly authorization: string }[];
  close(): Promise<void>;
}

/** Stands it on port 0; it lets through whoever shows this name and password. */
export async function startRecordingProxy(username: string, password: string): Promise<RecordingProxy> {
  const passed: { line: string; authorization: string }[] = [];
  const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const server = createServer((incoming, outgoing) => {
    const authorization = incoming.headers['proxy-authorization'] ?? '';
    passed.push({ line: `${incoming.method} ${incoming.url}`, authorization });
    if (authorization !== expected) return void outgoing.writeHead(407).end();
    const { 'proxy-authorization': _own, ...headers } = incoming.headers;
    const onward = httpRequest(
      incoming.url ?? '',
      { method: incoming.method ?? 'GET', headers },
      (answer: IncomingMessage) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(onward);
  });
  const url = `http://127.0.0.1:${await listeningPort(server)}`;
  return { url, passed, close: () => closeServer(server) };
}
