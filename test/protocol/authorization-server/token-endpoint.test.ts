import { describe, expect, test } from 'vitest';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew, startInstead } from '#test/support/started.ts';
import { exchange, member, obtainCode, postToken, validate, validateBearer } from './parties.ts';

const as = startedAnew(startAuthorizationServer);

const clientCredentials = { grant_type: 'client_credentials' };

async function post(headers: Record<string, string>, body: string, query = ''): Promise<Response> {
  return fetch(`${as.origin}/as/token.oauth2${query}`, { method: 'POST', headers, body });
}
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;

describe('check 14: what the token endpoint takes', () => {
  test.each(['GET', 'PUT', 'DELETE', 'OPTIONS'])(
    '%s is answered 405 with the method it takes',
    async (method) => {
      const response = await fetch(`${as.origin}/as/token.oauth2`, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('POST');
    },
  );

  test.each([
    'application/json',
    'text/plain',
    'multipart/form-data',
    'application/x-www-form-urlencoded-not',
  ])('a body of type %s is refused', async (type) => {
    const response = await post({ 'content-type': type }, 'grant_type=client_credentials');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'invalid_request' });
  });

  test('the type may have a charset and any case', async () => {
    const response = await post(
      {
        'content-type': 'Application/X-WWW-Form-UrlEncoded; charset=UTF-8',
        authorization: basic('batch-job:batch-job-secret'),
      },
      'grant_type=client_credentials',
    );
    expect(response.status).toBe(200);
  });

  test('parameters in the URL are refused, others there mean nothing', async () => {
    const headers = { ...form, authorization: basic('batch-job:batch-job-secret') };
    const misplaced = await post(headers, 'grant_type=client_credentials', '?scope=orders.read');
    expect(await misplaced.json()).toMatchObject({ error: 'invalid_request' });
    expect((await post(headers, 'grant_type=client_credentials', '?tenant=7')).status).toBe(200);
  });
});

describe('check 13: parameters', () => {
  test('a repeated one is refused, even with the same value', async () => {
    const answer = await postToken(as, 'grant_type=client_credentials&x=1&x=1', 'batch-job');
    expect(answer.body['error']).toBe('invalid_request');
    expect(as.trace().rules.find(({ id }) => id === 'form')).toMatchObject({ outcome: 'failed', got: 'x' });
  });

  test('broken percent-encoding is refused', async () => {
    for (const body of [
      'grant_type=client_credentials&scope=%zz',
      'grant_type=client_credentials&scope=%ff',
    ]) {
      expect((await postToken(as, body, 'batch-job')).body['error']).toBe('invalid_request');
    }
  });

  test('an empty one counts as left out, an unknown one is ignored', async () => {
    const answer = await postToken(as, 'grant_type=client_credentials&scope=&colour=blue', 'batch-job');
    expect(answer.status).toBe(200);
    expect(answer.body['scope']).toBe('orders.read orders.count');
  });

  test('grant_type is required', async () => {
    expect((await postToken(as, { scope: 'x' }, 'batch-job')).text).toBe(
      '{"error_description":"grant_type is required","error":"invalid_request"}\r\n',
    );
  });
});

