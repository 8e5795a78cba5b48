import * as client from 'openid-client';
import { describe, expect, test } from 'vitest';
import { ownAddress } from '#main/services/authorization-server/responses.ts';
import { startedAnew, startInstead } from '#test/support/started.ts';
import { CarefulBrowser } from './careful-browser.ts';
import { startNow } from './foreign/parties.ts';
import { callback } from './parties.ts';

const as = startedAnew(() => startNow({ basePath: '/tenants/one', settings: { issuerInResponse: true } }));
const browser = startedAnew(() => new CarefulBrowser(as.origin));

const authorize = () => {
  const fields = { client_id: 'portal-web', response_type: 'code', redirect_uri: callback, state: 's' };
  return `${as.origin}/as/authorization.oauth2?${new URLSearchParams(fields)}`;
};

describe('a server below a path of its public base URL', () => {
  test('openid-client finds it and signs a user in', async () => {
    const proof = client.ClientSecretBasic('portal-web-secret');
    const config = await client.discovery(new URL(as.origin), 'portal-web', undefined, proof, {
      execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
    });
    const [pkceCodeVerifier, expectedNonce] = [client.randomPKCECodeVerifier(), client.randomNonce()];
    const target = client.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: 'openid profile',
      nonce: expectedNonce,
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    await browser.open(target.href);
    await browser.submit({ username: 'ann', password: 'ann-password' });
    const { location } = await browser.submit({ decision: 'allow' });
    const tokens = await client.authorizationCodeGrant(config, new URL(location), {
      pkceCodeVerifier,
      expectedNonce,
      idTokenExpected: true,
    });
    expect(tokens.claims()).toMatchObject({ iss: as.origin, sub: 'ann' });
    expect(await client.fetchUserInfo(config, tokens.access_token, 'ann')).toMatchObject({ sub: 'ann' });
  });

  test('forms, redirects and cookies stay below the path, and the browser is known there', async () => {
    const page = await browser.open(authorize());
    expect(page.html).toContain('action="/tenants/one/as/authorization.oauth2"');
    const consent = await browser.submit({ username: 'ann', password: 'ann-password' });
    expect(consent.url.pathname).toBe('/tenants/one/as/authorization.oauth2');
    expect(new Set(browser.cookies.map(({ path }) => path))).toEqual(new Set(['/tenants/one/as']));
    await browser.submit({ decision: 'allow' });
    const grants = await browser.open(`${as.origin}/as/grants`);
    expect(grants.html).toContain('action="/tenants/one/as/grants"');
    const takenBack = await browser.submit({ client_id: 'portal-web' });
    expect([takenBack.url.pathname, takenBack.status]).toEqual(['/tenants/one/as/grants', 200]);
    expect(takenBack.html).toContain('No application has access');
  });

  test.each([
    ['OAuth, inserted', '/.well-known/oauth-authorization-server/tenants/one'],
    ['OpenID, inserted', '/.well-known/openid-configuration/tenants/one'],
    ['OpenID, appended', '/tenants/one/.well-known/openid-configuration'],
  ])('its metadata stands at the address that a client tries: %s', async (_how, path) => {
    const response = await fetch(new URL(path, as.origin));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      issuer: as.origin,
      authorization_endpoint: `${as.origin}/as/authorization.oauth2`,
    });
  });

  test('what a proxy has taken the path away from is answered as well, and led below it', async () => {
    const { origin } = new URL(as.origin);
    const page = await browser.open(authorize().replace(as.origin, origin));
    expect(page.html).toContain('action="/tenants/one/as/authorization.oauth2"');
    expect((await browser.submit({ username: 'ann', password: 'ann-password' })).html).toContain('decision');
  });

  test('so is one whose path is like those of the server itself', async () => {
    await startInstead(as, () => startNow({ basePath: '/as' }));
    for (const path of ['/as/as/jwks', '/as/jwks'])
      expect((await fetch(new URL(path, as.origin))).status).toBe(200);
  });

  test.each(['/tenants/two/as/jwks', '/tenants/oneas/jwks', '/.well-known/openid-configuration/tenants/two'])(
    'another path (%s) is nowhere',
    async (path) => expect((await fetch(new URL(path, as.origin))).status).toBe(404),
  );
});

