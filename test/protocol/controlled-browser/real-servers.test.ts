import { beforeEach, describe, expect, test } from 'vitest';
import { type CallbackSeen, callbackFields } from '#main/services/controlled-browser/index.ts';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedOnce } from '#test/support/started.ts';
import { startForeignProvider } from './foreign-provider.ts';
import { headerOf, lines, noBrowser, openDesk } from './parties.ts';

const redirectUri = 'http://127.0.0.1:9035/cb';
/** That of the client of the foreign server, which is nowhere. */
const foreignUri = 'https://portal.invalid/cb';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

const desk = startedOnce(openDesk);
const hosted = startedOnce(startAuthorizationServer);
const foreign = startedOnce(() => startForeignProvider(foreignUri));

const field = (callback: CallbackSeen, name: string) =>
  callbackFields(callback).fields.find((each) => each.name === name)?.value;
function hostedRequest(state: string) {
  const query = new URLSearchParams({
    client_id: 'portal-web',
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'orders.read',
    state,
  });
  const url = `${hosted.origin}/as/authorization.oauth2?${query}`;
  return { url, stopAt: redirectUri, intercept: 'answer' } as const;
}
function foreignRequest(query: Readonly<Record<string, string>>) {
  const whole = { client_id: 'portal', redirect_uri: foreignUri, scope: 'openid', ...query };
  const url = `${foreign.issuer}/auth?${new URLSearchParams(whole)}`;
  return { userKey: 'foreign', url, stopAt: foreignUri, intercept: 'answer' } as const;
}

describe('a person signs in in the controlled browser', () => {
  beforeEach(({ skip }) => skip(noBrowser, 'no Chromium is installed'));

  test('at the hosted server: both of its pages and the answer are seen', async () => {
    const { hops, callback, hop, session } = await desk.watch({
      userKey: 'hosted',
      ...hostedRequest('one'),
    });
    await desk.person.submit(hosted.origin, { username: 'ann', password: 'ann-password' });
    await desk.person.submit(hosted.origin, {}, '[name=decision][value=allow]');
    const seen = await callback();
    expect([callbackFields(seen).place, field(seen, 'state')]).toEqual(['query', 'one']);
    await hop(({ answeredBy }) => answeredBy === 'engine');
    expect(lines(hops).at(0)).toBe('200 GET /as/authorization.oauth2');
    expect(lines(hops).slice(-2)).toEqual(['303 POST /as/authorization.oauth2', '200 GET /cb']);
    const posted = hops.filter(({ method }) => method === 'POST');
    expect(Buffer.from(posted[0]?.postData ?? []).toString()).toContain('password=ann-password');
    const cookies = hops.flatMap(({ responseHeaders }) => headerOf(responseHeaders, 'set-cookie'));
    expect(cookies.some((cookie) => cookie.includes('HttpOnly'))).toBe(true);
    await session.close();
  });

  test('at a foreign server: every redirect between its pages is seen, and the code comes in the query', async () => {
    const watched = await desk.watch(
      foreignRequest({
        response_type: 'code',
        state: 'two',
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }),
    );
    await desk.person.submit('/interaction/', { login: 'ada', password: 'any' });
    await desk.person.submit('/interaction/', {}, 'button[autofocus]');
    const seen = await watched.callback();
    expect(field(seen, 'code')).toMatch(/^\S{20,}$/);
    expect(field(seen, 'iss')).toBe(foreign.issuer);
    await watched.hop(({ answeredBy }) => answeredBy === 'engine');
    expect(lines(watched.hops).map((line) => line.replace(/(interaction|auth)\/[\w-]{10,}/, '$1/…'))).toEqual(
      [
        '303 GET /auth',
        '200 GET /interaction/…',
        '303 POST /interaction/…',
        '303 GET /auth/…',
        '200 GET /interaction/…',
        '303 POST /interaction/…',
        '303 GET /auth/…',
        '200 GET /cb',
      ],
    );
    await watched.session.close();
  });

  test('who signed in there once is known at the next flow, which brings an ID token in the fragment', async () => {
    const watched = await desk.watch(
      foreignRequest({ response_type: 'id_token', nonce: 'n', state: 'three' }),
    );
    const seen = await watched.callback();
    expect([callbackFields(seen).place, field(seen, 'state')]).toEqual(['fragment', 'three']);
    expect(field(seen, 'id_token')).toMatch(/^eyJ/);
    await watched.session.close();
  });

  test('and the same answer is posted where the client asks for that', async () => {
    const watched = await desk.watch(
      foreignRequest({ response_type: 'id_token', response_mode: 'form_post', nonce: 'n', state: 'four' }),
    );
    const seen = await watched.callback();
    expect([seen.method, callbackFields(seen).place, field(seen, 'state')]).toEqual(['POST', 'form', 'four']);
    const page = await watched.hop(({ url }) => url.startsWith(foreign.issuer));
    expect(Buffer.from(page.body ?? []).toString()).toContain('<form method="post"');
    await watched.session.close();
  });

  test('two at once, and neither knows the other: each is asked to sign in, and each gets an own answer', async () => {
    const open = (userKey: string) => desk.watch({ userKey, ...hostedRequest(`of-${userKey}`) });
    const [ann, bob] = await Promise.all([open('ann'), open('bob')]);
    await desk.person.submit('state=of-ann', { username: 'ann', password: 'ann-password' });
    await desk.person.submit('state=of-bob', { username: 'bob', password: 'bob-password' });
    // Ann has allowed it before, in another browser.
    await desk.person.submit(hosted.origin, {}, '[name=decision][value=allow]');
    const answers = await Promise.all([ann.callback(), bob.callback()]);
    expect(answers.map((answer) => field(answer, 'state'))).toEqual(['of-ann', 'of-bob']);
    expect(field(answers[0], 'code')).not.toBe(field(answers[1], 'code'));
    await Promise.all([ann.session.close(), bob.session.close()]);
  });

  test('a user who is forgotten is a stranger again', async () => {
    await desk.browsers.forgetUser('foreign');
    const { session } = await desk.watch(
      foreignRequest({ response_type: 'id_token', nonce: 'n', state: 'five' }),
    );
    expect(await desk.person.read('/interaction/')).toContain('Sign-in');
    await session.close();
  });
});
