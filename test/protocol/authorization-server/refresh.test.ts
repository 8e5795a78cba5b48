import { beforeEach, describe, expect, test } from 'vitest';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew, startInstead } from '#test/support/started.ts';
import {
  callback,
  challenge,
  exchange,
  member,
  obtainCode,
  postToken,
  refresh,
  validate,
  verifier,
} from './parties.ts';

const unknown = {
  error_description: 'unknown, invalid, or expired refresh token',
  error: 'invalid_grant',
};

const as = startedAnew(startAuthorizationServer);

async function begin(scope = 'orders.read orders.write'): Promise<string> {
  return member(await exchange(as, await obtainCode(as, { scope })), 'refresh_token');
}

describe('a client refreshes', () => {
  test('it gets a new access token, and keeps its refresh token where tokens do not roll', async () => {
    const token = await begin();
    for (let times = 0; times < 2; times += 1) {
      const answer = await refresh(as, token);
      expect(Object.keys(answer.body)).toEqual(['access_token', 'token_type', 'expires_in']);
      const { body } = await validate(as, member(answer, 'access_token'));
      expect(body).toMatchObject({ scope: 'orders.read orders.write', access_token: { sub: 'ann' } });
    }
  });

  test('check 10: another client is refused and does no harm', async () => {
    const token = await begin();
    const answer = await postToken(as, {
      grant_type: 'refresh_token',
      refresh_token: token,
      client_id: 'mobile-app',
    });
    expect(answer.body).toEqual(unknown);
    expect((await refresh(as, token)).status).toBe(200);
  });

  test('a token that expired, an unknown one and a missing one', async () => {
    as.configure({ refreshTokenLifetimeSeconds: 3_600 });
    const token = await begin();
    as.advance(3_599_999);
    expect((await refresh(as, token)).status).toBe(200);
    as.advance(1);
    expect((await refresh(as, token)).body).toEqual(unknown);
    expect((await refresh(as, 'never-issued')).body).toEqual(unknown);
    expect((await refresh(as, '')).body).toEqual({
      error_description: 'refresh_token parameter is required',
      error: 'invalid_request',
    });
  });

  test('a user who is no longer registered cannot be refreshed', async () => {
    const token = await begin();
    as.unregister('ann');
    expect((await refresh(as, token)).body).toEqual(unknown);
  });
});

describe('check 9: the scope can be narrowed, never widened', () => {
  test('a narrower scope narrows the access token and leaves the grant as it was', async () => {
    const token = await begin();
    const narrow = await refresh(as, token, { scope: 'orders.read' });
    expect((await validate(as, member(narrow, 'access_token'))).body['scope']).toBe('orders.read');
    const whole = await refresh(as, token);
    expect((await validate(as, member(whole, 'access_token'))).body['scope']).toBe(
      'orders.read orders.write',
    );
  });

  test('narrowing does not shrink a rolled grant either', async () => {
    as.configure({ rollRefreshTokens: true });
    const narrow = await refresh(as, await begin(), { scope: 'orders.read' });
    const whole = await refresh(as, member(narrow, 'refresh_token'));
    expect((await validate(as, member(whole, 'access_token'))).body['scope']).toBe(
      'orders.read orders.write',
    );
  });

  test.each(['orders.read profile', 'PROFILE', 'orders.read  orders.write', 'orders.read"'])(
    'the scope %s is refused, though the client is registered for more',
    async (scope) => {
      const answer = await refresh(as, await begin(), { scope });
      expect(answer.body).toEqual({
        error_description: 'The requested scope(s) must be blank or a subset of the provided scopes.',
        error: 'invalid_scope',
      });
    },
  );
});

