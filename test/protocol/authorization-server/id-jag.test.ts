import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AuthorizationServerSettings, JwtIssuer } from '#shared/workspace/index.ts';
import {
  startAuthorizationServer,
  type TestAuthorizationServer,
} from '#test/support/authorization-server.ts';
import { startedOnce } from '#test/support/started.ts';
import { member, postToken } from './parties.ts';

const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const jwtGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const typeOf = (name: string) => `urn:ietf:params:oauth:token-type:${name}`;
const orders = 'https://orders.example';
const [agentScopes, idpScopes] = [
  ['orders.read', 'orders.write'],
  ['openid', 'orders.read', 'orders.count'],
];

/** An enterprise's identity provider, and the server of a resource elsewhere, which trusts it by its published keys. */
let idp: TestAuthorizationServer;
let home: TestAuthorizationServer;
const stranger = startedOnce(() => generateKeyPair('RS256'));

async function startBoth(settings: Partial<AuthorizationServerSettings> = {}): Promise<void> {
  const agent = { clientId: 'agent', secret: 'agent-secret' };
  const grantTypes = ['password', 'refresh_token', exchangeGrant];
  // Each has to know the address of the other, which is known once it runs.
  idp = await startAuthorizationServer({
    clients: [
      { ...agent, scopes: idpScopes, grantTypes },
      { clientId: 'other', secret: 'other-secret', scopes: ['openid'], grantTypes },
      { clientId: 'open', scopes: ['openid'], grantTypes },
    ],
    settings: { idJag: true },
  });
  const trusted: JwtIssuer = {
    name: 'idp',
    issuer: idp.origin,
    profile: 'id-jag',
    keys: { inline: [], uri: `${idp.origin}/as/jwks` },
    algorithms: ['RS256'],
    subject: 'user',
    subjectClaim: undefined,
  };
  const own = await exportJWK(stranger.publicKey);
  home = await startAuthorizationServer({
    clients: [
      {
        ...agent,
        scopes: agentScopes,
        grantTypes: [jwtGrant],
        audiences: [orders],
        accessTokenFormat: 'jwt',
      },
      { clientId: 'other', secret: 'other-secret', scopes: agentScopes, grantTypes: [jwtGrant] },
      { clientId: 'open', scopes: agentScopes, grantTypes: [jwtGrant] },
    ],
    jwtIssuers: [
      trusted,
      {
        ...trusted,
        name: 'by-hand',
        issuer: 'https://by-hand.example',
        keys: { inline: [own], uri: undefined },
      },
    ],
    settings: { idJag: true, ...settings },
  });
  idp.configure({ idJagTargets: [{ audience: home.origin, resource: orders }, { audience: home.origin }] });
}

beforeEach(() => startBoth());
afterEach(() => Promise.all([idp.close(), home.close()]));

/** Tokens of ann at the identity provider. */
async function signIn(client = 'agent') {
  const scope = client === 'agent' ? 'openid orders.read' : 'openid';
  const fields = { grant_type: 'password', username: 'ann', password: 'ann-password', scope };
  const answer = await (client === 'open'
    ? postToken(idp, { ...fields, client_id: client })
    : postToken(idp, fields, client));
  return { idToken: member(answer, 'id_token'), refreshToken: member(answer, 'refresh_token') };
}

type Fields = Readonly<Record<string, string>>;

/** A request of the agent for an ID-JAG; an empty value leaves a field out. */
function askForJag(subject: string, fields: Fields = {}, client = 'agent') {
  const all = {
    grant_type: exchangeGrant,
    requested_token_type: typeOf('id-jag'),
    subject_token: subject,
    subject_token_type: typeOf('id_token'),
    audience: home.origin,
    resource: orders,
    scope: 'orders.read',
    ...fields,
  };
  const form = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  return client === 'open' ? postToken(idp, { ...form, client_id: client }) : postToken(idp, form, client);
}

const redeem = (jag: string, fields: Fields = {}, client = 'agent') =>
  client === 'open'
    ? postToken(home, { grant_type: jwtGrant, assertion: jag, client_id: client, ...fields })
    : postToken(home, { grant_type: jwtGrant, assertion: jag, ...fields }, client);
const failed = (as: TestAuthorizationServer) => as.trace().rules.find(({ outcome }) => outcome === 'failed');

/** An ID-JAG that its issuer, whose key is in the file, gets wrong on purpose. */
function byHand(claims: Readonly<Record<string, unknown>> = {}, typ = 'oauth-id-jag+jwt') {
  const nowSeconds = Math.floor(home.nowMillis() / 1_000);
  const usual = {
    iss: 'https://by-hand.example',
    sub: 'ann',
    aud: home.origin,
    client_id: 'agent',
    jti: 'one',
    iat: nowSeconds,
    exp: nowSeconds + 60,
  };
  return new SignJWT({ ...usual, ...claims })
    .setProtectedHeader({ alg: 'RS256', typ })
    .sign(stranger.privateKey);
}

