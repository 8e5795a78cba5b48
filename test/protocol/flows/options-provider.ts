import { createServer } from 'node:http';
import { exportJWK, exportPKCS8, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { closeServer, listeningPort } from '#test/support/listening.ts';
import { foreignCallback } from './foreign-parties.ts';

/** An OpenID provider that others wrote, which takes all that the options of a flow can ask for. */
export interface OptionsProvider {
  readonly issuer: string;
  /** As `targets/<name>.json` has it. */
  readonly file: Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

export interface OptionsProviderSetup {
  /** Authorization requests have to be pushed. RFC 9126 §5 */
  readonly push?: boolean;
  /** Clients have to send signed request objects. RFC 9101 §10.5 */
  readonly signed?: boolean;
  /** Tokens are bound to a key, and every proof needs a nonce of the server. RFC 9449 §8 */
  readonly bound?: boolean;
}

/** The resource that tokens of the provider can be asked for. RFC 8707 */
export const ordersResource = 'urn:orders';

/** Stands oidc-provider on port 0, with the pages for development that it brings along. */
export async function startOptionsProvider(setup: OptionsProviderSetup = {}): Promise<OptionsProvider> {
  const server = createServer();
  const issuer = `http://127.0.0.1:${await listeningPort(server)}`;
  const [own, signer] = [
    await generateKeyPair('RS256', { extractable: true }),
    await generateKeyPair('ES256', { extractable: true }),
  ];
  const signing = {
    require_signed_request_object: setup.signed === true,
    dpop_bound_access_tokens: setup.bound === true,
  };
  const common = {
    redirect_uris: [foreignCallback],
    grant_types: ['authorization_code', 'implicit'],
    response_types: ['code', 'code id_token', 'id_token', 'none'],
    scope: 'openid email',
    ...signing,
  };
  const portal = { client_id: 'portal', client_secret: 'planted-secret-of-the-portal' };
  const provider = new Provider(issuer, {
    clients: [
      { ...common, ...portal },
      {
        ...common,
        client_id: 'signer',
        token_endpoint_auth_method: 'private_key_jwt',
        token_endpoint_auth_signing_alg: 'ES256',
        jwks: { keys: [{ ...(await exportJWK(signer.publicKey)), alg: 'ES256', use: 'sig' }] },
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(own.privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }] },
    cookies: { keys: ['a key of the test'] },
    claims: { openid: ['sub'], email: ['email'] },
    features: {
      claimsParameter: { enabled: true },
      pushedAuthorizationRequests: {
        enabled: true,
        requirePushedAuthorizationRequests: setup.push === true,
      },
      requestObjects: { enabled: true },
      jwtResponseModes: { enabled: true },
      dPoP: {
        enabled: true,
        nonceSecret: Buffer.alloc(32, 1),
        requireNonce: () => setup.bound === true,
      },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({
          scope: 'openid email',
          audience: 'orders',
          accessTokenFormat: 'jwt',
        }),
      },
    },
    responseTypes: ['code', 'code id_token', 'id_token', 'none'],
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: async () => Promise.resolve({ sub: id, email: `${id}@example.com` }),
    }),
  });
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));
  const here = { redirect_uris: [foreignCallback], scope: 'openid email' };
  return {
    issuer,
    file: {
      issuer,
      clients: [
        { ...here, ...portal },
        {
          ...here,
          client_id: 'signer',
          token_endpoint_auth_method: 'private_key_jwt',
          private_key: await exportPKCS8(signer.privateKey),
        },
      ],
      users: [{ username: 'ada', password: 'any password' }],
      // Each run of the tests signs in.
      sign_in: { keep_session: false },
    },
    close: () => closeServer(server),
  };
}