describe('check 11: client authentication', () => {
  test('Basic, the body, and client_id alone for a public client', async () => {
    expect((await postToken(as, clientCredentials, 'batch-job')).status).toBe(200);
    const inBody = { ...clientCredentials, client_id: 'batch-job', client_secret: 'batch-job-secret' };
    expect((await postToken(as, inBody)).status).toBe(200);
    expect(as.trace().rules.map(({ rule }) => rule)).toContain('Client is authenticated: body');
    const code = { grant_type: 'authorization_code', code: 'x', client_id: 'mobile-app' };
    expect((await postToken(as, code)).body['error']).toBe('invalid_grant');
    expect(as.trace().rules.map(({ rule }) => rule)).toContain('Client is public and known');
  });

  test('Basic and the body at once are refused; a client_id that repeats Basic is not a second way', async () => {
    const twice = await postToken(
      as,
      { ...clientCredentials, client_secret: 'batch-job-secret' },
      'batch-job',
    );
    expect(twice.body['error']).toBe('invalid_request');
    expect((await postToken(as, { ...clientCredentials, client_id: 'batch-job' }, 'batch-job')).status).toBe(
      200,
    );
    const other = await postToken(as, { ...clientCredentials, client_id: 'portal-web' }, 'batch-job');
    expect(other.body['error']).toBe('invalid_request');
  });

  test('a wrong secret, an unknown client and a missing secret all look the same', async () => {
    const bodies = [
      { ...clientCredentials, client_id: 'batch-job', client_secret: 'wrong' },
      { ...clientCredentials, client_id: 'nobody', client_secret: 'batch-job-secret' },
      { ...clientCredentials, client_id: 'batch-job' },
      { ...clientCredentials, client_id: 'mobile-app', client_secret: 'guess' },
      clientCredentials,
    ];
    for (const body of bodies) {
      const answer = await postToken(as, body);
      expect(answer.status).toBe(401);
      expect(answer.text).toBe(
        '{"error_description":"Invalid client or client credentials","error":"invalid_client"}\r\n',
      );
      // RFC 9110 §15.5.2: so does a client hear what it would be asked for that sent its secret in the form.
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm="/);
    }
  });

  test.each([
    'Basic !!!',
    'Basic',
    basic('no-colon'),
    basic('%zz:x'),
    basic('batch-job:wrong'),
    'Bearer abc',
  ])('a failed Authorization header (%s) is answered with a challenge', async (authorization) => {
    const response = await post({ ...form, authorization }, 'grant_type=client_credentials');
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Basic realm="/);
  });

  test('the values of Basic are form-decoded', async () => {
    await startInstead(as, () =>
      startAuthorizationServer({
        clients: [{ clientId: 'a:b c', secret: 'p%+ä:', grantTypes: ['client_credentials'] }],
      }),
    );
    const pair = `${encodeURIComponent('a:b c').replace('%20', '+')}:${encodeURIComponent('p%+ä:')}`;
    const response = await post({ ...form, authorization: basic(pair) }, 'grant_type=client_credentials');
    expect(response.status).toBe(200);
  });

  test('the trace says why, the wire does not', async () => {
    const answer = await postToken(as, {
      ...clientCredentials,
      client_id: 'batch-job',
      client_secret: 'wrong',
    });
    const failed = as.trace().rules.find((rule) => rule.outcome === 'failed');
    expect(failed?.detail).toBe('The secret is wrong.');
    // The client is the right one: nothing else was wanted or given that may be shown.
    expect([failed?.want, failed?.got]).toEqual([undefined, undefined]);
    expect(answer.text).not.toContain('The secret');
    expect(JSON.stringify(as.trace())).not.toContain('batch-job-secret');
  });
});

describe('check 12: grants', () => {
  test('one that the client is not registered for', async () => {
    for (const [grantType, client] of [
      ['refresh_token', 'batch-job'],
      ['authorization_code', 'batch-job'],
      ['password', 'portal-web'],
      ['client_credentials', 'portal-web'],
    ] as const) {
      const answer = await postToken(as, { grant_type: grantType, refresh_token: 'x' }, client);
      expect(answer, grantType).toMatchObject({ status: 400, body: { error: 'unauthorized_client' } });
    }
  });

  test('one that nobody knows is refused without a description', async () => {
    const answer = await postToken(as, { grant_type: 'urn:example:made-up' }, 'batch-job');
    expect(answer.text).toBe('{"error":"unsupported_grant_type"}\r\n');
    expect(
      as
        .trace()
        .rules.map((rule) => rule.outcome)
        .slice(-2),
    ).toEqual(['failed', 'never']);
  });
});

