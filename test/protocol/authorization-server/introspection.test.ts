import { describe, expect, test } from 'vitest';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew, startInstead } from '#test/support/started.ts';
import {
  exchange,
  member,
  obtainCode,
  postTo,
  postToken,
  refresh,
  type TokenAnswer,
  validate,
} from './parties.ts';

const as = startedAnew(startAuthorizationServer);

const introspect = (token: string, client?: string, fields: Readonly<Record<string, string>> = {}) =>
  postTo(as, '/as/introspect.oauth2', { token, ...fields }, client ?? 'orders-api');
const revoke = (token: string, client?: string, fields: Readonly<Record<string, string>> = {}) =>
  postTo(as, '/as/revoke_token.oauth2', { token, ...fields }, client ?? 'portal-web');
const tokens = async (): Promise<TokenAnswer> => exchange(as, await obtainCode(as));
const inactive = { active: false };
const now = Date.UTC(2026, 10, 20, 12) / 1_000;

describe('introspection tells the truth', () => {
  test('of an access token', async () => {
    const answer = await introspect(member(await tokens(), 'access_token'));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual({
      active: true,
      scope: 'orders.read orders.write profile',
      client_id: 'portal-web',
      username: 'ann',
      token_type: 'Bearer',
      exp: now + 7_200,
      iat: now,
      sub: 'ann',
      iss: as.origin,
    });
  });

  test('with the claims that the settings name, for resource servers alone, and never in place of its own members', async () => {
    await startInstead(as, () =>
      startAuthorizationServer({ settings: { introspectionClaims: ['status', 'sub', 'unknown'] } }),
    );
    const token = member(await tokens(), 'access_token');
    const { body } = await introspect(token);
    expect(body).toMatchObject({ active: true, sub: 'ann', status: 'gold' });
    expect(body).not.toHaveProperty('unknown');
    expect((await introspect(token, 'portal-web')).body).not.toHaveProperty('status');
  });

  test('of a client’s own token: its subject is the client', async () => {
    const issued = await postToken(as, { grant_type: 'client_credentials' }, 'batch-job');
    const { body } = await introspect(member(issued, 'access_token'));
    expect(body).toMatchObject({ active: true, sub: 'batch-job', client_id: 'batch-job' });
    expect(body).not.toHaveProperty('username');
  });

  test('of a refresh token, whatever the hint says', async () => {
    const token = member(await tokens(), 'refresh_token');
    for (const hint of ['refresh_token', 'access_token', 'nonsense']) {
      const { body } = await introspect(token, 'orders-api', { token_type_hint: hint });
      expect(body).toMatchObject({ active: true, sub: 'ann' });
      expect(body).not.toHaveProperty('token_type');
    }
  });

  test('of a rolled, revoked, expired or unknown token, and of a code: not active, and no more', async () => {
    as.configure({ rollRefreshTokens: true, refreshTokenLifetimeSeconds: 100 });
    const first = await tokens();
    await refresh(as, member(first, 'refresh_token'));
    expect((await introspect(member(first, 'refresh_token'))).body).toEqual(inactive);
    const second = await tokens();
    await revoke(member(second, 'refresh_token'));
    expect((await introspect(member(second, 'refresh_token'))).body).toEqual(inactive);
    expect((await introspect(member(second, 'access_token'))).body).toEqual(inactive);
    const third = await tokens();
    as.advance(100_000);
    expect((await introspect(member(third, 'refresh_token'))).body).toEqual(inactive);
    expect((await introspect(await obtainCode(as))).body).toEqual(inactive);
    expect((await introspect('x'.repeat(28))).body).toEqual(inactive);
  });

  test('a client that is no resource server learns of its own tokens only', async () => {
    const token = member(await tokens(), 'access_token');
    expect((await introspect(token, 'portal-web')).body['active']).toBe(true);
    expect((await introspect(token, 'batch-job')).body).toEqual(inactive);
  });

  test('nobody learns anything without proving who they are', async () => {
    const token = member(await tokens(), 'access_token');
    const stranger = await postTo(as, '/as/introspect.oauth2', { token, client_id: 'mobile-app' });
    expect(stranger.status).toBe(401);
    const wrong = await postTo(as, '/as/introspect.oauth2', {
      token,
      client_id: 'orders-api',
      client_secret: 'x',
    });
    expect(wrong.body['error']).toBe('invalid_client');
    expect((await introspect('')).body['error']).toBe('invalid_request');
  });

  test('by post only', async () => {
    expect((await fetch(`${as.origin}/as/introspect.oauth2?token=x`)).status).toBe(405);
  });
});

