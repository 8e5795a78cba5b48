import { describe, expect, test } from 'vitest';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew, startInstead } from '#test/support/started.ts';
import { Browser, callback, challenge } from './parties.ts';

const as = startedAnew(startAuthorizationServer);
const browser = startedAnew(() => new Browser(as));

const over = 'This sign-in has ended';

describe('signing in', () => {
  test('the form names the client, takes the hint, and says what its fields are for', async () => {
    const { html } = await browser.authorize({ login_hint: 'bob' });
    expect(html).toContain('to continue to <b>Portal</b>');
    expect(html).toMatch(/<label for="username">User name<\/label><input id="username" [^>]*value="bob"/);
    expect(html).toContain('autocomplete="username"');
    expect(html).toContain('autocomplete="current-password"');
    expect(html).not.toContain('<script');
  });

  test('a wrong password and an unknown user get the same page, announced and at 200', async () => {
    await browser.authorize();
    const wrong = await browser.signIn('ann', 'guess');
    const unknown = await browser.signIn('zoe', 'guess');
    for (const seen of [wrong, unknown]) {
      expect(seen.status).toBe(200);
      expect(seen.html).toContain('<div class="note" role="alert" id="wrong">');
      expect(seen.html).toContain('aria-invalid="true" aria-describedby="wrong"');
    }
    expect(unknown.html.replace('value="zoe"', 'value="ann"')).toBe(wrong.html);
    expect(as.trace().rules.find((rule) => rule.outcome === 'failed')?.detail).toBe(
      'The user does not exist.',
    );
    expect((await browser.signIn()).html).toContain('name="decision"');
  });

  test('check 16: after a password the browser is sent on with 303, and a reload sends nothing again', async () => {
    const opened = await browser.authorize();
    expect(opened.status).toBe(200);
    const seen = await browser.signIn();
    expect(as.recorded.at(-2)?.response.status).toBe(303);
    expect(seen.html).toContain('Allow access?');
    await browser.submit({ decision: 'allow' });
    expect(as.recorded.at(-1)?.response.status).toBe(303);
  });

  test('in German where the client or the browser asks for it', async () => {
    expect((await browser.authorize({}, { 'accept-language': 'fr, de-CH;q=0.9, en;q=0.8' })).html).toContain(
      '<html lang="de">',
    );
    const asked = await browser.authorize({ ui_locales: 'de' }, { 'accept-language': 'en' });
    expect(asked.html).toContain('<label for="password">Passwort</label>');
    const consent = await browser.signIn();
    expect(consent.html).toContain('Zugriff erlauben?');
    expect((await browser.authorize({}, { 'accept-language': 'fr' })).html).toContain('<html lang="en">');
  });

  test('what a client or user chose to be called cannot write HTML', async () => {
    await startInstead(as, () =>
      startAuthorizationServer({
        clients: [
          {
            clientId: 'portal-web',
            clientName: '<img src=x onerror=alert(1)>',
            redirectUris: [callback],
            grantTypes: ['authorization_code'],
            responseTypes: ['code'],
          },
        ],
      }),
    );
    await startInstead(browser, () => new Browser(as));
    const { html } = await browser.authorize({ login_hint: '"><script>alert(1)</script>' });
    expect(html).not.toContain('<img');
    expect(html).not.toContain('<script');
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;');
  });
});