describe('a client acts for itself', () => {
  test('there is a token for the scope asked for, and no refresh token', async () => {
    const answer = await postToken(as, { ...clientCredentials, scope: 'orders.read' }, 'batch-job');
    expect(Object.keys(answer.body)).toEqual(['access_token', 'token_type', 'expires_in']);
    const report = await validate(as, member(answer, 'access_token'));
    expect(report.body).toEqual({
      access_token: {},
      token_type: 'Bearer',
      expires_in: 7_200,
      scope: 'orders.read',
      client_id: 'batch-job',
    });
  });

  test('a scope outside its registration is refused', async () => {
    const answer = await postToken(as, { ...clientCredentials, scope: 'orders.read admin' }, 'batch-job');
    expect(answer.body['error']).toBe('invalid_scope');
    expect(as.trace().rules.find((rule) => rule.outcome === 'failed')?.detail).toBe('Not allowed: admin.');
  });

  test('a public client cannot', async () => {
    await startInstead(as, () =>
      startAuthorizationServer({
        clients: [{ clientId: 'app', grantTypes: ['client_credentials'] }],
      }),
    );
    expect((await postToken(as, { ...clientCredentials, client_id: 'app' })).status).toBe(401);
  });
});

describe('check 25: a resource server validates a token', () => {
  test('it learns the user’s attributes, the scope, the client and the seconds that remain', async () => {
    const issued = await exchange(as, await obtainCode(as, { scope: 'orders.read' }));
    as.advance(4_200);
    const report = await validate(as, member(issued, 'access_token'));
    expect(report.body).toEqual({
      access_token: { username: 'ann', sub: 'ann', name: 'Ann Archer', status: 'gold' },
      token_type: 'Bearer',
      expires_in: 7_195,
      scope: 'orders.read',
      client_id: 'portal-web',
    });
    expect(report.headers.get('cache-control')).toBe('no-store');
    expect(report.text).not.toContain(member(issued, 'access_token'));
    expect(as.tags()).toEqual(['client:orders-api', 'user:ann']);
  });

  test('the type of a validated token is the vendor’s: the presets of the products have their own', async () => {
    await startInstead(as, () =>
      startAuthorizationServer({
        vendor: { validatedTokenType: 'urn:vendor.example:oauth2:validated_token' },
      }),
    );
    const issued = await exchange(as, await obtainCode(as));
    const report = await validate(as, member(issued, 'access_token'));
    expect(report.body['token_type']).toBe('urn:vendor.example:oauth2:validated_token');
  });

  test('scope is absent where the token has none', async () => {
    await startInstead(as, () =>
      startAuthorizationServer({
        clients: [
          { clientId: 'bare', secret: 'bare-secret', grantTypes: ['client_credentials', validateBearer] },
        ],
      }),
    );
    const token = member(await postToken(as, clientCredentials, 'bare'), 'access_token');
    const report = await postToken(as, { grant_type: validateBearer, token }, 'bare');
    expect(Object.keys(report.body)).toEqual(['access_token', 'token_type', 'expires_in', 'client_id']);
  });

  test('it is refused at the very second of the end', async () => {
    const token = member(await postToken(as, clientCredentials, 'batch-job'), 'access_token');
    as.advance(7_199_999);
    expect((await validate(as, token)).body['expires_in']).toBe(0);
    as.advance(1);
    expect((await validate(as, token)).body).toEqual({
      error_description: 'token not found, expired or invalid',
      error: 'invalid_grant',
    });
  });

  test('refresh tokens, codes and made-up values are no access tokens', async () => {
    const code = await obtainCode(as);
    expect((await validate(as, code)).body['error']).toBe('invalid_grant');
    const issued = await exchange(as, code);
    expect((await validate(as, member(issued, 'refresh_token'))).body['error']).toBe('invalid_grant');
    expect((await validate(as, 'x'.repeat(28))).body['error']).toBe('invalid_grant');
  });

  test('a client that is not a resource server may not ask', async () => {
    const answer = await postToken(as, { grant_type: validateBearer, token: 'x' }, 'portal-web');
    expect(answer.body['error']).toBe('unauthorized_client');
  });

  test('a token is worth nothing once its client or user is gone', async () => {
    const token = member(await exchange(as, await obtainCode(as)), 'access_token');
    as.unregister('ann');
    expect((await validate(as, token)).body['error']).toBe('invalid_grant');
    const own = member(await postToken(as, clientCredentials, 'batch-job'), 'access_token');
    as.unregister('batch-job');
    expect((await validate(as, own)).body['error']).toBe('invalid_grant');
  });
});
