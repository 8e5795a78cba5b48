import { describe, expect, test } from 'vitest';
import { stateEdges } from '#shared/oauth/index.ts';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew } from '#test/support/started.ts';
import {
  Browser,
  callback,
  exchange,
  member,
  obtainCode,
  postTo,
  postToken,
  refresh,
  validate,
} from './parties.ts';

const as = startedAnew(() => startAuthorizationServer({ settings: { refreshTokenLifetimeSeconds: 86_400 } }));

const stateOf = (token: string) => as.server.inspectToken(token)?.state;
async function pair(): Promise<{ readonly access: string; readonly refreshToken: string }> {
  const answer = await exchange(as, await obtainCode(as));
  return { access: member(answer, 'access_token'), refreshToken: member(answer, 'refresh_token') };
}
const isDead = async (access: string) => (await validate(as, access)).body['error'] === 'invalid_grant';
const revoke = (token: string) => postTo(as, '/as/revoke_token.oauth2', { token }, 'portal-web');

/** The user at the page of their grants, taking back what a client was allowed. */
async function takeBack(clientId: string): Promise<string> {
  const browser = new Browser(as);
  const post = async (fields: Readonly<Record<string, string>>, html: string) => {
    const csrf = /name="csrf" value="([^"]*)"/.exec(html)?.[1] ?? '';
    const body = new URLSearchParams({ csrf, ...fields });
    const seen = await browser.open('/as/grants', { method: 'POST', body });
    return seen.status === 303 ? browser.open(seen.location) : seen;
  };
  const shown = await post(
    { username: 'ann', password: 'ann-password' },
    (await browser.open('/as/grants')).html,
  );
  return (await post({ client_id: clientId }, shown.html)).html;
}

/** One story for each way from one state to another. */
const stories: Readonly<Record<string, () => Promise<void>>> = {
  'code-issued': async () => expect(stateOf(await obtainCode(as))).toBe('valid'),
  'code-exchanged': async () => {
    const code = await obtainCode(as);
    expect((await exchange(as, code)).status).toBe(200);
    expect(stateOf(code)).toBe('used');
  },
  'code-used-up': async () => {
    const code = await obtainCode(as);
    await exchange(as, code, { redirect_uri: `${callback}/x` });
    expect(stateOf(code)).toBe('used');
    expect((await exchange(as, code)).body['error']).toBe('invalid_grant');
  },
  'code-expired': async () => {
    const code = await obtainCode(as);
    as.advance(60_000);
    expect(stateOf(code)).toBe('expired');
    expect((await exchange(as, code)).body['error']).toBe('invalid_grant');
  },
  'code-of-another': async () => {
    const code = await obtainCode(as);
    await postToken(as, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: callback,
      client_id: 'mobile-app',
    });
    expect(stateOf(code)).toBe('valid');
    expect((await exchange(as, code)).status).toBe(200);
  },
  'code-replayed': async () => {
    const code = await obtainCode(as);
    const first = member(await exchange(as, code), 'access_token');
    await exchange(as, code);
    expect(await isDead(first)).toBe(true);
  },
  'access-issued': async () => expect(stateOf((await pair()).access)).toBe('valid'),
  'access-expired': async () => {
    const { access } = await pair();
    as.advance(7_199_999);
    expect(await isDead(access)).toBe(false);
    as.advance(1);
    expect(stateOf(access)).toBe('expired');
    expect(await isDead(access)).toBe(true);
  },
  'access-revoked': async () => {
    const { access } = await pair();
    await revoke(access);
    expect(stateOf(access)).toBe('revoked');
    expect(await isDead(access)).toBe(true);
  },
  'access-of-revoked-grant': async () => {
    const { access, refreshToken } = await pair();
    await revoke(refreshToken);
    expect(stateOf(access)).toBe('revoked');
    expect(await isDead(access)).toBe(true);
  },
  'access-revoked-by-administrator': async () => {
    const { access } = await pair();
    const target = { kind: 'client', clientId: 'portal-web' } as const;
    await as.server.admin.revoke({ target, by: 'administrator', reason: 'The portal was separated.' });
    await as.restart('crash');
    expect(stateOf(access)).toBe('revoked');
  },
  'refresh-issued': async () => expect(stateOf((await pair()).refreshToken)).toBe('valid'),
  'refresh-kept': async () => {
    const { refreshToken } = await pair();
    const answer = await refresh(as, refreshToken);
    expect(stateOf(member(answer, 'access_token'))).toBe('valid');
    expect(answer.body).not.toHaveProperty('refresh_token');
    expect(stateOf(refreshToken)).toBe('valid');
  },
  'refresh-rolled': async () => {
    as.configure({ rollRefreshTokens: true });
    const { refreshToken } = await pair();
    const next = member(await refresh(as, refreshToken), 'refresh_token');
    expect([stateOf(refreshToken), stateOf(next)]).toEqual(['rolled', 'valid']);
  },
  'refresh-retried': async () => {
    as.configure({ rollRefreshTokens: true, refreshGraceSeconds: 30 });
    const { refreshToken } = await pair();
    await refresh(as, refreshToken);
    as.advance(29_999);
    expect((await refresh(as, refreshToken)).status).toBe(200);
    expect(stateOf(refreshToken)).toBe('rolled');
  },
  'refresh-reused': async () => {
    as.configure({ rollRefreshTokens: true, refreshGraceSeconds: 30 });
    const { access, refreshToken } = await pair();
    const next = member(await refresh(as, refreshToken), 'refresh_token');
    as.advance(30_000);
    expect((await refresh(as, refreshToken)).body['error']).toBe('invalid_grant');
    expect([refreshToken, next, access].map(stateOf)).toEqual(['revoked', 'revoked', 'revoked']);
  },
  'refresh-expired': async () => {
    const { refreshToken } = await pair();
    as.advance(86_400_000);
    expect(stateOf(refreshToken)).toBe('expired');
    expect((await refresh(as, refreshToken)).body['error']).toBe('invalid_grant');
  },
  'refresh-revoked': async () => {
    const { refreshToken } = await pair();
    await revoke(refreshToken);
    expect(stateOf(refreshToken)).toBe('revoked');
    expect((await refresh(as, refreshToken)).body['error']).toBe('invalid_grant');
  },
  'refresh-revoked-by-administrator': async () => {
    const { refreshToken } = await pair();
    const target = { kind: 'holder', holder: 'ann' } as const;
    await as.server.admin.revoke({ target, by: 'administrator', reason: '' });
    expect((await refresh(as, refreshToken)).body['error']).toBe('invalid_grant');
  },
  'refresh-revoked-by-user': async () => {
    const { access, refreshToken } = await pair();
    expect(await takeBack('portal-web')).toContain('No application has access');
    expect(stateOf(refreshToken)).toBe('revoked');
    expect(await isDead(access)).toBe(true);
    await as.restart('crash');
    expect((await refresh(as, refreshToken)).body['error']).toBe('invalid_grant');
    const browser = new Browser(as);
    await browser.authorize();
    expect((await browser.signIn()).html).toContain('Allow access?');
  },
};

