import { describe, expect, test } from 'vitest';
import { clientWeaknessCatalogue } from '#main/services/client-simulator/index.ts';
import { startSamples, type TestSamples } from '#test/support/samples.ts';
import { startedAnew, startInstead } from '#test/support/started.ts';
import { connectAttacks } from './connecting.ts';
import { obtainAnswer, Person } from './person.ts';

type Attack = (samples: TestSamples) => Promise<boolean>;

const signedInAs = (html: string, name: string): boolean => html.includes(`Signed in as ${name}`);

/** The victim's browser has begun a sign-in; the attacker's answer is put into it. */
async function inject(samples: TestSamples, change: (answer: URL, begun: URL) => void): Promise<boolean> {
  const [victim, attacker] = [new Person(samples), new Person(samples)];
  const { headers } = await victim.open('/client/start');
  const begun = new URL(headers.get('location') ?? '');
  const answer = await obtainAnswer(attacker, 'bob');
  change(answer, begun);
  return signedInAs((await victim.open(answer)).html, 'bob');
}

/** A code of the attacker's own flow without challenge and nonce, in the victim's sign-in. */
async function codeOf(samples: TestSamples, name: string, scope = 'orders.read'): Promise<string> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'sample-app',
    redirect_uri: `${samples.upstreams.origin}/client/callback/home`,
    scope,
    nonce: 'of another sign-in',
  });
  const { url } = await new Person(samples).go(
    `${samples.as.origin}/as/authorization.oauth2?${query}`,
    name,
    (next) => next.pathname.startsWith('/client/'),
  );
  return url.searchParams.get('code') ?? '';
}

const attacks: Readonly<Record<string, Attack>> = {
  ...connectAttacks,
  'client-answers-unbound': async (samples) => {
    const [victim, attacker] = [new Person(samples), new Person(samples)];
    await victim.open('/client/start');
    return signedInAs((await victim.open(await obtainAnswer(attacker, 'bob'))).html, 'bob');
  },
  'client-state-not-compared': async (samples) => {
    const victim = new Person(samples);
    const { headers } = await victim.open('/client/start');
    // The attacker begins with the victim’s challenge, so that PKCE alone does not help.
    const request = new URL(headers.get('location') ?? '');
    request.searchParams.delete('state');
    const { url } = await new Person(samples).go(request.href, 'bob', (next) =>
      next.pathname.startsWith('/client/'),
    );
    return signedInAs((await victim.open(url)).html, 'bob');
  },
  'client-state-guessable': async (samples) => {
    const victim = new Person(samples);
    const begun = new URL((await victim.open('/client/start')).headers.get('location') ?? '');
    return begun.searchParams.get('state') === 'sign-in-home';
  },
  'client-without-challenge': async (samples) => {
    const begun = new URL((await new Person(samples).open('/client/start')).headers.get('location') ?? '');
    return !begun.searchParams.has('code_challenge');
  },
  'client-callback-shared': async (samples) => {
    samples.deceive({ redirectUri: `${samples.upstreams.origin}/client/callback/home` });
    await new Person(samples).go('/client/start?provider=hostile');
    return samples.maliciousServer.received().some(({ endpoint }) => endpoint === 'token');
  },
  'client-issuer-not-compared': async (samples) => {
    samples.as.configure({ issuerInResponse: true });
    samples.distrust({ redirectUri: `${samples.upstreams.origin}/client/callback/home` });
    await new Person(samples).go('/client/start?provider=hostile');
    return samples.maliciousServer.received().some(({ endpoint }) => endpoint === 'token');
  },
  'client-sign-in-repeatable': async (samples) => {
    const ann = new Person(samples);
    const answer = await obtainAnswer(ann);
    await ann.open(answer);
    const before = samples.sent.length;
    await ann.open(answer);
    return samples.sent.length > before;
  },
  'client-nonce-not-compared': async (samples) => {
    const code = await codeOf(samples, 'bob', 'openid');
    samples.as.configure({ profile: 'training', weaknesses: ['verifier-optional', 'verifier-not-compared'] });
    const victim = new Person(samples);
    const begun = new URL((await victim.open('/client/start')).headers.get('location') ?? '');
    const state = begun.searchParams.get('state') ?? '';
    const seen = await victim.open(`/client/callback/home?${new URLSearchParams({ code, state })}`);
    return signedInAs(seen.html, 'bob');
  },
  'client-session-kept': async (samples) => {
    const attacker = new Person(samples);
    await attacker.open('/client/start');
    const planted = attacker.cookie(samples.upstreams.origin, 'client_session') ?? '';
    const victim = new Person(samples);
    victim.plant(samples.upstreams.origin, 'client_session', planted);
    await victim.go('/client/start');
    return signedInAs((await attacker.open('/client/')).html, 'ann');
  },
  'client-next-anywhere': async (samples) => {
    const seen = await new Person(samples).open('/client/continue?next=https://evil.example/');
    return seen.headers.get('location') === 'https://evil.example/';
  },
  'client-token-of-anybody': async (samples) => {
    const answer = await fetch(`${samples.as.origin}/as/token.oauth2`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('other-app:other-app-secret').toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'password', username: 'ann', password: 'ann-password' }),
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const body = new URLSearchParams({ access_token: token });
    const seen = await new Person(samples).open('/client/token', { method: 'POST', body });
    return signedInAs(seen.html, 'ann');
  },
  'client-logout-unsigned': async (samples) => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const seconds = Math.floor(samples.as.nowMillis() / 1_000);
    const claims = {
      iss: samples.as.origin,
      aud: 'sample-app',
      sub: 'ann',
      iat: seconds,
      exp: seconds + 60,
      jti: 'made up',
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    };
    return signsOut(samples, `${encode({ alg: 'none', typ: 'logout+jwt' })}.${encode(claims)}.`);
  },
  'client-logout-of-others': async (samples) => {
    const backchannelUri = `${samples.upstreams.origin}/client/backchannel-logout`;
    samples.as.register({
      clientId: 'other-app',
      redirectUris: ['https://other.example/cb'],
      scopes: ['openid'],
      grantTypes: ['authorization_code'],
      responseTypes: ['code'],
      logout: { redirectUris: [], backchannelUri },
    });
    const person = new Person(samples);
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: 'other-app',
      redirect_uri: 'https://other.example/cb',
      scope: 'openid',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    await person.go(`${samples.as.origin}/as/authorization.oauth2?${query}`, 'ann', ({ hostname }) =>
      hostname.startsWith('other.'),
    );
    await signOut(samples, person);
    const delivery = () => samples.as.sent.find(({ target }) => target.includes('backchannel-logout'));
    await expect.poll(delivery).toBeDefined();
    return delivery()?.status === 200;
  },
  'client-logout-id-token': async (samples) => {
    const { idToken } = await ownTokens(samples);
    return signsOut(samples, idToken);
  },
  'client-logout-replayable': async (samples) => {
    const { idToken, person } = await ownTokens(samples);
    const query = new URLSearchParams({ id_token_hint: idToken });
    await person.open(`${samples.as.origin}/as/end_session.openid?${query}`);
    const delivery = () => samples.as.sent.find(({ target }) => target.includes('backchannel-logout'));
    await expect.poll(delivery).toBeDefined();
    const token = new URLSearchParams(String(delivery()?.requestBody)).get('logout_token') ?? '';
    const again = await postLogout(samples, token);
    return again.status === 200;
  },
};

