import { describe, expect, test } from 'vitest';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew } from '#test/support/started.ts';
import { answerPage, codeIn, endSession, goodbye, logoutClients, signInAt } from './logout-parties.ts';
import { Browser, callback, exchange, refresh } from './parties.ts';

const as = startedAnew(() => startAuthorizationServer({ clients: logoutClients() }));
const browser = startedAnew(() => new Browser(as));

const claimsOf = (jwt: string) =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
const failed = () => as.trace().rules.find(({ outcome }) => outcome === 'failed');

/** True if a user is signed in in a browser, as far as a client finds out without a question. */
async function isSignedIn(in_: Browser, username = 'ann'): Promise<boolean> {
  const seen = await in_.authorize({ prompt: 'none', scope: 'openid', login_hint: username });
  return new URL(seen.location).searchParams.has('code');
}

describe('a client that signs its user out with an ID token', () => {
  test('ends the session, its grants and its codes, and gets the browser back with its state', async () => {
    const { idToken, refreshToken } = await signInAt(as, browser);
    const code = await codeIn(browser);
    const seen = await endSession(browser, {
      id_token_hint: idToken,
      post_logout_redirect_uri: goodbye,
      state: 'a b&c',
    });
    expect([seen.status, seen.location]).toEqual([303, `${goodbye}?state=a+b%26c`]);
    expect(as.trace().rules.map(({ outcome }) => outcome)).not.toContain('failed');
    expect(as.trace()).toMatchObject({
      pipeline: 'end-session',
      effect: 'Signed out in this browser: ann. Grants revoked: 1. Clients notified: portal-web.',
    });
    expect(as.tags()).toContain('event:user.signed_out');
    expect(browser.cookie('as_session')).toBe('');
    expect(await isSignedIn(browser)).toBe(false);
    expect((await refresh(as, refreshToken)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await exchange(as, code)).body).toMatchObject({ error: 'invalid_grant' });
  });

  test('ends the session on the server: a copy of its cookie opens nothing', async () => {
    const { idToken } = await signInAt(as, browser);
    const stolen = new Browser(as);
    stolen.plant('as_session', browser.cookie('as_session'));
    expect(await isSignedIn(stolen)).toBe(true);
    await endSession(browser, { id_token_hint: idToken });
    expect(await isSignedIn(stolen)).toBe(false);
  });

  test('leaves a grant with offline_access as it is', async () => {
    const { idToken, refreshToken } = await signInAt(
      as,
      browser,
      'ann',
      'portal-web',
      'openid offline_access',
    );
    await endSession(browser, { id_token_hint: idToken });
    expect(await isSignedIn(browser)).toBe(false);
    expect((await refresh(as, refreshToken)).status).toBe(200);
  });

  test('leaves what is of another session, and who else is signed in in this browser', async () => {
    const elsewhere = await signInAt(as, new Browser(as));
    const { idToken } = await signInAt(as, browser);
    const bobs = await signInAt(as, browser, 'bob');
    await endSession(browser, { id_token_hint: idToken });
    expect((await refresh(as, elsewhere.refreshToken)).status).toBe(200);
    expect((await refresh(as, bobs.refreshToken)).status).toBe(200);
    expect([await isSignedIn(browser, 'ann'), await isSignedIn(browser, 'bob')]).toEqual([false, true]);
  });

  test('may use one that ended long ago', async () => {
    as.configure({ sessionLifetimeSeconds: 864_000 });
    const { idToken } = await signInAt(as, browser);
    as.advance(86_400_000);
    const seen = await endSession(browser, { id_token_hint: idToken, post_logout_redirect_uri: goodbye });
    expect(seen.location).toBe(goodbye);
  });

  test('gets the browser back too where nobody is signed in any more', async () => {
    const { idToken } = await signInAt(as, browser);
    const seen = await endSession(new Browser(as), {
      id_token_hint: idToken,
      post_logout_redirect_uri: goodbye,
    });
    expect(seen.location).toBe(goodbye);
    expect(as.trace().effect).toBe('No user is signed in in this browser. Nothing changed.');
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('may post, from another site as well: the browser comes again with its cookie', async () => {
    const { idToken } = await signInAt(as, browser);
    const body = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: goodbye });
    const seen = await browser.open('/as/end_session.openid', { method: 'POST', body });
    expect(seen.location).toBe(goodbye);
    const again = await signInAt(as, browser);
    const other = new URLSearchParams({ id_token_hint: again.idToken, post_logout_redirect_uri: goodbye });
    const withoutCookie = await new Browser(as).open('/as/end_session.openid', {
      method: 'POST',
      body: other,
    });
    expect(withoutCookie.status).toBe(303);
    expect((await browser.open(withoutCookie.location)).location).toBe(goodbye);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('where sessions are off, it ends nothing and is led on', async () => {
    as.configure({ sessionLifetimeSeconds: 0 });
    const { idToken } = await signInAt(as, browser);
    expect(claimsOf(idToken)).not.toHaveProperty('sid');
    const seen = await endSession(browser, { id_token_hint: idToken, post_logout_redirect_uri: goodbye });
    expect(seen.location).toBe(goodbye);
  });
});

describe('without an ID token of the user of this browser', () => {
  test('the user is asked, in their language, and signs out by the button', async () => {
    await signInAt(as, browser);
    const asked = await endSession(browser, {
      client_id: 'portal-web',
      post_logout_redirect_uri: goodbye,
      state: 'x',
      ui_locales: 'de',
    });
    expect(asked.status).toBe(200);
    expect(asked.html).toContain('<h1>Abmelden?</h1>');
    expect(asked.html).toContain('<b>Portal</b> möchte Sie');
    expect(asked.headers.get('content-security-policy')).toContain('form-action');
    expect(await isSignedIn(browser)).toBe(true);
    const left = await answerPage(browser, asked, 'sign-out');
    expect([left.status, left.location]).toEqual([303, `${goodbye}?state=x`]);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('the user may stay, and no client is told that they left', async () => {
    await signInAt(as, browser);
    const asked = await endSession(browser, { client_id: 'portal-web', post_logout_redirect_uri: goodbye });
    const stayed = await answerPage(browser, asked, 'stay');
    expect([stayed.status, stayed.location]).toEqual([200, '']);
    expect(stayed.html).toContain('You are still signed in');
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('an ID token of another user, or of another session, is asked about', async () => {
    const bobs = await signInAt(as, new Browser(as), 'bob');
    const former = await signInAt(as, new Browser(as));
    await signInAt(as, browser);
    for (const { idToken } of [bobs, former]) {
      const asked = await endSession(browser, { id_token_hint: idToken, post_logout_redirect_uri: goodbye });
      expect(asked.html).toContain('Sign out?');
    }
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('logout_hint says which of two users is meant', async () => {
    await signInAt(as, browser);
    await signInAt(as, browser, 'bob');
    const asked = await endSession(browser, { logout_hint: 'bob' });
    expect(asked.html).toContain('<dd class="who">bob</dd>');
    expect((await answerPage(browser, asked, 'sign-out')).html).toContain('You are signed out');
    expect([await isSignedIn(browser, 'ann'), await isSignedIn(browser, 'bob')]).toEqual([true, false]);
  });

  test('a page of another site cannot press the button', async () => {
    await signInAt(as, browser);
    for (const csrf of ['', 'of another site']) {
      const body = new URLSearchParams({ decision: 'sign-out', csrf });
      expect((await browser.open('/as/end_session.openid', { method: 'POST', body })).status).toBe(400);
      expect(failed()).toMatchObject({ id: 'form-own' });
    }
    const query = '/as/end_session.openid?decision=sign-out';
    expect((await browser.open(query)).html).toContain('Sign out?');
    const grants = await browser.open('/as/grants');
    const csrf = /name="csrf" value="([^"]*)"/.exec(grants.html)?.[1] ?? '';
    const body = new URLSearchParams({ decision: 'sign-out', csrf });
    expect((await browser.open('/as/end_session.openid', { method: 'POST', body })).status).toBe(400);
    expect(await isSignedIn(browser)).toBe(true);
  });
});

describe('a request that is refused leads the browser nowhere, and ends nothing', () => {
  const refusals: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
    [
      'an unregistered address',
      { client_id: 'portal-web', post_logout_redirect_uri: `${goodbye}/x` },
      'return-registered',
    ],
    [
      'the address of another client',
      { client_id: 'shop', post_logout_redirect_uri: goodbye },
      'return-registered',
    ],
    ['a redirect URI', { client_id: 'portal-web', post_logout_redirect_uri: callback }, 'return-registered'],
    ['an address without a client', { post_logout_redirect_uri: goodbye }, 'return-registered'],
    ['an unknown client', { client_id: 'nobody' }, 'client-known'],
    ['no JWT', { id_token_hint: 'x' }, 'hint-ours'],
  ];

  test.each(refusals)('%s', async (_, fields, rule) => {
    await signInAt(as, browser);
    const seen = await endSession(browser, fields);
    expect([seen.status, seen.location]).toEqual([400, '']);
    expect(failed()).toMatchObject({ id: rule });
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('an ID token with a wrong signature, of another client, and another type of JWT', async () => {
    as.configure({ accessTokenFormat: 'jwt' });
    const { idToken, accessToken } = await signInAt(as, browser);
    const spoiled = `${idToken.slice(0, -4)}AAAA`;
    for (const hint of [spoiled, accessToken]) {
      expect((await endSession(browser, { id_token_hint: hint })).status).toBe(400);
      expect(failed()).toMatchObject({ id: 'hint-ours' });
    }
    expect((await endSession(browser, { id_token_hint: idToken, client_id: 'shop' })).status).toBe(400);
    expect(failed()).toMatchObject({ id: 'client-known' });
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('a repeated parameter', async () => {
    const seen = await browser.open('/as/end_session.openid?client_id=shop&client_id=portal-web');
    expect([seen.status, failed()?.id]).toEqual([400, 'form']);
  });
});

describe('sid', () => {
  test('names the session to clients that have to do with sign-outs, and to no other', async () => {
    const first = claimsOf((await signInAt(as, browser)).idToken)['sid'];
    expect(first).toMatch(/^[\w-]{28}$/);
    expect(claimsOf((await signInAt(as, browser, 'ann', 'shop')).idToken)['sid']).toBe(first);
    expect(claimsOf((await signInAt(as, browser, 'ann', 'plain')).idToken)).not.toHaveProperty('sid');
    expect(claimsOf((await signInAt(as, new Browser(as))).idToken)['sid']).not.toBe(first);
  });

  test('stays the same at a refresh, and where the user signs in anew', async () => {
    const { idToken, refreshToken } = await signInAt(as, browser);
    const refreshed = await refresh(as, refreshToken);
    await browser.authorize({ scope: 'openid', prompt: 'login' });
    const code = new URL((await browser.signIn()).location).searchParams.get('code') ?? '';
    const anew = await exchange(as, code);
    const known = claimsOf(idToken)['sid'];
    for (const { body } of [refreshed, anew])
      if (body['id_token'] !== undefined) expect(claimsOf(body['id_token'] as string)['sid']).toBe(known);
    expect(anew.body).toHaveProperty('id_token');
  });

  test('joins the access tokens of a session too: they end with it', async () => {
    const { idToken, accessToken } = await signInAt(as, browser);
    expect(as.server.inspectToken(accessToken)?.state).toBe('valid');
    await endSession(browser, { id_token_hint: idToken });
    expect(as.server.inspectToken(accessToken)?.state).toBe('revoked');
  });
});
