import * as client from 'openid-client';
import { describe, expect, test } from 'vitest';
import { dpopAlgorithms } from '#shared/oauth/index.ts';
import { athOf, newProofKey, proofOf } from '#test/support/dpop.ts';
import { startSamples } from '#test/support/samples.ts';
import { startedAnew, startedOnce } from '#test/support/started.ts';
import { postToken } from '../authorization-server/parties.ts';
import { sendAsIs } from '../authorization-server/weaknesses/wire.ts';

const samples = startedAnew(() => startSamples());
const key = startedOnce(() => newProofKey());
const algs = `algs="${dpopAlgorithms.join(' ')}"`;
const metadata = () =>
  `resource_metadata="${samples.upstreams.origin}/.well-known/oauth-protected-resource/orders"`;

async function boundToken(): Promise<string> {
  const htu = `${samples.as.origin}/as/token.oauth2`;
  const proof = await proofOf(key, { htm: 'POST', htu, nowMillis: samples.as.nowMillis() });
  const lines = [['DPoP', proof]] as const;
  const { body } = await postToken(samples.as, { grant_type: 'client_credentials' }, 'reader', lines);
  return String(body['access_token']);
}

function proofFor(token: string, changes: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const htu = `${samples.upstreams.origin}/orders`;
  const nowMillis = samples.as.nowMillis();
  return proofOf(key, { htm: 'GET', htu, nowMillis, ath: athOf(token), ...changes });
}

async function orders(authorization: string, dpop?: string) {
  const headers = { authorization, ...(dpop === undefined ? {} : { dpop }) };
  const response = await fetch(`${samples.upstreams.origin}/orders`, { headers });
  const [challenge, nonce] = ['www-authenticate', 'dpop-nonce'].map((name) => response.headers.get(name));
  return { status: response.status, challenge, nonce };
}

const failedStep = () => samples.upstreams.trace().rules.find(({ outcome }) => outcome === 'failed')?.id;

describe('the sample resource server', () => {
  test('takes a bound token with a proof, and shows each check', async () => {
    const token = await boundToken();
    expect(await orders(`DPoP ${token}`, await proofFor(token))).toEqual({
      status: 200,
      challenge: null,
      nonce: null,
    });
    const ids = samples.upstreams.trace().rules.map(({ id }) => id);
    expect(ids.filter((id) => id.startsWith('dpop'))).toEqual([
      'dpop-scheme',
      'dpop-one-proof',
      'dpop-read',
      'dpop-type',
      'dpop-algorithm',
      'dpop-key',
      'dpop-signature',
      'dpop-method',
      'dpop-uri',
      'dpop-time',
      'dpop-token-hash',
      'dpop-key-matches',
      'dpop-not-replayed',
    ]);
  });

  test('refuses a bound token as a bearer token, with or without a proof', async () => {
    const token = await boundToken();
    for (const proof of [undefined, await proofFor(token)])
      expect(await orders(`Bearer ${token}`, proof)).toMatchObject({
        status: 401,
        challenge: `Bearer realm="orders", error="invalid_token", scope="orders.read", ${metadata()}, DPoP ${algs}`,
      });
  });

  test('refuses an unbound token with the scheme DPoP, and an unknown one in its own scheme', async () => {
    const { body } = await postToken(samples.as, { grant_type: 'client_credentials' }, 'reader');
    const token = String(body['access_token']);
    const challenge = `DPoP realm="orders", error="invalid_token", scope="orders.read", ${metadata()}, ${algs}`;
    expect(await orders(`DPoP ${token}`, await proofFor(token))).toMatchObject({ status: 401, challenge });
    expect(failedStep()).toBe('dpop-scheme');
    expect(await orders('DPoP unknown', await proofFor('unknown'))).toMatchObject({ status: 401, challenge });
  });

  test('refuses a proof that comes again, also by twenty at the same time', async () => {
    const token = await boundToken();
    const proof = await proofFor(token);
    const answers = await Promise.all(Array.from({ length: 20 }, () => orders(`DPoP ${token}`, proof)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ challenge }) => challenge?.includes('invalid_dpop_proof'))).toHaveLength(19);
    expect(failedStep()).toBe('dpop-not-replayed');
  });

  test('knows itself by another name, but not by the port of another server', async () => {
    const token = await boundToken();
    const own = new URL(samples.upstreams.origin).host;
    for (const [host, status] of [
      [own.replace('127.0.0.1', 'localhost'), 200],
      ['localhost:1', 401],
    ] as const) {
      const dpop = await proofFor(token, { htu: `http://${host}/orders` });
      const headers = { authorization: `DPoP ${token}`, dpop, host };
      const answer = await sendAsIs(samples.upstreams, { method: 'GET', path: '/orders', headers });
      expect(answer.status).toBe(status);
    }
    expect(failedStep()).toBe('dpop-uri');
  });

  test('asks for a nonce where it is told to: one of its own, and none of the authorization server', async () => {
    const token = await boundToken();
    samples.configure({ dpopNonces: true });
    const asked = await orders(`DPoP ${token}`, await proofFor(token));
    expect(asked).toMatchObject({
      status: 401,
      challenge: `DPoP realm="orders", error="use_dpop_nonce", ${metadata()}, ${algs}`,
    });
    const answer = await orders(`DPoP ${token}`, await proofFor(token, { nonce: asked.nonce }));
    expect(answer).toEqual({ status: 200, challenge: null, nonce: asked.nonce });
    samples.as.advance(60_000);
    expect((await orders(`DPoP ${token}`, await proofFor(token, { nonce: asked.nonce }))).status).toBe(401);
  });

  test('serves openid-client, with nonces', async () => {
    samples.as.advance(Date.now() - samples.as.nowMillis());
    samples.configure({ dpopNonces: true });
    const config = await client.discovery(
      new URL(samples.as.origin),
      'reader',
      undefined,
      client.ClientSecretBasic('reader-secret'),
      { execute: [client.allowInsecureRequests] },
    );
    const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair());
    const { access_token: token } = await client.clientCredentialsGrant(config, undefined, { DPoP });
    const resource = new URL(`${samples.upstreams.origin}/orders?page=1`);
    const read = () =>
      client.fetchProtectedResource(config, token, resource, 'GET', null, undefined, { DPoP });
    expect((await read()).status).toBe(200);
    expect((await read()).status).toBe(200);
  });
});
