import { describe, expect, test } from 'vitest';
import { responseTypes } from '#shared/oauth/index.ts';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew } from '#test/support/started.ts';
import { Browser, exchange, member, obtainCode, postTo, postToken, refresh, validate } from './parties.ts';

const as = startedAnew(startAuthorizationServer);

describe('check 30: a restart', () => {
  test('tokens, refresh tokens and codes go on where they were', async () => {
    const pending = await obtainCode(as);
    const issued = await exchange(as, await obtainCode(as, { scope: 'profile' }));
    await as.restart('stop');
    expect((await validate(as, member(issued, 'access_token'))).body).toMatchObject({
      access_token: { username: 'ann' },
      scope: 'profile',
    });
    expect((await refresh(as, member(issued, 'refresh_token'))).status).toBe(200);
    expect((await exchange(as, pending)).status).toBe(200);
  });

  test('a crash loses no refresh token, no use of a code and no rolling', async () => {
    as.configure({ rollRefreshTokens: true });
    const code = await obtainCode(as);
    const first = member(await exchange(as, code), 'refresh_token');
    const second = member(await refresh(as, first), 'refresh_token');
    await as.restart('crash');
    expect((await refresh(as, second)).status).toBe(200);
    expect((await refresh(as, first)).status).toBe(400);
    expect((await exchange(as, code)).status).toBe(400);
  });

  test('a sign-in that was open has to begin again', async () => {
    const browser = new Browser(as);
    await browser.authorize();
    await as.restart('stop');
    expect((await browser.signIn()).html).toContain('This sign-in has ended');
  });

  test('tokens end on time across a restart', async () => {
    const issued = await exchange(as, await obtainCode(as));
    as.advance(7_200_000);
    await as.restart('stop');
    expect((await validate(as, member(issued, 'access_token'))).status).toBe(400);
    expect((await refresh(as, member(issued, 'refresh_token'))).status).toBe(200);
  });
});

describe('check 30: a clock that jumps forward and back again', () => {
  const farAndBack = (): void => {
    as.advance(7 * 86_400_000);
    as.server.purgeExpired();
    as.advance(-7 * 86_400_000);
  };
  const oneHourBack = (): void => as.advance(-3_600_000);

  test('what was used, rolled or revoked comes to life in neither direction, nor after a restart', async () => {
    as.configure({ rollRefreshTokens: true, refreshTokenLifetimeSeconds: 3_600 });
    const code = await obtainCode(as);
    const issued = await exchange(as, code);
    const rolled = await refresh(as, member(issued, 'refresh_token'));
    const other = await exchange(as, await obtainCode(as));
    await postTo(as, '/as/revoke_token.oauth2', { token: member(other, 'refresh_token') }, 'portal-web');
    const dead = async () => [
      await exchange(as, code),
      await refresh(as, member(issued, 'refresh_token')),
      await refresh(as, member(other, 'refresh_token')),
      await validate(as, member(other, 'access_token')),
    ];
    for (const jump of [oneHourBack, farAndBack]) {
      jump();
      for (const { body } of await dead()) expect(body['error']).toBe('invalid_grant');
      await as.restart('stop');
      for (const { body } of await dead()) expect(body['error']).toBe('invalid_grant');
    }
    expect((await validate(as, member(rolled, 'access_token'))).status).toBe(400);
  });

  test('what ended far ahead and was dropped stays unknown: it fails closed', async () => {
    const pending = await obtainCode(as);
    const issued = await exchange(as, await obtainCode(as));
    farAndBack();
    expect((await validate(as, member(issued, 'access_token'))).status).toBe(400);
    expect((await exchange(as, pending)).status).toBe(400);
    // A refresh token without an end has none ahead either.
    expect((await refresh(as, member(issued, 'refresh_token'))).status).toBe(200);
  });

  test('back only, tokens and codes survive', async () => {
    const pending = await obtainCode(as);
    const issued = await exchange(as, await obtainCode(as));
    oneHourBack();
    expect((await validate(as, member(issued, 'access_token'))).status).toBe(200);
    expect((await exchange(as, pending)).status).toBe(200);
  });

  test('a lock is not shortened by a clock that is set back', async () => {
    const browser = new Browser(as);
    await browser.authorize();
    for (let guess = 0; guess < 5; guess += 1) await browser.signIn('ann', 'wrong');
    oneHourBack();
    await browser.authorize();
    expect((await browser.signIn('ann')).html).toContain('role="alert"');
    await as.restart('stop');
    const anew = new Browser(as);
    await anew.authorize();
    expect((await anew.signIn('ann')).html).toContain('role="alert"');
  });
});