describe('every way from one state to another', () => {
  test.each(stateEdges)('$kind: $from → $to, where $trigger', async ({ id }) => {
    const story = stories[id];
    if (story === undefined) throw new Error(`${id} has no story`);
    await story();
  });

  test('and no story without a way', () => {
    expect(Object.keys(stories).toSorted()).toEqual(stateEdges.map(({ id }) => id).toSorted());
  });
});

test('what was taken back does not begin anew by a code that was still waiting', async () => {
  const code = await obtainCode(as);
  const target = { kind: 'holder', holder: 'ann' } as const;
  await as.server.admin.revoke({ target, by: 'administrator', reason: '' });
  await as.restart('crash');
  expect((await exchange(as, code)).body['error']).toBe('invalid_grant');
});

describe('the page of what a user has allowed', () => {
  test('asks who they are, and shows what they allowed whom', async () => {
    await pair();
    const browser = new Browser(as);
    const first = await browser.open('/as/grants');
    expect(first.html).toContain('name="password"');
    expect(first.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const csrf = /name="csrf" value="([^"]*)"/.exec(first.html)?.[1] ?? '';
    const sign = (password: string) =>
      browser.open('/as/grants', {
        method: 'POST',
        body: new URLSearchParams({ csrf, username: 'ann', password }),
      });
    expect((await sign('wrong')).html).toContain('Incorrect user name or password');
    await sign('ann-password');
    const { html } = await browser.open('/as/grants');
    expect(html).toContain('Portal');
    expect(html).toContain('It has 1 active grant.');
    expect(html).toContain('orders.read');
  });

  test('lets them sign out: nobody is known in the browser then, and nothing waits to be allowed there', async () => {
    const { refreshToken } = await pair();
    const browser = new Browser(as);
    await browser.authorize();
    await browser.signIn();
    const waiting = (await browser.authorize({ prompt: 'consent' })).html;
    expect(waiting).toContain('name="decision"');
    const txn = /name="txn" value="([^"]*)"/.exec(waiting)?.[1] ?? '';
    const { html } = await browser.open('/as/grants');
    expect(html).toContain('>Sign out</button>');
    const csrf = /name="csrf" value="([^"]*)"/.exec(html)?.[1] ?? '';
    const stolen = new Browser(as);
    stolen.plant('as_session', browser.cookie('as_session'));
    const left = await browser.open('/as/grants', {
      method: 'POST',
      body: new URLSearchParams({ csrf, sign_out: '1' }),
    });
    expect([left.status, left.location]).toEqual([303, '/as/grants']);
    expect(left.headers.getSetCookie().join()).toMatch(/^as_session=; Path=\/as; Max-Age=0;/);
    expect(as.trace()).toMatchObject({ pipeline: 'grants.sign-out' });
    expect(as.tags()).toEqual(['event:user.signed_out', 'user:ann']);
    for (const each of [browser, stolen])
      expect((await each.open('/as/grants')).html).toContain('name="password"');
    expect((await browser.authorize({ prompt: 'none' })).location).toContain('error=login_required');
    expect((await browser.open(`/as/authorization.oauth2?txn=${txn}`)).status).toBe(400);
    expect(stateOf(refreshToken)).toBe('valid');
  });

  test('check 17: another site signs nobody out', async () => {
    const browser = new Browser(as);
    await browser.authorize();
    await browser.signIn();
    for (const csrf of ['', 'of another site']) {
      const body = new URLSearchParams({ csrf, sign_out: '1' });
      expect((await browser.open('/as/grants', { method: 'POST', body })).status).toBe(400);
    }
    expect((await browser.open('/as/grants')).html).toContain('Signed in as');
    const { status } = await new Browser(as).open('/as/grants', {
      method: 'POST',
      body: new URLSearchParams({ csrf: 'x', sign_out: '1' }),
    });
    expect(status).toBe(400);
  });

  test('check 17: a post of another site changes nothing', async () => {
    const { refreshToken } = await pair();
    const browser = new Browser(as);
    await browser.authorize();
    await browser.signIn();
    for (const csrf of ['', 'of another site']) {
      const body = new URLSearchParams({ csrf, client_id: 'portal-web' });
      expect((await browser.open('/as/grants', { method: 'POST', body })).status).toBe(400);
    }
    expect(stateOf(refreshToken)).toBe('valid');
  });
});
