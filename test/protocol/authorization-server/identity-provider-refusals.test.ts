import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startedAnew } from '#test/support/started.ts';
import { type Misbehaviour, startFaultyProvider } from './identity-provider/faulty-provider.ts';
import {
  answerIn,
  authorize,
  describeProvider,
  failedRule,
  startWithProviders,
} from './identity-provider/stories.ts';
import type { SeenPage, TravellingBrowser } from './identity-provider/travelling-browser.ts';

let browser: TravellingBrowser;
const server = startedAnew(startWithProviders);
const corp = startedAnew(() => startFaultyProvider(() => Math.floor(server.as.nowMillis() / 1_000)));
beforeEach(() => {
  server.providers.push(describeProvider(corp.issuer));
  browser = server.browser();
});
afterEach(async () => {
  await Promise.all([server.as.close(), corp.close()]);
});

const failed = 'The sign-in with the other provider failed';
const unavailable = 'The other provider is not responding';
const unaccepted = 'That account is not allowed here';
const nowSeconds = () => Math.floor(server.as.nowMillis() / 1_000);

/** Goes through the provider, with whatever comes of it. */
async function signIn(fields: Readonly<Record<string, string>> = {}): Promise<SeenPage> {
  await authorize(browser, server, fields);
  return browser.submit({ provider: 'corp' });
}

/** The address with which the provider sends the browser back, without going there. */
async function addressBack(from: TravellingBrowser): Promise<string> {
  const before = from.visited.length;
  await authorize(from, server);
  await from.submit({ provider: 'corp' });
  return from.visited.slice(before).find((address) => address.startsWith(server.callback)) ?? '';
}

function expectRefusal(step: string, words: string): void {
  expect(failedRule(server)).toBe(`authorize.provider-callback ${step}`);
  expect(browser.page.html).toContain(words);
  expect(browser.page.html).toContain('name="password"');
  const issued = server.as.recorded.flatMap(({ notes }) => notes.tags);
  expect(issued).not.toContain('event:code.issued');
  expect(issued).not.toContain('event:user.signed_in');
  expect(issued).toContain('event:user.sign_in_failed');
}

test('one that keeps to the rules lets people in: the refusals below have their own causes', async () => {
  await signIn();
  expect(browser.page.html).toContain('name="decision"');
  expect(failedRule(server)).toBe('none');
});

