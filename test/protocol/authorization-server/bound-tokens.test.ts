import { describe, expect, test } from 'vitest';
import { dpopAlgorithms } from '#shared/oauth/index.ts';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { athOf, newProofKey, type ProofKey } from '#test/support/dpop.ts';
import { startedAnew, startedOnce } from '#test/support/started.ts';
import { boundClients, type Changes, failedStepAt, outcomeOf, proveAt } from './bound-parties.ts';
import {
  Browser,
  callback,
  challenge,
  member,
  obtainCallback,
  obtainCode,
  postToken,
  type TokenAnswer,
  verifier,
} from './parties.ts';

const as = startedAnew(() => startAuthorizationServer({ clients: boundClients }));
const key = startedOnce(() => newProofKey());
const otherKey = startedOnce(() => newProofKey());
const ownJob = { grant_type: 'client_credentials' };

const prove = (changes: Changes = {}, header: Changes = {}, by: ProofKey = key): Promise<string> =>
  proveAt(as, by, changes, header);
const failedStep = () => failedStepAt(as);

const redeem = async (code: string, by: ProofKey | null = key): Promise<TokenAnswer> =>
  postToken(
    as,
    {
      grant_type: 'authorization_code',
      code,
      redirect_uri: callback,
      client_id: 'mobile-app',
      code_verifier: verifier,
    },
    undefined,
    by === null ? [] : [['DPoP', await prove({}, {}, by)]],
  );

const mobileCode = (more: Readonly<Record<string, string>> = {}): Promise<string> =>
  obtainCode(as, {
    client_id: 'mobile-app',
    scope: 'openid orders.read',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  });

describe('a code', () => {
  test('that dpop_jkt binds is exchanged with that key alone', async () => {
    const named = { dpop_jkt: key.thumbprint };
    expect(outcomeOf(await redeem(await mobileCode(named), otherKey))).toEqual([400, 'invalid_grant']);
    expect(failedStep()).toBe('code-is-keys');
    expect(outcomeOf(await redeem(await mobileCode(named), null))).toEqual([400, 'invalid_dpop_proof']);
    const code = await mobileCode(named);
    await as.restart('stop');
    expect(outcomeOf(await redeem(code))).toEqual([200, 'DPoP']);
  });

  test('that nothing binds is exchanged with any key, or none', async () => {
    expect(outcomeOf(await redeem(await mobileCode(), otherKey))).toEqual([200, 'DPoP']);
    expect(outcomeOf(await redeem(await mobileCode(), null))).toEqual([200, 'Bearer']);
    expect(as.trace().rules.some(({ id }) => id === 'code-is-keys')).toBe(false);
  });

  test('does not begin with a malformed dpop_jkt', async () => {
    const seen = await new Browser(as).authorize({ dpop_jkt: 'short' });
    expect(new URL(seen.location).searchParams.get('error')).toBe('invalid_request');
    expect(failedStep()).toBe('dpop-jkt');
  });
});

describe('a refresh token', () => {
  const refreshWith = async (token: string, by: ProofKey | null, client?: string) =>
    postToken(
      as,
      {
        grant_type: 'refresh_token',
        refresh_token: token,
        ...(client === undefined ? { client_id: 'mobile-app' } : {}),
      },
      client,
      by === null ? [] : [['DPoP', await prove({}, {}, by)]],
    );

  test('of a public client is bound to its key, and so is its successor', async () => {
    as.configure({ rollRefreshTokens: true });
    const first = member(await redeem(await mobileCode()), 'refresh_token');
    expect(outcomeOf(await refreshWith(first, otherKey))).toEqual([400, 'invalid_grant']);
    expect(failedStep()).toBe('refresh-is-keys');
    expect(outcomeOf(await refreshWith(first, null))).toEqual([400, 'invalid_dpop_proof']);
    await as.restart('crash');
    const next = await refreshWith(first, key);
    expect(outcomeOf(next)).toEqual([200, 'DPoP']);
    expect(outcomeOf(await refreshWith(member(next, 'refresh_token'), otherKey))).toEqual([
      400,
      'invalid_grant',
    ]);
    expect(outcomeOf(await refreshWith(member(next, 'refresh_token'), key))).toEqual([200, 'DPoP']);
  });

  test('of a confidential client is bound to the client, so that its keys may change. RFC 9449 §5', async () => {
    const code = await obtainCode(as);
    const fields = { grant_type: 'authorization_code', code, redirect_uri: callback };
    const token = member(
      await postToken(as, fields, 'portal-web', [['DPoP', await prove()]]),
      'refresh_token',
    );
    expect(outcomeOf(await refreshWith(token, otherKey, 'portal-web'))).toEqual([200, 'DPoP']);
    expect(outcomeOf(await refreshWith(token, null, 'portal-web'))).toEqual([200, 'Bearer']);
  });
});

