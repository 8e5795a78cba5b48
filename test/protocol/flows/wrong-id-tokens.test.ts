import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { closeServer, listeningPort } from '#test/support/listening.ts';
import { startedOnce } from '#test/support/started.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';
import { runToEnd, targetAt } from './parties.ts';

const [own, others] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
const secret = Buffer.from('planted-foreign-secret');

/** A server that issues the ID token of the test, and says the keys of the test. */
let origin: string;
let running: TestEngine;
let idToken: () => Promise<string>;
let keySets: object[];
let keyRequests = 0;
let accessToken = 'opaque';

const server = startedOnce(() =>
  createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    if (request.url !== '/jwks')
      return void idToken().then((token) =>
        response.end(JSON.stringify({ access_token: accessToken, token_type: 'Bearer', id_token: token })),
      );
    keyRequests += 1;
    response.end(JSON.stringify(keySets.length > 1 ? keySets.shift() : keySets[0]));
  }),
);
beforeAll(async () => {
  origin = `http://127.0.0.1:${await listeningPort(server)}`;
  running = await startTestEngine({
    files: { ...ordinaryFiles, 'targets/odd.json': targetAt(origin, { jwks_uri: `${origin}/jwks` }) },
  });
});
afterAll(async () => {
  await running.stop();
  await closeServer(server);
});

const nowSeconds = () => Math.floor(running.clock.nowMillis() / 1_000);
const claims = (changes: JWTPayload = {}): JWTPayload => ({
  iss: origin,
  sub: 'ann',
  aud: 'portal',
  iat: nowSeconds(),
  exp: nowSeconds() + 300,
  ...changes,
});
const sign = (payload: JWTPayload, kid = 'one', keys = own) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid }).sign(keys.privateKey);
const keySet = async (kid = 'one') => ({ keys: [{ ...(await exportJWK(own.publicKey)), kid, use: 'sig' }] });
const unsigned = (payload: JWTPayload) =>
  [{ alg: 'none' }, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
    .concat('.');

async function noteFor(make: () => Promise<string>, sets: object[]) {
  [idToken, keySets, keyRequests] = [make, sets, 0];
  const view = await runToEnd(running, { kind: 'client-credentials', target: 'odd', clientId: 'portal' });
  return { ...view, idToken: view.values.find(({ name }) => name === 'id_token')?.state };
}

describe('an ID token that a server issued wrongly', () => {
  test.each<[string, () => Promise<string>]>([
    ['no key of the server verifies the signature.', () => sign(claims(), 'one', others)],
    ['the signature cannot be verified: the server has no matching key.', () => sign(claims(), 'of nobody')],
    [
      'its alg is “none”, but the client is registered for an algorithm with a public key.',
      () => Promise.resolve(unsigned(claims())),
    ],
    [
      'its alg is “HS256”, but the client is registered for an algorithm with a public key.',
      () => new SignJWT(claims()).setProtectedHeader({ alg: 'HS256' }).sign(secret),
    ],
    ['its aud “other” does not contain the client.', () => sign(claims({ aud: 'other' }))],
    [
      'its iss “https://other.invalid” is not the issuer of the server.',
      () => sign(claims({ iss: 'https://other.invalid' })),
    ],
    ['exp is missing or not a number.', () => sign({ iss: origin, aud: 'portal', iat: nowSeconds() })],
    ['it is not a valid JWT.', () => Promise.resolve('opaque')],
  ])('is refused: %s', async (sentence, make) => {
    const view = await noteFor(make, [await keySet()]);
    expect([view.state, view.note]).toEqual(['failed', `The client rejects the ID token: ${sentence}`]);
    expect(view.idToken).toBe('invalid');
  });

  test('is refused where the keys cannot be read', async () => {
    const view = await noteFor(() => sign(claims()), [{}]);
    expect(view.note).toMatch(/the keys of the server cannot be read\.$/);
  });
});

describe('the keys of a server', () => {
  test('are read once more for a name that is not among them', async () => {
    const view = await noteFor(() => sign(claims(), 'new'), [await keySet('old'), await keySet('new')]);
    expect([view.state, view.idToken, keyRequests]).toEqual(['passed', 'valid', 2]);
  });

  test('are read twice at most', async () => {
    await noteFor(() => sign(claims(), 'new'), [await keySet('old')]);
    expect(keyRequests).toBe(2);
  });
});

describe('an access token where there is no introspection', () => {
  const checked = async (token: string) => {
    accessToken = token;
    const { id } = await noteFor(() => sign(claims()), [await keySet()]);
    const view = await running.engine.flows.perform(id, 'check', 'access_token', undefined);
    return view.values.find(({ name }) => name === 'access_token')?.state;
  };

  test('is checked with the keys of the server where it is a JWT', async () => {
    expect(await checked(await sign(claims()))).toBe('valid');
    expect(await checked(await sign(claims({ exp: nowSeconds() - 1 })))).toBe('invalid');
    expect(await checked(await sign(claims(), 'one', others))).toBe('invalid');
  });

  test('cannot be checked where it is none, and the answer says so', async () => {
    await expect(checked('opaque')).rejects.toMatchObject({ code: 'flow.not-checkable' });
  });
});