describe('check 17: nobody else can post the form', () => {
  test('without the cookie, or from another browser', async () => {
    const { html } = await browser.authorize();
    const hidden = Object.fromEntries(
      [...html.matchAll(/name="(txn|csrf)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    );
    const other = new Browser(as);
    await other.authorize();
    const body = new URLSearchParams({ ...hidden, username: 'ann', password: 'ann-password' }).toString();
    const seen = await other.open('/as/authorization.oauth2', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(seen.status).toBe(400);
    expect(seen.html).toContain(over);
    expect((await other.open(`/as/authorization.oauth2?txn=${hidden['txn']}`)).status).toBe(400);
  });

  test('with a wrong csrf value, or that of the page before', async () => {
    const { html } = await browser.authorize();
    const txn = /name="txn" value="([^"]*)"/.exec(html)?.[1] ?? '';
    const first = /name="csrf" value="([^"]*)"/.exec(html)?.[1] ?? '';
    const post = async (fields: Record<string, string>) =>
      browser.open('/as/authorization.oauth2', {
        method: 'POST',
        body: new URLSearchParams({ txn, ...fields }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    expect((await post({ csrf: 'x', username: 'ann', password: 'ann-password' })).status).toBe(400);
    expect((await post({ username: 'ann', password: 'ann-password' })).status).toBe(400);
    expect((await post({ csrf: first, username: 'ann', password: 'ann-password' })).status).toBe(303);
    expect((await post({ csrf: first, decision: 'allow' })).status).toBe(400);
    expect(as.trace().rules.find((rule) => rule.outcome === 'failed')?.id).toBe('csrf');
  });

  test('the cookie is HttpOnly, Lax, for this path and ten minutes, and goes away at the end', async () => {
    const cookie = (await browser.authorize()).headers.getSetCookie()[0] ?? '';
    expect(cookie).toMatch(/^as_browser=[\w-]{28}; Path=\/as; Max-Age=600; HttpOnly; SameSite=Lax$/);
    await browser.signIn();
    const done = await browser.submit({ decision: 'deny' });
    expect(done.headers.getSetCookie()[0]).toContain('Max-Age=0');
  });

  test('the pages cannot be framed, run nothing, tell nobody and are not kept', async () => {
    const seen = await browser.authorize();
    const policy = seen.headers.get('content-security-policy') ?? '';
    for (const part of [
      "default-src 'none'",
      "script-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ]) {
      expect(policy).toContain(part);
    }
    expect(policy).toMatch(/style-src 'sha256-[A-Za-z0-9+/]{43}='/);
    expect(policy).toMatch(/form-action 'self' http:\/\/127\.0\.0\.1:9035 /);
    expect(seen.headers.get('cache-control')).toBe('no-store');
    expect(seen.headers.get('referrer-policy')).toBe('no-referrer');
    expect(seen.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('form-action lets the browser go on to an app', async () => {
    const fields = {
      client_id: 'mobile-app',
      redirect_uri: 'com.example.mobile:/cb',
      code_challenge: challenge,
    };
    const seen = await browser.authorize(fields);
    expect(seen.headers.get('content-security-policy')).toContain("form-action 'self' com.example.mobile:;");
  });
});

describe('the time for signing in', () => {
  test('it ends after ten minutes, on a page that says so', async () => {
    await browser.authorize();
    as.advance(599_999);
    expect((await browser.signIn('ann', 'guess')).status).toBe(200);
    as.advance(1);
    const seen = await browser.signIn();
    expect(seen.status).toBe(400);
    expect(seen.html).toContain(over);
    expect(seen.location).toBe('');
  });

  test('a finished sign-in cannot be finished again', async () => {
    await browser.authorize();
    await browser.signIn();
    await browser.submit({ decision: 'allow' });
    expect((await browser.submit({ decision: 'allow' })).html).toContain(over);
  });

  test('a form that is sent twice at once brings one code', async () => {
    await browser.authorize();
    await browser.signIn();
    const seen = await Promise.all([
      browser.submit({ decision: 'allow' }),
      browser.submit({ decision: 'allow' }),
    ]);
    expect(seen.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([303, 400]);
  });

  test('two sign-ins in two tabs do not disturb each other', async () => {
    const tab = async (state: string) => (await browser.authorize({ state })).html;
    const first = await tab('one');
    await tab('two');
    const hidden = [...first.matchAll(/name="(txn|csrf)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    const body = new URLSearchParams([
      ...hidden,
      ['username', 'ann'],
      ['password', 'ann-password'],
    ] as string[][]);
    const seen = await browser.open('/as/authorization.oauth2', {
      method: 'POST',
      body: body.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(seen.status).toBe(303);
    expect((await browser.signIn()).html).toContain('Allow access?');
  });
});

describe('consent', () => {
  test('the page says who asks, for what, as whom and where it leads', async () => {
    await browser.authorize({ scope: 'orders.read profile' });
    const { html } = await browser.signIn();
    for (const words of [
      '<b>Portal</b>',
      'orders.read',
      'profile',
      '>ann<',
      'http://127.0.0.1:9035',
      'portal-web',
    ]) {
      expect(html).toContain(words);
    }
    expect(html).not.toContain('orders.write');
  });

  test('deny goes to the client as access_denied and is not remembered', async () => {
    for (let times = 0; times < 2; times += 1) {
      await browser.authorize({ prompt: 'login' });
      await browser.signIn();
      const seen = await browser.submit({ decision: 'deny' });
      expect(Object.fromEntries(new URL(seen.location).searchParams)).toEqual({
        error: 'access_denied',
        error_description: 'The user denied the request.',
        state: 'af0',
      });
    }
  });

  test('allow is remembered for user, client and scopes, also after a crash', async () => {
    await browser.authorize({ scope: 'orders.read profile' });
    await browser.signIn();
    await browser.submit({ decision: 'allow' });
    await as.restart('crash');
    await browser.authorize({ scope: 'profile' });
    expect((await browser.signIn()).location).toContain('code=');
    await browser.authorize({ scope: 'orders.write', prompt: 'login' });
    expect((await browser.signIn()).html).toContain('Allow access?');
    await browser.authorize({ scope: 'profile', prompt: 'login' });
    expect((await browser.signIn('bob')).html).toContain('Allow access?');
  });

  test('a client with skip_consent is not asked about', async () => {
    await startInstead(as, () =>
      startAuthorizationServer({
        clients: [
          {
            clientId: 'portal-web',
            redirectUris: [callback],
            grantTypes: ['authorization_code'],
            responseTypes: ['code'],
            skipConsent: true,
          },
        ],
      }),
    );
    await startInstead(browser, () => new Browser(as));
    await browser.authorize();
    expect((await browser.signIn()).location).toContain('code=');
  });

  test('what is allowed to a client that is gone meanwhile is not remembered', async () => {
    await browser.authorize();
    await browser.signIn();
    as.unregister('portal-web');
    const seen = await browser.submit({ decision: 'allow' });
    expect([seen.status, seen.location]).toEqual([400, '']);
    expect(as.store.dump()).not.toContain('as.consent');
  });

  test('a decision that is neither leads nowhere', async () => {
    await browser.authorize();
    await browser.signIn();
    expect((await browser.submit({ decision: 'maybe' })).status).toBe(400);
  });
});
