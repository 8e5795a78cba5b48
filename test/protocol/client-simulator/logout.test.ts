import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { openGate } from '#main/platform/gate.ts';
import { outgoingThrough } from '#main/platform/outgoing.ts';
import { createSender } from '#main/services/activity/index.ts';
import { createClientSimulator } from '#main/services/client-simulator/index.ts';
import { startSamples } from '#test/support/samples.ts';
import { serveHandler } from '#test/support/served-handler.ts';
import { startedAnew } from '#test/support/started.ts';
import { Person } from './person.ts';

describe('the hosted server tells the application that a user signed out', () => {
  const samples = startedAnew(startSamples);

  test('and each browser in which that session was is signed out, and no other', async () => {
    const [ann, annElsewhere] = [new Person(samples), new Person(samples)];
    await ann.go('/client/start');
    await annElsewhere.go('/client/start');
    const asked = await ann.open(`${samples.as.origin}/as/end_session.openid`);
    const hidden = [...asked.html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    );
    const body = new URLSearchParams([...hidden, ['decision', 'sign-out']] as string[][]);
    const left = await ann.open(`${samples.as.origin}/as/end_session.openid`, { method: 'POST', body });
    expect(left.html).toContain('You are signed out');
    await expect.poll(async () => (await ann.open('/client/')).html).toContain('Not signed in');
    expect((await annElsewhere.open('/client/')).html).toContain('Signed in as ann');
    const trace = samples.upstreams.traces().find(({ pipeline }) => pipeline === 'client.logout');
    expect(trace).toMatchObject({ effect: 'Sessions ended: 1.' });
    expect(trace?.rules.map(({ outcome }) => outcome)).not.toContain('failed');
  });
});

const issuer = 'https://login.example';
const event = 'http://schemas.openid.net/event/backchannel-logout';
const now = Date.UTC(2026, 10, 20, 12);
const seconds = now / 1_000;

let keys: Awaited<ReturnType<typeof generateKeyPair>>;
let otherKeys: Awaited<ReturnType<typeof generateKeyPair>>;
beforeAll(async () => {
  keys = await generateKeyPair('ES256', { extractable: true });
  otherKeys = await generateKeyPair('ES256');
});

/** The application with a provider whose keys the test holds. */
const application = startedAnew(async () => {
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256' };
  const published = await serveHandler(() => ({
    status: 200,
    headers: ['Content-Type', 'application/json'],
    body: JSON.stringify({ keys: [jwk] }),
  }));
  const clock = { nowMillis: () => now };
  const served = await serveHandler(
    createClientSimulator({
      providers: () => null,
      nameOf: () => null,
      logoutIssuers: (name) =>
        name === 'home' ? { issuer, jwksUri: `${published.origin}/keys`, audiences: ['portal'] } : null,
      send: createSender(() => 'sent', clock, outgoingThrough(openGate)),
      clock,
      random: { bytes: (count) => new Uint8Array(count) },
      weaknesses: () => [],
    }),
  );
  return { ...served, close: async () => void (await Promise.all([served.close(), published.close()])) };
});

const good = (): JWTPayload => ({
  iss: issuer,
  aud: 'portal',
  iat: seconds,
  exp: seconds + 120,
  jti: `${Math.random()}`,
  events: { [event]: {} },
  sub: 'ann',
  sid: 'session',
});

const signed = (claims: JWTPayload, header: object = {}, key = keys.privateKey): Promise<string> =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: 'one', typ: 'logout+jwt', ...header })
    .sign(key);

const post = (token: string, path = '/client/backchannel-logout/home') =>
  fetch(`${application.origin}${path}`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: token }),
  });

const failedAt = () => application.trace().rules.find(({ outcome }) => outcome === 'failed')?.id;

describe('a logout token', () => {
  test('is taken with sub, sid or both, with or without its type, once', async () => {
    const { sub: _, ...withoutSub } = good();
    const { sid: __, ...withoutSid } = good();
    for (const token of [
      await signed(good()),
      await signed(withoutSub),
      await signed(withoutSid),
      await signed(good(), { typ: undefined }),
      await signed({ ...good(), aud: ['other', 'portal'] }),
    ]) {
      const taken = await post(token);
      expect([taken.status, taken.headers.get('cache-control')]).toEqual([200, 'no-store']);
      const again = await post(token);
      expect([again.status, again.headers.get('cache-control'), failedAt()]).toEqual([
        400,
        'no-store',
        'logout-token-fresh',
      ]);
    }
    expect((await post(await signed(good()), '/client/backchannel-logout')).status).toBe(200);
  });

  const { jti: _, ...withoutId } = good();
  const { exp: __, ...withoutEnd } = good();
  const { iat: ___, ...withoutTime } = good();
  const { events: ____, ...withoutEvents } = good();
  const { sub: _____, sid: ______, ...ofNobody } = good();
  test.each<readonly [string, JWTPayload, object, string]>([
    ['of another issuer', { ...good(), iss: 'https://evil.example' }, {}, 'logout-token-ours'],
    ['for another application', { ...good(), aud: 'other' }, {}, 'logout-token-ours'],
    ['with a nonce', { ...good(), nonce: 'n' }, {}, 'logout-token-kind'],
    ['without events', withoutEvents, {}, 'logout-token-kind'],
    ['of another event', { ...good(), events: { other: {} } }, {}, 'logout-token-kind'],
    ['of another type', good(), { typ: 'JWT' }, 'logout-token-kind'],
    ['of nobody', ofNobody, {}, 'logout-token-kind'],
    ['that has expired', { ...good(), iat: seconds - 300, exp: seconds - 180 }, {}, 'logout-token-fresh'],
    ['of the future', { ...good(), iat: seconds + 300, exp: seconds + 400 }, {}, 'logout-token-fresh'],
    ['that lives too long', { ...good(), exp: seconds + 86_400 }, {}, 'logout-token-fresh'],
    ['without jti', withoutId, {}, 'logout-token-fresh'],
    ['without exp', withoutEnd, {}, 'logout-token-fresh'],
    ['without iat', withoutTime, {}, 'logout-token-fresh'],
  ])('%s is refused', async (_name, claims, header, rule) => {
    expect((await post(await signed(claims, header))).status).toBe(400);
    expect(failedAt()).toBe(rule);
  });

  test('that is not signed by the provider is refused: no algorithm, a secret, another key', async () => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const unsigned = `${encode({ alg: 'none', typ: 'logout+jwt' })}.${encode(good())}.`;
    const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(keys.publicKey)));
    const symmetric = await new SignJWT(good())
      .setProtectedHeader({ alg: 'HS256', typ: 'logout+jwt' })
      .sign(secret);
    for (const token of [unsigned, symmetric, await signed(good(), {}, otherKeys.privateKey)]) {
      expect((await post(token)).status).toBe(400);
      expect(failedAt()).toBe('logout-token-signed');
    }
  });

  test('that is none is refused, as is one for a provider that nobody knows, and a GET', async () => {
    expect((await post('x')).status).toBe(400);
    expect(failedAt()).toBe('logout-token-read');
    expect((await post(await signed(good()), '/client/backchannel-logout/other')).status).toBe(400);
    expect(failedAt()).toBe('issuer-known');
    expect((await fetch(`${application.origin}/client/backchannel-logout`)).status).toBe(405);
  });
});