describe('both halves', () => {
  test('an ID token becomes an ID-JAG, and that an access token for the resource at the other server', async () => {
    const { idToken } = await signIn();
    const issued = await askForJag(idToken);
    expect(issued.body).toEqual({
      access_token: expect.any(String),
      issued_token_type: typeOf('id-jag'),
      token_type: 'N_A',
      expires_in: 300,
      scope: 'orders.read',
    });
    const jag = member(issued, 'access_token');
    expect(decodeProtectedHeader(jag)).toMatchObject({ alg: 'RS256', typ: 'oauth-id-jag+jwt' });
    expect(decodeJwt(jag)).toMatchObject({
      iss: idp.origin,
      sub: 'ann',
      aud: home.origin,
      client_id: 'agent',
      resource: orders,
      scope: 'orders.read',
      amr: ['pwd'],
    });
    const redeemed = await redeem(jag);
    expect(redeemed.body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 7_200,
      scope: 'orders.read',
    });
    expect(decodeJwt(member(redeemed, 'access_token'))).toMatchObject({ sub: 'ann', aud: orders });
  });

  test('a refresh token serves once the ID token has expired', async () => {
    const { idToken, refreshToken } = await signIn();
    idp.advance(3_600_000);
    home.advance(3_600_000);
    expect((await askForJag(idToken)).body['error']).toBe('invalid_grant');
    expect(failed(idp)).toMatchObject({ id: 'jag-subject', detail: 'The ID token has expired.' });
    const issued = await askForJag(refreshToken, { subject_token_type: typeOf('refresh_token') });
    expect((await redeem(member(issued, 'access_token'))).status).toBe(200);
  });

  test('nothing serves once the user has been removed', async () => {
    const { idToken, refreshToken } = await signIn();
    idp.unregister('ann');
    for (const [token, type] of [
      [idToken, 'id_token'],
      [refreshToken, 'refresh_token'],
    ] as const) {
      const answer = await askForJag(token, { subject_token_type: typeOf(type) });
      expect(answer.body['error']).toBe('invalid_grant');
      expect(failed(idp)).toMatchObject({ id: 'jag-subject', detail: 'The user has been removed.' });
    }
  });

  test('metadata of a server name both halves, while the setting is on', async () => {
    const read = async () =>
      (await (await fetch(`${home.origin}/.well-known/oauth-authorization-server`)).json()) as Fields;
    expect(await read()).toMatchObject({
      authorization_grant_profiles_supported: ['urn:ietf:params:oauth:grant-profile:id-jag'],
      identity_chaining_requested_token_types_supported: [typeOf('id-jag')],
    });
    home.configure({ idJag: false });
    expect(
      Object.keys(await read()).filter((name) => name.includes('chaining') || name.includes('profiles')),
    ).toEqual([]);
  });

  test('nothing of it works while the setting is off', async () => {
    const { idToken } = await signIn();
    const jag = member(await askForJag(idToken), 'access_token');
    home.configure({ idJag: false });
    await redeem(jag);
    expect(failed(home)).toMatchObject({ id: 'jwt-grant-issuer', got: 'idp' });
    idp.configure({ idJag: false });
    expect((await askForJag(idToken)).body['error']).toBe('invalid_request');
  });
});