describe('check 26: revocation', () => {
  test('of a refresh token ends every access token of its grant', async () => {
    const answer = await tokens();
    const other = await tokens();
    const revoked = await revoke(member(answer, 'refresh_token'));
    expect(revoked.status).toBe(200);
    expect(as.tags()).toContain('event:token.revoked');
    expect((await validate(as, member(answer, 'access_token'))).body['error']).toBe('invalid_grant');
    expect((await refresh(as, member(answer, 'refresh_token'))).body['error']).toBe('invalid_grant');
    expect((await validate(as, member(other, 'access_token'))).status).toBe(200);
    expect(as.server.inspectToken(member(answer, 'refresh_token'))?.state).toBe('revoked');
  });

  test('of an access token ends it alone', async () => {
    const answer = await tokens();
    await revoke(member(answer, 'access_token'));
    expect((await validate(as, member(answer, 'access_token'))).body['error']).toBe('invalid_grant');
    expect((await refresh(as, member(answer, 'refresh_token'))).status).toBe(200);
  });

  test('of a client’s own token', async () => {
    const issued = await postToken(as, { grant_type: 'client_credentials' }, 'batch-job');
    await revoke(member(issued, 'access_token'), 'batch-job');
    expect((await validate(as, member(issued, 'access_token'))).body['error']).toBe('invalid_grant');
  });

  test('it is on disk before the answer', async () => {
    const answer = await tokens();
    await revoke(member(answer, 'access_token'));
    const second = await tokens();
    await revoke(member(second, 'refresh_token'));
    await as.restart('crash');
    expect((await validate(as, member(answer, 'access_token'))).body['error']).toBe('invalid_grant');
    expect((await refresh(as, member(second, 'refresh_token'))).body['error']).toBe('invalid_grant');
  });

  test('of another client’s token: refused, and it stays as it is', async () => {
    const token = member(await tokens(), 'access_token');
    const answer = await revoke(token, 'batch-job');
    expect(answer.body).toEqual({
      error: 'unauthorized_client',
      error_description: 'The token was not issued to this client.',
    });
    expect((await validate(as, token)).status).toBe(200);
  });

  test('of an unknown token, or one revoked before: 200', async () => {
    expect((await revoke('x'.repeat(28))).status).toBe(200);
    const token = member(await tokens(), 'access_token');
    await revoke(token);
    expect((await revoke(token, 'portal-web', { token_type_hint: 'refresh_token' })).status).toBe(200);
  });

  test('a public client revokes its own by its name', async () => {
    const code = await obtainCode(as, {
      client_id: 'mobile-app',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
    const answer = await postToken(as, {
      grant_type: 'authorization_code',
      code,
      client_id: 'mobile-app',
      redirect_uri: 'http://127.0.0.1:9035/cb',
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    });
    const token = member(answer, 'access_token');
    const revoked = await postTo(as, '/as/revoke_token.oauth2', { token, client_id: 'mobile-app' });
    expect(revoked.status).toBe(200);
    expect((await validate(as, token)).body['error']).toBe('invalid_grant');
  });

  test('without a token', async () => {
    expect((await revoke('')).body['error']).toBe('invalid_request');
  });
});
