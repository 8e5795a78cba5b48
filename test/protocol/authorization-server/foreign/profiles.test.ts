import { exportJWK, generateKeyPair } from 'jose';
import * as oauth from 'oauth4webapi';
import { expect, test } from 'vitest';
import { settingsOfProfile } from '#shared/workspace/index.ts';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew, startedOnce } from '#test/support/started.ts';
import { Browser } from '../parties.ts';

const insecure = { [oauth.allowInsecureRequests]: true };
const redirectUri = 'https://bank.example/cb';
const client: oauth.Client = { client_id: 'bank', id_token_signed_response_alg: 'ES256' };
const keys = startedOnce(async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid: 'one' } };
});
const as = startedAnew(() =>
  startAuthorizationServer({
    settings: settingsOfProfile('fapi-2.0-security'),
    clients: [
      {
        clientId: 'bank',
        authentication: 'private_key_jwt',
        keys: { inline: [keys.jwk], uri: undefined },
        idTokenAlgorithm: 'ES256',
        redirectUris: [redirectUri],
        grantTypes: ['authorization_code', 'refresh_token'],
        responseTypes: ['code'],
        scopes: ['openid', 'accounts'],
      },
    ],
  }),
);

test('a client that others wrote goes the whole way of FAPI 2.0, as the metadata say', async () => {
  const issuer = new URL(as.origin);
  const found = await oauth.discoveryRequest(issuer, insecure);
  const server = await oauth.processDiscoveryResponse(issuer, found);
  expect(server.require_pushed_authorization_requests).toBe(true);
  // The clock of the server is set: the library counts from its own.
  client[oauth.clockSkew] = Math.floor((as.nowMillis() - Date.now()) / 1_000);
  const authentication = oauth.PrivateKeyJwt({ key: keys.privateKey, kid: 'one' });
  const DPoP = oauth.DPoP(client, await oauth.generateKeyPair('ES256'));
  const options = { ...insecure, DPoP };

  const verifier = oauth.generateRandomCodeVerifier();
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const parameters = {
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid accounts',
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  const pushed = await oauth.processPushedAuthorizationResponse(
    server,
    client,
    await oauth.pushedAuthorizationRequest(server, client, authentication, parameters, options),
  );
  const browser = new Browser(as);
  const target = new URL(server.authorization_endpoint ?? '');
  target.search = new URLSearchParams({ client_id: 'bank', request_uri: pushed.request_uri }).toString();
  await browser.open(target.href);
  await browser.signIn();
  const callback = new URL((await browser.submit({ decision: 'allow' })).location);
  // It insists on iss, because the metadata promise it.
  const answered = oauth.validateAuthResponse(server, client, callback, state);
  const tokens = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      answered,
      redirectUri,
      verifier,
      options,
    ),
    { expectedNonce: nonce, requireIdToken: true },
  );
  expect(tokens.token_type).toBe('dpop');
  const refreshed = await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, authentication, tokens.refresh_token ?? '', options),
  );
  expect([refreshed.token_type, refreshed.refresh_token]).toEqual(['dpop', undefined]);
  const claims = await oauth.processUserInfoResponse(
    server,
    client,
    'ann',
    await oauth.userInfoRequest(server, client, tokens.access_token, options),
  );
  expect(claims.sub).toBe('ann');
});
