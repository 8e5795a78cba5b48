import { describe, expect, test } from 'vitest';
import { startSamples } from '#test/support/samples.ts';
import { startedAnew, startInstead } from '#test/support/started.ts';
import { obtainAnswer, Person } from './person.ts';

const samples = startedAnew(startSamples);

const outcomes = () => samples.upstreams.trace().rules.map(({ id, outcome }) => [id, outcome]);
const refusedAt = () => outcomes().find(([, outcome]) => outcome === 'failed')?.[0];

describe('a web application that signs people in', () => {
  test('goes from its own link to the provider and back, and says who is signed in', async () => {
    const ann = new Person(samples);
    const seen = await ann.go('/client/start?provider=home');
    expect([seen.status, seen.html]).toEqual([200, expect.stringContaining('Signed in as ann')]);
    expect(samples.upstreams.trace()).toMatchObject({
      pipeline: 'client.callback',
      effect: 'ann is signed in by home.',
    });
    expect(outcomes().every(([, outcome]) => outcome === 'passed')).toBe(true);
    expect((await ann.open('/client/')).html).toContain('Signed in as ann');
    expect((await new Person(samples).open('/client/')).html).toContain('Not signed in');
  });

  test('asks with state, nonce and challenge, each new, and redeems with Basic and the verifier', async () => {
    const ask = async () => {
      const { headers } = await new Person(samples).open('/client/start');
      return new URL(headers.get('location') ?? '').searchParams;
    };
    const [one, other] = [await ask(), await ask()];
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one.get(name)).toMatch(/^[\w-]{43}$/);
      expect(one.get(name)).not.toBe(other.get(name));
    }
    expect(one.get('code_challenge_method')).toBe('S256');
    await new Person(samples).go('/client/start');
    const [exchange] = samples.sent;
    expect(exchange?.requestHeaders.join()).toContain('Basic ');
    expect(String(exchange?.requestBody)).toMatch(/code_verifier=[\w-]{43}/);
  });

  test('leads on to where the person wanted to go, within the application', async () => {
    const ann = new Person(samples);
    const seen = await ann.go('/client/start?next=/client/%3Ffrom=start');
    expect([seen.url.search, seen.html]).toEqual([
      '?from=start',
      expect.stringContaining('Signed in as ann'),
    ]);
  });

  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example',
    'evil',
    'javascript:x',
  ])('leads nobody to %j', async (next) => {
    const seen = await new Person(samples).open(`/client/continue?next=${encodeURIComponent(next)}`);
    expect([seen.status, seen.headers.get('location'), refusedAt()]).toEqual([400, null, 'next-own']);
  });

  test('an answer of an error, of another browser, or a second time, signs nobody in', async () => {
    const ann = new Person(samples);
    const answer = await obtainAnswer(ann);
    expect((await new Person(samples).open(answer)).status).toBe(400);
    expect(refusedAt()).toBe('session-known');
    const error = new URL(answer);
    error.searchParams.delete('code');
    error.searchParams.set('error', 'access_denied');
    error.searchParams.set('error_description', '<b>no</b>');
    const refused = await ann.open(error);
    expect([refused.status, refused.html, refusedAt()]).toEqual([
      400,
      expect.not.stringContaining('<b>'),
      'no-error',
    ]);
    expect((await ann.open(answer)).status).toBe(400);
    expect(samples.sent).toEqual([]);
  });

  test('knows no provider that it was not given, and takes no other method', async () => {
    const ann = new Person(samples);
    expect((await ann.open('/client/start?provider=elsewhere')).status).toBe(404);
    expect((await ann.open('/client/nothing')).status).toBe(404);
    expect((await ann.open('/client/token')).status).toBe(405);
    expect((await ann.open('/client/start?provider=home&provider=hostile')).status).toBe(400);
  });

  test('takes no token that is not valid, or of no person', async () => {
    const hand = async (token: string) =>
      new Person(samples).open('/client/token', {
        method: 'POST',
        body: new URLSearchParams({ access_token: token }),
      });
    expect((await hand('never-issued')).status).toBe(400);
    expect(refusedAt()).toBe('token-valid');
    expect((await hand('')).status).toBe(400);
  });
});

describe('a hostile provider', () => {
  test('that sends the browser on to the honest one gets no code: the answer arrives at another address', async () => {
    samples.deceive({ redirectUri: `${samples.upstreams.origin}/client/callback/home` });
    const seen = await new Person(samples).go('/client/start?provider=hostile');
    expect([seen.status, refusedAt()]).toEqual([400, 'provider-of-path']);
    expect(samples.maliciousServer.received().map(({ endpoint }) => endpoint)).toEqual(['authorization']);
  });

  test('at the same address gets none either, where the honest one says that it answers', async () => {
    await startInstead(samples, () => startSamples({ server: { issuerInResponse: true } }));
    samples.distrust({ redirectUri: `${samples.upstreams.origin}/client/callback/home` });
    const seen = await new Person(samples).go('/client/start?provider=hostile');
    expect([seen.status, refusedAt()]).toEqual([400, 'issuer-same']);
    expect(samples.upstreams.trace().rules.find(({ id }) => id === 'issuer-same')).toMatchObject({
      want: samples.maliciousOrigin,
      got: samples.as.origin,
    });
    expect(samples.maliciousServer.received().map(({ endpoint }) => endpoint)).toEqual(['authorization']);
  });

  test('that the application trusts is given what it asks for, and nobody else’s', async () => {
    samples.deceive({ stolenCode: 'a-code-from-elsewhere' });
    const seen = await new Person(samples).go('/client/start?provider=hostile');
    expect(seen.html).toContain('Signed in as somebody');
    const [asked, token] = samples.maliciousServer.received();
    expect(asked?.parameters['client_id']).toBe('sample-app');
    expect(token).toMatchObject({ endpoint: 'token', parameters: { code: 'a-code-from-elsewhere' } });
    samples.maliciousServer.forget();
    expect(samples.maliciousServer.received()).toEqual([]);
  });
});
