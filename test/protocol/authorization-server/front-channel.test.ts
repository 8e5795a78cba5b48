import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { responseTypes } from '#shared/oauth/index.ts';
import { ordersApi, portalWeb, startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew, startInstead } from '#test/support/started.ts';
import { Browser, callback, challenge, postToken, type Seen, validate, verifier } from './parties.ts';

const scopes = ['openid', 'profile', 'orders.read'];
const clients = [
  { ...portalWeb, scopes, responseTypes: responseTypes.map(({ name }) => name) },
  { clientId: 'spa-legacy', redirectUris: [callback], scopes, responseTypes: ['token'] },
  ordersApi,
];

const as = startedAnew(() => startAuthorizationServer({ clients }));
const browser = startedAnew(() => new Browser(as));

/** Signs in as ann and allows; gives what the browser sees in the end. */
async function allow(fields: Readonly<Record<string, string>>): Promise<Seen> {
  await browser.authorize({ nonce: 'n-1', ...fields });
  await browser.signIn();
  return browser.submit({ decision: 'allow' });
}

function fragmentOf({ location }: Seen): Record<string, string> {
  const url = new URL(location);
  expect(url.search).toBe('');
  return Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
}

async function keys() {
  return createLocalJWKSet(await (await fetch(`${as.origin}/as/jwks`)).json());
}

describe('check 20: the implicit grant', () => {
  test('the token comes in the fragment, with its type in lower case, and no refresh token', async () => {
    const seen = await allow({ client_id: 'spa-legacy', response_type: 'token', scope: 'orders.read' });
    expect(seen.status).toBe(303);
    const fields = fragmentOf(seen);
    expect(fields).toEqual({
      access_token: expect.stringMatching(/^[\w-]{28}$/),
      token_type: 'bearer',
      expires_in: '7200',
      state: 'af0',
    });
    expect((await validate(as, fields['access_token'] ?? '')).body).toMatchObject({
      access_token: { username: 'ann', status: 'gold' },
      scope: 'orders.read',
      client_id: 'spa-legacy',
    });
  });

  test('the scope is named where it is not what was asked for', async () => {
    const seen = await allow({ client_id: 'spa-legacy', response_type: 'token' });
    expect(fragmentOf(seen)['scope']).toBe('openid profile orders.read');
  });

  test('an error comes in the query, as the documents have it', async () => {
    const seen = await browser.authorize({ client_id: 'spa-legacy', response_type: 'token', scope: 'admin' });
    const url = new URL(seen.location);
    expect(url.hash).toBe('');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      error: 'invalid_scope',
      error_description: 'The requested scope(s) must be blank or a subset of the provided scopes.',
      state: 'af0',
    });
  });

  test('in strict an error comes in the fragment, as the RFC has it', async () => {
    as.configure({ profile: 'strict' });
    const seen = await browser.authorize({ client_id: 'spa-legacy', response_type: 'token', scope: 'admin' });
    expect(fragmentOf(seen)).toMatchObject({ error: 'invalid_scope', state: 'af0' });
  });

  test('a user who denies sends the client an error, no token', async () => {
    await browser.authorize({ client_id: 'spa-legacy', response_type: 'token' });
    await browser.signIn();
    const { location } = await browser.submit({ decision: 'deny' });
    expect(new URL(location).searchParams.get('error')).toBe('access_denied');
    expect(location).not.toContain('access_token');
  });

  test('what the user allowed is remembered, and the browser is still signed in', async () => {
    await allow({ client_id: 'spa-legacy', response_type: 'token' });
    const again = await browser.authorize({ client_id: 'spa-legacy', response_type: 'token' });
    expect(again.status).toBe(302);
    expect(fragmentOf(again)['access_token']).toMatch(/^[\w-]{28}$/);
  });
});

