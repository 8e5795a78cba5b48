import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { jwtAssertionType, userinfoPath } from '#shared/oauth/index.ts';
import { type NamedProfile, settingsOfProfile } from '#shared/workspace/index.ts';
import { type ClientSpec, portalWeb, startAuthorizationServer } from '#test/support/authorization-server.ts';
import { newProofKey, type ProofKey, proofOf } from '#test/support/dpop.ts';
import { startedAnew, startedOnce } from '#test/support/started.ts';
import { Browser, challenge, member, obtainCallback, postTo, type TokenAnswer, verifier } from './parties.ts';

const redirectUri = 'https://bank.example/cb';
const scopes = ['openid', 'accounts'];
const codes = { grantTypes: ['authorization_code', 'refresh_token'], responseTypes: ['code'], scopes };

async function newKeys(algorithm: string) {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  return { algorithm, privateKey, jwk: { ...(await exportJWK(publicKey)), kid: algorithm } };
}

const elliptic = startedOnce(() => newKeys('ES256'));
const rsa = startedOnce(() => newKeys('RS256'));
const proofKey = startedOnce(newProofKey);
const weakProofKey = startedOnce(() => newProofKey('RS256'));

const bank = (): ClientSpec => ({
  clientId: 'bank',
  authentication: 'private_key_jwt',
  keys: { inline: [elliptic.jwk, rsa.jwk], uri: undefined },
  idTokenAlgorithm: 'ES256',
  redirectUris: [redirectUri],
  ...codes,
  responseTypes: ['code', 'code id_token'],
});

const as = startedAnew(() =>
  startAuthorizationServer({
    clients: [
      bank(),
      { ...bank(), clientId: 'old-bank', idTokenAlgorithm: 'RS256' },
      { ...bank(), clientId: 'local-bank', redirectUris: ['http://127.0.0.1:9035/cb'] },
      {
        ...bank(),
        clientId: 'native-bank',
        redirectUris: ['http://127.0.0.1:9035/cb'],
        applicationType: 'native',
      },
      { ...portalWeb, scopes, grantTypes: ['authorization_code', 'client_credentials', 'password'] },
      {
        clientId: 'spa',
        redirectUris: [redirectUri],
        requirePkce: false,
        ...codes,
        responseTypes: ['code', 'token', 'code id_token'],
      },
    ],
  }),
);

const take = (profile: NamedProfile) => as.configure(settingsOfProfile(profile));
const failedStep = () => as.trace().rules.find(({ outcome }) => outcome === 'failed')?.id;
const passed = () =>
  as
    .trace()
    .rules.filter(({ id, outcome }) => id.startsWith('profile-') && outcome === 'passed')
    .map(({ id }) => id);

interface Making {
  readonly clientId?: string;
  readonly aud?: string | string[];
  readonly typ?: string;
  readonly keys?: Awaited<ReturnType<typeof newKeys>>;
  readonly proof?: ProofKey | null;
}

let serial = 0;

/** Posts as a client that authenticates with a key and proves another one, changed in what a story is about. */
async function post(path: string, fields: Record<string, string>, making: Making = {}): Promise<TokenAnswer> {
  const { clientId = 'bank', aud = as.origin, typ, keys = elliptic, proof = proofKey } = making;
  const now = Math.floor(as.nowMillis() / 1_000);
  const claims = { iss: clientId, sub: clientId, jti: `j${(serial += 1)}`, iat: now, exp: now + 60, aud };
  const assertion = await new SignJWT(claims)
    .setProtectedHeader({ alg: keys.algorithm, kid: keys.jwk.kid, ...(typ === undefined ? {} : { typ }) })
    .sign(keys.privateKey);
  const headers =
    proof === null
      ? []
      : [
          [
            'dpop',
            await proofOf(proof, { htm: 'POST', htu: `${as.origin}${path}`, nowMillis: as.nowMillis() }),
          ] as const,
        ];
  const authenticated = { client_assertion_type: jwtAssertionType, client_assertion: assertion };
  return postTo(as, path, { ...fields, ...authenticated }, undefined, headers);
}

const request = {
  response_type: 'code',
  redirect_uri: redirectUri,
  scope: 'openid accounts',
  state: 'af0',
  code_challenge: challenge,
  code_challenge_method: 'S256',
};
const push = (changes: Record<string, string> = {}, making: Making = {}) =>
  post('/as/par.oauth2', { ...request, ...changes }, making);
