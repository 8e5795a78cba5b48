import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { ordersApi, portalWeb, startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew, startInstead } from '#test/support/started.ts';
import { exchange, member, obtainCode, postTo, postToken, refresh, validate } from './parties.ts';

const accessToken = 'urn:ietf:params:oauth:token-type:access_token';
const clients = [
  { ...portalWeb, scopes: ['orders.read', 'orders.write'] },
  {
    clientId: 'back-end',
    secret: 'back-end-secret',
    scopes: ['orders.read', 'stock.read'],
    grantTypes: ['urn:ietf:params:oauth:grant-type:token-exchange', 'client_credentials'],
    audiences: ['https://stock.example', 'https://bills.example', 'https://mail.example'],
  },
  {
    clientId: 'middleman',
    secret: 'middleman-secret',
    scopes: ['orders.read'],
    grantTypes: ['urn:ietf:params:oauth:grant-type:token-exchange'],
  },
  ordersApi,
];

let subject: string;
let refreshToken: string;
const as = startedAnew(() => startAuthorizationServer({ clients }));
beforeEach(async () => {
  const answer = await exchange(as, await obtainCode(as));
  subject = member(answer, 'access_token');
  refreshToken = member(answer, 'refresh_token');
});

const trade = (fields: Readonly<Record<string, string>> = {}, client = 'back-end') =>
  postToken(
    as,
    {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: subject,
      subject_token_type: accessToken,
      ...fields,
    },
    client,
  );