describe('OpenID Connect: every response type', () => {
  test.each(responseTypes.filter(({ idToken }) => idToken))('$name brings what it names', async (type) => {
    const fields = fragmentOf(await allow({ response_type: type.name, scope: 'openid profile' }));
    expect(Object.keys(fields).filter((name) => name !== 'state')).toEqual([
      ...(type.code ? ['code'] : []),
      ...(type.token ? ['access_token', 'token_type', 'expires_in'] : []),
      'id_token',
    ]);
    const { payload } = await jwtVerify(fields['id_token'] ?? '', await keys(), {
      issuer: as.origin,
      audience: 'portal-web',
      currentDate: new Date(Date.UTC(2026, 10, 20, 12)),
    });
    expect(payload).toMatchObject({ sub: 'ann', nonce: 'n-1', auth_time: payload.iat });
    expect('at_hash' in payload).toBe(type.token);
    expect('c_hash' in payload).toBe(type.code);
    expect('name' in payload).toBe(type.name === 'id_token');
  });

  test.each(['get', 'post'])('a hybrid request by %s, and its code is exchanged', async (method) => {
    const fields = {
      client_id: 'portal-web',
      response_type: 'code id_token token',
      redirect_uri: callback,
      scope: 'openid orders.read',
      nonce: 'n-2',
      state: 'h',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    };
    const query = new URLSearchParams(fields).toString();
    await (method === 'get'
      ? browser.open(`/as/authorization.oauth2?${query}`)
      : browser.open('/as/authorization.oauth2', {
          method: 'POST',
          body: query,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }));
    await browser.signIn();
    const { code = '', access_token: front = '' } = fragmentOf(await browser.submit({ decision: 'allow' }));
    const exchanged = await postToken(
      as,
      { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier },
      'portal-web',
    );
    expect(exchanged.body).toMatchObject({ token_type: 'Bearer', refresh_token: expect.any(String) });
    const { payload } = await jwtVerify(String(exchanged.body['id_token']), await keys(), {
      currentDate: new Date(Date.UTC(2026, 10, 20, 12)),
    });
    expect(payload).toMatchObject({ sub: 'ann', nonce: 'n-2', at_hash: expect.any(String) });
    // Both tokens are of one grant: the code presented again ends them all.
    await postToken(as, { grant_type: 'authorization_code', code, redirect_uri: callback }, 'portal-web');
    expect((await validate(as, front)).body['error']).toBe('invalid_grant');
  });

  test('without openid, or without a nonce, there is no ID token', async () => {
    const noScope = await browser.authorize({
      response_type: 'id_token',
      scope: 'orders.read',
      nonce: 'n',
    });
    expect(fragmentOf(noScope)['error']).toBe('invalid_scope');
    const noNonce = await browser.authorize({ response_type: 'id_token', scope: 'openid' });
    expect(fragmentOf(noNonce)).toMatchObject({
      error: 'invalid_request',
      error_description: 'nonce is required',
    });
  });

  test('the order of the parts means nothing', async () => {
    const fields = fragmentOf(await allow({ response_type: 'token code id_token', scope: 'openid' }));
    expect(fields).toMatchObject({ code: expect.any(String), id_token: expect.any(String) });
  });

  test('check 21: a registration for one type does not open another', async () => {
    const seen = await browser.authorize({
      client_id: 'spa-legacy',
      response_type: 'id_token token',
      nonce: 'n',
    });
    expect(fragmentOf(seen)['error']).toBe('unauthorized_client');
  });

  test.each(['RS256', 'ES256', 'EdDSA'] as const)('an ID token signed with %s', async (alg) => {
    await startInstead(as, () =>
      startAuthorizationServer({
        clients: [{ ...clients[0], clientId: 'portal-web', idTokenAlgorithm: alg }],
      }),
    );
    await startInstead(browser, () => new Browser(as));
    const { id_token: jwt = '' } = fragmentOf(await allow({ response_type: 'id_token', scope: 'openid' }));
    expect(decodeProtectedHeader(jwt).alg).toBe(alg);
    const { payload } = await jwtVerify(jwt, await keys(), {
      currentDate: new Date(Date.UTC(2026, 10, 20, 12)),
    });
    expect(payload.sub).toBe('ann');
  });
});

describe('response modes', () => {
  test('a code can come in the fragment', async () => {
    const fields = fragmentOf(await allow({ response_mode: 'fragment' }));
    expect(fields).toMatchObject({ code: expect.any(String), state: 'af0' });
  });

  test('form_post: a page that posts the answer, by itself or by hand', async () => {
    const { status, html, headers } = await allow({ response_mode: 'form_post', state: 'a"b<c>&+%20' });
    expect(status).toBe(200);
    expect(html).toContain(`<form method="post" action="${callback}">`);
    expect(html).toMatch(/name="code" value="[\w-]{28}"/);
    expect(html).toContain('name="state" value="a&quot;b&lt;c&gt;&amp;+%20"');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'sha256-[\w+/=]+';/);
    expect(policy).toContain('form-action');
    expect(policy).toContain('http://127.0.0.1:9035');
  });

  test('an app gets its answer in the query or the fragment; nothing can be posted to it', async () => {
    const app = 'com.example.portal:/cb';
    await startInstead(as, () =>
      startAuthorizationServer({
        clients: [{ ...clients[0], clientId: 'portal-web', redirectUris: [app] }],
      }),
    );
    await startInstead(browser, () => new Browser(as));
    const fragment = await allow({ redirect_uri: app, response_mode: 'fragment', prompt: 'login' });
    expect(fragment.location).toMatch(/^com\.example\.portal:\/cb#code=[\w-]{28}&state=af0$/);
    const query = await browser.authorize({ redirect_uri: app, response_mode: 'query' });
    expect(query.location).toMatch(/^com\.example\.portal:\/cb\?code=[\w-]{28}&state=af0$/);
    const posted = await browser.authorize({ redirect_uri: app, response_mode: 'form_post' });
    expect(posted.location).toMatch(/^com\.example\.portal:\/cb\?error=invalid_request&.*&state=af0$/);
  });

  test('form_post carries errors too', async () => {
    const { html } = await browser.authorize({ response_mode: 'form_post', scope: 'admin' });
    expect(html).toContain('name="error" value="invalid_scope"');
    expect(html).toContain('name="state" value="af0"');
  });

  test('tokens never travel in the query', async () => {
    const seen = await browser.authorize({ response_type: 'token', response_mode: 'query' });
    expect(fragmentOf(seen)).toMatchObject({
      error: 'invalid_request',
      error_description: 'Tokens are never sent in the query.',
    });
  });

  test('an unknown mode is refused', async () => {
    const seen = await browser.authorize({ response_mode: 'pigeon' });
    expect(new URL(seen.location).searchParams.get('error')).toBe('invalid_request');
  });

  test('check 18: iss goes with tokens and errors as well', async () => {
    as.configure({ issuerInResponse: true });
    expect(fragmentOf(await allow({ response_type: 'token' }))['iss']).toBe(as.origin);
    const refused = await browser.authorize({ response_type: 'id_token', scope: 'orders.read', nonce: 'n' });
    expect(fragmentOf(refused)['iss']).toBe(as.origin);
  });
});
