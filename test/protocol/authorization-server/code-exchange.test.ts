import { describe, expect, test } from 'vitest';
import { portalWeb, startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew, startInstead } from '#test/support/started.ts';
import {
  callback,
  challenge,
  exchange,
  member,
  obtainCallback,
  obtainCode,
  postToken,
  refresh,
  validate,
  verifier,
} from './parties.ts';

const as = startedAnew(startAuthorizationServer);

describe('a client exchanges a code', () => {
  test('it gets an access token and a refresh token, and nobody may keep the answer', async () => {
    const answer = await exchange(as, await obtainCode(as, { scope: 'orders.read' }));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json;charset=UTF-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('pragma')).toBe('no-cache');
    expect(Object.keys(answer.body)).toEqual(['access_token', 'token_type', 'expires_in', 'refresh_token']);
    expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 7_200 });
    expect(member(answer, 'access_token')).toMatch(/^[A-Za-z0-9_-]{28}$/);
  });

  test('the scope is named where the request left it out', async () => {
    const answer = await exchange(as, await obtainCode(as));
    expect(answer.body['scope']).toBe('orders.read orders.write profile');
  });

  test('a client that may not refresh gets no refresh token', async () => {
    await startInstead(as, () =>
      startAuthorizationServer({
        clients: [{ ...portalWeb, grantTypes: ['authorization_code'] }],
      }),
    );
    const answer = await exchange(as, await obtainCode(as));
    expect(answer.status).toBe(200);
    expect(answer.body).not.toHaveProperty('refresh_token');
    expect(as.trace().rules.at(-1)?.rule).toBe('Access token is issued');
  });

  test('the trace lists every rule, the age of the code, and what was issued', async () => {
    const code = await obtainCode(as);
    as.advance(3_200);
    await exchange(as, code);
    const trace = as.trace();
    expect(trace.pipeline).toBe('token.authorization_code');
    expect(trace.rules.map((rule) => rule.rule)).toEqual([
      'Response is not cacheable',
      'Body is a form that repeats no parameter',
      'No parameters in the URL',
      'grant_type is present',
      'Client uses one authentication method',
      'Failed authentication attempts are within the limit',
      'Client is authenticated: Basic',
      'Grant type is known',
      'Grant type is allowed for the client',
      'Code is present',
      'Code is known, issued 3.2 s ago',
      'Code belongs to this client',
      'Code has not been used',
      'Code has not expired',
      'Code is invalidated by this attempt',
      'redirect_uri equals that of the authorization request',
      'Neither code_challenge nor code_verifier is present',
      'code_verifier has 43 to 128 unreserved characters',
      'code_verifier matches the challenge',
      'Grant is not revoked and the user exists',
      'Access and refresh token are issued',
    ]);
    expect(trace.effect).toBe('Issued an access token and a refresh token for ann. The code is invalidated.');
    expect(as.tags()).toEqual(['client:portal-web', 'user:ann', 'event:token.issued']);
  });
});

describe('check 4: a code is used once', () => {
  test('the second use is refused and revokes what the first one brought', async () => {
    const code = await obtainCode(as);
    const first = await exchange(as, code);
    const second = await exchange(as, code);
    expect(second.status).toBe(400);
    expect(second.text).toBe(
      '{"error_description":"Authorization code is invalid or expired.","error":"invalid_grant"}\r\n',
    );
    expect(as.trace().effect).toBe('Nothing was issued. The tokens issued from this code are revoked.');
    expect((await validate(as, member(first, 'access_token'))).body['error']).toBe('invalid_grant');
    expect((await refresh(as, member(first, 'refresh_token'))).body['error']).toBe('invalid_grant');
  });

  test('also when the code has long expired, and after a crash', async () => {
    const code = await obtainCode(as);
    const first = await exchange(as, code);
    as.advance(600_000);
    await as.restart('crash');
    expect((await exchange(as, code)).body['error']).toBe('invalid_grant');
    expect((await refresh(as, member(first, 'refresh_token'))).body['error']).toBe('invalid_grant');
  });

  test('the revocation is on disk before the answer', async () => {
    const code = await obtainCode(as);
    const first = await exchange(as, code);
    await exchange(as, code);
    await as.restart('crash');
    expect((await refresh(as, member(first, 'refresh_token'))).body['error']).toBe('invalid_grant');
  });

  test('of two exchanges at the same moment no more than one brings tokens, and those are revoked', async () => {
    const code = await obtainCode(as);
    const answers = await Promise.all([exchange(as, code), exchange(as, code)]);
    const won = answers.filter((answer) => answer.status === 200);
    expect(won).toHaveLength(1);
    for (const answer of won) expect((await validate(as, member(answer, 'access_token'))).status).toBe(400);
  });

  test('also where the first answer still waits for its RSA signature', async () => {
    as.configure({ accessTokenFormat: 'jwt', accessTokenSigningAlgorithm: 'RS256' });
    for (let times = 0; times < 3; times += 1) {
      const code = await obtainCode(as);
      const answers = await Promise.all([exchange(as, code), exchange(as, code), exchange(as, code)]);
      const won = answers.filter((answer) => answer.status === 200);
      expect(won).toHaveLength(1);
      for (const answer of won) {
        expect((await validate(as, member(answer, 'access_token'))).status).toBe(400);
        expect((await refresh(as, member(answer, 'refresh_token'))).status).toBe(400);
      }
    }
  });
});