describe('check 8: rolled refresh tokens', () => {
  beforeEach(() => as.configure({ rollRefreshTokens: true }));

  test('each use brings another pair and ends the one used', async () => {
    const issued = await exchange(as, await obtainCode(as));
    const first = member(issued, 'refresh_token');
    const answer = await refresh(as, first);
    const second = member(answer, 'refresh_token');
    expect(second).not.toBe(first);
    expect(member(answer, 'access_token')).not.toBe(member(issued, 'access_token'));
    expect(as.trace().rules.map(({ rule }) => rule)).toContain('Refresh token has not been rotated');
    expect(as.trace().rules.at(-1)?.rule).toBe('Access token is issued, refresh token is rotated');
    expect((await refresh(as, second)).status).toBe(200);
    expect((await refresh(as, first)).body).toEqual(unknown);
  });

  test('without grace a reuse revokes the whole family', async () => {
    const first = await begin();
    const rolled = await refresh(as, first);
    expect((await refresh(as, first)).body).toEqual(unknown);
    expect(as.trace().effect).toContain('All tokens of this grant are revoked');
    expect((await refresh(as, member(rolled, 'refresh_token'))).body).toEqual(unknown);
    expect((await validate(as, member(rolled, 'access_token'))).status).toBe(400);
  });

  test('the revocation is on disk before the answer', async () => {
    const first = await begin();
    const rolled = await refresh(as, first);
    await refresh(as, first);
    await as.restart('crash');
    expect((await refresh(as, member(rolled, 'refresh_token'))).body).toEqual(unknown);
  });

  test('within the grace each retry gets a token of its own of the same family', async () => {
    as.configure({ refreshGraceSeconds: 30 });
    const first = await begin();
    const answers = await Promise.all([refresh(as, first), refresh(as, first), refresh(as, first)]);
    const tokens = answers.map((answer) => member(answer, 'refresh_token'));
    expect(new Set(tokens).size).toBe(3);
    expect(as.trace().rules.map(({ rule }) => rule)).toContain(
      'Refresh token was rotated, within the grace period',
    );
    as.advance(29_999);
    expect((await refresh(as, first)).status).toBe(200);
    as.advance(1);
    expect((await refresh(as, first)).body).toEqual(unknown);
    for (const token of tokens) expect((await refresh(as, token)).body).toEqual(unknown);
  });

  test('of uses at the same moment none outlives the other, while RSA signatures are made as well', async () => {
    as.configure({ accessTokenFormat: 'jwt', accessTokenSigningAlgorithm: 'RS256' });
    const first = await begin();
    const answers = await Promise.all([refresh(as, first), refresh(as, first), refresh(as, first)]);
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const answer of won) {
      expect((await refresh(as, member(answer, 'refresh_token'))).body).toEqual(unknown);
      expect((await validate(as, member(answer, 'access_token'))).status).toBe(400);
    }
    as.configure({ refreshGraceSeconds: 30 });
    const second = await begin();
    const agreed = await Promise.all([refresh(as, second), refresh(as, second), refresh(as, second)]);
    expect(agreed.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const answer of agreed) {
      expect((await validate(as, member(answer, 'access_token'))).body['scope']).toBe(
        'orders.read orders.write',
      );
      expect((await refresh(as, member(answer, 'refresh_token'))).status).toBe(200);
    }
  });

  test('a clock that is set back does not stretch the grace', async () => {
    as.configure({ refreshGraceSeconds: 30 });
    const first = await begin();
    await refresh(as, first);
    as.advance(-3_600_000);
    expect((await refresh(as, first)).body).toEqual(unknown);
  });

  test('a client may be exempt, and the strict profile exempts no public client', async () => {
    const { grantTypes, responseTypes } = {
      grantTypes: ['authorization_code', 'refresh_token'],
      responseTypes: ['code'],
    };
    const app = {
      clientId: 'app',
      redirectUris: [callback],
      rollRefreshTokens: false,
      grantTypes,
      responseTypes,
    };
    await startInstead(as, () =>
      startAuthorizationServer({ clients: [app], settings: { rollRefreshTokens: true } }),
    );
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
    const code = await obtainCode(as, { client_id: 'app', ...pkce });
    const fields = { client_id: 'app', redirect_uri: callback, code_verifier: verifier };
    const issued = await postToken(as, { grant_type: 'authorization_code', code, ...fields });
    const refreshing = {
      grant_type: 'refresh_token',
      refresh_token: member(issued, 'refresh_token'),
      client_id: 'app',
    };
    expect((await postToken(as, refreshing)).body).not.toHaveProperty('refresh_token');
    as.configure({ profile: 'strict' });
    expect((await postToken(as, refreshing)).body).toHaveProperty('refresh_token');
  });

  test('rolling does not prolong the grant', async () => {
    as.configure({ refreshTokenLifetimeSeconds: 100 });
    const first = await begin();
    as.advance(60_000);
    const second = member(await refresh(as, first), 'refresh_token');
    as.advance(39_999);
    const third = member(await refresh(as, second), 'refresh_token');
    as.advance(1);
    expect((await refresh(as, third)).body).toEqual(unknown);
  });

  test('another client’s attempt with a rolled token does not revoke it', async () => {
    const first = await begin();
    const second = member(await refresh(as, first), 'refresh_token');
    await postToken(as, { grant_type: 'refresh_token', refresh_token: first, client_id: 'mobile-app' });
    expect((await refresh(as, second)).status).toBe(200);
  });
});
