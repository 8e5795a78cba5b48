import { describe, expect, test } from 'vitest';
import { callbackUrl } from '#main/services/authorization-server/identity-providers/authorization-url.ts';
import { onwardPage } from '#main/services/authorization-server/pages/redirect-page.ts';
import { ordersApi, portalWeb, startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew } from '#test/support/started.ts';
import { Browser, exchange, member, obtainCode, postTo, postToken, refresh, validate } from './parties.ts';

const as = startedAnew(() =>
  startAuthorizationServer({
    clients: [
      {
        ...portalWeb,
        clientName: 'Portal',
        scopes: ['openid', 'orders.read'],
        responseTypes: ['code', 'token'],
      },
      ordersApi,
    ],
  }),
);
const browser = startedAnew(() => new Browser(as));

describe('check 15: nobody keeps an answer', () => {
  const ask = async (path: string, client?: string, fields: Readonly<Record<string, string>> = {}) =>
    (await postTo(as, path, fields, client)).headers;

  test('of the token, introspection, revocation and userinfo endpoints, whether it is a yes or a no', async () => {
    const issued = await exchange(as, await obtainCode(as, { scope: 'openid' }));
    const token = member(issued, 'access_token');
    const userinfo = `${as.origin}/as/userinfo.openid`;
    const bearer = { headers: { authorization: `Bearer ${token}` } };
    const narrow = member(await exchange(as, await obtainCode(as, { scope: 'orders.read' })), 'access_token');
    const answers = {
      issued: issued.headers,
      refreshed: (await refresh(as, member(issued, 'refresh_token'))).headers,
      'refused 400': (await exchange(as, 'unknown')).headers,
      'refused 401': await ask('/as/token.oauth2', 'nobody'),
      'refused 405': (await fetch(`${as.origin}/as/token.oauth2`)).headers,
      'of another type': (await fetch(`${as.origin}/as/token.oauth2`, { method: 'POST', body: 'x' })).headers,
      validated: (await validate(as, token)).headers,
      'not validated': (await validate(as, 'unknown')).headers,
      active: await ask('/as/introspect.oauth2', 'orders-api', { token }),
      inactive: await ask('/as/introspect.oauth2', 'orders-api', { token: 'unknown' }),
      'not introspected': await ask('/as/introspect.oauth2'),
      'userinfo 200': (await fetch(userinfo, bearer)).headers,
      'userinfo 400': (await fetch(`${userinfo}?access_token=${token}`, bearer)).headers,
      'userinfo 401': (await fetch(userinfo)).headers,
      'userinfo 403': (await fetch(userinfo, { headers: { authorization: `Bearer ${narrow}` } })).headers,
      revoked: await ask('/as/revoke_token.oauth2', 'portal-web', { token }),
      'not revoked': await ask('/as/revoke_token.oauth2', 'portal-web'),
    };
    for (const [name, headers] of Object.entries(answers))
      expect([name, headers.get('cache-control'), headers.get('pragma')]).toEqual([
        name,
        'no-store',
        'no-cache',
      ]);
  });

  test('a redirect is not kept either, and tells the next site nothing of where the browser was', async () => {
    const refused = await browser.authorize({ scope: 'unknown' });
    await browser.authorize();
    const signedIn = await browser.submitRaw({ username: 'ann', password: 'ann-password' });
    await browser.open(signedIn.location);
    const allowed = await browser.submitRaw({ decision: 'allow' });
    const silent = await browser.authorize();
    expect([refused, signedIn, allowed, silent].map(({ status }) => status)).toEqual([302, 303, 303, 302]);
    for (const { headers } of [refused, signedIn, allowed, silent]) {
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
  });
});

describe('every page of ours', () => {
  type Page = readonly [headers: Headers, html: string];
  const seen = ({ headers, html }: { readonly headers: Headers; readonly html: string }): Page => [
    headers,
    html,
  ];
  const pages: Readonly<Record<string, () => Promise<Page>>> = {
    'sign-in': async () => seen(await browser.authorize()),
    'sign-in after a wrong password': async () => {
      await browser.authorize();
      return seen(await browser.signIn('ann', 'wrong'));
    },
    consent: async () => {
      await browser.authorize();
      return seen(await browser.signIn());
    },
    choice: async () => {
      for (const name of ['ann', 'bob']) {
        await browser.authorize({ prompt: 'login' });
        await browser.signIn(name);
      }
      return seen(await browser.authorize());
    },
    'request that cannot be answered': async () => seen(await browser.authorize({ client_id: 'nobody' })),
    'sign-in that is over': async () => seen(await browser.open('/as/authorization.oauth2?txn=unknown')),
    form_post: async () => seen(await browser.authorize({ response_mode: 'form_post', scope: 'unknown' })),
    'sign-in to the grants': async () => seen(await browser.open('/as/grants')),
    grants: async () => {
      await browser.authorize();
      await browser.signIn();
      await browser.submit({ decision: 'allow' });
      const page = await browser.open('/as/grants');
      expect(page.html).toContain('Portal');
      return seen(page);
    },
    'form of the grants that is out of date': async () =>
      seen(
        await browser.open('/as/grants', { method: 'POST', body: new URLSearchParams({ client_id: 'x' }) }),
      ),
    onward: async () => {
      const location = `https://login.example/?redirect_uri=${callbackUrl(as.origin)}`;
      const { headers, body } = onwardPage({ language: 'en', issuer: as.origin, location, extraHeaders: [] });
      const pairs = headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : []));
      return [new Headers(pairs as [string, string][]), String(body)];
    },
  };

  test.each(Object.entries(pages))(
    'check 17: %s cannot be framed, and runs nothing of others',
    async (_, open) => {
      const [headers] = await open();
      const policy = headers.get('content-security-policy') ?? '';
      for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"])
        expect(policy).toContain(part);
      expect(policy).toMatch(/script-src ('none'|'sha256-[\w+/]+=');/);
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('content-type')).toBe('text/html;charset=UTF-8');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  test.each(Object.entries(pages))(
    'check 15: %s is not kept, names itself to nobody, loads nothing',
    async (_, open) => {
      const [headers, html] = await open();
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('pragma')).toBe('no-cache');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(html).not.toMatch(/<(?:link|img|iframe|frame|object|embed|base|video|audio|source)\b/i);
      expect(html).not.toMatch(/<script[^>]*\bsrc=|@import|url\(/i);
      expect(html).not.toMatch(/<svg[^>]*\b(?:href|onload)=/i);
    },
  );
});