describe('the identity provider', () => {
  test.each<readonly [what: string, fields: () => Promise<Fields>, error: string, step: string]>([
    [
      'an ID token of another client',
      async () => ({ subject_token: (await signIn('other')).idToken }),
      'invalid_grant',
      'jag-subject',
    ],
    [
      'a refresh token of another client',
      async () => ({
        subject_token: (await signIn('other')).refreshToken,
        subject_token_type: typeOf('refresh_token'),
      }),
      'invalid_grant',
      'jag-subject',
    ],
    [
      'an ID-JAG as an ID token',
      async () => ({ subject_token: member(await askForJag((await signIn()).idToken), 'access_token') }),
      'invalid_grant',
      'jag-subject',
    ],
    [
      'a SAML assertion, of which it makes none',
      async () => ({ subject_token_type: typeOf('saml2') }),
      'invalid_request',
      'jag-subject',
    ],
    [
      'an audience that the policy does not list',
      async () => ({ audience: 'https://else.example' }),
      'invalid_target',
      'jag-target',
    ],
    [
      'a resource of another pair',
      async () => ({ resource: 'https://else.example' }),
      'invalid_target',
      'jag-target',
    ],
    ['no audience', async () => ({ audience: '' }), 'invalid_request', 'jag-target'],
    [
      'somebody who acts',
      async () => ({ actor_token: 'x', actor_token_type: typeOf('jwt') }),
      'invalid_request',
      'jag-target',
    ],
    [
      'a scope beyond the registration',
      async () => ({ scope: 'orders.write' }),
      'invalid_scope',
      'jag-scope',
    ],
  ])('refuses %s', async (_, fields, error, step) => {
    const { idToken } = await signIn();
    const answer = await askForJag(idToken, await fields());
    expect([answer.body['error'], failed(idp)?.id]).toEqual([error, step]);
  });

  test('refuses a public client', async () => {
    const answer = await askForJag((await signIn('open')).idToken, {}, 'open');
    expect([answer.body['error'], failed(idp)?.id]).toEqual([
      'unauthorized_client',
      'jag-client-confidential',
    ]);
  });

  test('issues for an audience alone where the policy lists it so, and ends with the grant', async () => {
    const { refreshToken } = await signIn();
    const fields = { subject_token_type: typeOf('refresh_token'), resource: '', scope: '' };
    const jag = member(await askForJag(refreshToken, fields), 'access_token');
    expect(decodeJwt(jag)).toMatchObject({ scope: 'openid orders.read orders.count' });
    expect(decodeJwt(jag)['resource']).toBeUndefined();
    await fetch(`${idp.origin}/as/revoke_token.oauth2`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('agent:agent-secret').toString('base64')}` },
      body: new URLSearchParams({ token: refreshToken }),
    });
    expect((await askForJag(refreshToken, fields)).body['error']).toBe('invalid_grant');
  });
});

describe('the server of the resource', () => {
  test.each<readonly [what: string, make: () => Promise<string>, step: string, client: string]>([
    ['another typ', () => byHand({}, 'JWT'), 'jwt-grant-type', 'agent'],
    ['the typ of another grant', () => byHand({}, 'authorization-grant+jwt'), 'jwt-grant-type', 'agent'],
    ['two audiences', () => byHand({ aud: [home.origin, 'https://else.example'] }), 'jag-audience', 'agent'],
    [
      'the token endpoint as its audience',
      () => byHand({ aud: `${home.origin}/as/token.oauth2` }),
      'jag-audience',
      'agent',
    ],
    ['another client', () => byHand(), 'jag-client', 'other'],
    ['no client', () => byHand({ client_id: undefined }), 'jag-client', 'agent'],
    ['a public client', () => byHand({ client_id: 'open' }), 'jag-client', 'open'],
    [
      'a resource of somebody else',
      () => byHand({ resource: 'https://else.example' }),
      'jag-resource',
      'agent',
    ],
    ['a resource that is not a string', () => byHand({ resource: [orders, 1] }), 'jag-resource', 'agent'],
    ['no jti', () => byHand({ jti: undefined }), 'jwt-grant-not-replayed', 'agent'],
    ['no iat', () => byHand({ iat: undefined }), 'jwt-grant-time', 'agent'],
  ])('refuses %s with invalid_grant', async (_, make, step, client) => {
    const answer = await redeem(await make(), {}, client);
    expect([answer.body['error'], failed(home)?.id]).toEqual(['invalid_grant', step]);
  });

  test('takes an ID-JAG once, unless the settings follow the draft', async () => {
    const jag = await byHand({ aud: [home.origin] });
    expect((await redeem(jag)).status).toBe(200);
    expect((await redeem(jag)).body['error']).toBe('invalid_grant');
    expect(failed(home)?.id).toBe('jwt-grant-not-replayed');
    home.configure({ idJagReuse: true });
    expect((await redeem(jag)).status).toBe(200);
    expect(home.trace().effect).not.toContain('counts as used');
  });

  test('grants what is both requested and in the ID-JAG', async () => {
    const scoped = (jti: string, scope?: string) =>
      byHand({ jti, scope: 'orders.read admin', ...(scope === undefined ? {} : { scope }) });
    const both = await redeem(await scoped('1'), { scope: 'orders.read orders.write' });
    expect(both.body['scope']).toBe('orders.read');
    expect((await redeem(await scoped('2'), { scope: 'orders.write' })).body['error']).toBe('invalid_scope');
    expect((await redeem(await scoped('3'), { scope: 'admin' })).body['error']).toBe('invalid_scope');
    expect((await redeem(await scoped('4'), { scope: 'orders.read' })).body['scope']).toBeUndefined();
    expect((await redeem(await scoped('5'))).body['scope']).toBe('orders.read');
  });

  test('gives a token for no other resource than that of the ID-JAG', async () => {
    home.register({
      clientId: 'agent',
      secret: 'agent-secret',
      scopes: agentScopes,
      grantTypes: [jwtGrant],
      audiences: [orders, 'https://stock.example'],
    });
    const answer = await redeem(await byHand({ resource: orders }), { resource: 'https://stock.example' });
    expect(answer.body['error']).toBe('invalid_target');
  });
});
