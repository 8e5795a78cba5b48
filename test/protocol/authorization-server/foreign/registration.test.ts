import { exportJWK, generateKeyPair } from 'jose';
import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { startedAnew } from '#test/support/started.ts';
import { callback } from '../parties.ts';
import { openTo } from '../registering.ts';
import { approve, startNow } from './parties.ts';

const grantTypes = ['authorization_code', 'refresh_token', 'client_credentials'];
const as = startedAnew(() => startNow({ settings: openTo({ grantTypes }) }));

const http = { [oauth.allowInsecureRequests]: true } as const;
const execute = [client.allowInsecureRequests];

test('openid-client discovers the endpoint, registers a native application and signs a user in', async () => {
  const config = await client.dynamicClientRegistration(
    new URL(as.origin),
    {
      client_name: 'Agent',
      redirect_uris: [callback],
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      scope: 'openid orders.read',
    },
    client.None(),
    { execute },
  );
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const target = client.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: 'openid orders.read',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  const tokens = await client.authorizationCodeGrant(config, await approve(as, target.href), {
    pkceCodeVerifier,
    idTokenExpected: true,
  });
  expect(tokens.claims()).toMatchObject({ sub: 'ann', aud: config.clientMetadata().client_id });
  expect((await client.refreshTokenGrant(config, tokens.refresh_token ?? '')).access_token).not.toBe('');
});

test('openid-client registers a key and gets a token by it; with a secret it has the lifetime that it is told', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const byKey = await client.dynamicClientRegistration(
    new URL(as.origin),
    {
      grant_types: ['client_credentials'],
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'ES256',
      jwks: { keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256' }] },
    },
    client.PrivateKeyJwt(privateKey),
    { execute },
  );
  expect(byKey.clientMetadata()).not.toHaveProperty('client_secret');
  expect((await client.clientCredentialsGrant(byKey, { scope: 'orders.read' })).token_type).toBe('bearer');

  const bySecret = await client.dynamicClientRegistration(
    new URL(as.origin),
    { grant_types: ['client_credentials'], token_endpoint_auth_method: 'client_secret_post' },
    undefined,
    { execute },
  );
  expect((await client.clientCredentialsGrant(bySecret, { scope: 'orders.read' })).token_type).toBe('bearer');
  expect(bySecret.clientMetadata()['client_secret_expires_at']).toBeGreaterThan(as.nowMillis() / 1_000);
});

test('oauth4webapi registers with an initial access token, and reads why it may not', async () => {
  as.configure({ registration: 'token' });
  const issuer = new URL(as.origin);
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, http));
  const metadata = { redirect_uris: ['https://shop.example/cb'] };
  const bare = await oauth.dynamicClientRegistrationRequest(server, metadata, http);
  await expect(oauth.processDynamicClientRegistrationResponse(bare)).rejects.toThrow(
    oauth.WWWAuthenticateChallengeError,
  );
  const { token: initialAccessToken } = await as.server.admin.dynamicClients.createToken({
    label: 'CI',
    lifetimeHours: 1,
    maxUses: 1,
  });
  const wrong = { redirect_uris: ['javascript:alert(1)'] };
  const refused = await oauth.dynamicClientRegistrationRequest(server, wrong, {
    ...http,
    initialAccessToken,
  });
  await expect(oauth.processDynamicClientRegistrationResponse(refused)).rejects.toMatchObject({
    error: 'invalid_redirect_uri',
  });
  const taken = await oauth.dynamicClientRegistrationRequest(server, metadata, {
    ...http,
    initialAccessToken,
  });
  const registered = await oauth.processDynamicClientRegistrationResponse(taken);
  expect(registered).toMatchObject({ ...metadata, client_secret: expect.stringMatching(/^[\w-]{56}$/) });
});
