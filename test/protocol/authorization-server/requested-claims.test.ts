import { decodeJwt, type JWTPayload } from 'jose';
import { describe, expect, test } from 'vitest';
import { portalWeb, startAuthorizationServer } from '#test/support/authorization-server.ts';
import { serveHandler } from '#test/support/served-handler.ts';
import { startedAnew } from '#test/support/started.ts';
import { Browser, exchange, member, obtainCallback, obtainCode, refresh, type Seen } from './parties.ts';

const client = {
  ...portalWeb,
  scopes: ['openid', 'profile', 'email'],
  responseTypes: ['code', 'id_token'],
};
const ann = {
  username: 'ann',
  claims: { name: 'Ann Archer', email: 'ann@example.com', phone_number: '+1 555', status: 'gold' },
  verifyPassword: async (given: string) => Promise.resolve(given === 'ann-password'),
  verifyPin: async () => Promise.resolve(false),
};
const bob = { ...ann, username: 'bob', verifyPassword: async (given: string) => given === 'bob-password' };
const as = startedAnew(() => startAuthorizationServer({ clients: [client], users: [ann, bob] }));

const asking = (claims: unknown, more: Record<string, string> = {}) => ({
  scope: 'openid',
  claims: typeof claims === 'string' ? claims : JSON.stringify(claims),
  ...more,
});

async function idTokenFor(claims: unknown): Promise<JWTPayload> {
  return decodeJwt(member(await exchange(as, await obtainCode(as, asking(claims))), 'id_token'));
}

const errorOf = ({ location }: Seen): string | null => new URL(location).searchParams.get('error');

describe('single claims', () => {
  test('come in the ID token, and only those that are asked for', async () => {
    const claims = await idTokenFor({ id_token: { email: { essential: true }, status: null } });
    expect(claims).toMatchObject({ email: 'ann@example.com', status: 'gold', sub: 'ann' });
    expect(claims).not.toHaveProperty('name');
  });

  test('stay there when it is refreshed, and after a restart', async () => {
    const code = await obtainCode(as, asking({ id_token: { email: null } }));
    await as.store.commit();
    await as.restart('crash');
    const first = await exchange(as, code);
    await as.restart('crash');
    const second = await refresh(as, member(first, 'refresh_token'));
    expect(decodeJwt(member(second, 'id_token'))).toMatchObject({ email: 'ann@example.com' });
  });

  test('come from UserInfo, besides those of the scopes', async () => {
    const code = await obtainCode(as, asking({ userinfo: { name: null } }));
    const token = member(await exchange(as, code), 'access_token');
    const answer = await fetch(`${as.origin}/as/userinfo.openid`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await answer.json()).toEqual({ sub: 'ann', name: 'Ann Archer', status: 'gold' });
  });

  test('come with the ID token of the browser', async () => {
    const fields = asking({ id_token: { email: null } }, { response_type: 'id_token', nonce: 'n' });
    const back = await obtainCallback(as, fields);
    const jwt = new URLSearchParams(back.hash.slice(1)).get('id_token') ?? '';
    expect(decodeJwt(jwt)).toMatchObject({ email: 'ann@example.com' });
  });

  test('with a value only where it is that', async () => {
    const wanted = { email: { value: 'else@example.com' }, status: { values: ['silver', 'gold'] } };
    const claims = await idTokenFor({ id_token: wanted });
    expect(claims).toMatchObject({ status: 'gold' });
    expect(claims).not.toHaveProperty('email');
  });

  test('never replace one of the protocol', async () => {
    const claims = await idTokenFor({ id_token: { iss: { value: 'x' }, aud: null, __proto__: null } });
    expect(claims).toMatchObject({ iss: as.origin, aud: 'portal-web' });
  });

  test('are the user’s to allow, by the scope that they belong to', async () => {
    await obtainCode(as, { scope: 'openid' });
    const browser = new Browser(as);
    await browser.authorize(asking({ id_token: { email: null } }));
    const page = await browser.signIn();
    expect(page.html).toContain('name="decision"');
    expect(page.html).toContain('<code>email</code>');
    await browser.submit({ decision: 'allow' });
    const again = await browser.authorize(asking({ id_token: { email: null } }));
    expect(again.location).toContain('code=');
  });

  test('of a scope that the client is not registered for are left out', async () => {
    const browser = new Browser(as);
    await browser.authorize(asking({ id_token: { phone_number: { essential: true } } }));
    expect((await browser.signIn()).html).not.toContain('<code>phone</code>');
    const claims = await idTokenFor({ id_token: { phone_number: { essential: true } } });
    expect(claims).not.toHaveProperty('phone_number');
  });

  test.each([
    'x',
    '[]',
    'null',
    '"x"',
    '{"id_token":[]}',
    '{"id_token":{"email":1}}',
    '{"userinfo":{"email":{"essential":"yes"}}}',
    '{"userinfo":{"email":{"values":"x"}}}',
    '{"id_token":{"sub":{"value":7}}}',
    '{"id_token":{"sub":{"values":["ann","bob"]}}}',
  ])('%s is no request for claims', async (text) => {
    expect(errorOf(await new Browser(as).authorize(asking(text)))).toBe('invalid_request');
  });
});