/** Answers the question of the server whether to sign out. */
async function signOut(samples: TestSamples, person: Person): Promise<void> {
  const url = `${samples.as.origin}/as/end_session.openid`;
  const { html } = await person.open(url);
  const hidden = [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value],
  );
  const body = new URLSearchParams([...hidden, ['decision', 'sign-out']] as string[][]);
  await person.open(url, { method: 'POST', body });
}

const postLogout = (samples: TestSamples, token: string) =>
  fetch(`${samples.upstreams.origin}/client/backchannel-logout`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: token }),
  });

/** True if a token that is posted signs somebody out. */
async function signsOut(samples: TestSamples, token: string): Promise<boolean> {
  const victim = new Person(samples);
  await victim.go('/client/start');
  const [, claims = ''] = token.split('.');
  const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid?: string };
  const answer = await postLogout(samples, token);
  // An ID token names the session in which it was issued, and not that of the victim.
  return sid === undefined ? !signedInAs((await victim.open('/client/')).html, 'ann') : answer.status === 200;
}

/** An ID token of a sign-in in a browser of its own. */
async function ownTokens(samples: TestSamples) {
  const person = new Person(samples);
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'sample-app',
    redirect_uri: `${samples.upstreams.origin}/client/callback/home`,
    scope: 'openid',
    nonce: 'n',
  });
  const { url } = await person.go(`${samples.as.origin}/as/authorization.oauth2?${query}`, 'ann', (next) =>
    next.pathname.startsWith('/client/'),
  );
  const answer = await fetch(`${samples.as.origin}/as/token.oauth2`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('sample-app:sample-app-secret').toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: url.searchParams.get('code') ?? '',
      redirect_uri: `${samples.upstreams.origin}/client/callback/home`,
    }),
  });
  const { id_token: idToken } = (await answer.json()) as { id_token: string };
  return { idToken, person };
}

const samples = startedAnew(startSamples);

test('each weakness has its attack', () => {
  expect(Object.keys(attacks).toSorted()).toEqual(clientWeaknessCatalogue.map(({ id }) => id).toSorted());
});

test('an answer of another person’s sign-in is put into one that was begun here, and not taken', async () => {
  expect(await inject(samples, () => undefined)).toBe(false);
  const sameState = (answer: URL, begun: URL) =>
    answer.searchParams.set('state', begun.searchParams.get('state') ?? '');
  expect(await inject(samples, sameState)).toBe(false);
});

describe.each(clientWeaknessCatalogue)('$title', ({ id }) => {
  test('the attack fails while the weakness is off', async () => {
    expect(await attacks[id]?.(samples)).toBe(false);
  });

  test('it succeeds while the weakness is on, and the trace shows where', async () => {
    await startInstead(samples, () => startSamples({ samples: { weaknesses: [id] } }));
    expect(await attacks[id]?.(samples)).toBe(true);
    const rules = samples.upstreams.traces().flatMap((trace) => trace.rules);
    expect(rules.some(({ weakness }) => weakness === id)).toBe(true);
  });
});
