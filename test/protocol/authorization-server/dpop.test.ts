import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { dpopAlgorithms } from '#shared/oauth/index.ts';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { newProofKey, type ProofKey } from '#test/support/dpop.ts';
import { startedAnew, startedOnce } from '#test/support/started.ts';
import { boundClients, type Changes, failedStepAt, outcomeOf, proveAt } from './bound-parties.ts';
import { member, postTo, postToken, type TokenAnswer, validate } from './parties.ts';
import { form, sendAsIs } from './weaknesses/wire.ts';

const as = startedAnew(() => startAuthorizationServer({ clients: boundClients }));
const key = startedOnce(() => newProofKey());
const otherKey = startedOnce(() => newProofKey());

const ownJob = { grant_type: 'client_credentials' };

const prove = (changes: Changes = {}, header: Changes = {}, by: ProofKey = key): Promise<string> =>
  proveAt(as, by, changes, header);
const failedStep = () => failedStepAt(as);

function askWith(
  proof: string,
  fields: Readonly<Record<string, string>> = ownJob,
  client: string | undefined = 'batch-job',
): Promise<TokenAnswer> {
  return postToken(as, fields, client, [['DPoP', proof]]);
}

describe('a client that proves a key', () => {
  test('gets a token that is bound to it, and the trace names every check', async () => {
    const answer = await askWith(await prove());
    expect(outcomeOf(answer)).toEqual([200, 'DPoP']);
    const rules = as.trace().rules.filter(({ id }) => id.startsWith('dpop'));
    expect(rules.map(({ id }) => id)).toEqual([
      'dpop-one-proof',
      'dpop-read',
      'dpop-type',
      'dpop-algorithm',
      'dpop-key',
      'dpop-signature',
      'dpop-method',
      'dpop-uri',
      'dpop-time',
      'dpop-not-replayed',
    ]);
    expect(rules.find(({ id }) => id === 'dpop-key')?.rule).toContain(key.thumbprint);
    expect(answer.headers.get('dpop-nonce')).toBeNull();
  });

  test('a request without a proof has none of these checks in its trace', async () => {
    expect(outcomeOf(await postToken(as, ownJob, 'batch-job'))).toEqual([200, 'Bearer']);
    expect(as.trace().rules.filter(({ id }) => id.startsWith('dpop'))).toEqual([]);
  });

  test('introspection and validation tell the key, also after a restart', async () => {
    const token = member(await askWith(await prove()), 'access_token');
    const bearer = member(await postToken(as, ownJob, 'batch-job'), 'access_token');
    const told = async () => {
      const inspected = await postTo(as, '/as/introspect.oauth2', { token }, 'orders-api');
      return [inspected.body, (await validate(as, token)).body];
    };
    await as.store.commit();
    for (const again of [false, true]) {
      if (again) await as.restart('crash');
      const [inspected, validated] = await told();
      expect(inspected).toMatchObject({ token_type: 'DPoP', cnf: { jkt: key.thumbprint } });
      expect(validated).toMatchObject({ cnf: { jkt: key.thumbprint } });
    }
    expect((await validate(as, bearer)).body).not.toHaveProperty('cnf');
  });

  test('a JWT access token names the key itself. RFC 9449 §6.1', async () => {
    as.configure({ accessTokenFormat: 'jwt' });
    const token = member(await askWith(await prove()), 'access_token');
    expect(decodeJwt(token)['cnf']).toEqual({ jkt: key.thumbprint });
  });

  test.each(dpopAlgorithms)('signs with %s', async (algorithm) => {
    const own = await newProofKey(algorithm);
    expect(outcomeOf(await askWith(await prove({}, {}, own)))).toEqual([200, 'DPoP']);
    expect(as.trace().rules.find(({ id }) => id === 'dpop-key')?.rule).toContain(own.thumbprint);
  });

  test('writes the address in another spelling of the same', async () => {
    const { port } = new URL(as.origin);
    for (const htu of [
      `HTTP://127.0.0.1:${port}/as/token.oauth2`,
      `${as.origin}/as/%74oken%2Eoauth2?x=1#y`,
      `${as.origin}/as/./token.oauth2`,
    ])
      expect(outcomeOf(await askWith(await prove({ htu })))).toEqual([200, 'DPoP']);
  });

  test('may name the server by another of its names', async () => {
    const host = new URL(as.origin).host.replace('127.0.0.1', 'localhost');
    const dpop = await prove({ htu: `http://${host}/as/token.oauth2` });
    const authorization = `Basic ${Buffer.from('batch-job:batch-job-secret').toString('base64')}`;
    const headers = { ...form, dpop, host, authorization };
    const body = new URLSearchParams(ownJob).toString();
    const answer = await sendAsIs(as, { method: 'POST', path: '/as/token.oauth2', headers, body });
    expect(answer.text).toContain('"token_type":"DPoP"');
  });

  test('finds in the metadata with what it may sign', async () => {
    const metadata = await (await fetch(`${as.origin}/.well-known/oauth-authorization-server`)).json();
    expect(metadata).toMatchObject({ dpop_signing_alg_values_supported: dpopAlgorithms });
  });

  test('may be a script of another origin', async () => {
    const preflight = await fetch(`${as.origin}/as/token.oauth2`, {
      method: 'OPTIONS',
      headers: { origin: 'https://spa.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('DPoP');
    const answer = await postToken(as, ownJob, 'batch-job', [['Origin', 'https://spa.example']]);
    expect(answer.headers.get('access-control-expose-headers')).toContain('DPoP-Nonce');
  });
});

describe('a proof is refused', () => {
  const pemKey = generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey.export({ format: 'jwk' });
  const secret = { kty: 'oct', k: 'c2VjcmV0' };
  const unsigned = () => {
    const claims = {
      jti: 'j',
      htm: 'POST',
      htu: `${as.origin}/as/token.oauth2`,
      iat: as.nowMillis() / 1_000,
    };
    const [, payload = ''] = new UnsecuredJWT(claims).encode().split('.');
    const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'dpop+jwt', jwk: key.jwk }));
    return `${header.toString('base64url')}.${payload}.`;
  };

  test.each<readonly [what: string, make: () => Promise<string> | string, step: string]>([
    ['that is not a JWT', () => 'x.y', 'dpop-read'],
    ['of several parts too many', async () => `${await prove()}.x`, 'dpop-read'],
    ['without jti', () => prove({ jti: undefined }), 'dpop-read'],
    ['with a jti that is not a string', () => prove({ jti: 7 }), 'dpop-read'],
    ['with a jti of a kilobyte', () => prove({ jti: 'j'.repeat(1_024) }), 'dpop-read'],
    ['longer than 8 KiB', () => prove({ filler: 'f'.repeat(8_192) }), 'dpop-read'],
    ['without htm', () => prove({ htm: undefined }), 'dpop-read'],
    ['without htu', () => prove({ htu: undefined }), 'dpop-read'],
    ['without iat', () => prove({ iat: undefined }), 'dpop-read'],
    ['with a time in words', () => prove({ iat: 'now' }), 'dpop-read'],
    ['of the type JWT', () => prove({}, { typ: 'JWT' }), 'dpop-type'],
    ['of no type', () => prove({}, { typ: undefined }), 'dpop-type'],
    ['that is not signed', unsigned, 'dpop-algorithm'],
    ['with a private key in its header', () => prove({}, { jwk: { ...key.jwk, d: 'AA' } }), 'dpop-key'],
    ['with a secret in its header', () => prove({}, { jwk: secret }), 'dpop-key'],
    ['without a key', () => prove({}, { jwk: undefined }), 'dpop-key'],
    [
      'with a key that is none',
      () => prove({}, { jwk: { kty: 'EC', crv: 'P-256', x: 'A', y: 'B' } }),
      'dpop-key',
    ],
    ['with a key too short', () => prove({}, { jwk: pemKey }), 'dpop-key'],
    [
      'with a key in another spelling',
      () => prove({}, { jwk: { ...key.jwk, x: `${key.jwk.x}=` } }),
      'dpop-key',
    ],
    ['signed with another key', () => prove({}, { jwk: otherKey.jwk }), 'dpop-signature'],
    ['for GET', () => prove({ htm: 'GET' }), 'dpop-method'],
    ['for a method in lower case', () => prove({ htm: 'post' }), 'dpop-method'],
    ['for another path', () => prove({ htu: `${as.origin}/as/token` }), 'dpop-uri'],
    ['for another server', () => prove({ htu: 'https://else.example/as/token.oauth2' }), 'dpop-uri'],
    ['for an address with a user', () => prove({ htu: as.origin.replace('//', '//a@') }), 'dpop-uri'],
    ['for no address', () => prove({ htu: 'token' }), 'dpop-uri'],
    ['of a minute and a second ago', () => prove({ iat: as.nowMillis() / 1_000 - 61 }), 'dpop-time'],
    ['of eleven seconds ahead', () => prove({ iat: as.nowMillis() / 1_000 + 11 }), 'dpop-time'],
  ])('%s', async (_, make, step) => {
    expect(outcomeOf(await askWith(await make()))).toEqual([400, 'invalid_dpop_proof']);
    expect(failedStep()).toBe(step);
  });

  test('beside another one', async () => {
    const dpop = [await prove(), await prove()];
    const body = new URLSearchParams({
      ...ownJob,
      client_id: 'batch-job',
      client_secret: 'batch-job-secret',
    });
    const headers = { ...form, dpop };
    const request = { method: 'POST', path: '/as/token.oauth2', headers, body: body.toString() };
    expect((await sendAsIs(as, request)).text).toContain('invalid_dpop_proof');
    expect(failedStep()).toBe('dpop-one-proof');
  });

  test('for another server on this machine, also if the Host header names that server', async () => {
    const elsewhere = 'localhost:1';
    const dpop = await prove({ htu: `http://${elsewhere}/as/token.oauth2` });
    const authorization = `Basic ${Buffer.from('batch-job:batch-job-secret').toString('base64')}`;
    const headers = { ...form, dpop, host: elsewhere, authorization };
    const body = new URLSearchParams(ownJob).toString();
    const request = { method: 'POST', path: '/as/token.oauth2', headers, body };
    expect((await sendAsIs(as, request)).text).toContain('invalid_dpop_proof');
    expect(failedStep()).toBe('dpop-uri');
  });

  test('not at the ends of its time: a minute ago and ten seconds ahead', async () => {
    for (const seconds of [-60, 10])
      expect(outcomeOf(await askWith(await prove({ iat: as.nowMillis() / 1_000 + seconds })))[0]).toBe(200);
  });
});

