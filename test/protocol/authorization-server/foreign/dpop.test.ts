import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import { describe, expect, test } from 'vitest';
import { startedAnew } from '#test/support/started.ts';
import { callback } from '../parties.ts';
import { approve, startNow } from './parties.ts';

const codes = {
  redirectUris: [callback],
  scopes: ['openid', 'profile', 'orders.read'],
  grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
  responseTypes: ['code'],
  dpopBoundAccessTokens: true,
};
const as = startedAnew(() =>
  startNow({
    clients: [
      { clientId: 'portal-web', secret: 'portal-web-secret', ...codes },
      { clientId: 'mobile-app', ...codes },
    ],
    settings: { rollRefreshTokens: true, dpopNonces: true },
  }),
);

describe.each(['ES256', 'PS256', 'Ed25519'])('openid-client with a key for %s', (algorithm) => {
  test('goes from a bound code to userinfo, answering each request for a nonce', async () => {
    const config = await client.discovery(
      new URL(as.origin),
      'mobile-app',
      { dpop_bound_access_tokens: true },
      client.None(),
      { execute: [client.allowInsecureRequests] },
    );
    const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair(algorithm));
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const target = client.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: 'openid profile',
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      dpop_jkt: await DPoP.calculateThumbprint(),
    });
    const answer = await approve(as, target.href);
    const checks = { pkceCodeVerifier, idTokenExpected: true };
    const first = await client.authorizationCodeGrant(config, answer, checks, undefined, { DPoP });
    expect(first.token_type).toBe('dpop');
    const next = await client.refreshTokenGrant(config, first.refresh_token ?? '', undefined, { DPoP });
    expect(await client.fetchUserInfo(config, next.access_token, 'ann', { DPoP })).toMatchObject({
      sub: 'ann',
    });
    const others = client.getDPoPHandle(config, await client.randomDPoPKeyPair(algorithm));
    const stolen = client.refreshTokenGrant(config, next.refresh_token ?? '', undefined, { DPoP: others });
    await expect(stolen).rejects.toMatchObject({ error: 'invalid_grant' });
  });
});

test('oauth4webapi is asked for a nonce, and gets a token with it', async () => {
  const insecure = { [oauth.allowInsecureRequests]: true };
  const issuer = new URL(as.origin);
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
  const server = await oauth.processDiscoveryResponse(issuer, found);
  const self: oauth.Client = { client_id: 'portal-web', dpop_bound_access_tokens: true };
  const DPoP = oauth.DPoP(self, await oauth.generateKeyPair('ES256'));
  const ask = async () =>
    oauth.processClientCredentialsResponse(
      server,
      self,
      await oauth.clientCredentialsGrantRequest(
        server,
        self,
        oauth.ClientSecretBasic('portal-web-secret'),
        new URLSearchParams(),
        { DPoP, ...insecure },
      ),
    );
  const refused: unknown = await ask().catch((error: unknown) => error);
  expect(oauth.isDPoPNonceError(refused)).toBe(true);
  expect((await ask()).token_type).toBe('dpop');
});
