import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { jwtAssertionType } from '#shared/oauth/index.ts';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew, startedOnce } from '#test/support/started.ts';
import { postToken } from './parties.ts';

const first = startedOnce(() => generateKeyPair('ES256'));
const second = startedOnce(() => generateKeyPair('ES256'));

/** Somebody's web server, which counts what is asked of it. */
async function startPublisher() {
  const holder: { answer: RequestListener } = { answer: (_, response) => void response.end('{}') };
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    holder.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
  const publish = async (...keys: readonly (readonly [kid: string, key: CryptoKey])[]) => {
    const jwks = await Promise.all(keys.map(async ([kid, key]) => ({ ...(await exportJWK(key)), kid })));
    holder.answer = (_, response) => void response.end(JSON.stringify({ keys: jwks }));
  };
  return {
    url,
    asked,
    publish,
    answerWith: (answer: RequestListener) => void (holder.answer = answer),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const publisher = startedAnew(startPublisher);
const as = startedAnew(() =>
  startAuthorizationServer({
    clients: [
      {
        clientId: 'publisher',
        authentication: 'private_key_jwt',
        keys: { inline: [], uri: publisher.url },
        grantTypes: ['client_credentials'],
      },
    ],
  }),
);

let serial = 0;
async function ask(kid: string, key: CryptoKey): Promise<number> {
  const nowSeconds = Math.floor(as.nowMillis() / 1_000);
  serial += 1;
  const assertion = await new SignJWT({ jti: `k${serial}` })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'client-authentication+jwt' })
    .setIssuer('publisher')
    .setSubject('publisher')
    .setAudience(as.origin)
    .setExpirationTime(nowSeconds + 60)
    .sign(key);
  const fields = { grant_type: 'client_credentials', client_assertion_type: jwtAssertionType };
  return (await postToken(as, { ...fields, client_assertion: assertion })).status;
}

function failure(): string | undefined {
  return as.trace().rules.find(({ outcome }) => outcome === 'failed')?.detail;
}

test('the keys that a client publishes are fetched once, and again after five minutes', async () => {
  await publisher.publish(['one', first.publicKey]);
  expect(await ask('one', first.privateKey)).toBe(200);
  expect(await ask('one', first.privateKey)).toBe(200);
  expect(publisher.asked).toEqual(['/jwks']);
  as.advance(300_000);
  expect(await ask('one', first.privateKey)).toBe(200);
  expect(publisher.asked).toHaveLength(2);
});

test('a key that is not in the set makes the server look again, but not within the same minute', async () => {
  await publisher.publish(['one', first.publicKey]);
  expect(await ask('one', first.privateKey)).toBe(200);
  await publisher.publish(['two', second.publicKey]);
  expect(await ask('two', second.privateKey)).toBe(401);
  expect(publisher.asked).toHaveLength(1);
  as.advance(60_000);
  expect(await ask('two', second.privateKey)).toBe(200);
  expect(await ask('one', first.privateKey)).toBe(401);
  expect(publisher.asked).toHaveLength(2);
});

test.each<readonly [what: string, answer: RequestListener, detail: string]>([
  [
    'a redirect, which is not followed',
    (_, response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
    'The jwks_uri of the client returned 302.',
  ],
  [
    'an error',
    (_, response) => void response.writeHead(500).end(),
    'The jwks_uri of the client returned 500.',
  ],
  [
    'a page',
    (_, response) => void response.end('<html>'),
    'The jwks_uri of the client did not return a key set.',
  ],
  [
    'a set of 70 kB',
    (_, response) => void response.end(JSON.stringify({ keys: [], more: 'x'.repeat(70_000) })),
    'The jwks_uri of the client cannot be reached.',
  ],
  [
    'a hundred and one keys',
    (_, response) =>
      void response.end(JSON.stringify({ keys: Array.from({ length: 101 }, () => ({ kty: 'EC' })) })),
    'The jwks_uri of the client did not return a key set.',
  ],
  [
    'a symmetric key, which no published set may hold',
    (_, response) => void response.end(JSON.stringify({ keys: [{ kty: 'oct', k: 'c2VjcmV0', kid: 'one' }] })),
    'No key of the client made the signature.',
  ],
])('%s gives no keys', async (_, answer, detail) => {
  publisher.answerWith(answer);
  expect(await ask('one', first.privateKey)).toBe(401);
  expect(failure()).toBe(detail);
  expect(publisher.asked).toEqual(['/jwks']);
});

test('an address that fails is left alone for a moment, whoever asks', async () => {
  publisher.answerWith((_, response) => void response.writeHead(503).end());
  expect(await ask('one', first.privateKey)).toBe(401);
  await publisher.publish(['one', first.publicKey]);
  expect(await ask('one', first.privateKey)).toBe(401);
  expect(failure()).toContain('failed a moment ago');
  expect(publisher.asked).toHaveLength(1);
  as.advance(2_000);
  expect(await ask('one', first.privateKey)).toBe(200);
});

test('requests that come while the keys are fetched wait for them, and ask no more than once', async () => {
  await publisher.publish(['one', first.publicKey]);
  expect(await Promise.all(Array.from({ length: 5 }, () => ask('one', first.privateKey)))).toEqual(
    Array.from({ length: 5 }, () => 200),
  );
  expect(publisher.asked).toHaveLength(1);
});

test('those that come while the server looks again for a new key wait as well', async () => {
  await publisher.publish(['one', first.publicKey]);
  expect(await ask('one', first.privateKey)).toBe(200);
  await publisher.publish(['two', second.publicKey]);
  as.advance(60_000);
  expect(await Promise.all([ask('two', second.privateKey), ask('two', second.privateKey)])).toEqual([
    200, 200,
  ]);
  expect(publisher.asked).toHaveLength(2);
});
