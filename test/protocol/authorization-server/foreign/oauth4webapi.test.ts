import { exportJWK, generateKeyPair } from 'jose';
import * as oauth from 'oauth4webapi';
import { beforeEach, describe, expect, test } from 'vitest';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew, startInstead } from '#test/support/started.ts';
import { Browser, callback } from '../parties.ts';
import { startNow } from './parties.ts';

const insecure = { [oauth.allowInsecureRequests]: true };
let server: oauth.AuthorizationServer;
const as = startedAnew(() =>
  startAuthorizationServer({ settings: { issuerInResponse: true, rollRefreshTokens: true } }),
);
beforeEach(() => discover());
async function discover(): Promise<void> {
  const issuer = new URL(as.origin);
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
  server = await oauth.processDiscoveryResponse(issuer, response);
}

/** Lets a person go through the pages; gives the callback's URL. */
async function approve(target: URL): Promise<URL> {
  const browser = new Browser(as);
  await browser.open(target.href);
  await browser.signIn();
  return new URL((await browser.submit({ decision: 'allow' })).location);
}

async function codeFlow(
  client: oauth.Client,
  authentication: oauth.ClientAuth,
): Promise<oauth.TokenEndpointResponse> {
  const codeVerifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const target = new URL(server.authorization_endpoint ?? '');
  target.search = new URLSearchParams({
    client_id: client.client_id,
    response_type: 'code',
    redirect_uri: callback,
    scope: 'orders.read',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  }).toString();
  const parameters = oauth.validateAuthResponse(server, client, await approve(target), state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    parameters,
    callback,
    codeVerifier,
    insecure,
  );
  return oauth.processAuthorizationCodeResponse(server, client, response);
}

describe('a client that others wrote, with a JWT of its own', () => {
  const secret = 'a-secret-of-at-least-thirty-two-bytes';
  const begin = async (): Promise<CryptoKey> => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const grantTypes = ['client_credentials'];
    const inline = [{ ...(await exportJWK(publicKey)), kid: 'one' }];
    const keys = { inline, uri: undefined };
    await startInstead(as, () =>
      startNow({
        clients: [
          { clientId: 'signer', authentication: 'private_key_jwt', keys, grantTypes },
          { clientId: 'sharer', authentication: 'client_secret_jwt', secret, grantTypes },
        ],
      }),
    );
    await discover();
    return privateKey;
  };
  const ask = async (clientId: string, authentication: oauth.ClientAuth) => {
    const client: oauth.Client = { client_id: clientId };
    const response = await oauth.clientCredentialsGrantRequest(server, client, authentication, {}, insecure);
    return oauth.processClientCredentialsResponse(server, client, response);
  };

  test('signs with its key or its secret, in every profile', async () => {
    const key = await begin();
    for (const profile of ['product', 'strict', 'oauth-2.1', 'training'] as const) {
      as.configure({ profile });
      const byKey = await ask('signer', oauth.PrivateKeyJwt({ key, kid: 'one' }));
      const bySecret = await ask('sharer', oauth.ClientSecretJwt(secret));
      expect([byKey.token_type, bySecret.token_type]).toEqual(['bearer', 'bearer']);
    }
  });

  test('is refused with the key or the secret of another', async () => {
    await begin();
    const { privateKey } = await generateKeyPair('ES256');
    const refused = { error: 'invalid_client', status: 401 };
    await expect(ask('signer', oauth.PrivateKeyJwt({ key: privateKey }))).rejects.toThrow(
      oauth.WWWAuthenticateChallengeError,
    );
    await expect(ask('signer', oauth.ClientSecretJwt(secret))).rejects.toMatchObject({
      status: refused.status,
    });
    await expect(ask('sharer', oauth.ClientSecretPost(secret))).rejects.toMatchObject({
      status: refused.status,
    });
  });
});

describe('a client that others wrote', () => {
  test('goes through code, PKCE and refresh with Basic', async () => {
    const client: oauth.Client = { client_id: 'portal-web' };
    const secret = oauth.ClientSecretBasic('portal-web-secret');
    const tokens = await codeFlow(client, secret);
    expect(tokens.token_type).toBe('bearer');
    expect(tokens.expires_in).toBe(7_200);
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      secret,
      tokens.refresh_token ?? '',
      insecure,
    );
    const refreshed = await oauth.processRefreshTokenResponse(server, client, response);
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
  });

  test('goes through code and PKCE as a public client, and with the secret in the body', async () => {
    expect((await codeFlow({ client_id: 'mobile-app' }, oauth.None())).access_token).toHaveLength(28);
    const posted = oauth.ClientSecretPost('portal-web-secret');
    expect((await codeFlow({ client_id: 'portal-web' }, posted)).access_token).toHaveLength(28);
  });

  test('acts for itself', async () => {
    const client: oauth.Client = { client_id: 'batch-job' };
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      oauth.ClientSecretBasic('batch-job-secret'),
      new URLSearchParams({ scope: 'orders.read' }),
      insecure,
    );
    const tokens = await oauth.processClientCredentialsResponse(server, client, response);
    expect(tokens.access_token).toHaveLength(28);
    expect(tokens.refresh_token).toBeUndefined();
  });

  test('reads our challenge and our errors', async () => {
    const client: oauth.Client = { client_id: 'batch-job' };
    const ask = async (authentication: oauth.ClientAuth) =>
      oauth.processClientCredentialsResponse(
        server,
        client,
        await oauth.clientCredentialsGrantRequest(
          server,
          client,
          authentication,
          { scope: 'admin' },
          insecure,
        ),
      );
    await expect(ask(oauth.ClientSecretBasic('wrong'))).rejects.toThrow(oauth.WWWAuthenticateChallengeError);
    await expect(ask(oauth.ClientSecretPost('batch-job-secret'))).rejects.toMatchObject({
      error: 'invalid_scope',
    });
  });
});
