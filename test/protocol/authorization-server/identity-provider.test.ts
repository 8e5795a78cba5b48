import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { redactValue } from '#shared/exchange/index.ts';
import { startedAnew } from '#test/support/started.ts';
import { startRealProvider } from './identity-provider/real-provider.ts';
import {
  answerIn,
  authorize,
  describeProvider,
  failedRule,
  startWithProviders,
} from './identity-provider/stories.ts';
import type { SeenPage, TravellingBrowser } from './identity-provider/travelling-browser.ts';
import { exchange, member, postToken, validate } from './parties.ts';

let browser: TravellingBrowser;
const server = startedAnew(startWithProviders);
const corp = startedAnew(() => startRealProvider(server.callback));
beforeEach(() => {
  server.providers.push(describeProvider(corp.issuer));
  browser = server.browser();
});
afterEach(async () => {
  await Promise.all([server.as.close(), corp.close()]);
});

const use = (changes: Parameters<typeof describeProvider>[1]) => {
  server.providers[0] = describeProvider(corp.issuer, changes);
};

/** The foreign provider posts its answer by a script; here a person presses. */
async function postWhereAsked(seen: SeenPage): Promise<SeenPage> {
  return seen.html.includes('Submitting Callback') ? browser.submit() : seen;
}

/** Signs in at the provider as somebody, allows where that is asked; gives what the browser sees in the end. */
async function signInAs(who: string, fields: Readonly<Record<string, string>> = {}): Promise<SeenPage> {
  await authorize(browser, server, fields);
  if (browser.page.html.includes('name="provider"')) await browser.submit({ provider: 'corp' });
  return postWhereAsked(await browser.submit({ who }));
}

async function allow(): Promise<SeenPage> {
  return browser.submit({ decision: 'allow' });
}

/** Reads the attributes that the resource server gets of the user behind a code. */
async function attributesBehind(code: string): Promise<unknown> {
  const tokens = await exchange(server.as, code);
  return (await validate(server.as, member(tokens, 'access_token'))).body['access_token'];
}

describe('External identity provider for authentication', () => {
  test('authorization code: yes', async () => {
    await signInAs('ada');
    const seen = await allow();
    expect(await attributesBehind(answerIn(seen)['code'] ?? '')).toMatchObject({ sub: 'ada' });
  });

  test('implicit: yes', async () => {
    await signInAs('ada', { response_type: 'token' });
    const { access_token: token = '' } = answerIn(await allow());
    expect((await validate(server.as, token)).body['access_token']).toMatchObject({ sub: 'ada' });
  });

  test.each(['client_credentials', 'password'])('%s: no, nobody is ever sent there', async (grant) => {
    const fields = { grant_type: grant, username: 'ann', password: 'ann-password' };
    expect((await postToken(server.as, fields, 'portal-web')).status).toBe(200);
    expect(corp.asked).toHaveLength(0);
    expect(server.as.sent).toHaveLength(0);
  });
});

