import { describe, expect, test } from 'vitest';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew } from '#test/support/started.ts';
import { Browser, callback, exchange, member, postToken, type Seen } from './parties.ts';

const web = {
  secret: 'portal-web-secret',
  redirectUris: [callback],
  scopes: ['openid', 'profile'],
  grantTypes: ['authorization_code', 'client_credentials'],
  responseTypes: ['code'],
  skipConsent: true,
} as const;

const as = startedAnew(() =>
  startAuthorizationServer({
    clients: [
      { ...web, clientId: 'portal-web', idTokenAlgorithm: 'ES256' },
      { ...web, clientId: 'shop', secret: 'shop-secret', idTokenAlgorithm: 'RS256' },
    ],
  }),
);
const browser = startedAnew(() => new Browser(as));

/** An ID token of a user, who signs in for it in a browser of their own. */
async function idTokenOf(username: string, clientId = 'portal-web'): Promise<string> {
  const own = new Browser(as);
  await own.authorize({ client_id: clientId, scope: 'openid' });
  const code = parametersOf(await own.signIn(username)).get('code') ?? '';
  const fields = { grant_type: 'authorization_code', code, redirect_uri: callback };
  return member(
    clientId === 'portal-web' ? await exchange(as, code) : await postToken(as, fields, clientId),
    'id_token',
  );
}

const failedRule = () => as.trace().rules.find(({ outcome }) => outcome === 'failed');
const parametersOf = ({ location }: Seen) => new URL(location).searchParams;

/** The user for whom a client gets a code; the error where it gets none. */
async function whoIn(seen: Seen): Promise<string> {
  const code = parametersOf(seen).get('code');
  if (code === null) return parametersOf(seen).get('error') ?? 'nothing';
  const answer = await exchange(as, code);
  const [, claims = ''] = member(answer, 'id_token').split('.');
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }).sub;
}

async function signedIn(...usernames: readonly string[]): Promise<void> {
  for (const username of usernames) {
    await browser.authorize({ prompt: 'login', scope: 'openid' });
    await browser.signIn(username);
  }
}

const ask = (hint: string, fields: Readonly<Record<string, string>> = {}) =>
  browser.authorize({ scope: 'openid', id_token_hint: hint, ...fields });

describe('whom a client means by id_token_hint', () => {
  test('is answered at once where that user is signed in, alone or beside others', async () => {
    const hint = await idTokenOf('ann');
    await signedIn('ann');
    expect(await whoIn(await ask(hint, { prompt: 'none' }))).toBe('ann');
    await signedIn('bob');
    const seen = await ask(hint, { prompt: 'none' });
    const { rule } = as.trace().rules.find(({ id }) => id === 'id-token-hint') ?? {};
    expect(rule).toBe('The request is for ann only');
    expect(await whoIn(seen)).toBe('ann');
    expect(await whoIn(await ask(hint))).toBe('ann');
  });

  test('is never answered by another user who is signed in', async () => {
    const hint = await idTokenOf('ann');
    await signedIn('bob');
    expect(await whoIn(await ask(hint, { prompt: 'none' }))).toBe('login_required');
    const page = await ask(hint);
    expect(page.html).toMatch(/name="username" type="text" value="ann"/);
    expect(await whoIn(await browser.signIn('ann'))).toBe('ann');
  });

  test('nor by another user who signs in then: the client is told, and the browser knows nobody more', async () => {
    const hint = await idTokenOf('ann');
    await ask(hint);
    const seen = await browser.signIn('bob');
    expect(Object.fromEntries(parametersOf(seen))).toMatchObject({ error: 'login_required', state: 'af0' });
    expect(failedRule()).toMatchObject({
      id: 'hint-kept',
      outcome: 'failed',
      want: 'ann',
      got: 'bob',
    });
    expect(seen.headers.getSetCookie().join()).not.toContain('as_session');
    expect(await whoIn(await browser.authorize({ scope: 'openid', prompt: 'none' }))).toBe('login_required');
  });

  test('nor by one whom the user chooses', async () => {
    const hint = await idTokenOf('ann');
    await signedIn('bob', 'ann');
    const page = await ask(hint, { prompt: 'select_account' });
    expect(page.html).toContain('value="ann"');
    expect(page.html).not.toContain('value="bob"');
    await browser.submit({ account: '' });
    expect(await whoIn(await browser.signIn('bob'))).toBe('login_required');
  });

  test('may come from a token that has expired, and from a key that was replaced', async () => {
    const hint = await idTokenOf('ann');
    as.advance(7 * 86_400_000);
    await as.server.admin.rotateKey('ES256');
    await signedIn('ann');
    expect(await whoIn(await ask(hint, { prompt: 'none' }))).toBe('ann');
    expect(await whoIn(await ask(hint, { prompt: 'none', login_hint: 'bob' }))).toBe('login_required');
  });
});

describe('a hint that this server did not issue to this client', () => {
  const header = (members: object) => Buffer.from(JSON.stringify(members)).toString('base64url');
  const withClaims = (jwt: string, changes: object) => {
    const [head = '', claims = '', signature = ''] = jwt.split('.');
    const before = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
    return [head, header({ ...before, ...changes }), signature].join('.');
  };

  test.each<readonly [string, (hint: string) => string | Promise<string>, string]>([
    ['text', () => 'ann', 'It is not a JWT that can be decoded.'],
    ['another user', (hint) => withClaims(hint, { sub: 'bob' }), 'Its signature is wrong.'],
    ['no signature', (hint) => `${hint.split('.').slice(0, 2).join('.')}.`, 'Its signature is wrong.'],
    ['two parts', (hint) => hint.split('.').slice(0, 2).join('.'), 'It is not a JWT that can be decoded.'],
    [
      'alg none',
      (hint) => `${header({ alg: 'none', typ: 'JWT' })}.${hint.split('.')[1]}.`,
      'No key of this server matches its kid and alg.',
    ],
    ['another client’s', () => idTokenOf('ann', 'shop'), 'It was issued to another client.'],
  ])('%s is refused', async (_what, change, why) => {
    const hint = await change(await idTokenOf('ann'));
    await signedIn('ann');
    expect(await whoIn(await ask(hint, { prompt: 'none' }))).toBe('invalid_request');
    expect(failedRule()).toMatchObject({ id: 'id-token-hint', outcome: 'failed', detail: why });
  });

  test('an access token is refused, though the same key signed it', async () => {
    as.configure({ accessTokenFormat: 'jwt', accessTokenSigningAlgorithm: 'ES256' });
    await idTokenOf('ann');
    const own = await postToken(as, { grant_type: 'client_credentials', scope: 'profile' }, 'portal-web');
    const seen = await ask(member(own, 'access_token'), { prompt: 'none' });
    expect(parametersOf(seen).get('error')).toBe('invalid_request');
    expect(failedRule()?.detail).toBe('Its typ belongs to another type of JWT.');
  });
});