describe('a client that is registered for bound tokens', () => {
  test('gets none without a proof', async () => {
    expect(outcomeOf(await postToken(as, ownJob, 'strict-job'))).toEqual([400, 'invalid_dpop_proof']);
    expect(failedStep()).toBe('dpop-required');
    expect(outcomeOf(await postToken(as, ownJob, 'strict-job', [['DPoP', await prove()]]))).toEqual([
      200,
      'DPoP',
    ]);
  });

  test.each(['token', 'code token'])('gets none in the front channel by %s', async (type) => {
    const fields = { client_id: 'strict-app', response_type: type, scope: 'openid', nonce: 'n' };
    const seen = await new Browser(as).authorize(fields);
    const { search, hash } = new URL(seen.location);
    expect(search + hash).toContain('error=unauthorized_client');
    expect(failedStep()).toBe('dpop-not-in-front');
  });

  test('may still be told who the user is', async () => {
    const fields = { client_id: 'strict-app', response_type: 'id_token', scope: 'openid', nonce: 'n' };
    expect((await obtainCallback(as, fields)).hash).toContain('id_token=');
  });
});

describe('userinfo', () => {
  const userinfo = (headers: Readonly<Record<string, string>>) =>
    fetch(`${as.origin}/as/userinfo.openid`, { headers });
  const proofFor = (token: string, changes: Changes = {}, by: ProofKey = key) =>
    prove({ htm: 'GET', htu: `${as.origin}/as/userinfo.openid`, ath: athOf(token), ...changes }, {}, by);
  const bound = async () => member(await redeem(await mobileCode()), 'access_token');
  const algs = `algs="${dpopAlgorithms.join(' ')}"`;

  test('takes a bound token with a proof, once', async () => {
    const token = await bound();
    const headers = { authorization: `DPoP ${token}`, dpop: await proofFor(token) };
    expect(await (await userinfo(headers)).json()).toMatchObject({ sub: 'ann' });
    const again = await userinfo(headers);
    expect([again.status, again.headers.get('www-authenticate')]).toEqual([
      401,
      `DPoP realm="userinfo", error="invalid_dpop_proof", error_description="The DPoP proof is missing or not valid.", ${algs}`,
    ]);
  });

  test('refuses a bound token as a bearer token, and tells the other scheme', async () => {
    const token = await bound();
    for (const headers of [{}, { dpop: await proofFor(token) }]) {
      const answer = await userinfo({ authorization: `Bearer ${token}`, ...headers });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(
        /^Bearer realm="userinfo", error="invalid_token", .*, DPoP algs="/,
      );
      expect(failedStep()).toBe('dpop-scheme');
    }
  });

  test('refuses an unbound token with the scheme DPoP', async () => {
    const token = member(await redeem(await mobileCode(), null), 'access_token');
    const answer = await userinfo({ authorization: `DPoP ${token}`, dpop: await proofFor(token) });
    expect([answer.status, failedStep()]).toEqual([401, 'dpop-scheme']);
  });

  test.each<readonly [what: string, changes: () => Changes, by: () => ProofKey, step: string]>([
    ['without ath', () => ({ ath: undefined }), () => key, 'dpop-token-hash'],
    ['with the ath of another token', () => ({ ath: athOf('other') }), () => key, 'dpop-token-hash'],
    ['by another key', () => ({}), () => otherKey, 'dpop-key-matches'],
    ['for the token endpoint', () => ({ htu: `${as.origin}/as/token.oauth2` }), () => key, 'dpop-uri'],
  ])('refuses a proof %s', async (_, changes, by, step) => {
    const token = await bound();
    const dpop = await proofFor(token, changes(), by());
    const answer = await userinfo({ authorization: `DPoP ${token}`, dpop });
    expect([answer.status, failedStep()]).toEqual([401, step]);
    expect(answer.headers.get('www-authenticate')).toContain(algs);
  });

  test('refuses a bound token without a proof', async () => {
    const answer = await userinfo({ authorization: `DPoP ${await bound()}` });
    expect([answer.status, failedStep()]).toEqual([401, 'dpop-one-proof']);
  });

  test('asks for a nonce where the server wants them', async () => {
    const token = await bound();
    as.configure({ dpopNonces: true });
    const authorization = `DPoP ${token}`;
    const asked = await userinfo({ authorization, dpop: await proofFor(token) });
    expect(asked.status).toBe(401);
    expect(asked.headers.get('www-authenticate')).toContain('error="use_dpop_nonce"');
    const nonce = asked.headers.get('dpop-nonce');
    expect((await userinfo({ authorization, dpop: await proofFor(token, { nonce }) })).status).toBe(200);
  });
});
