import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { signingAlgorithms } from '#shared/workspace/index.ts';
import { portalWeb, startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew, startInstead } from '#test/support/started.ts';
import { exchange, member, obtainCode, postTo, postToken, validate } from './parties.ts';

const as = startedAnew(() => startAuthorizationServer({ settings: { accessTokenFormat: 'jwt' } }));

const start = Date.UTC(2026, 10, 20, 12);
const published = async () => (await fetch(`${as.origin}/as/jwks`)).json();
const issue = async () =>
  member(
    await postToken(as, { grant_type: 'client_credentials', scope: 'orders.read' }, 'batch-job'),
    'access_token',
  );
const verify = async (token: string, millis = start) =>
  jwtVerify(token, createLocalJWKSet(await published()), { currentDate: new Date(millis), typ: 'at+jwt' });

describe('access tokens that are JWTs', () => {
  test.each(signingAlgorithms)(
    'signed with %s, and verified by somebody else’s library',
    async (algorithm) => {
      as.configure({ accessTokenSigningAlgorithm: algorithm });
      const { payload, protectedHeader } = await verify(await issue());
      expect(protectedHeader).toMatchObject({ alg: algorithm, typ: 'at+jwt', kid: expect.any(String) });
      expect(payload).toEqual({
        iss: as.origin,
        sub: 'batch-job',
        aud: as.origin,
        exp: start / 1_000 + 7_200,
        iat: start / 1_000,
        jti: expect.any(String),
        client_id: 'batch-job',
        scope: 'orders.read',
      });
    },
  );

  test('the subject of a user’s token is the user, with the time of the sign-in', async () => {
    const answer = await exchange(as, await obtainCode(as));
    const { payload } = await verify(member(answer, 'access_token'));
    expect(payload).toMatchObject({ sub: 'ann', client_id: 'portal-web', auth_time: start / 1_000 });
  });

  test('the audience can be set for the server', async () => {
    as.configure({ audience: 'https://api.example' });
    expect((await verify(await issue())).payload.aud).toBe('https://api.example');
  });

  test('two tokens of the same second differ', async () => {
    expect(await issue()).not.toBe(await issue());
  });

  test('validation, introspection and revocation treat them like any other', async () => {
    const token = await issue();
    expect((await validate(as, token)).body).toMatchObject({ client_id: 'batch-job', expires_in: 7_200 });
    const introspect = () => postTo(as, '/as/introspect.oauth2', { token }, 'orders-api');
    expect((await introspect()).body['active']).toBe(true);
    await postTo(as, '/as/revoke_token.oauth2', { token }, 'batch-job');
    expect((await introspect()).body['active']).toBe(false);
    expect((await validate(as, token)).body['error']).toBe('invalid_grant');
  });

  test('check 24: a token that was changed, or signed by nobody, is unknown here', async () => {
    const token = await issue();
    const [header = '', payload = '', signature = ''] = token.split('.');
    const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
    for (const forged of [`${none}.${payload}.`, `${header}.${payload}.${signature.slice(1)}A`, `${token}=`])
      expect((await validate(as, forged)).body['error']).toBe('invalid_grant');
  });

  test('the token itself is not stored', async () => {
    const token = await issue();
    expect(as.store.dump()).not.toContain(token);
    expect(as.store.dump()).not.toContain(token.split('.')[2]);
  });
});