describe('what follows from the base URL', () => {
  test.each([
    ['https://id.example', '/as', true],
    ['https://id.example:8443/a/b', '/a/b/as', true],
    ['http://id.example/a', '/a/as', false],
    ['http://id.example/a;b', '/', false],
  ])('%s: cookies for %s, over TLS alone: %s', (issuer, path, isSecure) => {
    const own = ownAddress(issuer);
    const [, line = ''] = own.cookie({ name: 'a', value: 'b', ageSeconds: 60, sameSite: 'Lax' });
    expect(line).toBe(`a=b; Path=${path}; Max-Age=60; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`);
    expect(own.host).toBe(new URL(issuer).host);
  });

  test('the well-known part stands before the path or after it, and everything else below', () => {
    const { below } = ownAddress('https://id.example/a');
    expect(below('/a/as/jwks')).toBe('/as/jwks');
    expect(below('/.well-known/oauth-authorization-server/a')).toBe(
      '/.well-known/oauth-authorization-server',
    );
    expect(below('/a/.well-known/openid-configuration')).toBe('/.well-known/openid-configuration');
    expect(below('/as/jwks')).toBe('/as/jwks');
    expect(ownAddress('https://id.example').below('/a/as/jwks')).toBe('/a/as/jwks');
  });
});

describe('the cookie of open sign-ins', () => {
  test('stays as small at fifty sign-ins as at one, and each of them can be finished', async () => {
    await browser.open(authorize());
    const small = browser.cookieFieldBytes(`${as.origin}/as/grants`);
    const pages: CarefulPage[] = [];
    for (let count = 0; count < 50; count += 1) pages.push(await open());
    expect(browser.cookieFieldBytes(`${as.origin}/as/grants`)).toBe(small);
    expect(browser.cookies).toHaveLength(1);
    for (const page of [pages[0], pages[24], pages[49]]) {
      const seen = await browser.open(`${as.origin}/as/authorization.oauth2`, page?.signIn);
      expect(seen.html).toContain('name="decision"');
    }
  });

  test('another browser cannot go on with any of them', async () => {
    const [page] = [await open(), await open()];
    const other = new CarefulBrowser(as.origin);
    await other.open(authorize());
    const seen = await other.open(`${as.origin}/as/authorization.oauth2`, page.signIn);
    expect(seen.status).toBe(400);
  });

  test('it goes away with the last of them, and not before', async () => {
    const pages = [await open(), await open()];
    const names: string[][] = [];
    for (const { signIn } of pages) {
      await browser.open(`${as.origin}/as/authorization.oauth2`, signIn);
      await browser.submit({ decision: 'deny' });
      names.push(browser.cookies.map(({ name }) => name).toSorted());
    }
    expect(names).toEqual([['as_browser', 'as_session'], ['as_session']]);
  });

  test('a value that nothing open hangs on is not taken over', async () => {
    const planted = 'x'.repeat(28);
    const response = await fetch(authorize(), { headers: { cookie: `as_browser=${planted}` } });
    expect(response.headers.getSetCookie().join()).not.toContain(planted);
    expect(response.headers.getSetCookie().join()).toMatch(/as_browser=[\w-]{28};/);
  });
});

interface CarefulPage {
  readonly signIn: RequestInit;
}

/** Opens one more sign-in in the same browser, as a further tab would. */
async function open(): Promise<CarefulPage> {
  const { html } = await browser.open(`${authorize()}&prompt=login`);
  const hidden = [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value],
  );
  const typed = [
    ['username', 'ann'],
    ['password', 'ann-password'],
  ];
  const body = new URLSearchParams([...hidden, ...typed] as string[][]).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return { signIn: { method: 'POST', body, headers } };
}
