import { createRemoteJWKSet, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew } from '#test/support/started.ts';
import { endSession, logoutClients, openLogoutReceiver, signInAt } from './logout-parties.ts';
import { Browser } from './parties.ts';

const receiver = startedAnew(openLogoutReceiver);
/** Lets the next attempt of a delivery begin. */
let goOn = () => undefined as void;
const waiting = () =>
  new Promise<void>((resolve) => {
    goOn = resolve;
  });
const as = startedAnew(() =>
  startAuthorizationServer({
    clients: logoutClients(receiver.origin),
    wait: async (_, signal) => {
      await Promise.race([
        waiting(),
        new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
      ]);
    },
  }),
);
const browser = startedAnew(() => new Browser(as));

/** As a client checks a logout token, with the library of others alone. Back-Channel Logout §2.6 */
async function verified(token: string, audience: string) {
  const keys = createRemoteJWKSet(new URL(`${as.origin}/as/jwks`));
  return jwtVerify(token, keys, {
    issuer: as.origin,
    audience,
    typ: 'logout+jwt',
    algorithms: ['ES256'],
    currentDate: new Date(as.nowMillis()),
    requiredClaims: ['iat', 'exp', 'jti', 'events', 'sub', 'sid'],
  });
}

const sidOf = (jwt: string) =>
  (JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }).sid;

describe('clients are told of a sign-out', () => {
  test('each that took part, by a logout token that jose takes', async () => {
    const { idToken } = await signInAt(as, browser);
    await signInAt(as, browser, 'ann', 'shop');
    await signInAt(as, browser, 'ann', 'plain');
    await endSession(browser, { id_token_hint: idToken });
    await receiver.received(2);
    const told = receiver.requests.toSorted((one, other) => (one.path < other.path ? -1 : 1));
    expect(told.map(({ path, type }) => [path, type])).toEqual([
      ['/portal', 'application/x-www-form-urlencoded'],
      ['/shop', 'application/x-www-form-urlencoded'],
    ]);
    for (const [index, audience] of ['portal-web', 'shop'].entries()) {
      const { payload } = await verified(told[index]?.token ?? '', audience);
      expect(payload).toMatchObject({
        sub: 'ann',
        sid: sidOf(idToken),
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      });
      expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBeLessThanOrEqual(120);
      expect(payload).not.toHaveProperty('nonce');
    }
  });

  test('none that is of another session', async () => {
    await signInAt(as, new Browser(as), 'ann', 'shop');
    const { idToken } = await signInAt(as, browser);
    await endSession(browser, { id_token_hint: idToken });
    await receiver.received(1);
    expect(as.trace().effect).toContain('Clients notified: portal-web.');
  });

  test('also where the user leaves by the page of the server, or an administrator signs them out', async () => {
    await signInAt(as, browser);
    const csrf = /name="csrf" value="([^"]*)"/.exec((await browser.open('/as/grants')).html)?.[1] ?? '';
    await browser.open('/as/grants', { method: 'POST', body: new URLSearchParams({ csrf, sign_out: '1' }) });
    await receiver.received(1);
    await signInAt(as, browser, 'bob', 'shop');
    expect(as.server.admin.signOut('bob')).toBe(1);
    await receiver.received(2);
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/portal', '/shop']);
  });
});

describe('a delivery that fails', () => {
  const signedOut = async () => {
    const { idToken } = await signInAt(as, browser);
    await endSession(browser, { id_token_hint: idToken });
    await receiver.received(1);
  };

  test('is tried again with a fresh token, and no redirect is followed', async () => {
    receiver.status = 307;
    receiver.location = `${receiver.origin}/elsewhere`;
    await signedOut();
    as.advance(300_000);
    receiver.status = 204;
    await expect.poll(() => as.logged.join()).toContain('outbox.retry');
    goOn();
    await receiver.received(2);
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/portal', '/portal']);
    const [first = '', second = ''] = receiver.requests.map(({ token }) => token);
    await expect(verified(first, 'portal-web')).rejects.toThrow('"exp"');
    expect((await verified(second, 'portal-web')).payload.sub).toBe('ann');
  });

  test('is not tried again where the client rejects the token', async () => {
    receiver.status = 400;
    const events: string[] = [];
    as.server.onAuditEvent(({ type }) => void events.push(type));
    await signedOut();
    await expect.poll(() => events).toContain('logout.failed');
    expect(as.store.dump()).not.toContain('backchannel-logout');
  });

  test('goes on after a restart, signed with the same keys', async () => {
    receiver.status = 503;
    await signedOut();
    await expect.poll(() => as.logged.join()).toContain('outbox.retry');
    receiver.status = 200;
    await as.restart('crash');
    await receiver.received(2);
    expect((await verified(receiver.requests.at(-1)?.token ?? '', 'portal-web')).payload.sub).toBe('ann');
  });

  test('ends where the client no longer wants to know', async () => {
    receiver.status = 503;
    await signedOut();
    await expect.poll(() => as.logged.join()).toContain('outbox.retry');
    as.unregister('portal-web');
    goOn();
    await expect.poll(() => as.store.dump()).not.toContain('backchannel-logout');
    expect(receiver.requests).toHaveLength(1);
  });
});