describe('signing keys', () => {
  test('a rotated key signs, the former one verifies for a while', async () => {
    const before = await issue();
    await as.server.admin.rotateKey('RS256');
    const after = await issue();
    expect(decodeProtectedHeader(after).kid).not.toBe(decodeProtectedHeader(before).kid);
    await verify(before);
    await verify(after);
    as.advance(86_400_000);
    const { keys } = (await published()) as { keys: { kid: string }[] };
    expect(keys.map(({ kid }) => kid)).not.toContain(decodeProtectedHeader(before).kid);
    expect(keys.map(({ kid }) => kid)).toContain(decodeProtectedHeader(after).kid);
  });

  test('they survive a restart, and a crash right after the first token', async () => {
    const token = await issue();
    await as.restart('crash');
    await verify(token);
  });

  test.each(['/as/jwks', '/.well-known/openid-configuration'])(
    'HEAD of %s is GET without a body',
    async (path) => {
      const [head, get] = [
        await fetch(`${as.origin}${path}`, { method: 'HEAD' }),
        await fetch(`${as.origin}${path}`),
      ];
      expect([head.status, await head.text()]).toEqual([200, '']);
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    },
  );

  test('JWKS shows no private part', async () => {
    for (const key of ((await published()) as { keys: object[] }).keys) {
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) expect(key).not.toHaveProperty(secret);
      expect(key).toMatchObject({ use: 'sig', alg: expect.any(String), kid: expect.any(String) });
    }
  });

  test('faults: a wrong signature, and an expiry that is not the true one', async () => {
    as.faults.add({
      id: 'f1',
      service: 'authorizationServer',
      path: '/as/token.oauth2',
      clientId: 'batch-job',
      effect: { kind: 'wrong-signature' },
    });
    await expect(verify(await issue())).rejects.toThrow('signature verification failed');
    as.faults.remove('f1');
    as.faults.add({
      id: 'f2',
      service: 'authorizationServer',
      effect: { kind: 'skew-expiry', seconds: -7_000 },
    });
    const answer = await postToken(as, { grant_type: 'client_credentials' }, 'batch-job');
    expect(answer.body['expires_in']).toBe(200);
    expect((await verify(member(answer, 'access_token'))).payload.exp).toBe(start / 1_000 + 200);
    expect((await validate(as, member(answer, 'access_token'))).body['expires_in']).toBe(7_200);
  });
});

describe('userinfo', () => {
  const ask = (init: RequestInit & { readonly query?: string } = {}) =>
    fetch(`${as.origin}/as/userinfo.openid${init.query ?? ''}`, init);
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const tokenWith = async (scope: string) => {
    const code = await obtainCode(as, { scope });
    return member(await exchange(as, code), 'access_token');
  };
  beforeEach(async () => {
    await startInstead(as, () =>
      startAuthorizationServer({
        clients: [
          {
            ...portalWeb,
            scopes: ['openid', 'profile', 'orders.read'],
            grantTypes: ['authorization_code', 'client_credentials'],
          },
        ],
      }),
    );
  });

  test('the claims of the user, by the scopes', async () => {
    const wide = await ask(bearer(await tokenWith('openid profile')));
    expect(wide.headers.get('content-type')).toBe('application/json;charset=UTF-8');
    expect(await wide.json()).toEqual({ sub: 'ann', name: 'Ann Archer', status: 'gold' });
    const narrow = await ask(bearer(await tokenWith('openid')));
    expect(await narrow.json()).toEqual({ sub: 'ann', status: 'gold' });
  });

  test('the token may come in the body too', async () => {
    const body = new URLSearchParams({ access_token: await tokenWith('openid') });
    expect(await (await ask({ method: 'POST', body })).json()).toMatchObject({ sub: 'ann' });
  });

  test('check 28: no token is a challenge without a code, two are a bad request', async () => {
    const none = await ask();
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="userinfo"']);
    const token = await tokenWith('openid');
    const two = await ask({ ...bearer(token), query: `?access_token=${token}` });
    expect(two.status).toBe(400);
    const unknown = await ask(bearer('x'.repeat(28)));
    expect(unknown.status).toBe(401);
    expect(unknown.headers.get('www-authenticate')).toContain('error="invalid_token"');
    const without = await ask(bearer(await tokenWith('profile')));
    expect(without.status).toBe(403);
    expect(without.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
    const own = await postToken(as, { grant_type: 'client_credentials', scope: 'openid' }, 'portal-web');
    expect((await ask(bearer(member(own, 'access_token')))).status).toBe(403);
  });
});

describe('check 29: CORS', () => {
  const origin = 'https://app.example';
  test.each([
    '/as/token.oauth2',
    '/as/revoke_token.oauth2',
    '/as/userinfo.openid',
    '/as/jwks',
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
  ])('a page elsewhere may read %s', async (path) => {
    const preflight = await fetch(`${as.origin}${path}`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    const answer = await fetch(`${as.origin}${path}`, { headers: { origin } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  test.each(['/as/authorization.oauth2', '/as/introspect.oauth2', '/as/grants', '/as/provider-callback'])(
    'never %s',
    async (path) => {
      const answer = await fetch(`${as.origin}${path}`, { headers: { origin } });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      const preflight = await fetch(`${as.origin}${path}`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      expect(preflight.status).toBe(405);
    },
  );
});
