import { beforeEach, describe, expect, test } from 'vitest';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew } from '#test/support/started.ts';
import { Browser, type Seen } from './parties.ts';

const as = startedAnew(startAuthorizationServer);
const browser = startedAnew(() => new Browser(as));

const errorOf = ({ location }: Seen) => new URL(location).searchParams.get('error');

/** Signs in, and allows where that is asked. */
async function signInAs(username: string, fields: Readonly<Record<string, string>> = {}): Promise<Seen> {
  await browser.authorize(fields);
  const seen = await browser.signIn(username);
  return seen.html.includes('name="decision"') ? browser.submit({ decision: 'allow' }) : seen;
}

describe('a browser stays signed in', () => {
  test('the second request needs no password', async () => {
    await signInAs('ann');
    const again = await browser.authorize();
    expect(again.status).toBe(302);
    expect(again.location).toContain('code=');
    expect(as.trace().rules.map(({ rule }) => rule)).toContain('ann is signed in already');
  });

  test('only that browser', async () => {
    await signInAs('ann');
    expect((await new Browser(as).authorize()).html).toContain('name="password"');
  });

  test('until its time is over', async () => {
    await signInAs('ann');
    as.advance(28_800_000);
    expect((await browser.authorize()).html).toContain('name="password"');
  });

  test('not where sessions are switched off', async () => {
    as.configure({ sessionLifetimeSeconds: 0 });
    await signInAs('ann');
    expect((await browser.authorize()).html).toContain('name="password"');
  });

  test('a restart asks everybody again: it fails closed', async () => {
    await signInAs('ann');
    await as.restart('stop');
    expect((await browser.authorize()).html).toContain('name="password"');
  });

  test('the id of the browser is new after each sign-in, so that none can be planted', async () => {
    await browser.authorize({ prompt: 'login' });
    const first = (
      await browser.submitRaw({ username: 'ann', password: 'ann-password' })
    ).headers.getSetCookie();
    await browser.authorize({ prompt: 'login' });
    const second = (
      await browser.submitRaw({ username: 'ann', password: 'ann-password' })
    ).headers.getSetCookie();
    const idIn = (cookies: readonly string[]) => cookies.find((cookie) => cookie.startsWith('as_session='));
    expect(idIn(first)).toMatch(/^as_session=[\w-]{28}; Path=\/as; Max-Age=28800; HttpOnly; SameSite=Lax$/);
    expect(idIn(second)).not.toBe(idIn(first));
  });
});

describe('prompt and max_age', () => {
  test('login asks for the password although somebody is signed in', async () => {
    await signInAs('ann');
    expect((await browser.authorize({ prompt: 'login' })).html).toContain('name="password"');
  });

  test('consent asks although it was given', async () => {
    await signInAs('ann');
    expect((await browser.authorize({ prompt: 'consent' })).html).toContain('name="decision"');
  });

  test('none answers at once: with a code, or with what is missing', async () => {
    expect(errorOf(await browser.authorize({ prompt: 'none' }))).toBe('login_required');
    await signInAs('ann');
    expect((await browser.authorize({ prompt: 'none' })).location).toContain('code=');
    await browser.authorize({ prompt: 'login' });
    await browser.signIn('bob');
    expect(errorOf(await browser.authorize({ prompt: 'none', login_hint: 'bob' }))).toBe('consent_required');
    expect(errorOf(await browser.authorize({ prompt: 'none' }))).toBe('account_selection_required');
  });

  test.each(['none login', 'sing'])('prompt=%s is refused', async (prompt) => {
    expect(errorOf(await browser.authorize({ prompt }))).toBe('invalid_request');
  });

  test('max_age asks again when the sign-in is older', async () => {
    await signInAs('ann');
    as.advance(10_000);
    expect((await browser.authorize({ max_age: '10' })).location).toContain('code=');
    as.advance(1);
    expect((await browser.authorize({ max_age: '10' })).html).toContain('name="password"');
    expect(errorOf(await browser.authorize({ max_age: '-1' }))).toBe('invalid_request');
  });
});

describe('check 30: a clock that jumps, at the sign-in', () => {
  test('max_age=0 always asks, and a clock that was set back makes no sign-in younger', async () => {
    await signInAs('ann');
    expect((await browser.authorize({ max_age: '0' })).html).toContain('name="password"');
    expect(errorOf(await browser.authorize({ max_age: '0', prompt: 'none' }))).toBe('login_required');
    as.advance(-3_600_000);
    expect((await browser.authorize({ max_age: '60' })).html).toContain('name="password"');
  });

  test('forward, a session and an open sign-in end; back, no session that ended in between comes to life', async () => {
    await signInAs('ann');
    await browser.authorize({ prompt: 'login' });
    as.advance(86_400_000);
    as.server.purgeExpired();
    as.advance(-86_400_000);
    expect((await browser.signIn('ann')).html).toContain('This sign-in has ended');
    expect(errorOf(await browser.authorize({ prompt: 'none' }))).toBe('login_required');
  });
});

describe('a user who is no longer registered', () => {
  test('is signed in nowhere: no code, and no ID token in their name', async () => {
    await signInAs('ann');
    as.unregister('ann');
    expect(errorOf(await browser.authorize({ prompt: 'none' }))).toBe('login_required');
    expect((await browser.authorize()).html).toContain('name="password"');
    expect((await browser.open('/as/grants')).html).toContain('name="password"');
  });

  test('gets nothing from a consent page that was open, nor from a choice that was offered', async () => {
    await browser.authorize();
    await browser.signIn('ann');
    as.unregister('ann');
    const refused = await browser.submit({ decision: 'allow' });
    expect([refused.status, refused.location]).toEqual([400, '']);
    expect(as.tags()).not.toContain('event:code.issued');
  });
});

describe('choosing an account', () => {
  beforeEach(async () => {
    await signInAs('ann');
    await signInAs('bob', { prompt: 'login' });
  });

  test('two accounts: the user is asked, and goes on as the chosen one', async () => {
    const page = await browser.authorize();
    expect(page.html).toContain('Choose an account');
    expect(page.html).toMatch(/value="bob">bob[^]*value="ann">ann/);
    expect((await browser.submit({ account: 'ann' })).location).toContain('code=');
    expect(as.tags()).toContain('user:ann');
  });

  test('or as somebody else', async () => {
    await browser.authorize();
    expect((await browser.submit({ account: '' })).html).toContain('name="password"');
  });

  test('nobody can choose who was not offered', async () => {
    await browser.authorize();
    expect((await browser.submit({ account: 'carol' })).status).toBe(400);
  });

  test('the hint of the client chooses', async () => {
    expect((await browser.authorize({ login_hint: 'ann' })).location).toContain('code=');
    expect((await browser.authorize({ login_hint: 'carol' })).html).toContain('value="carol"');
  });

  test('select_account asks even where there is one', async () => {
    const other = new Browser(as);
    await other.authorize();
    await other.signIn('ann');
    expect((await other.authorize({ prompt: 'select_account' })).html).toContain('Choose an account');
  });
});
