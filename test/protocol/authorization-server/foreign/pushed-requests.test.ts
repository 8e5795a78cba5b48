import { decodeJwt, exportJWK, generateKeyPair } from 'jose';
import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { startedAnew, startedOnce } from '#test/support/started.ts';
import { callback } from '../parties.ts';
import { approve, startNow } from './parties.ts';

const keys = startedOnce(() => generateKeyPair('ES256'));
const jwk = startedOnce(async () => ({ ...(await exportJWK(keys.publicKey)) }));
const [orders, stock] = ['https://orders.example', 'https://stock.example'];

const as = startedAnew(() =>
  startNow({
    settings: { issuerInResponse: true, requirePushedAuthorizationRequests: true },
    clients: [
      {
        clientId: 'portal-web',
        secret: 'portal-web-secret',
        redirectUris: [callback],
        scopes: ['openid', 'profile', 'orders.read'],
        grantTypes: ['authorization_code', 'refresh_token'],
        responseTypes: ['code', 'code id_token'],
        keys: { inline: [jwk], uri: undefined },
        audiences: [orders, stock],
        accessTokenFormat: 'jwt',
      },
      {
        clientId: 'by-key',
        authentication: 'private_key_jwt',
        redirectUris: [callback],
        scopes: ['openid'],
        grantTypes: ['authorization_code'],
        responseTypes: ['code'],
        keys: { inline: [jwk], uri: undefined },
        requestObject: { algorithm: 'ES256', isRequired: true, uris: [] },
        responseAlgorithm: 'ES256',
      },
    ],
  }),
);

type Fields = Readonly<Record<string, string>>;
type Address = (config: client.Configuration, fields: Fields) => URL | Promise<URL>;

function discover(
  clientId: string,
  authentication: client.ClientAuth,
  metadata: Partial<client.ClientMetadata> = {},
): Promise<client.Configuration> {
  return client.discovery(new URL(as.origin), clientId, metadata, authentication, {
    execute: [client.allowInsecureRequests],
  });
}

/** The code flow with PKCE, nonce and state, begun at the address that `addressOf` makes. */
async function flow(
  config: client.Configuration,
  addressOf: Address,
  more: Fields = {},
  atExchange: Fields = {},
): Promise<Awaited<ReturnType<typeof client.authorizationCodeGrant>>> {
  const [pkceCodeVerifier, expectedNonce, expectedState] = [
    client.randomPKCECodeVerifier(),
    client.randomNonce(),
    client.randomState(),
  ];
  const target = await addressOf(config, {
    redirect_uri: callback,
    scope: 'openid',
    nonce: expectedNonce,
    state: expectedState,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...more,
  });
  expect([...target.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri']);
  const checks = { pkceCodeVerifier, expectedNonce, expectedState, idTokenExpected: true };
  return client.authorizationCodeGrant(config, await approve(as, target.href), checks, { ...atExchange });
}

const byPush: Address = (config, fields) => client.buildAuthorizationUrlWithPAR(config, { ...fields });
const bySignedPush: Address = async (config, fields) => {
  const signed = await client.buildAuthorizationUrlWithJAR(config, { ...fields }, keys.privateKey);
  return client.buildAuthorizationUrlWithPAR(config, signed.searchParams);
};

describe('openid-client', () => {
  let config: client.Configuration;
  beforeEach(async () => {
    config = await discover('portal-web', client.ClientSecretBasic('portal-web-secret'));
  });

  test('pushes its request', async () => {
    expect((await flow(config, byPush)).claims()?.sub).toBe('ann');
  });

  test('pushes a signed request, and reads a signed response, as a client with a key', async () => {
    const metadata = { authorization_signed_response_alg: 'ES256' };
    config = await discover('by-key', client.PrivateKeyJwt(keys.privateKey), metadata);
    client.useJwtResponseMode(config);
    expect((await flow(config, bySignedPush, { response_mode: 'jwt' })).claims()?.aud).toBe('by-key');
  });

  test('reads a signed response, and one with an ID token beside the code', async () => {
    client.useJwtResponseMode(config);
    expect((await flow(config, byPush, { response_mode: 'jwt' })).claims()?.sub).toBe('ann');
    expect((await flow(config, byPush, { response_mode: 'query.jwt' })).claims()?.sub).toBe('ann');
  });

  test('asks for a token for one of two resources', async () => {
    const push: Address = (own, fields) => {
      const parameters = new URLSearchParams(fields);
      for (const resource of [orders, stock]) parameters.append('resource', resource);
      return client.buildAuthorizationUrlWithPAR(own, parameters);
    };
    const tokens = await flow(config, push, {}, { resource: stock });
    expect(decodeJwt(tokens.access_token).aud).toBe(stock);
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', { resource: orders });
    expect(decodeJwt(next.access_token).aud).toBe(orders);
    const outside = client.refreshTokenGrant(config, tokens.refresh_token ?? '', {
      resource: 'https://mail.example',
    });
    await expect(outside).rejects.toMatchObject({ error: 'invalid_target' });
  });

  test('asks for single claims', async () => {
    const claims = JSON.stringify({ id_token: { name: { essential: true } }, userinfo: { status: null } });
    const tokens = await flow(config, byPush, { claims });
    expect(tokens.claims()).toMatchObject({ name: 'Ann Archer' });
    expect(await client.fetchUserInfo(config, tokens.access_token, 'ann')).toMatchObject({ status: 'gold' });
  });

  test('reads our refusal of a push', async () => {
    const pushing = client.buildAuthorizationUrlWithPAR(config, { redirect_uri: callback, scope: 'admin' });
    await expect(pushing).rejects.toMatchObject({ error: 'invalid_scope', status: 400 });
  });
});

describe('oauth4webapi', () => {
  const insecure = { [oauth.allowInsecureRequests]: true };
  const portal: oauth.Client = { client_id: 'portal-web' };

  async function metadata(): Promise<oauth.AuthorizationServer> {
    const issuer = new URL(as.origin);
    const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    return oauth.processDiscoveryResponse(issuer, response);
  }

  test('pushes, reads the signed response, and verifies who signed it', async () => {
    const server = await metadata();
    const secret = oauth.ClientSecretPost('portal-web-secret');
    const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()];
    const parameters = {
      response_type: 'code',
      response_mode: 'jwt',
      redirect_uri: callback,
      scope: 'orders.read',
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    const pushed = await oauth.processPushedAuthorizationResponse(
      server,
      portal,
      await oauth.pushedAuthorizationRequest(server, portal, secret, parameters, insecure),
    );
    expect(pushed.expires_in).toBe(60);
    const query = new URLSearchParams({ client_id: 'portal-web', request_uri: pushed.request_uri });
    const back = await approve(as, `${server.authorization_endpoint}?${query}`);
    const answer = await oauth.validateJwtAuthResponse(server, portal, back, state, insecure);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      portal,
      secret,
      answer,
      callback,
      verifier,
      insecure,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, portal, response);
    expect(decodeJwt(tokens.access_token).aud).toBe(orders);
  });
});