describe('a certain user', () => {
  test('may be asked for: another one gets no response', async () => {
    const fields = asking({ id_token: { sub: { value: 'ann' } } });
    expect((await obtainCallback(as, fields)).searchParams.has('code')).toBe(true);
    expect((await obtainCallback(as, fields, 'bob')).searchParams.get('error')).toBe('login_required');
  });

  test('cannot be two at once', async () => {
    const wanted = { id_token: { sub: { value: 'ann' } }, userinfo: { sub: { value: 'bob' } } };
    expect(errorOf(await new Browser(as).authorize(asking(wanted)))).toBe('login_required');
  });
});

describe('a class of authentication', () => {
  test.each([
    ['the one that there is', { essential: true, value: '1' }],
    ['one of several', { essential: true, values: ['9', '1'] }],
    ['any', { essential: true }],
    ['another one, if possible', { value: '9' }],
  ])('is told where the request wants %s', async (_, acr) => {
    expect(await idTokenFor({ id_token: { acr } })).toMatchObject({ acr: '1' });
  });

  test.each([
    ['value', { essential: true, value: '9' }],
    ['values', { essential: true, values: ['8', '9'] }],
    ['a strange value', { essential: true, value: { toString: null } }],
  ])('that the server does not have is refused where it is essential: %s', async (_, acr) => {
    const seen = await new Browser(as).authorize(asking({ id_token: { acr } }));
    expect(errorOf(seen)).toBe('unmet_authentication_requirements');
  });

  test('is a wish in acr_values: another one is told, and auth_time for max_age', async () => {
    const code = await obtainCode(as, { scope: 'openid', acr_values: '9 1', max_age: '60' });
    const claims = decodeJwt(member(await exchange(as, code), 'id_token'));
    expect(claims).toMatchObject({ acr: '1', auth_time: as.nowMillis() / 1_000 });
  });

  test('that is unknown does not do where one is essential', async () => {
    const elsewhere = await serveHandler(() => ({ status: 200, headers: [], body: '{"name":"Ann"}' }));
    const validator = { id: 'directory', type: 'http', url: elsewhere.origin, timeoutMillis: 2_000 } as const;
    as.configure({ passwordValidators: [validator] });
    const browser = new Browser(as);
    await browser.authorize(asking({ id_token: { acr: { essential: true } } }));
    expect(errorOf(await browser.signIn())).toBe('unmet_authentication_requirements');
    // The session of a sign-in there does not do either.
    await browser.authorize({ scope: 'openid' });
    await browser.signIn();
    const silent = asking({ id_token: { acr: { essential: true } } }, { prompt: 'none' });
    expect(errorOf(await browser.authorize(silent))).toBe('login_required');
    await elsewhere.close();
  });
});
