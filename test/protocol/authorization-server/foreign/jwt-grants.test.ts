import { createRemoteJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import { expect, onTestFinished, test } from 'vitest';
import type { JwtIssuer } from '#shared/workspace/index.ts';
import { startNow } from './parties.ts';

const jwtGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const typeOf = (name: string) => `urn:ietf:params:oauth:token-type:${name}`;
const orders = 'https://orders.example';
const agent = { clientId: 'agent', secret: 'agent-secret', scopes: ['openid', 'orders.read'] };
const issuerOf = (changes: Pick<JwtIssuer, 'issuer' | 'profile' | 'keys'>): JwtIssuer => ({
  name: 'partner',
  algorithms: undefined,
  subject: 'user',
  subjectClaim: undefined,
  ...changes,
});

/** A server that ends with the test, as openid-client finds it. */
async function start(settings: Parameters<typeof startNow>[0]) {
  const as = await startNow(settings);
  onTestFinished(() => as.close());
  const config = await client.discovery(new URL(as.origin), 'agent', agent.secret, undefined, {
    execute: [client.allowInsecureRequests],
  });
  return { as, config };
}

test('an assertion that jose makes is redeemed by openid-client, and taken once', async () => {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA');
  const partner = 'https://partner.example';
  const { as, config } = await start({
    clients: [{ ...agent, grantTypes: [jwtGrant] }],
    jwtIssuers: [
      issuerOf({
        issuer: partner,
        profile: 'jwt-bearer',
        keys: { inline: [await exportJWK(publicKey)], uri: undefined },
      }),
    ],
  });
  const assertion = await new SignJWT({ jti: 'one' })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuer(partner)
    .setSubject('ann')
    .setAudience(as.origin)
    .setIssuedAt()
    .setExpirationTime('1 minute')
    .sign(privateKey);
  const redeem = () => client.genericGrantRequest(config, jwtGrant, { assertion, scope: 'orders.read' });
  expect(await redeem()).toMatchObject({ token_type: 'bearer', expires_in: 7_200 });
  await expect(redeem()).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });
});

test('an ID-JAG is fetched by oauth4webapi, verified by jose, and redeemed at another server', async () => {
  const { as: idp, config: atIdp } = await start({
    clients: [{ ...agent, grantTypes: ['password', exchangeGrant] }],
    settings: { idJag: true },
  });
  const keys = { inline: [], uri: `${idp.origin}/as/jwks` };
  const { as: home, config: atHome } = await start({
    clients: [{ ...agent, grantTypes: [jwtGrant], audiences: [orders] }],
    jwtIssuers: [issuerOf({ issuer: idp.origin, profile: 'id-jag', keys })],
    settings: { idJag: true },
  });
  idp.configure({ idJagTargets: [{ audience: home.origin, resource: orders }] });
  expect(atHome.serverMetadata()['authorization_grant_profiles_supported']).toEqual([
    'urn:ietf:params:oauth:grant-profile:id-jag',
  ]);
  const { id_token: idToken = '' } = await client.genericGrantRequest(atIdp, 'password', {
    username: 'ann',
    password: 'ann-password',
    scope: 'openid',
  });
  const [server, asClient] = [atIdp.serverMetadata(), { client_id: 'agent' }];
  const response = await oauth.genericTokenEndpointRequest(
    server,
    asClient,
    oauth.ClientSecretBasic(agent.secret),
    exchangeGrant,
    {
      requested_token_type: typeOf('id-jag'),
      subject_token: idToken,
      subject_token_type: typeOf('id_token'),
      audience: home.origin,
      resource: orders,
      scope: 'orders.read',
    },
    { [oauth.allowInsecureRequests]: true },
  );
  const { access_token: jag, issued_token_type: type } = await oauth.processGenericTokenEndpointResponse(
    server,
    asClient,
    response,
    // The library accepts a token type other than Bearer and DPoP only if it is named.
    { recognizedTokenTypes: { n_a: () => undefined } },
  );
  expect(type).toBe(typeOf('id-jag'));
  const { payload } = await jwtVerify(jag, createRemoteJWKSet(new URL(`${idp.origin}/as/jwks`)), {
    issuer: idp.origin,
    audience: home.origin,
    typ: 'oauth-id-jag+jwt',
  });
  expect(payload).toMatchObject({ sub: 'ann', client_id: 'agent', resource: orders });
  const tokens = await client.genericGrantRequest(atHome, jwtGrant, { assertion: jag });
  expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'orders.read' });
});