describe('a proof counts once', () => {
  test('for as long as it is taken, whatever else the request says', async () => {
    const proof = await prove({ iat: as.nowMillis() / 1_000 + 10 });
    expect(outcomeOf(await askWith(proof))).toEqual([200, 'DPoP']);
    for (const seconds of [0, 35, 35]) {
      as.advance(seconds * 1_000);
      expect(outcomeOf(await askWith(proof))).toEqual([400, 'invalid_dpop_proof']);
      expect(failedStep()).toBe('dpop-not-replayed');
    }
    as.advance(1_000);
    await askWith(proof);
    expect(failedStep()).toBe('dpop-time');
  });

  test('at the same time as its twins: one is taken', async () => {
    const proof = await prove();
    const answers = await Promise.all(Array.from({ length: 20 }, () => askWith(proof)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('and two keys may use the same jti', async () => {
    const [mine, theirs] = [await prove({ jti: 'same' }), await prove({ jti: 'same' }, {}, otherKey)];
    expect(outcomeOf(await askWith(mine))[0]).toBe(200);
    expect(outcomeOf(await askWith(theirs))[0]).toBe(200);
  });
});

describe('a server that wants nonces', () => {
  test('asks for one, takes it for this half minute and the next, and gives new ones', async () => {
    as.configure({ dpopNonces: true });
    const asked = await askWith(await prove());
    expect(outcomeOf(asked)).toEqual([400, 'use_dpop_nonce']);
    const nonce = asked.headers.get('dpop-nonce') ?? '';
    const answer = await askWith(await prove({ nonce }));
    expect(outcomeOf(answer)).toEqual([200, 'DPoP']);
    expect(answer.headers.get('dpop-nonce')).toBe(nonce);
    as.advance(30_000);
    const later = await askWith(await prove({ nonce }));
    expect([later.status, later.headers.get('dpop-nonce') === nonce]).toEqual([200, false]);
    as.advance(30_000);
    expect(outcomeOf(await askWith(await prove({ nonce })))).toEqual([400, 'use_dpop_nonce']);
    expect(outcomeOf(await askWith(await prove({ nonce: 'of-another-server' })))).toEqual([
      400,
      'use_dpop_nonce',
    ]);
  });

  test('leaves a proof without one unused: the client may send it again with one', async () => {
    as.configure({ dpopNonces: true });
    const { headers } = await askWith(await prove({ jti: 'kept' }));
    const again = await prove({ jti: 'kept', nonce: headers.get('dpop-nonce') });
    expect(outcomeOf(await askWith(again))).toEqual([200, 'DPoP']);
  });
});