describe('sign-in at a foreign provider, with its code flow', () => {
  test('its claims become the attributes of the user', async () => {
    await signInAs('ada');
    expect(browser.page.html).toContain('name="decision"');
    expect(browser.page.url.search).toMatch(/^\?txn=[\w-]{28}$/);
    const seen = await allow();
    expect(answerIn(seen)).toEqual({ code: expect.any(String), state: 'af0' });
    expect(await attributesBehind(answerIn(seen)['code'] ?? '')).toEqual({
      username: 'ada',
      sub: 'ada',
      name: 'Ada Lovelace',
      status: 'platinum',
      email: 'ada@example.org',
      email_verified: true,
    });
  });

  test('the request has everything that keeps the answer to this browser', async () => {
    await authorize(browser, server, { login_hint: 'ada', ui_locales: 'de' });
    await browser.submit({ provider: 'corp' });
    expect(browser.page.html).toContain('value="ada"');
    expect(Object.fromEntries(corp.asked[0] ?? [])).toEqual({
      response_type: 'code',
      client_id: 'gatehouse',
      redirect_uri: server.callback,
      scope: 'openid profile email',
      state: expect.stringMatching(/^[\w-]{28}$/),
      nonce: expect.stringMatching(/^[\w-]{28}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      login_hint: 'ada',
      ui_locales: 'de',
    });
  });

  test('how they signed in there is for the provider to say: the ID token of this server does not', async () => {
    await signInAs('ada', { response_type: 'id_token token', nonce: 'n', scope: 'openid' });
    const { id_token: jwt = '' } = answerIn(await allow());
    const claims: unknown = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ sub: 'ada', auth_time: expect.any(Number) });
    expect(claims).not.toHaveProperty('acr');
    expect(claims).not.toHaveProperty('amr');
  });

  test('another person than the client means gets no answer', async () => {
    const fields = { grant_type: 'password', username: 'ann', password: 'ann-password', scope: 'openid' };
    const hint = member(await postToken(server.as, fields, 'portal-web'), 'id_token');
    const seen = await signInAs('ada', { id_token_hint: hint });
    expect(answerIn(seen)).toMatchObject({ error: 'login_required', state: 'af0' });
    expect(failedRule(server)).toBe('authorize.provider-callback hint-kept');
    await authorize(browser, server);
    expect(browser.page.html).toContain('name="provider"');
  });

  test('every step is in the trace, and the sign-in is told to whoever listens', async () => {
    const events: string[] = [];
    server.as.server.onAuditEvent(({ type, fields }) =>
      events.push(`${type} ${fields.username} ${fields.issuer ?? ''}`),
    );
    await signInAs('ada');
    const callbackExchange = server.as.recorded.find(({ notes }) => notes.tags.includes('user:ada'));
    const trace = callbackExchange?.notes.trace?.();
    expect(trace?.pipeline).toBe('authorize.provider-callback');
    expect(trace?.rules.every(({ outcome }) => outcome === 'passed' || outcome === 'skipped')).toBe(true);
    expect(trace?.rules.map(({ rule }) => rule)).toContain('ID token is signed with RS256');
    expect(events).toEqual([`user.signed_in ada ${corp.issuer}`]);
  });

  test('the exchanges with the provider are recorded, found by their tags, and tell no secret in a log', async () => {
    await signInAs('ada');
    const txn = new URLSearchParams(browser.page.url.search).get('txn');
    expect(server.as.sent.map(({ method, target }) => `${method} ${target}`)).toEqual([
      'GET /.well-known/openid-configuration',
      'POST /token',
      'GET /jwks',
      'GET /me',
    ]);
    for (const { tags } of server.as.sent)
      expect(tags).toEqual([`txn:${txn}`, 'client:portal-web', 'provider:corp']);
    const [, tokens] = server.as.sent;
    const answered = JSON.parse(Buffer.from(tokens?.responseBody ?? '').toString('utf8'));
    const code = new URLSearchParams(String(tokens?.requestBody)).get('code') ?? '';
    const logged = JSON.stringify(
      redactValue({
        sent: server.as.sent.map((exchangeSent) => ({
          target: exchangeSent.target,
          body: String(exchangeSent.requestBody),
          answer: Buffer.from(exchangeSent.responseBody).toString('utf8'),
          headers: exchangeSent.requestHeaders.join('\n'),
        })),
        visited: browser.visited,
        traces: server.as.recorded.map(({ notes }) => notes.trace?.()),
      }),
    );
    for (const secret of [code, answered.id_token, answered.access_token, 'a secret: with'])
      expect(logged).not.toContain(secret);
  });

  test('as a public client, where the provider knows us by no secret', async () => {
    use({ clientId: 'gatehouse-public', clientSecret: () => null });
    await signInAs('ada');
    expect(answerIn(await allow())).toHaveProperty('code');
  });

  test('with a wrong secret nothing comes of it, and the user is told', async () => {
    use({ clientSecret: () => 'wrong' });
    await signInAs('ada');
    expect(browser.page.html).toContain('The sign-in with the other provider failed');
    expect(failedRule(server)).toBe('authorize.provider-callback code-exchanged');
  });

  test('another claim can name the user', async () => {
    use({ usernameClaim: 'email' });
    await signInAs('ada');
    expect(browser.page.html).toContain('ada@example.org');
  });

  test('but an address that nobody has verified cannot', async () => {
    use({ usernameClaim: 'email' });
    await signInAs('grace');
    expect(browser.page.html).toContain('That account is not allowed here');
    expect(failedRule(server)).toBe('authorize.provider-callback username');
  });
});

