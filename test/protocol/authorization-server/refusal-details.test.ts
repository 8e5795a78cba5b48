import { describe, expect, test } from 'vitest';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew } from '#test/support/started.ts';
import {
  Browser,
  callback,
  challenge,
  exchange,
  member,
  obtainCode,
  postTo,
  postToken,
  refresh,
  validateBearer,
  verifier,
} from './parties.ts';
import { refusedClients, tokenExchange } from './refusal-clients.ts';

const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
const takenTypes = `${accessTokenType} urn:ietf:params:oauth:token-type:jwt`;

const as = startedAnew(() =>
  startAuthorizationServer({
    clients: refusedClients,
  }),
);

/** The rule that refused, as the trace explains it: why, the wanted value, and the received one. */
function refusal() {
  const failed = as.trace().rules.find(({ outcome }) => outcome === 'failed');
  const { detail, want, got } = failed ?? {};
  return Object.fromEntries(Object.entries({ detail, want, got }).filter(([, value]) => value !== undefined));
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('a refused authorization request', () => {
  const open = (fields: Readonly<Record<string, string>>) => new Browser(as).authorize(fields);
  const openRaw = (query: string) => new Browser(as).open(`/as/authorization.oauth2?${query}`);
  const usual = `client_id=portal-web&response_type=code&redirect_uri=${encodeURIComponent(callback)}`;

  test.each<[string, () => Promise<unknown>, object]>([
    ['of nobody', () => open({ client_id: '' }), { got: 'none' }],
    ['of a stranger', () => open({ client_id: 'stranger' }), { got: 'stranger' }],
    [
      'for another address',
      () => open({ redirect_uri: 'https://evil.example/' }),
      { want: callback, got: 'https://evil.example/' },
    ],
    [
      'that names none of two addresses',
      () => open({ client_id: 'other-web', redirect_uri: '' }),
      { got: '2 registered, none given' },
    ],
    [
      'for an address that a browser runs',
      () => open({ client_id: 'scripted', redirect_uri: 'javascript:alert(1)' }),
      { got: 'javascript:alert(1)' },
    ],
    ['with a parameter twice', () => openRaw(`${usual}&scope=a&scope=b`), { got: 'scope' }],
    ['with what is no encoding', () => openRaw(`${usual}&scope=%ff%zz`), { got: 'scope' }],
    [
      'for scopes beyond the registration',
      () => open({ scope: 'admin' }),
      { detail: 'Not registered: admin.' },
    ],
    ['for a malformed scope', () => open({ scope: 'a"b' }), { detail: 'The scope is malformed.' }],
    [
      'for a response type that nobody knows',
      () => open({ response_type: 'cookie' }),
      { want: expect.stringContaining('code id_token'), got: 'cookie' },
    ],
    [
      'for a response type that is not registered',
      () => open({ response_type: 'token' }),
      {
        want: 'response type token in the registration',
        got: `code authorization_code refresh_token ${tokenExchange}`,
      },
    ],
    [
      'for a code without the grant',
      () => open({ client_id: 'mobile', redirect_uri: 'com.example:/cb' }),
      {
        want: 'response type code and grant type authorization_code in the registration',
        got: 'token implicit',
      },
    ],
    [
      'in a mode that nobody knows',
      () => open({ response_mode: 'pigeon' }),
      { want: expect.stringContaining('form_post'), got: 'pigeon' },
    ],
    [
      'for a token in the query',
      () =>
        open({
          client_id: 'mobile',
          redirect_uri: 'com.example:/cb',
          response_type: 'token',
          response_mode: 'query',
        }),
      { want: 'fragment or form_post', got: 'query' },
    ],
    [
      'for a form at an application',
      () =>
        open({
          client_id: 'mobile',
          redirect_uri: 'com.example:/cb',
          response_type: 'token',
          response_mode: 'form_post',
        }),
      { want: 'query or fragment', got: 'form_post to com.example:/cb' },
    ],
  ])('%s', async (_name, act, expected) => {
    await act();
    expect(refusal()).toMatchObject(expected);
  });
});

describe('a refused token request', () => {
  const post = (init: RequestInit, query = '') =>
    fetch(`${as.origin}/as/token.oauth2${query}`, { method: 'POST', ...init });
  const form = 'application/x-www-form-urlencoded';

  test.each<[string, () => Promise<unknown>, object]>([
    [
      'in JSON',
      () => post({ body: '{}', headers: { 'content-type': 'application/json' } }),
      { want: form, got: 'application/json' },
    ],
    ['without a type', () => post({ body: Buffer.from('a=b') }), { want: form, got: 'none' }],
    ['that is no encoding', () => postToken(as, 'grant_type=%zz', 'portal-web'), { got: 'grant_type' }],
    [
      'with a parameter twice',
      () => postToken(as, 'grant_type=a&code=1&code=2', 'portal-web'),
      { got: 'code' },
    ],
    [
      'with parameters in the address',
      () =>
        post(
          { body: 'grant_type=client_credentials', headers: { 'content-type': form } },
          '?client_secret=x&code=y',
        ),
      { got: 'client_secret code' },
    ],
    [
      'of a grant that does not exist',
      () => postToken(as, { grant_type: 'magic' }, 'portal-web'),
      { detail: 'The grant type is not supported.', got: 'magic' },
    ],
    [
      'of a grant that is not the client’s',
      () => postToken(as, { grant_type: 'client_credentials' }, 'portal-web'),
      { want: `authorization_code refresh_token ${tokenExchange}`, got: 'client_credentials' },
    ],
    [
      'with two proofs of the client',
      () =>
        postToken(
          as,
          { grant_type: 'client_credentials', client_id: 'other-web', client_secret: 'x' },
          'other-web',
        ),
      { got: 'Authorization header and client_secret' },
    ],
    [
      'with another client in the body',
      () => postToken(as, { grant_type: 'client_credentials', client_id: 'portal-web' }, 'other-web'),
      { want: 'other-web', got: 'portal-web' },
    ],
    [
      'with a header of another scheme',
      () =>
        post({
          body: 'grant_type=client_credentials',
          headers: { 'content-type': form, authorization: 'Bearer x' },
        }),
      { detail: 'The Authorization header is not HTTP Basic.' },
    ],
    [
      'with credentials that are no pair',
      () =>
        post({
          body: 'grant_type=client_credentials',
          headers: { 'content-type': form, authorization: basic('x') },
        }),
      { detail: 'The Basic credentials have no colon.' },
    ],
  ])('%s', async (_name, act, expected) => {
    await act();
    expect(refusal()).toMatchObject(expected);
  });

  test('a form type counts whatever its case and parameters', async () => {
    const answer = await post({
      body: 'grant_type=client_credentials',
      headers: {
        'content-type': 'Application/X-WWW-Form-URLencoded ; charset=utf-8',
        authorization: basic('other-web:other-web-secret'),
      },
    });
    expect(answer.status).toBe(200);
  });
});

describe('a refused code', () => {
  const redeem = (code: string, fields = {}, client = 'portal-web') =>
    postToken(as, { grant_type: 'authorization_code', code, redirect_uri: callback, ...fields }, client);

  test('that nobody knows', async () => {
    await redeem('strange');
    expect(refusal()).toMatchObject({ detail: 'The server does not know this code.' });
  });

  test('of another client', async () => {
    await redeem(await obtainCode(as), {}, 'other-web');
    expect(refusal()).toMatchObject({
      detail: 'The code was issued to another client. This request does not change it.',
      want: 'portal-web',
      got: 'other-web',
    });
  });

  test('that was used: the replay is told to those who watch', async () => {
    const events: string[] = [];
    as.server.onAuditEvent((event) => void events.push(JSON.stringify(event)));
    const code = await obtainCode(as);
    await redeem(code);
    await redeem(code);
    expect(refusal()).toMatchObject({ detail: 'The code was already redeemed, so it may be stolen.' });
    const replayed = events.find((text) => text.includes('code.replayed')) ?? '{}';
    expect(replayed).toContain('"clientId":"portal-web"');
    expect(replayed).toContain('"username":"ann"');
    expect(replayed).toMatch(/"family":"[^"]+"/);
    expect(as.logged.some((line) => line.includes('code-replayed') && line.includes('ann'))).toBe(true);
  });

  test('that is too old', async () => {
    const code = await obtainCode(as);
    as.advance(3_600_000);
    await redeem(code);
    expect(refusal()).toMatchObject({ want: 'less than 60.0 s old', got: '3600.0 s old' });
  });

  test('with another redirect URI, or with none', async () => {
    await redeem(await obtainCode(as), { redirect_uri: 'https://evil.example/' });
    expect(refusal()).toMatchObject({ want: callback, got: 'https://evil.example/' });
    await postToken(as, { grant_type: 'authorization_code', code: await obtainCode(as) }, 'portal-web');
    expect(refusal()).toMatchObject({ want: callback, got: 'none' });
  });

  test('whose verifier is missing, malformed, or for no challenge', async () => {
    const withChallenge = { code_challenge: challenge, code_challenge_method: 'S256' };
    await redeem(await obtainCode(as, withChallenge));
    expect(refusal()).toMatchObject({ want: 'a code_verifier', got: 'none' });
    await redeem(await obtainCode(as, withChallenge), { code_verifier: 'short' });
    expect(refusal()).toMatchObject({ want: '43 to 128 characters of A-Z a-z 0-9 - . _ ~', got: 'short' });
    await redeem(await obtainCode(as), { code_verifier: verifier });
    expect(refusal()).toMatchObject({ want: 'no code_verifier', got: verifier });
  });

  test('whose user is gone', async () => {
    const code = await obtainCode(as);
    as.unregister('ann');
    await redeem(code);
    expect(refusal()).toMatchObject({ detail: 'The user is no longer registered.', got: 'ann' });
  });
});

describe('a refused refresh token', () => {
  const granted = async () => member(await exchange(as, await obtainCode(as)), 'refresh_token');

  test('of another client', async () => {
    await postToken(as, { grant_type: 'refresh_token', refresh_token: await granted() }, 'other-web');
    expect(refusal()).toMatchObject({
      detail: 'The token was issued to another client. This request does not change it.',
      want: 'portal-web',
      got: 'other-web',
    });
  });

  test('that has ended', async () => {
    as.configure({ refreshTokenLifetimeSeconds: 60 });
    const token = await granted();
    as.advance(62_500);
    await refresh(as, token);
    expect(refusal()).toMatchObject({ detail: 'Expired 2.5 s ago.' });
  });

  test('that was rolled', async () => {
    as.configure({ rollRefreshTokens: true, refreshGraceSeconds: 1 });
    const token = await granted();
    await refresh(as, token);
    as.advance(4_500);
    await refresh(as, token);
    expect(refusal()).toMatchObject({
      detail: 'The token was rotated 4.5 s ago, so it may be stolen.',
      want: 'within 1 s',
      got: '4.5 s',
    });
  });

  test('whose user is gone', async () => {
    const token = await granted();
    as.unregister('ann');
    await refresh(as, token);
    expect(refusal()).toMatchObject({ detail: 'The user is no longer registered.', got: 'ann' });
  });
});

describe('a refused exchange of tokens', () => {
  const swap = (fields: Readonly<Record<string, string>>) =>
    postToken(
      as,
      { grant_type: tokenExchange, subject_token_type: accessTokenType, ...fields },
      'portal-web',
    );

  test('of a type that is not taken', async () => {
    await swap({ subject_token: 'x', subject_token_type: 'urn:other' });
    expect(refusal()).toMatchObject({ want: takenTypes, got: 'urn:other' });
  });

  test('of a token that nobody knows', async () => {
    await swap({ subject_token: 'strange' });
    expect(refusal()).toMatchObject({ detail: 'The access token is unknown.' });
  });

  test('of another client’s own token', async () => {
    const token = member(
      await postToken(as, { grant_type: 'client_credentials' }, 'other-web'),
      'access_token',
    );
    await swap({ subject_token: token });
    expect(refusal()).toMatchObject({
      detail: 'The token belongs to another client and has no user.',
      got: 'other-web',
    });
  });

  test('for a type that is not issued', async () => {
    const token = member(await exchange(as, await obtainCode(as)), 'access_token');
    await swap({ subject_token: token, requested_token_type: 'urn:other' });
    expect(refusal()).toMatchObject({ want: takenTypes, got: 'urn:other' });
  });
});

describe('a token that is asked about', () => {
  test('by validation: none given, or unknown', async () => {
    const answer = await postToken(as, { grant_type: validateBearer }, 'orders-api');
    expect(answer.body['error_description']).toBe('token parameter is required');
    await postToken(as, { grant_type: validateBearer, token: 'strange' }, 'orders-api');
    expect(refusal()).toMatchObject({ detail: 'The access token is unknown.' });
  });

  test('by introspection: the effect says why it is inactive', async () => {
    as.configure({ rollRefreshTokens: true, refreshGraceSeconds: 0 });
    const first = member(await exchange(as, await obtainCode(as)), 'refresh_token');
    const ask = (token: string, client = 'portal-web') =>
      postTo(as, '/as/introspect.oauth2', { token }, client);
    await ask(first);
    expect(as.tags()).toContain('user:ann');
    await ask(first, 'other-web');
    expect(as.trace().effect).toContain('The caller is not a resource server');
    await refresh(as, first);
    await ask(first);
    expect(as.trace().effect).toContain('It was rotated.');
    await refresh(as, first);
    await ask(first);
    expect(as.trace().effect).toContain('Its grant was revoked.');
  });
});