describe('check 5: a code is bound to client, redirect URI and time', () => {
  test('another client cannot exchange it, and its attempt leaves the code as it is', async () => {
    const code = await obtainCode(as);
    const thief = await postToken(as, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: callback,
      client_id: 'mobile-app',
    });
    expect(thief.body['error']).toBe('invalid_grant');
    expect(as.trace().rules.find((rule) => rule.outcome === 'failed')).toMatchObject({
      id: 'code-is-clients',
      want: 'portal-web',
      got: 'mobile-app',
    });
    expect((await exchange(as, code)).status).toBe(200);
  });

  test('it is good one millisecond before its end, and not at its end', async () => {
    const early = await obtainCode(as);
    as.advance(59_999);
    expect((await exchange(as, early)).status).toBe(200);
    const late = await obtainCode(as);
    as.advance(60_000);
    expect((await exchange(as, late)).body['error_description']).toBe(
      'Authorization code is invalid or expired.',
    );
    expect(as.trace().rules.find(({ outcome }) => outcome === 'failed')).toMatchObject({
      id: 'code-unexpired',
      want: 'less than 60.0 s old',
      got: '60.0 s old',
    });
  });

  test('redirect_uri has to be repeated where it was sent', async () => {
    const code = await obtainCode(as);
    const answer = await postToken(as, { grant_type: 'authorization_code', code }, 'portal-web');
    expect(answer.body).toEqual({
      error_description: 'redirect_uri is required if it was included in the authorization request.',
      error: 'invalid_grant',
    });
  });

  test('redirect_uri may be left out where it was left out before', async () => {
    const code = await obtainCode(as, { redirect_uri: '' });
    expect((await postToken(as, { grant_type: 'authorization_code', code }, 'portal-web')).status).toBe(200);
  });

  test('a failed exchange of its own client uses it up', async () => {
    const code = await obtainCode(as);
    const wrong = await exchange(as, code, { redirect_uri: `${callback}/` });
    expect(wrong.body['error']).toBe('invalid_grant');
    expect(as.trace().effect).toContain('The code is invalidated');
    await as.restart('crash');
    expect((await exchange(as, code)).body['error']).toBe('invalid_grant');
  });

  test('a missing code is malformed to the product and incomplete to the strict profile', async () => {
    const fields = { grant_type: 'authorization_code' };
    expect((await postToken(as, fields, 'portal-web')).body).toEqual({
      error_description: 'Authorization code is malformed.',
      error: 'invalid_grant',
    });
    as.configure({ profile: 'strict' });
    expect((await postToken(as, fields, 'portal-web')).text).toBe(
      '{"error":"invalid_request","error_description":"The code parameter is missing."}',
    );
  });
});

describe('what ended between code and exchange', () => {
  test('the user: nothing is issued in the name of somebody who is gone', async () => {
    const code = await obtainCode(as);
    as.unregister('ann');
    expect((await exchange(as, code)).body).toEqual({
      error_description: 'Authorization code is invalid or expired.',
      error: 'invalid_grant',
    });
    expect(as.trace().rules.find(({ outcome }) => outcome === 'failed')?.id).toBe('owner-known');
  });

  test('the grant, where the front channel had begun it', async () => {
    const hybrid = { ...portalWeb, responseTypes: ['code token'] };
    await startInstead(as, () => startAuthorizationServer({ clients: [hybrid] }));
    const url = await obtainCallback(as, { response_type: 'code token' });
    const code = new URLSearchParams(url.hash.slice(1)).get('code') ?? '';
    const target = { kind: 'client', clientId: 'portal-web' } as const;
    await as.server.admin.revoke({ target, by: 'administrator', reason: '' });
    expect((await exchange(as, code)).body['error']).toBe('invalid_grant');
  });
});

describe('check 6: PKCE cannot be left out half-way', () => {
  const s256 = { code_challenge: challenge, code_challenge_method: 'S256' };

  test('the right verifier is taken, with S256 and with plain', async () => {
    const code = await obtainCode(as, s256);
    expect((await exchange(as, code, { code_verifier: verifier })).status).toBe(200);
    const plain = await obtainCode(as, { code_challenge: verifier });
    expect((await exchange(as, plain, { code_verifier: verifier })).status).toBe(200);
  });

  test('a wrong verifier is refused with the challenge wanted and the one made of it', async () => {
    const answer = await exchange(as, await obtainCode(as, s256), {
      code_verifier: `${verifier.slice(0, -1)}X`,
    });
    expect(answer.body).toEqual({
      error_description:
        'The code_verifier sent does not match code_challenge included in the authorization request using the S256 code_challenge_method.',
      error: 'invalid_grant',
    });
    const failed = as.trace().rules.find((rule) => rule.outcome === 'failed');
    expect(failed).toMatchObject({ id: 'verifier-matches', clause: 'RFC 7636 §4.6', want: challenge });
    expect(failed?.got).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(as.trace().rules.at(-1)?.outcome).toBe('never');
  });

  test('the challenge itself is no verifier for S256', async () => {
    const answer = await exchange(as, await obtainCode(as, s256), { code_verifier: challenge });
    expect(answer.body['error']).toBe('invalid_grant');
  });

  test('a challenge without verifier, and a verifier without challenge, are refused', async () => {
    expect((await exchange(as, await obtainCode(as, s256))).body['error']).toBe('invalid_grant');
    const unasked = await exchange(as, await obtainCode(as), { code_verifier: verifier });
    expect(unasked.body['error']).toBe('invalid_grant');
    expect(as.trace().rules.find((rule) => rule.outcome === 'failed')?.id).toBe('verifier-expected');
  });

  test.each(['short', 'a'.repeat(42), 'a'.repeat(129), `${'a'.repeat(42)}+`])(
    'check 7: %s is not a verifier',
    async (malformed) => {
      const answer = await exchange(as, await obtainCode(as, s256), { code_verifier: malformed });
      expect(answer.body['error_description']).toBe('code_verifier is malformed.');
    },
  );
});