describe('an ID token that proves nothing', () => {
  test.each<readonly [string, string, () => Misbehaviour]>([
    ['of another issuer', 'id-token-issuer', () => ({ claims: { iss: 'https://elsewhere.example' } })],
    ['of an issuer with one slash more', 'id-token-issuer', () => ({ claims: { iss: `${corp.issuer}/` } })],
    ['for another audience', 'id-token-audience', () => ({ claims: { aud: 'another client' } })],
    ['for no audience', 'id-token-audience', () => ({ claims: { aud: undefined } })],
    ['issued to another party', 'id-token-party', () => ({ claims: { azp: 'another client' } })],
    [
      'for two, without a word on which of them it was issued to',
      'id-token-party',
      () => ({ claims: { aud: ['gatehouse', 'another client'] } }),
    ],
    ['with another nonce', 'id-token-nonce', () => ({ claims: { nonce: 'of another sign-in' } })],
    ['without a nonce', 'id-token-nonce', () => ({ claims: { nonce: undefined } })],
    ['that has expired', 'id-token-time', () => ({ claims: { exp: nowSeconds() - 60 } })],
    ['that never expires', 'id-token-time', () => ({ claims: { exp: undefined } })],
    ['of the future', 'id-token-time', () => ({ claims: { iat: nowSeconds() + 120 } })],
    ['that is not valid yet', 'id-token-time', () => ({ claims: { nbf: nowSeconds() + 120 } })],
    [
      'of another access token',
      'id-token-at-hash',
      () => ({ claims: { at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' } }),
    ],
    ['that is not signed', 'id-token-algorithm', () => ({ signature: 'none' })],
    [
      'signed by HS256 with the public key as its secret',
      'id-token-algorithm',
      () => ({ signature: 'HS256 with the public key' }),
    ],
    [
      'signed with another key of the same name',
      'id-token-signature',
      () => ({ signature: 'another key of the same name' }),
    ],
  ])('%s', async (_, step, misbehaviour) => {
    corp.misbehave(misbehaviour());
    await signIn();
    expectRefusal(step, failed);
  });

  test('the skew of the settings is allowed for', async () => {
    corp.misbehave({ claims: { exp: nowSeconds() - 59, iat: nowSeconds() + 59 } });
    await signIn();
    expect(failedRule(server)).toBe('none');
  });

  test('no auth_time where the client wants a recent sign-in', async () => {
    await signIn({ max_age: '60' });
    expectRefusal('id-token-auth-time', failed);
  });

  test('an old auth_time where the client wants a recent sign-in', async () => {
    corp.misbehave({ claims: { auth_time: nowSeconds() - 121 } });
    await signIn({ max_age: '60' });
    expectRefusal('id-token-auth-time', failed);
  });

  test('in the implicit flow it is judged the same', async () => {
    server.providers[0] = describeProvider(corp.issuer, { responseType: 'id_token' });
    corp.misbehave({ claims: { nonce: 'of another sign-in' } });
    await signIn();
    await browser.submit();
    expectRefusal('id-token-nonce', failed);
  });
});

describe('keys', () => {
  test('a rotated key is fetched once, and the sign-in goes on', async () => {
    await signIn();
    await corp.rotate();
    browser = server.browser();
    await signIn();
    expect(browser.page.html).toContain('name="decision"');
    expect(corp.asked.filter((path) => path === '/keys')).toHaveLength(2);
  });

  test('a key that nobody publishes is looked for once and refused', async () => {
    await signIn();
    await corp.rotate();
    corp.misbehave({
      path: {
        '/keys': (response) => response.end('{"keys":[{"kty":"RSA","kid":"x","n":"AQAB","e":"AQAB"}]}'),
      },
    });
    browser = server.browser();
    await signIn();
    expect(failedRule(server)).toBe('authorize.provider-callback id-token-signature');
    expect(corp.asked.filter((path) => path === '/keys')).toHaveLength(2);
  });

  test('a key set that is none', async () => {
    corp.misbehave({ path: { '/keys': (response) => response.end('{"keys":"none"}') } });
    await signIn();
    expectRefusal('id-token-signature', failed);
  });
});

describe('userinfo and the name of the user', () => {
  test('userinfo of somebody else', async () => {
    corp.misbehave({ userinfo: { sub: 'eve' } });
    await signIn();
    expectRefusal('userinfo', failed);
  });

  test('userinfo cannot overrule what is signed, nor name the user by what it inherits', async () => {
    server.providers[0] = describeProvider(corp.issuer, { usernameClaim: 'name' });
    corp.misbehave({ claims: { name: 'Signed Ada' }, userinfo: { name: 'Eve' } });
    await signIn();
    expect(browser.page.html).toContain('Signed Ada');
    server.providers[0] = describeProvider(corp.issuer, { usernameClaim: 'toString' });
    browser = server.browser();
    await signIn();
    expect(failedRule(server)).toBe('authorize.provider-callback username');
  });

  test.each([
    ['number', 7],
    ['nothing', ''],
    ['long', 'a'.repeat(257)],
  ])('a %s as a name', async (_, name) => {
    server.providers[0] = describeProvider(corp.issuer, { usernameClaim: 'name' });
    corp.misbehave({ userinfo: { name } });
    await signIn();
    expectRefusal('username', unaccepted);
  });
});

describe('an answer that does not belong here', () => {
  test('login CSRF: an answer of somebody else’s browser is refused, and is still good in its own', async () => {
    const eve = server.browser();
    corp.misbehave({
      path: { '/authorize': (response) => response.end('The answer is held back.') },
    });
    await authorize(eve, server);
    await eve.submit({ provider: 'corp' });
    const state = eve.page.url.searchParams.get('state') ?? '';
    const held = `${server.callback}?code=code-0&state=${state}`;
    await authorize(browser, server);
    expect((await browser.open(held)).status).toBe(400);
    expect(failedRule(server)).toBe('authorize.provider-callback same-browser');
    expect(corp.asked).not.toContain('/token');
    const events = server.as.recorded.flatMap(({ notes }) => notes.tags);
    expect(events).not.toContain('event:user.sign_in_failed');
    await eve.open(held);
    expect(corp.asked).toContain('/token');
  });

  test('a callback that comes again', async () => {
    const back = await addressBack(browser);
    const asked = corp.asked.length;
    expect((await browser.open(back)).status).toBe(400);
    expect(failedRule(server)).toBe('authorize.provider-callback transaction-away');
    expect(corp.asked).toHaveLength(asked);
  });

  test('a state that nobody sent, no state, a repeated one', async () => {
    for (const [query, step] of [
      ['code=x&state=invented', 'transaction-away'],
      ['code=x', 'transaction-away'],
      ['code=x&state=a&state=b', 'form'],
    ]) {
      expect((await browser.open(`${server.callback}?${query}`)).status).toBe(400);
      expect(failedRule(server)).toBe(`authorize.provider-callback ${step}`);
    }
  });

  test('mix-up: the answer says that it comes from another provider', async () => {
    corp.misbehave({ answer: { iss: 'https://elsewhere.example' } });
    await signIn();
    expectRefusal('issuer-of-answer', failed);
    expect(corp.asked).not.toContain('/token');
  });

  test('mix-up: a provider that always says who it is, and this time does not', async () => {
    corp.misbehave({ document: { authorization_response_iss_parameter_supported: true } });
    await signIn();
    expectRefusal('issuer-of-answer', failed);
  });

  test('an answer posted where none was asked to be', async () => {
    corp.misbehave({ path: { '/authorize': (response) => response.end('held back') } });
    await signIn();
    const state = browser.page.url.searchParams.get('state') ?? '';
    const body = new URLSearchParams({ state, code: 'code-0' }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await browser.open(server.callback, { method: 'POST', headers, body })).status).toBe(400);
    expect(failedRule(server)).toBe('authorize.provider-posted post-expected');
    expect((await browser.open(server.callback, { method: 'PUT' })).status).toBe(405);
  });

  test('whatever is sent there, the server knows an answer', async () => {
    const names = fc.constantFrom(
      'code',
      'state',
      'iss',
      'error',
      'error_description',
      'id_token',
      'txn',
      'x',
    );
    const pairs = fc.array(fc.tuple(names, fc.string({ unit: 'binary' })), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(pairs, fc.boolean(), fc.boolean(), async (fields, isPosted, isAway) => {
        corp.misbehave({ path: { '/authorize': (response) => response.end('held back') } });
        await signIn();
        const state = browser.page.url.searchParams.get('state') ?? '';
        const all = isAway ? [['state', state], ...fields.filter(([name]) => name !== 'state')] : fields;
        const body = new URLSearchParams(all.map(([name = '', value = '']) => [name, value])).toString();
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        const seen = isPosted
          ? await browser.open(server.callback, { method: 'POST', headers, body })
          : await browser.open(`${server.callback}?${body}`);
        expect([200, 400]).toContain(seen.status);
        expect(seen.html).not.toContain('name="decision"');
      }),
      { numRuns: 30 },
    );
  });

  test('a sign-in that took longer than ten minutes', async () => {
    corp.misbehave({ path: { '/authorize': (response) => response.end('held back') } });
    await signIn();
    const state = browser.page.url.searchParams.get('state') ?? '';
    server.as.advance(600_000);
    expect((await browser.open(`${server.callback}?code=code-0&state=${state}`)).status).toBe(400);
    expect(failedRule(server)).toBe('authorize.provider-callback transaction-away');
  });

  test('a form without the anti-forgery value, or for a provider that was not offered', async () => {
    await authorize(browser, server);
    expect((await browser.submit({ provider: 'corp', csrf: 'x' })).status).toBe(400);
    expect(failedRule(server)).toBe('authorize.provider csrf');
    await authorize(browser, server);
    expect((await browser.submit({ provider: 'unheard-of' })).status).toBe(400);
    expect(failedRule(server)).toBe('authorize.provider provider-known');
  });
});

describe('a provider that is out of order', () => {
  const broken = (path: string, answer: string, status = 200): Misbehaviour => ({
    path: { [path]: (response) => response.writeHead(status).end(answer) },
  });

  test.each<readonly [string, string, string, Misbehaviour]>([
    ['its token endpoint answers 500', 'code-exchanged', unavailable, broken('/token', '', 500)],
    [
      'its token endpoint refuses',
      'code-exchanged',
      failed,
      broken('/token', '{"error":"invalid_grant"}', 400),
    ],
    ['its token endpoint answers HTML', 'code-exchanged', failed, broken('/token', '<p>Hello</p>')],
    ['its token endpoint forgets the ID token', 'code-exchanged', failed, broken('/token', '{}')],
    [
      'its token endpoint answers half a megabyte',
      'code-exchanged',
      failed,
      broken('/token', 'x'.repeat(524_288)),
    ],
    ['its ID token is no JWT', 'id-token-algorithm', failed, broken('/token', '{"id_token":"hello"}')],
    ['its keys cannot be had', 'id-token-signature', unavailable, broken('/keys', '', 503)],
    ['its keys fill half a megabyte', 'id-token-signature', failed, broken('/keys', 'x'.repeat(524_288))],
    ['userinfo answers 403', 'userinfo', failed, broken('/userinfo', '', 403)],
    ['it says that it failed', 'provider-agrees', failed, { answer: { error: 'server_error' } }],
    ['it is busy', 'provider-agrees', unavailable, { answer: { error: 'temporarily_unavailable' } }],
  ])('%s', async (_, step, words, misbehaviour) => {
    corp.misbehave(misbehaviour);
    await signIn();
    expectRefusal(step, words);
  });

  test.each<readonly [string, string, () => Misbehaviour]>([
    ['names another issuer', failed, () => ({ document: { issuer: `${corp.issuer}/` } })],
    [
      'has an address for scripts',
      failed,
      () => ({ document: { authorization_endpoint: 'javascript:alert(1)' } }),
    ],
    ['lacks its keys', failed, () => ({ document: { jwks_uri: undefined } })],
    ['is half a megabyte', failed, () => broken('/.well-known/openid-configuration', 'x'.repeat(524_288))],
    ['answers 500', unavailable, () => broken('/.well-known/openid-configuration', '', 500)],
  ])('its discovery document %s: the browser never leaves', async (_, words, misbehaviour) => {
    corp.misbehave(misbehaviour());
    await signIn();
    expect(failedRule(server)).toBe('authorize.provider provider-discovered');
    expect(browser.page.html).toContain(words);
    expect(corp.asked).not.toContain('/authorize');
    corp.misbehave({});
    await browser.submit({ provider: 'corp' });
    expect(browser.page.html).toContain('name="decision"');
  });

  test('it is not there: the user is told, or the client where there is no other way', async () => {
    await corp.close();
    await signIn();
    expect(browser.page.html).toContain(unavailable);
    const { error } = answerIn(await authorize(browser, server, { client_id: 'corp-web' }));
    expect(error).toBe('temporarily_unavailable');
  });

  test('where there is no other way, a failure on the way back is the client’s to know, without details', async () => {
    corp.misbehave({ claims: { aud: 'another client' } });
    expect(answerIn(await authorize(browser, server, { client_id: 'corp-web' }))).toEqual({
      error: 'server_error',
      error_description: 'The sign-in at the identity provider failed.',
      state: 'af0',
    });
  });

  test('a provider whose sign-in page is at another address is reached through a page that leads on', async () => {
    corp.misbehave({ document: { authorization_endpoint: 'https://login.example/authorize?tenant=a' } });
    const seen = await signIn();
    expect(seen.status).toBe(200);
    const refresh = seen.headers.get('refresh') ?? '';
    expect(refresh).toMatch(/^0;url=https:\/\/login\.example\/authorize\?tenant=a&response_type=code&/);
    expect(seen.html).toContain('<b>login.example</b>');
  });
});