describe('sign-in at a foreign provider, with its implicit flow: an ID token by form_post', () => {
  beforeEach(() => use({ clientId: 'gatehouse-implicit', responseType: 'id_token' }));

  test('the post comes without our cookie; the answer is judged where it comes', async () => {
    await signInAs('ada', { response_type: 'token' });
    expect(browser.page.html).toContain('name="decision"');
    const { token_type: type, access_token: token = '' } = answerIn(await allow());
    expect(type).toBe('bearer');
    const attributes = (await validate(server.as, token)).body['access_token'];
    expect(attributes).toMatchObject({ username: 'ada', name: 'Ada Lovelace' });
    const pipelines = server.as.recorded.map(({ notes }) => notes.trace?.().pipeline);
    expect(pipelines).toEqual([
      'authorize',
      'authorize.provider',
      'authorize.provider-posted',
      'authorize.provider-callback',
      'authorize.resume',
      'authorize.consent',
      'token.validate_bearer',
    ]);
    expect(browser.visited.join('\n')).not.toContain('eyJ');
    expect(corp.asked[0]?.get('response_mode')).toBe('form_post');
    expect(corp.asked[0]?.has('code_challenge')).toBe(false);
  });

  test('the answer works once', async () => {
    await signInAs('ada');
    const posted = browser.visited.find((address) => address.includes('/as/provider-callback?state=')) ?? '';
    const again = await browser.open(posted);
    expect(again.status).toBe(400);
    expect(failedRule(server)).toBe('authorize.provider-callback transaction-away');
  });

  test('an ID token in the address is not taken: it must be posted', async () => {
    await authorize(browser, server);
    await browser.submit({ provider: 'corp' });
    const state = corp.asked[0]?.get('state') ?? '';
    const iss = encodeURIComponent(corp.issuer);
    await browser.open(`${server.callback}?state=${state}&iss=${iss}&id_token=eyJ.e30.x`);
    expect(failedRule(server)).toBe('authorize.provider-callback answer-complete');
  });
});

describe('who may come', () => {
  test('somebody from outside who has the name of a user here is refused', async () => {
    await signInAs('ann');
    expect(browser.page.html).toContain('That account is not allowed here');
    expect(failedRule(server)).toBe('authorize.provider-callback person-accepted');
  });

  test('a provider for users of the workspace only: they sign in there, others do not', async () => {
    use({ accepts: 'user' });
    await signInAs('ann');
    expect(await attributesBehind(answerIn(await allow())['code'] ?? '')).toMatchObject({
      username: 'ann',
      name: 'Ann Archer',
      status: 'gold',
    });
    browser = server.browser();
    await signInAs('ada');
    expect(browser.page.html).toContain('That account is not allowed here');
  });

  test('who does not want to is back at our page, told so, and can sign in otherwise', async () => {
    await signInAs('');
    expect(browser.page.url.pathname).toBe('/as/authorization.oauth2');
    expect(browser.page.html).toContain('You did not sign in with the other provider');
    expect(failedRule(server)).toBe('authorize.provider-callback provider-agrees');
    expect((await browser.open(browser.page.url.href)).html).toContain(
      'You did not sign in with the other provider',
    );
    await browser.submit({ username: 'ann', password: 'ann-password' });
    expect(answerIn(await allow())).toHaveProperty('code');
  });

  test('the page says so in German too', async () => {
    await authorize(browser, server, { ui_locales: 'de' });
    await browser.submit({ provider: 'corp' });
    await browser.submit({ who: '' });
    expect(browser.page.html).toContain('Sie haben sich beim anderen Anbieter nicht angemeldet');
  });
});

