import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { AuthorizationServerSettings, JwtIssuer } from '#shared/workspace/index.ts';
import {
  startAuthorizationServer,
  type TestAuthorizationServer,
} from '#test/support/authorization-server.ts';
import { postToken, validate } from './parties.ts';

const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const partner = 'https://partner.example';
const refusal = 'The assertion is invalid, expired or not for this server.';
type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
type Claims = Readonly<Record<string, unknown>>;

let pair: Pair;
let stranger: Pair;
let as: TestAuthorizationServer;
beforeAll(async () => {
  [pair, stranger] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')]);
});
afterEach(() => as.close());

async function start(
  trust: Partial<JwtIssuer> = {},
  settings: Partial<AuthorizationServerSettings> = {},
): Promise<void> {
  const client = { scopes: ['orders.read', 'orders.write'], grantTypes: [grantType, 'refresh_token'] };
  as = await startAuthorizationServer({
    clients: [
      { ...client, clientId: 'app', secret: 'app-secret', audiences: ['https://orders.example'] },
      { ...client, clientId: 'other', secret: 'other-secret', grantTypes: ['client_credentials'] },
      {
        clientId: 'orders-api',
        secret: 'orders-api-secret',
        grantTypes: ['urn:gatehouse:oauth2:grant_type:validate_bearer'],
      },
    ],
    jwtIssuers: [
      {
        name: 'partner',
        issuer: partner,
        profile: 'jwt-bearer',
        keys: { inline: [await exportJWK(pair.publicKey)], uri: undefined },
        algorithms: undefined,
        subject: 'user',
        subjectClaim: undefined,
        ...trust,
      },
    ],
    settings,
  });
}

/** An assertion of the partner about ann, with other claims and header fields where a story needs them. */
function assertion(
  claims: Claims = {},
  header: Partial<JWTHeaderParameters> = {},
  signer = pair,
): Promise<string> {
  const nowSeconds = Math.floor(as.nowMillis() / 1_000);
  const usual = {
    iss: partner,
    sub: 'ann',
    aud: as.origin,
    iat: nowSeconds,
    exp: nowSeconds + 60,
    jti: 'one',
  };
  return new SignJWT({ ...usual, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'authorization-grant+jwt', ...header })
    .sign(signer.privateKey);
}

const redeem = (text: string, more: Readonly<Record<string, string>> = {}, client = 'app') =>
  postToken(as, { grant_type: grantType, assertion: text, ...more }, client);
const failed = () => as.trace().rules.find(({ outcome }) => outcome === 'failed');

describe('a JWT of a trusted issuer', () => {
  test('is traded for an access token of its subject, without a refresh token', async () => {
    await start();
    const answer = await redeem(await assertion(), { scope: 'orders.read' });
    expect([answer.status, answer.body['token_type'], answer.body['refresh_token']]).toEqual([
      200,
      'Bearer',
      undefined,
    ]);
    expect(as.trace()).toMatchObject({
      pipeline: 'token.jwt_bearer',
      effect: `Issued an access token for ann, asserted by ${partner}. The assertion counts as used.`,
    });
    expect(as.trace().rules.some(({ id }) => id.startsWith('jag-'))).toBe(false);
    const { body } = await validate(as, String(answer.body['access_token']));
    expect(body['access_token']).toMatchObject({ sub: 'ann' });
  });

  test('may address the token endpoint, and name a resource of the client', async () => {
    await start();
    const aud = ['https://else.example', `${as.origin}/as/token.oauth2`];
    const answer = await redeem(await assertion({ aud }), { resource: 'https://orders.example' });
    expect([answer.status, answer.body['scope']]).toEqual([200, 'orders.read orders.write']);
  });

  test('counts once, also after a crash and without a jti', async () => {
    await start();
    for (const jti of ['one', undefined]) {
      const text = await assertion({ jti });
      expect((await redeem(text)).status).toBe(200);
      await as.restart('crash');
      expect((await redeem(text)).body).toEqual({ error: 'invalid_grant', error_description: refusal });
      expect(failed()).toMatchObject({
        id: 'jwt-grant-not-replayed',
        detail: 'The assertion was used before.',
      });
    }
  });

  test('counts once for two requests at the same time', async () => {
    await start();
    const [first, second] = await Promise.all([redeem(await assertion()), redeem(await assertion())]);
    expect(first.status + second.status).toBe(200 + 400);
  });

  test('names its user by another claim where the file of the issuer says so', async () => {
    await start({ subjectClaim: 'upn' });
    expect((await redeem(await assertion({ upn: 'bob', sub: 'x-1' }))).status).toBe(200);
    expect(as.tags()).toContain('user:bob');
    await redeem(await assertion({ upn: ['bob'], jti: 'two' }));
    expect(failed()).toMatchObject({ id: 'jwt-grant-subject', want: 'upn', got: '["bob"]' });
  });

  test('may be about somebody from outside, who brings claims, but about no user then', async () => {
    await start({ subject: 'any' });
    const answer = await redeem(await assertion({ sub: 'eve', email: 'eve@partner.example' }));
    expect(answer.status).toBe(200);
    await redeem(await assertion({ jti: 'two' }));
    expect(failed()).toMatchObject({
      detail: 'The subject has the name of a user of the workspace.',
      got: 'ann',
    });
  });
});