describe('a back end trades the token that it was handed', () => {
  test('for one of its own, for the same user and a scope that both allow', async () => {
    const answer = await trade();
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{28}$/),
      issued_token_type: accessToken,
      token_type: 'Bearer',
      expires_in: 7_200,
      scope: 'orders.read',
    });
    expect((await validate(as, member(answer, 'access_token'))).body).toMatchObject({
      access_token: { username: 'ann' },
      client_id: 'back-end',
      scope: 'orders.read',
    });
  });

  test('a wider scope is refused', async () => {
    expect((await trade({ scope: 'stock.read' })).body['error']).toBe('invalid_scope');
    expect((await trade({ scope: 'orders.write' })).body['error']).toBe('invalid_scope');
  });

  test('what was traded does not outlive what was given for it', async () => {
    as.advance(7_000_000);
    expect((await trade()).body['expires_in']).toBe(200);
  });

  test('it ends with the grant from which it came', async () => {
    const traded = member(await trade(), 'access_token');
    await postTo(as, '/as/revoke_token.oauth2', { token: refreshToken }, 'portal-web');
    expect((await validate(as, traded)).body['error']).toBe('invalid_grant');
  });

  test('an audience it is registered for, and another one', async () => {
    const answer = await trade({ audience: 'https://stock.example' });
    const { body } = await postTo(
      as,
      '/as/introspect.oauth2',
      { token: member(answer, 'access_token') },
      'orders-api',
    );
    expect(body['aud']).toBe('https://stock.example');
    expect((await trade({ resource: 'https://else.example' })).body['error']).toBe('invalid_target');
  });

  test('check 25: a token for one audience is not valid for another', async () => {
    const token = member(await trade({ audience: 'https://stock.example' }), 'access_token');
    const ask = (aud: string) =>
      postToken(
        as,
        { grant_type: 'urn:gatehouse:oauth2:grant_type:validate_bearer', token, aud },
        'orders-api',
      );
    expect((await ask('https://stock.example')).status).toBe(200);
    expect((await ask('https://orders.example')).body['error']).toBe('invalid_grant');
  });

  /** Exchanges for every audience and resource of a query string, and gives what an introspection says. */
  const tradeFor = async (targets: string) => {
    const fields = {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: subject,
      subject_token_type: accessToken,
    };
    const answer = await postToken(as, `${new URLSearchParams(fields)}&${targets}`, 'back-end');
    if (answer.status !== 200) return { answer, aud: undefined };
    const token = { token: member(answer, 'access_token') };
    return { answer, aud: (await postTo(as, '/as/introspect.oauth2', token, 'orders-api')).body['aud'] };
  };

  test('several audiences and resources at once, each of which the token is good for', async () => {
    const { answer, aud } = await tradeFor(
      'audience=https://stock.example&resource=https://bills.example&audience=https://stock.example&resource=',
    );
    expect(aud).toEqual(['https://stock.example', 'https://bills.example']);
    const token = member(answer, 'access_token');
    const ask = (wanted: string) =>
      postToken(
        as,
        { grant_type: 'urn:gatehouse:oauth2:grant_type:validate_bearer', token, aud: wanted },
        'orders-api',
      );
    expect((await ask('https://bills.example')).status).toBe(200);
    expect((await ask('https://mail.example')).body['error']).toBe('invalid_grant');
    await as.restart('stop');
    expect((await ask('https://stock.example')).status).toBe(200);
    const narrower = await trade({ subject_token: token, audience: 'https://bills.example' });
    expect(narrower.status).toBe(200);
    const again = member(await trade({ subject_token: token }), 'access_token');
    expect((await postTo(as, '/as/introspect.oauth2', { token: again }, 'orders-api')).body['aud']).toEqual(
      aud,
    );
  });

  test('one that the client is not registered for spoils the request, wherever it stands', async () => {
    for (const targets of [
      'audience=https://stock.example&audience=https://else.example',
      'audience=https://stock.example&resource=https://else.example',
    ])
      expect((await tradeFor(targets)).answer.body['error']).toBe('invalid_target');
  });

  test('no other parameter may stand there twice, and no other grant takes one twice', async () => {
    expect((await tradeFor('scope=orders.read&scope=orders.read')).answer.body['error']).toBe(
      'invalid_request',
    );
    const twice = 'audience=https://stock.example&audience=https://bills.example';
    const own = await postToken(as, `grant_type=client_credentials&${twice}`, 'back-end');
    expect(own.body['error']).toBe('invalid_request');
    expect((await tradeFor(`grant_type=client_credentials&${twice}`)).answer.body['error']).toBe(
      'invalid_request',
    );
  });

  test('a JWT where a JWT is asked for, whatever form the client’s tokens have', async () => {
    const jwt = 'urn:ietf:params:oauth:token-type:jwt';
    const answer = await trade({ requested_token_type: jwt, audience: 'https://stock.example' });
    expect(answer.body).toMatchObject({ issued_token_type: jwt, token_type: 'Bearer' });
    const token = member(answer, 'access_token');
    expect(decodeJwt(token)).toMatchObject({
      iss: as.origin,
      sub: 'ann',
      aud: 'https://stock.example',
      client_id: 'back-end',
    });
    expect((await validate(as, token)).status).toBe(200);
    const plain = await trade({ requested_token_type: accessToken });
    expect(plain.body['issued_token_type']).toBe(accessToken);
    expect(member(plain, 'access_token')).toMatch(/^[\w-]{28}$/);
    const both = await postToken(
      as,
      `${new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: token,
        subject_token_type: jwt,
        requested_token_type: jwt,
      })}&audience=https://stock.example&audience=https://mail.example`,
      'back-end',
    );
    expect(decodeJwt(member(both, 'access_token')).aud).toEqual([
      'https://stock.example',
      'https://mail.example',
    ]);
  });

  test('what was meant for one audience stays so where the exchange names none', async () => {
    const narrow = member(await trade({ audience: 'https://stock.example' }), 'access_token');
    const again = member(await trade({ subject_token: narrow }), 'access_token');
    const ask = (aud: string) =>
      postToken(
        as,
        { grant_type: 'urn:gatehouse:oauth2:grant_type:validate_bearer', token: again, aud },
        'orders-api',
      );
    expect((await ask('https://stock.example')).status).toBe(200);
    expect((await ask('https://orders.example')).body['error']).toBe('invalid_grant');
  });

  test('a client’s own token is traded by that client alone: nobody else becomes its subject', async () => {
    const own = member(await postToken(as, { grant_type: 'client_credentials' }, 'back-end'), 'access_token');
    const traded = await trade({ subject_token: own });
    expect((await validate(as, member(traded, 'access_token'))).body).toMatchObject({
      client_id: 'back-end',
    });
    const taken = await trade({ subject_token: own }, 'middleman');
    expect(taken.body).toEqual({
      error: 'invalid_request',
      error_description: 'The subject_token is invalid.',
    });
    expect((await trade({}, 'middleman')).status).toBe(200);
  });

  test('it ends too where an administrator ends everything of the client that traded', async () => {
    const traded = member(await trade(), 'access_token');
    const target = { kind: 'client', clientId: 'back-end' } as const;
    const ended = await as.server.admin.revoke({ target, by: 'administrator', reason: '' });
    expect(ended).toEqual({ grants: 0, tokens: 1 });
    expect((await validate(as, traded)).body['error']).toBe('invalid_grant');
    expect((await validate(as, subject)).status).toBe(200);
  });

  test('who acts stands in the token', async () => {
    as.configure({ accessTokenFormat: 'jwt', accessTokenSigningAlgorithm: 'EdDSA' });
    const own = await postToken(as, { grant_type: 'client_credentials' }, 'back-end');
    const answer = await trade({ actor_token: member(own, 'access_token'), actor_token_type: accessToken });
    expect(decodeJwt(member(answer, 'access_token'))).toMatchObject({
      sub: 'ann',
      client_id: 'back-end',
      act: { sub: 'back-end' },
    });
  });

  test.each([
    [{ subject_token: '' }, 'subject_token parameter is required'],
    [{ subject_token_type: '' }, 'subject_token_type parameter is required'],
    [{ subject_token: 'x'.repeat(28) }, 'The subject_token is invalid.'],
    [{ subject_token_type: 'urn:x' }, 'The subject_token_type is not supported.'],
    [{ actor_token: 'x' }, 'actor_token_type parameter is required'],
    [{ actor_token_type: accessToken }, 'actor_token parameter is required'],
    [{ requested_token_type: 'urn:x' }, 'The requested_token_type is not supported.'],
  ])('%o is refused', async (fields, description) => {
    expect((await trade(fields)).body).toEqual({ error: 'invalid_request', error_description: description });
  });

  test('an expired, a revoked and a refresh token are no subject', async () => {
    expect((await trade({ subject_token: refreshToken })).body['error']).toBe('invalid_request');
    await postTo(as, '/as/revoke_token.oauth2', { token: subject }, 'portal-web');
    expect((await trade()).body['error']).toBe('invalid_request');
    const next = member(await refresh(as, refreshToken), 'access_token');
    as.advance(7_200_000);
    expect((await trade({ subject_token: next })).body['error']).toBe('invalid_request');
  });

  test('another client may not', async () => {
    expect((await trade({}, 'portal-web')).body['error']).toBe('unauthorized_client');
  });

  test('a refresh keeps the audience of the first token, and a client has one of its own', async () => {
    await startInstead(as, () =>
      startAuthorizationServer({
        clients: [
          {
            clientId: 'kiosk',
            secret: 'kiosk-secret',
            grantTypes: ['password', 'refresh_token'],
            audiences: ['https://orders.example', 'https://stock.example'],
          },
          ordersApi,
        ],
      }),
    );
    const ask = (fields: Readonly<Record<string, string>>) =>
      postToken(
        as,
        { grant_type: 'password', username: 'ann', password: 'ann-password', ...fields },
        'kiosk',
      );
    const audienceOf = async (token: string) =>
      (await postTo(as, '/as/introspect.oauth2', { token }, 'orders-api')).body['aud'];
    const first = await ask({ audience: 'https://stock.example' });
    expect(await audienceOf(member(first, 'access_token'))).toBe('https://stock.example');
    const next = await postToken(
      as,
      { grant_type: 'refresh_token', refresh_token: member(first, 'refresh_token') },
      'kiosk',
    );
    expect(await audienceOf(member(next, 'access_token'))).toBe('https://stock.example');
    expect(await audienceOf(member(await ask({}), 'access_token'))).toBe('https://orders.example');
  });
});