describe('the second time', () => {
  test('consent is remembered, for the person of this provider', async () => {
    await signInAs('ada');
    await allow();
    browser = server.browser();
    expect(answerIn(await signInAs('ada'))).toHaveProperty('code');
    use({ name: 'other' });
    browser = server.browser();
    await authorize(browser, server);
    await browser.submit({ provider: 'other' });
    expect((await browser.submit({ who: 'ada' })).html).toContain('name="decision"');
  });

  test('the browser is still signed in', async () => {
    await signInAs('ada');
    await allow();
    expect(answerIn(await authorize(browser, server))).toHaveProperty('code');
    expect(corp.asked).toHaveLength(1);
  });

  test('discovery and keys are asked for anew after five minutes', async () => {
    const fetched = () =>
      server.as.sent.filter(({ target }) => /openid-configuration|jwks/.test(target)).length;
    for (const expected of [2, 2]) {
      browser = server.browser();
      await signInAs('ada');
      expect(fetched()).toBe(expected);
    }
    server.as.advance(300_000);
    browser = server.browser();
    await signInAs('ada');
    expect(fetched()).toBe(4);
  });

  test('prompt=login and max_age reach the provider', async () => {
    await signInAs('ada');
    await allow();
    await signInAs('ada', { prompt: 'login' });
    expect(corp.asked.at(-1)?.get('prompt')).toBe('login');
    server.as.advance(30_000);
    const seen = await signInAs('ada', { max_age: '20' });
    expect(Object.fromEntries(corp.asked.at(-1) ?? [])).toMatchObject({ prompt: 'login', max_age: '20' });
    expect(answerIn(seen)).toHaveProperty('code');
  });

  test('accounts of both kinds stand side by side, and each is who they are', async () => {
    await signInAs('ada');
    await allow();
    await authorize(browser, server, { prompt: 'login' });
    await browser.submit({ username: 'ann', password: 'ann-password' });
    await allow();
    const page = await authorize(browser, server);
    expect(page.html).toMatch(/value="ann"[^]*value="ada"/);
    const seen = await browser.submit({ account: 'ada' });
    expect(await attributesBehind(answerIn(seen)['code'] ?? '')).toMatchObject({ name: 'Ada Lovelace' });
  });
});

describe('a client whose users sign in at the provider only', () => {
  const only = { client_id: 'corp-web' };

  test('the browser goes straight there, and comes back with a code', async () => {
    const page = await authorize(browser, server, only);
    expect(page.html).toContain('Foreign sign-in');
    await browser.submit({ who: 'ada' });
    expect(answerIn(await allow())).toHaveProperty('code');
    const pipelines = server.as.recorded.map(({ notes }) => notes.trace?.().pipeline);
    expect(pipelines.slice(0, 2)).toEqual(['authorize', 'authorize.provider-callback']);
  });

  test('prompt=none: login_required, until somebody of that provider is signed in', async () => {
    expect(answerIn(await authorize(browser, server, { ...only, prompt: 'none' }))).toMatchObject({
      error: 'login_required',
    });
    await authorize(browser, server, { prompt: 'login' });
    await browser.submit({ username: 'ann', password: 'ann-password' });
    expect(answerIn(await authorize(browser, server, { ...only, prompt: 'none' }))).toMatchObject({
      error: 'login_required',
    });
    await signInAs('ada', only);
    await allow();
    expect(answerIn(await authorize(browser, server, { ...only, prompt: 'none' }))).toHaveProperty('code');
  });

  test('users of the workspace who signed in there are known too', async () => {
    use({ accepts: 'user' });
    await signInAs('ann', only);
    await allow();
    expect(answerIn(await authorize(browser, server, { ...only, prompt: 'none' }))).toHaveProperty('code');
    expect(corp.asked).toHaveLength(1);
  });

  test('who does not want to is back at the client', async () => {
    expect(answerIn(await signInAs('', only))).toEqual({
      error: 'access_denied',
      error_description: 'The user did not sign in.',
      state: 'af0',
    });
  });

  test('a password of ours does not let anybody in', async () => {
    await authorize(browser, server, only);
    const txn = server.as
      .tags()
      .find((tag) => tag.startsWith('txn:'))
      ?.slice(4);
    const page = await browser.open(`${server.as.origin}/as/authorization.oauth2?txn=${txn}`);
    expect(page.html).not.toContain('name="password"');
    expect((await browser.submit({ username: 'ann', password: 'ann-password' })).status).toBe(400);
  });

  test('a provider that is not there any more is an error of the server', async () => {
    server.providers.length = 0;
    expect(answerIn(await authorize(browser, server, only))).toMatchObject({ error: 'server_error' });
    expect(failedRule(server)).toBe('authorize provider-discovered');
  });
});
