import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { portalWeb, startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew, startInstead } from '#test/support/started.ts';
import { Browser, callback, exchange, obtainCallback } from './parties.ts';

const responseTypes = ['code', 'token', 'id_token', 'code id_token'];
const client = {
  ...portalWeb,
  redirectUris: [callback, 'com.example.portal:/cb'],
  scopes: ['openid', 'orders.read'],
  responseTypes,
};
const as = startedAnew(() => startAuthorizationServer({ clients: [client] }));

/** The claims of a response as a careful client reads them. */
async function verified(jwt: string): Promise<JWTPayload & Record<string, unknown>> {
  const keys = createRemoteJWKSet(new URL(`${as.origin}/as/jwks`));
  const { payload, protectedHeader } = await jwtVerify(jwt, keys, {
    issuer: as.origin,
    audience: 'portal-web',
    currentDate: new Date(as.nowMillis()),
    requiredClaims: ['exp'],
  });
  expect(protectedHeader['kid']).toBeDefined();
  return payload;
}

/** The parameters at a place of the redirect; the place beside it is empty. */
function partsOf(back: URL, place: 'query' | 'fragment'): URLSearchParams {
  const [inQuery, inFragment] = [back.search.slice(1), back.hash.slice(1)];
  const [full, other] = place === 'query' ? [inQuery, inFragment] : [inFragment, inQuery];
  expect(other).toBe('');
  return new URLSearchParams(full);
}

describe('a response as one JWT', () => {
  test.each([
    ['jwt', 'code', 'query', ['code']],
    ['query.jwt', 'code', 'query', ['code']],
    ['fragment.jwt', 'code', 'fragment', ['code']],
    ['jwt', 'token', 'fragment', ['access_token', 'token_type', 'expires_in']],
    ['jwt', 'code id_token', 'fragment', ['code', 'id_token']],
  ] as const)('%s for %s lies in the %s, with everything in it', async (mode, type, place, names) => {
    as.configure({ issuerInResponse: true });
    const fields = { response_mode: mode, response_type: type, scope: 'openid', nonce: 'n', state: 'a b+c' };
    const parts = partsOf(await obtainCallback(as, fields), place);
    expect([...parts.keys()]).toEqual(['response']);
    const claims = await verified(parts.get('response') ?? '');
    const own = { iss: as.origin, aud: 'portal-web', exp: as.nowMillis() / 1_000 + 600, state: 'a b+c' };
    expect(claims).toMatchObject(own);
    expect(Object.keys(claims).toSorted()).toEqual([...Object.keys(own), ...names].toSorted());
  });

  test('form_post.jwt is posted by the page', async () => {
    const browser = new Browser(as);
    await browser.authorize({ response_mode: 'form_post.jwt' });
    await browser.signIn();
    const { html, location } = await browser.submit({ decision: 'allow' });
    expect(location).toBe('');
    const fields = [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
    expect(fields.map(([, name]) => name)).toEqual(['response']);
    const { code } = await verified(fields[0]?.[2] ?? '');
    expect((await exchange(as, String(code))).status).toBe(200);
  });

  test('carries errors too', async () => {
    const { location } = await new Browser(as).authorize({ response_mode: 'jwt', scope: 'admin' });
    const claims = await verified(partsOf(new URL(location), 'query').get('response') ?? '');
    expect(claims).toMatchObject({ error: 'invalid_scope', state: 'af0' });
    expect(claims['error_description']).toContain('scope');
  });

  test('tells that the user denied', async () => {
    const browser = new Browser(as);
    await browser.authorize({ response_mode: 'fragment.jwt' });
    await browser.signIn();
    const { location } = await browser.submit({ decision: 'deny' });
    const claims = await verified(partsOf(new URL(location), 'fragment').get('response') ?? '');
    expect(claims['error']).toBe('access_denied');
  });

  test('ends after ten minutes', async () => {
    const back = await obtainCallback(as, { response_mode: 'jwt' });
    as.advance(600_000);
    await expect(verified(back.searchParams.get('response') ?? '')).rejects.toThrow('exp');
  });

  test.each(['ES256', 'EdDSA'] as const)(
    'is signed with %s where the client is registered for it',
    async (alg) => {
      await startInstead(as, () =>
        startAuthorizationServer({ clients: [{ ...client, responseAlgorithm: alg }] }),
      );
      const jwt = (await obtainCallback(as, { response_mode: 'jwt' })).searchParams.get('response') ?? '';
      await verified(jwt);
      expect(JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({ alg });
    },
  );

  test('never takes tokens into the query: the error comes in the fragment', async () => {
    const { location } = await new Browser(as).authorize({
      response_mode: 'query.jwt',
      response_type: 'token',
    });
    const claims = await verified(partsOf(new URL(location), 'fragment').get('response') ?? '');
    expect(claims['error']).toBe('invalid_request');
  });

  test('cannot be posted to an app: the error comes as a signed redirect', async () => {
    const fields = { response_mode: 'form_post.jwt', redirect_uri: 'com.example.portal:/cb' };
    const { location } = await new Browser(as).authorize(fields);
    const claims = await verified(new URL(location).searchParams.get('response') ?? '');
    expect(claims['error']).toBe('invalid_request');
  });

  test('is no id_token_hint, though the same key signed it', async () => {
    const jwt = (await obtainCallback(as, { response_mode: 'jwt' })).searchParams.get('response') ?? '';
    const { location } = await new Browser(as).authorize({ id_token_hint: jwt });
    expect(new URL(location).searchParams.get('error')).toBe('invalid_request');
  });
});
