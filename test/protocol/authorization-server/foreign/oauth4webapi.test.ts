import * as oauth from 'oauth4webapi';
import { beforeEach, describe, expect, test } from 'vitest';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew } from '#test/support/started.ts';
import { Browser, callback } from '../parties.ts';

const insecure = { [oauth.allowInsecureRequests]: true };
let server: oauth.AuthorizationServer;
const as = startedAnew(() =>
  startAuthorizationServer({ settings: { issuerInResponse: true, rollRefreshTokens: true } }),
);
beforeEach(async () => {
  const issuer = new URL(as.origin);
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
  server = await oauth.processDiscoveryResponse(issuer, response);
});

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