describe('check 17: each of our forms is bound to the page and the browser that showed it', () => {
  const fieldsOf = (html: string): Record<string, string> =>
    Object.fromEntries(
      [...html.matchAll(/name="(txn|csrf)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    );
  const post = (from: Browser, fields: Readonly<Record<string, string>>, path = '/as/authorization.oauth2') =>
    from.open(path, { method: 'POST', body: new URLSearchParams(fields) });
  const forms: Readonly<Record<string, readonly [() => Promise<string>, Readonly<Record<string, string>>]>> =
    {
      'sign-in': [
        async () => (await browser.authorize()).html,
        { username: 'ann', password: 'ann-password' },
      ],
      consent: [
        async () => {
          await browser.authorize();
          return (await browser.signIn()).html;
        },
        { decision: 'allow' },
      ],
      denial: [
        async () => {
          await browser.authorize();
          return (await browser.signIn()).html;
        },
        { decision: 'deny' },
      ],
      choice: [
        async () => {
          await browser.authorize();
          await browser.signIn();
          return (await browser.authorize({ prompt: 'select_account' })).html;
        },
        { account: 'ann' },
      ],
      provider: [async () => (await browser.authorize()).html, { provider: 'corp' }],
    };

  test.each(Object.entries(forms))('%s', async (_, [open, typed]) => {
    const { txn = '', csrf = '' } = fieldsOf(await open());
    const stranger = new Browser(as);
    await stranger.authorize();
    const attempts = [
      [browser, { txn, ...typed }, 'csrf'],
      [browser, { txn, csrf: 'x'.repeat(28), ...typed }, 'csrf'],
      [stranger, { txn, csrf, ...typed }, 'same-browser'],
      [stranger, { txn, ...typed }, 'same-browser'],
    ] as const;
    for (const [from, fields, step] of attempts) {
      const { status, location } = await post(from, fields);
      expect([status, location]).toEqual([400, '']);
      expect(as.trace().rules.find(({ outcome }) => outcome === 'failed')?.id).toBe(step);
    }
  });

  test('the sign-in to the grants, and taking back', async () => {
    const { csrf = '' } = fieldsOf((await browser.open('/as/grants')).html);
    const typed = { username: 'ann', password: 'ann-password' };
    const stranger = new Browser(as);
    await stranger.open('/as/grants');
    expect((await post(browser, typed, '/as/grants')).status).toBe(400);
    expect((await post(stranger, { csrf, ...typed }, '/as/grants')).status).toBe(400);
    expect((await post(browser, { csrf, ...typed }, '/as/grants')).status).toBe(303);
    expect((await post(browser, { csrf, client_id: 'portal-web' }, '/as/grants')).status).toBe(400);
  });
});

describe('check 27: what is told of a flow', () => {
  test('no log line, audit event or address of our own pages holds a code, token, password or form value', async () => {
    const events: unknown[] = [];
    as.server.onAuditEvent((event) => void events.push(event));
    as.configure({ rollRefreshTokens: true });
    const secrets = ['ann-password', 'wrong-password', 'portal-web-secret'];
    const page = await browser.authorize();
    secrets.push(/name="csrf" value="([^"]*)"/.exec(page.html)?.[1] ?? '');
    secrets.push(/as_browser=([\w-]+)/.exec(page.headers.getSetCookie().join())?.[1] ?? '');
    await browser.signIn('ann', 'wrong-password');
    const signedIn = await browser.submitRaw({ username: 'ann', password: 'ann-password' });
    const consent = await browser.open(signedIn.location);
    secrets.push(/name="csrf" value="([^"]*)"/.exec(consent.html)?.[1] ?? '');
    secrets.push(/as_session=([\w-]+)/.exec(signedIn.headers.getSetCookie().join())?.[1] ?? '');
    const { location } = await browser.submit({ decision: 'allow' });
    const code = new URL(location).searchParams.get('code') ?? '';
    const issued = await exchange(as, code);
    const [access, first] = [member(issued, 'access_token'), member(issued, 'refresh_token')];
    const rolled = await refresh(as, first);
    secrets.push(code, access, first, member(rolled, 'refresh_token'), member(rolled, 'access_token'));
    await refresh(as, first);
    await exchange(as, code);
    await validate(as, access);
    await postToken(as, { grant_type: 'authorization_code', code: 'x' }, 'nobody');
    await postTo(as, '/as/revoke_token.oauth2', { token: access }, 'portal-web');
    const told = [
      JSON.stringify(events),
      ...as.logged,
      page.html.replaceAll(/value="[^"]*"/g, ''),
      signedIn.location,
    ];
    expect(events.length).toBeGreaterThan(5);
    expect(as.logged.length).toBeGreaterThan(0);
    for (const secret of secrets) {
      expect(secret).not.toBe('');
      for (const text of told) expect(text).not.toContain(secret);
    }
  });
});