const machine = { grant_type: 'client_credentials' };
const outcome = ({ status, body }: TokenAnswer) => [status, body['error'] ?? 'none', failedStep()];

/** The whole way to a code, as FAPI 2.0 has it. */
async function obtainCode(): Promise<URL> {
  const requestUri = member(await push(), 'request_uri');
  const browser = new Browser(as);
  await browser.open(
    `/as/authorization.oauth2?${new URLSearchParams({ client_id: 'bank', request_uri: requestUri })}`,
  );
  const seen = await browser.signIn();
  const { location } = seen.location === '' ? await browser.submit({ decision: 'allow' }) : seen;
  return new URL(location);
}

describe('under FAPI 2.0', () => {
  test('a client that keeps to it gets bound tokens, and the trace shows each rule of the profile', async () => {
    take('fapi-2.0-security');
    const { searchParams } = await obtainCode();
    expect(searchParams.get('iss')).toBe(as.origin);
    const code = searchParams.get('code') ?? '';
    const fields = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    };
    const answer = await post('/as/token.oauth2', fields);
    expect([answer.status, answer.body['token_type']]).toEqual([200, 'DPoP']);
    expect(passed()).toEqual([
      'profile-client-key',
      'profile-client-algorithm',
      'profile-grant',
      'profile-proof-required',
      'profile-proof-algorithm',
    ]);
    const [header = ''] = member(answer, 'id_token').split('.');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg: 'ES256' });
    await push();
    expect(passed()).toEqual([
      'profile-client-key',
      'profile-client-algorithm',
      'profile-proof-algorithm',
      'profile-redirect-uri-given',
      'profile-redirect-uri',
      'profile-response-type',
      'profile-object-algorithm',
      'profile-signatures',
    ]);
    // Refresh tokens are not rotated.
    const token = member(answer, 'refresh_token');
    const refreshed = await post('/as/token.oauth2', { grant_type: 'refresh_token', refresh_token: token });
    expect([refreshed.status, refreshed.body['refresh_token']]).toEqual([200, undefined]);
  });

  test.each<readonly [string, () => Promise<TokenAnswer>, number, string, string]>([
    [
      'a secret',
      () => postTo(as, '/as/token.oauth2', machine, 'portal-web'),
      401,
      'invalid_client',
      'profile-client-key',
    ],
    [
      'a public client',
      () => postTo(as, '/as/par.oauth2', { client_id: 'spa', ...request }),
      401,
      'invalid_client',
      'profile-client-key',
    ],
    ['RS256', () => push({}, { keys: rsa }), 401, 'invalid_client', 'profile-client-algorithm'],
    [
      'aud as a list',
      () => push({}, { aud: [as.origin] }),
      401,
      'invalid_client',
      'client-assertion-audience',
    ],
    [
      'aud of the endpoint',
      () => push({}, { aud: `${as.origin}/as/token.oauth2` }),
      401,
      'invalid_client',
      'client-assertion-audience',
    ],
    ['typ JWT', () => push({}, { typ: 'JWT' }), 401, 'invalid_client', 'client-assertion-type'],
    [
      'a proof with RS256',
      () => push({}, { proof: weakProofKey }),
      400,
      'invalid_dpop_proof',
      'profile-proof-algorithm',
    ],
    [
      'no proof',
      () => post('/as/token.oauth2', { grant_type: 'refresh_token' }, { proof: null }),
      400,
      'invalid_dpop_proof',
      'profile-proof-required',
    ],
    [
      'the password grant',
      () => post('/as/token.oauth2', { grant_type: 'password' }),
      400,
      'unsupported_grant_type',
      'profile-grant',
    ],
    [
      'a hybrid response type',
      () => push({ response_type: 'code id_token' }, {}),
      400,
      'unsupported_response_type',
      'profile-response-type',
    ],
    [
      'a push without redirect_uri',
      () => push({ redirect_uri: '' }),
      400,
      'invalid_request',
      'profile-redirect-uri-given',
    ],
    [
      'a web client on loopback',
      () => push({ redirect_uri: 'http://127.0.0.1:9035/cb' }, { clientId: 'local-bank' }),
      400,
      'invalid_request',
      'profile-redirect-uri',
    ],
    [
      'plain PKCE',
      () => push({ code_challenge: verifier, code_challenge_method: 'plain' }),
      400,
      'invalid_request',
      'challenge-method',
    ],
    [
      'no PKCE',
      () => push({ code_challenge: '', code_challenge_method: '' }),
      400,
      'invalid_request',
      'challenge-required',
    ],
    [
      'ID tokens with RS256',
      () => push({}, { clientId: 'old-bank' }),
      400,
      'unauthorized_client',
      'profile-signatures',
    ],
  ])('%s is rejected', async (_, send, status, error, step) => {
    take('fapi-2.0-security');
    expect(outcome(await send())).toEqual([status, error, step]);
  });

  test('a native client may use the loopback address, and nobody the front channel alone', async () => {
    take('fapi-2.0-security');
    const native = await push({ redirect_uri: 'http://127.0.0.1:9035/cb' }, { clientId: 'native-bank' });
    expect(native.status).toBe(201);
    const seen = await new Browser(as).authorize({ client_id: 'bank', ...request });
    expect(new URL(seen.location).searchParams.get('error')).toBe('invalid_request');
    expect(failedStep()).toBe('pushed-request-required');
  });

  test('the metadata name nothing that the profile excludes', async () => {
    take('fapi-2.0-security');
    const response = await fetch(`${as.origin}/.well-known/openid-configuration`);
    expect(await response.json()).toMatchObject({
      response_types_supported: ['code'],
      grant_types_supported: expect.not.arrayContaining(['password', 'implicit']) as unknown,
      token_endpoint_auth_methods_supported: ['private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: expect.not.arrayContaining(['RS256']) as unknown,
      id_token_signing_alg_values_supported: ['ES256', 'EdDSA'],
      code_challenge_methods_supported: ['S256'],
      require_pushed_authorization_requests: true,
      authorization_response_iss_parameter_supported: true,
    });
  });
});