describe('one sentence on the wire, and the cause in the trace', () => {
  test.each<
    readonly [step: string, detail: string, make: () => Promise<string>, profile: 'product' | 'strict']
  >([
    ['jwt-grant-read', 'The assertion is not a signed JWT.', () => Promise.resolve('no.jwt'), 'product'],
    [
      'jwt-grant-read',
      'The assertion is not a signed JWT.',
      () => assertion({}, { crit: ['b64'], b64: true }),
      'product',
    ],
    [
      'jwt-grant-issuer',
      'No file of a JWT issuer names iss.',
      () => assertion({ iss: `${partner}/` }),
      'product',
    ],
    [
      'jwt-grant-type',
      'typ is that of another kind of JWT.',
      () => assertion({}, { typ: 'at+jwt' }),
      'product',
    ],
    [
      'jwt-grant-type',
      'typ is that of another kind of JWT.',
      () => assertion({}, { typ: 'oauth-id-jag+jwt' }),
      'product',
    ],
    ['jwt-grant-type', 'typ is that of another kind of JWT.', () => assertion({}, { typ: 'JWT' }), 'strict'],
    [
      'jwt-grant-signature',
      'No key of the issuer made the signature.',
      () => assertion({}, {}, stranger),
      'product',
    ],
    ['jwt-grant-audience', 'aud is not this server.', () => assertion({ aud: `${as.origin}/` }), 'product'],
    ['jwt-grant-audience', 'aud is not this server.', () => assertion({ aud: undefined }), 'product'],
    ['jwt-grant-time', 'exp is required.', () => assertion({ exp: undefined }), 'product'],
    ['jwt-grant-time', 'The assertion has expired.', () => assertion({ exp: 1 }), 'product'],
    [
      'jwt-grant-time',
      'The assertion is valid for too long.',
      () => assertion({ exp: as.nowMillis() / 1_000 + 7_200 }),
      'strict',
    ],
    [
      'jwt-grant-time',
      'nbf is in the future.',
      () => assertion({ nbf: as.nowMillis() / 1_000 + 120 }),
      'product',
    ],
    [
      'jwt-grant-time',
      'iat is in the future.',
      () => assertion({ iat: as.nowMillis() / 1_000 + 120 }),
      'product',
    ],
    ['jwt-grant-subject', 'sub is required.', () => assertion({ sub: '' }), 'product'],
    [
      'jwt-grant-subject',
      'The subject is not a user of the workspace.',
      () => assertion({ sub: 'nobody' }),
      'product',
    ],
  ])('%s: %s', async (id, detail, make, profile) => {
    await start({}, { profile });
    const answer = await redeem(await make());
    expect(failed()).toMatchObject({ id, detail });
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: 'invalid_grant', error_description: refusal },
    ]);
  });

  test('a request without an assertion is malformed', async () => {
    await start();
    const answer = await postToken(as, { grant_type: grantType }, 'app');
    expect([answer.status, answer.body['error'], failed()?.id]).toEqual([
      400,
      'invalid_request',
      'jwt-grant-given',
    ]);
  });

  test('algorithms that the issuer does not use are rejected, and so are none and HMAC', async () => {
    await start({ algorithms: ['RS256'] });
    await redeem(await assertion());
    expect(failed()).toMatchObject({ id: 'jwt-grant-algorithm', want: 'RS256', got: 'ES256' });
    const secret = new TextEncoder().encode('a secret that everybody knows, 32 bytes');
    const mac = await new SignJWT({ iss: partner }).setProtectedHeader({ alg: 'HS256' }).sign(secret);
    await redeem(mac);
    expect(failed()).toMatchObject({ id: 'jwt-grant-algorithm', got: 'HS256' });
  });

  test('the client has to be registered for the grant, and gets no more than its scope', async () => {
    await start();
    expect((await redeem(await assertion(), {}, 'other')).body['error']).toBe('unauthorized_client');
    expect((await redeem(await assertion(), { scope: 'admin' })).body['error']).toBe('invalid_scope');
  });
});

test('published keys of an issuer are fetched once and selected by kid', async () => {
  const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k1' }] };
  const asked: string[] = [];
  const publisher = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(JSON.stringify(jwks));
  });
  await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve));
  const uri = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/keys`;
  try {
    await start({ keys: { inline: [], uri } });
    expect((await redeem(await assertion({}, { kid: 'k1' }))).status).toBe(200);
    expect((await redeem(await assertion({ jti: 'two' }, { kid: 'k1' }))).status).toBe(200);
    await redeem(await assertion({ jti: 'three' }, { kid: 'k2' }));
    expect(failed()).toMatchObject({
      detail: 'No key of the issuer has the kid of the assertion.',
      got: 'k2',
    });
    expect(asked).toEqual(['/keys']);
  } finally {
    publisher.closeAllConnections();
    publisher.close();
  }
});
