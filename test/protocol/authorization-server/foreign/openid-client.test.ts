import { exportJWK, generateKeyPair } from 'jose';
import * as client from 'openid-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestAuthorizationServer } from '#test/support/authorization-server.ts';
import { callback } from '../parties.ts';
import { approve, startNow } from './parties.ts';

let as: TestAuthorizationServer;
let config: client.Configuration;
beforeEach(async () => {
  as = await startNow({ settings: { issuerInResponse: true, rollRefreshTokens: true } });
  config = await discover();
});
afterEach(() => as.close());

function discover(
  authentication = client.ClientSecretBasic('portal-web-secret'),
): Promise<client.Configuration> {
  return client.discovery(new URL(as.origin), 'portal-web', undefined, authentication, {
    execute: [client.allowInsecureRequests],
  });
}

async function codeFlow(
  scope = 'openid profile',
): Promise<Awaited<ReturnType<typeof client.authorizationCodeGrant>>> {
  const [pkceCodeVerifier, expectedNonce, expectedState] = [
    client.randomPKCECodeVerifier(),
    client.randomNonce(),
    client.randomState(),
  ];
  const target = client.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope,
    nonce: expectedNonce,
    state: expectedState,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  const checks = { pkceCodeVerifier, expectedNonce, expectedState, idTokenExpected: true, maxAge: 300 };
  return client.authorizationCodeGrant(config, await approve(as, target.href), checks);
}

describe('openid-client', () => {
  test('finds the server by its OpenID discovery', () => {
    expect(config.serverMetadata()).toMatchObject({
      issuer: as.origin,
      userinfo_endpoint: `${as.origin}/as/userinfo.openid`,
    });
  });

  test('signs a user in with code, PKCE, nonce and state, and verifies the ID token', async () => {
    client.enableNonRepudiationChecks(config);
    const tokens = await codeFlow();
    expect(tokens.claims()).toMatchObject({ iss: as.origin, sub: 'ann', aud: 'portal-web' });
    // It counts from when the answer came, by the clock of the machine.
    expect([7_199, 7_200]).toContain(tokens.expiresIn());
    expect(await client.fetchUserInfo(config, tokens.access_token, 'ann')).toEqual({
      sub: 'ann',
      name: 'Ann Archer',
      status: 'gold',
    });
  });

  test('refreshes, introspects and revokes', async () => {
    const first = await codeFlow();
    const second = await client.refreshTokenGrant(config, first.refresh_token ?? '');
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await client.tokenIntrospection(config, second.access_token)).toMatchObject({
      active: true,
      username: 'ann',
    });
    await client.tokenRevocation(config, second.refresh_token ?? '');
    expect(await client.tokenIntrospection(config, second.access_token)).toEqual({ active: false });
  });

  test('acts for itself, and exchanges a token', async () => {
    const own = await client.clientCredentialsGrant(config, { scope: 'orders.read' });
    expect(own).toMatchObject({ token_type: 'bearer', expires_in: 7_200 });
    const traded = await client.genericGrantRequest(
      config,
      'urn:ietf:params:oauth:grant-type:token-exchange',
      {
        subject_token: own.access_token,
        subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      },
    );
    expect(traded['issued_token_type']).toBe('urn:ietf:params:oauth:token-type:access_token');
  });

  test('the hybrid flow: code and ID token, bound to each other', async () => {
    client.useCodeIdTokenResponseType(config);
    const [expectedNonce, expectedState] = [client.randomNonce(), client.randomState()];
    const target = client.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: 'openid',
      nonce: expectedNonce,
      state: expectedState,
    });
    const tokens = await client.authorizationCodeGrant(config, await approve(as, target.href), {
      expectedNonce,
      expectedState,
      maxAge: 300,
    });
    expect(tokens.claims()?.sub).toBe('ann');
  });

  test('the implicit flow with an ID token alone', async () => {
    client.useIdTokenResponseType(config);
    const [expectedNonce, expectedState] = [client.randomNonce(), client.randomState()];
    const target = client.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: 'openid profile',
      nonce: expectedNonce,
      state: expectedState,
    });
    const claims = await client.implicitAuthentication(
      config,
      await approve(as, target.href),
      expectedNonce,
      {
        expectedState,
      },
    );
    expect(claims).toMatchObject({ sub: 'ann', name: 'Ann Archer' });
  });

  test('a signed request object', async () => {
    const keys = await generateKeyPair('ES256');
    await as.close();
    as = await startNow({
      clients: [
        {
          clientId: 'portal-web',
          secret: 'portal-web-secret',
          redirectUris: [callback],
          scopes: ['openid'],
          grantTypes: ['authorization_code'],
          responseTypes: ['code'],
          keys: { inline: [{ ...(await exportJWK(keys.publicKey)) }], uri: undefined },
          requestObject: {
            algorithm: 'ES256',
            isRequired: true,
            uris: [],
          },
        },
      ],
    });
    config = await discover();
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const target = await client.buildAuthorizationUrlWithJAR(
      config,
      {
        redirect_uri: callback,
        scope: 'openid',
        code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
      },
      keys.privateKey,
    );
    expect(target.searchParams.get('redirect_uri')).toBeNull();
    const tokens = await client.authorizationCodeGrant(config, await approve(as, target.href), {
      pkceCodeVerifier,
    });
    expect(tokens.claims()?.sub).toBe('ann');
  });

  test('is told the truth about a wrong secret, with a challenge', async () => {
    const wrong = await discover(client.ClientSecretBasic('wrong'));
    await expect(client.clientCredentialsGrant(wrong)).rejects.toMatchObject({ status: 401 });
  });
});