describe('under OAuth 2.1', () => {
  const authorize = (changes: Record<string, string>) =>
    new Browser(as).authorize({ client_id: 'spa', ...request, ...changes });

  test('a secret in the form is accepted, and the password grant is not', async () => {
    take('oauth-2.1');
    const secret = { client_id: 'portal-web', client_secret: 'portal-web-secret' };
    expect((await postTo(as, '/as/token.oauth2', { ...machine, ...secret })).status).toBe(200);
    const answer = await postTo(as, '/as/token.oauth2', { grant_type: 'password', ...secret });
    expect(outcome(answer)).toEqual([400, 'unsupported_grant_type', 'profile-grant']);
  });

  test('no access token passes the browser, and a client cannot opt out of PKCE', async () => {
    take('oauth-2.1');
    await authorize({ response_type: 'token' });
    expect(failedStep()).toBe('profile-response-type');
    await authorize({ code_challenge: '', code_challenge_method: '' });
    expect(failedStep()).toBe('challenge-required');
    expect((await authorize({ response_type: 'code id_token', nonce: 'n' })).status).toBe(200);
    await authorize({ redirect_uri: 'http://bank.example/cb' });
    expect(failedStep()).toBe('redirect-uri-registered');
  });

  test('refresh tokens of public clients are rotated unless they are bound, and no token is in a query', async () => {
    take('oauth-2.1');
    const tokens = async (proof: ProofKey | null) => {
      const send = async (fields: Record<string, string>) => {
        const claims = { htm: 'POST', htu: `${as.origin}/as/token.oauth2`, nowMillis: as.nowMillis() };
        const headers = proof === null ? [] : [['dpop', await proofOf(proof, claims)] as const];
        return postTo(as, '/as/token.oauth2', { client_id: 'spa', ...fields }, undefined, headers);
      };
      const { searchParams } = await obtainCallback(as, { client_id: 'spa', ...request });
      const code = searchParams.get('code') ?? '';
      const first = await send({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      });
      const second = await send({
        grant_type: 'refresh_token',
        refresh_token: member(first, 'refresh_token'),
      });
      return { first, second };
    };
    const plain = await tokens(null);
    expect(plain.second.body['refresh_token']).toBeTypeOf('string');
    expect((await tokens(proofKey)).second.body['refresh_token']).toBeUndefined();
    const token = member(plain.first, 'access_token');
    const inQuery = await fetch(`${as.origin}${userinfoPath}?access_token=${token}`);
    expect([inQuery.status, failedStep()]).toEqual([400, 'profile-token-not-in-query']);
    as.configure({ profile: 'product' });
    expect((await fetch(`${as.origin}${userinfoPath}?access_token=${token}`)).status).toBe(200);
  });
});