describe('check 27: what is kept', () => {
  test('no code, token, password or secret is in the store or in a trace', async () => {
    const code = await obtainCode(as);
    const issued = await exchange(as, code);
    const kept = as.store.dump();
    const traces = JSON.stringify(as.recorded.map(({ notes }) => notes.trace?.()));
    for (const secret of [
      code,
      member(issued, 'access_token'),
      member(issued, 'refresh_token'),
      'ann-password',
      'portal-web-secret',
    ]) {
      expect(kept).not.toContain(secret);
      expect(traces).not.toContain(secret);
    }
  });

  test('no two tokens are the same, and each has 168 bits', async () => {
    const seen = new Set<string>();
    for (let times = 0; times < 600; times += 1) {
      const answer = await postToken(as, { grant_type: 'client_credentials' }, 'batch-job');
      seen.add(member(answer, 'access_token'));
    }
    expect(seen.size).toBe(600);
    for (const token of seen) expect(Buffer.from(token, 'base64url')).toHaveLength(21);
  });

  test('what ended more than ten minutes ago is dropped', async () => {
    const token = member(
      await postToken(as, { grant_type: 'client_credentials' }, 'batch-job'),
      'access_token',
    );
    as.advance(7_200_000 + 599_999);
    as.server.purgeExpired();
    expect(as.server.inspectToken(token)?.state).toBe('expired');
    as.advance(1);
    as.server.purgeExpired();
    expect(as.server.inspectToken(token)).toBeNull();
  });
});

describe('the inspector', () => {
  test('it tells kind, state, owner and times of all that was issued', async () => {
    as.configure({ rollRefreshTokens: true });
    const code = await obtainCode(as, { scope: 'profile' });
    expect(as.server.inspectToken(code)).toMatchObject({
      kind: 'authorization_code',
      state: 'valid',
      username: 'ann',
    });
    const issued = await exchange(as, code);
    expect(as.server.inspectToken(code)?.state).toBe('used');
    const access = as.server.inspectToken(member(issued, 'access_token'));
    expect(access).toMatchObject({
      kind: 'access_token',
      state: 'valid',
      clientId: 'portal-web',
      scope: 'profile',
    });
    expect((access?.expiresAtMillis ?? 0) - (access?.issuedAtMillis ?? 0)).toBe(7_200_000);
    const first = member(issued, 'refresh_token');
    expect(as.server.inspectToken(first)).toMatchObject({ state: 'valid', expiresAtMillis: null });
    await refresh(as, first);
    expect(as.server.inspectToken(first)?.state).toBe('rolled');
    await refresh(as, first);
    expect(as.server.inspectToken(first)?.state).toBe('revoked');
    expect(as.server.inspectToken(member(issued, 'access_token'))?.state).toBe('revoked');
    expect(as.server.inspectToken('unknown')).toBeNull();
  });

  test('a code and a token that were never used expire', async () => {
    const code = await obtainCode(as);
    as.advance(60_000);
    expect(as.server.inspectToken(code)?.state).toBe('expired');
  });
});

describe('metadata', () => {
  test.each(['oauth-authorization-server', 'openid-configuration'])(
    '%s names what there is',
    async (name) => {
      const response = await fetch(`${as.origin}/.well-known/${name}`);
      expect(response.headers.get('content-type')).toBe('application/json;charset=UTF-8');
      expect(await response.json()).toMatchObject({
        issuer: as.origin,
        authorization_endpoint: `${as.origin}/as/authorization.oauth2`,
        token_endpoint: `${as.origin}/as/token.oauth2`,
        introspection_endpoint: `${as.origin}/as/introspect.oauth2`,
        revocation_endpoint: `${as.origin}/as/revoke_token.oauth2`,
        userinfo_endpoint: `${as.origin}/as/userinfo.openid`,
        jwks_uri: `${as.origin}/as/jwks`,
        response_types_supported: responseTypes.map((type) => type.name),
        response_modes_supported: [
          'query',
          'fragment',
          'form_post',
          'jwt',
          'query.jwt',
          'fragment.jwt',
          'form_post.jwt',
        ],
        authorization_signing_alg_values_supported: ['RS256', 'ES256', 'EdDSA'],
        pushed_authorization_request_endpoint: `${as.origin}/as/par.oauth2`,
        end_session_endpoint: `${as.origin}/as/end_session.openid`,
        backchannel_logout_supported: true,
        backchannel_logout_session_supported: true,
        require_pushed_authorization_requests: false,
        require_signed_request_object: false,
        claims_parameter_supported: true,
        grant_types_supported: expect.arrayContaining([
          'authorization_code',
          'implicit',
          'client_credentials',
          'password',
          'refresh_token',
          'urn:ietf:params:oauth:grant-type:token-exchange',
          'urn:gatehouse:oauth2:grant_type:validate_bearer',
        ]),
        code_challenge_methods_supported: ['S256', 'plain'],
      });
    },
  );

  test('an unknown path is 404', async () => {
    expect((await fetch(`${as.origin}/as/unknown`)).status).toBe(404);
  });
});
