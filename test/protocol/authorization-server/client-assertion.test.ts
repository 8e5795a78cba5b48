import { exportJWK, generateKeyPair, importPKCS8, SignJWT } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { clientAuthenticationTable, hostedAuthentications, jwtAssertionType } from '#shared/oauth/index.ts';
import { type ClientSpec, startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew, startedOnce, startInstead } from '#test/support/started.ts';
import { callback, postTo, postToken, type TokenAnswer, validateBearer } from './parties.ts';

const secret = 'a-secret-of-at-least-thirty-two-bytes';
const grantTypes = ['client_credentials', 'authorization_code', 'refresh_token', validateBearer];
const startSeconds = Date.UTC(2026, 10, 20, 12) / 1_000;

interface Keys {
  readonly privateKey: CryptoKey;
  readonly jwk: Readonly<Record<string, unknown>>;
}

async function newKeys(algorithm: string, kid: string): Promise<Keys> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid } };
}

const own = startedOnce(() => newKeys('ES256', 'own'));
const rsa = startedOnce(() => newKeys('RS256', 'rsa'));
const foreign = startedOnce(() => newKeys('ES256', 'own'));

const byKey = (more: Partial<ClientSpec> = {}): ClientSpec => ({
  clientId: 'by-key',
  authentication: 'private_key_jwt',
  keys: { inline: [own.jwk, rsa.jwk], uri: undefined },
  grantTypes,
  ...more,
});
const bySecret: ClientSpec = {
  clientId: 'by-secret',
  authentication: 'client_secret_jwt',
  secret,
  grantTypes,
};
const as = startedAnew(() => startAuthorizationServer({ clients: [byKey(), bySecret] }));

let serial = 0;
beforeEach(() => {
  serial += 1;
});

type Changes = Readonly<Record<string, unknown>>;

/** An assertion as our own client makes it, changed in what a story is about. */
function claimsOf(clientId: string, changes: Changes = {}): Changes {
  serial += 1;
  return {
    iss: clientId,
    sub: clientId,
    aud: as.origin,
    jti: `j${serial}`,
    iat: startSeconds,
    exp: startSeconds + 120,
    ...changes,
  };
}

function sign(
  changes: Changes = {},
  header: Changes = {},
  key: CryptoKey | Uint8Array = own.privateKey,
  clientId = 'by-key',
): Promise<string> {
  return new SignJWT(claimsOf(clientId, changes))
    .setProtectedHeader({ alg: 'ES256', typ: 'client-authentication+jwt', ...header })
    .sign(key);
}

function mac(changes: Changes = {}, alg = 'HS256', key = secret): Promise<string> {
  return sign(changes, { alg }, new TextEncoder().encode(key), 'by-secret');
}

const shown = (assertion: string): Record<string, string> => ({
  grant_type: 'client_credentials',
  client_assertion_type: jwtAssertionType,
  client_assertion: assertion,
});
const present = (assertion: string, more: Record<string, string> = {}) =>
  postToken(as, { ...shown(assertion), ...more });

function failedStep(): string | undefined {
  return as.trace().rules.find(({ outcome }) => outcome === 'failed')?.id;
}

function ruleOf(id: string): string | undefined {
  return as.trace().rules.find((rule) => rule.id === id)?.rule;
}

function expectRefused(answer: TokenAnswer, step: string): void {
  expect([answer.status, answer.body['error']]).toEqual([401, 'invalid_client']);
  // The wire learns one sentence, whichever step refuses.
  expect(answer.body['error_description']).toBe('Invalid client or client credentials');
  expect(failedStep()).toBe(step);
}

describe('a client that signs who it is', () => {
  test('with its key gets a token, and the trace names every check', async () => {
    expect((await present(await sign())).status).toBe(200);
    const ids = as.trace().rules.map(({ id }) => id);
    expect(ids.filter((id) => id.startsWith('client-assertion'))).toEqual([
      'client-assertion-read',
      'client-assertion-subject',
      'client-assertion-method',
      'client-assertion-type',
      'client-assertion-signature',
      'client-assertion-audience',
      'client-assertion-time',
      'client-assertion-not-replayed',
    ]);
    expect(ruleOf('client-authenticated')).toBe('Client is authenticated: JWT signed with a key');
  });

  test.each(['HS256', 'HS384', 'HS512'])('with its secret and %s gets a token', async (alg) => {
    expect((await present(await mac({}, alg))).status).toBe(200);
  });

  test('with an RSA key, by kid or without', async () => {
    expect((await present(await sign({}, { alg: 'RS256', kid: 'rsa' }, rsa.privateKey))).status).toBe(200);
    expect((await present(await sign({}, { alg: 'PS256' }, await asPss()))).status).toBe(200);
  });

  test('may validate, introspect and revoke with an assertion', async () => {
    const { body } = await present(await sign());
    const token = String(body['access_token']);
    const ask = async (path: string) => postTo(as, path, { ...shown(await sign()), token });
    expect((await ask('/as/introspect.oauth2')).body['active']).toBe(true);
    expect((await present(await sign(), { grant_type: validateBearer, token })).status).toBe(200);
    expect((await ask('/as/revoke_token.oauth2')).status).toBe(200);
    expect((await ask('/as/introspect.oauth2')).body['active']).toBe(false);
  });
});

async function asPss(): Promise<CryptoKey> {
  const { exportPKCS8 } = await import('jose');
  return importPKCS8(await exportPKCS8(rsa.privateKey), 'PS256');
}

describe('an assertion is refused', () => {
  const unsigned = () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    return `${part({ alg: 'none' })}.${part(claimsOf('by-key'))}.`;
  };

  test.each<readonly [what: string, make: () => Promise<string> | string, step: string]>([
    ['that is not a JWT', () => 'x.y', 'client-assertion-read'],
    ['whose sub nobody registered', () => sign({ sub: 'nobody', iss: 'nobody' }), 'client-assertion-subject'],
    ['whose iss is somebody else', () => sign({ iss: 'by-secret' }), 'client-assertion-subject'],
    ['that is not signed', unsigned, 'client-assertion-method'],
    [
      'with a MAC for a client with keys',
      () => mac({ sub: 'by-key', iss: 'by-key' }),
      'client-assertion-method',
    ],
    ['signed by a stranger', () => sign({}, {}, foreign.privateKey), 'client-assertion-signature'],
    ['with a kid of no key', () => sign({}, { kid: 'other' }), 'client-assertion-signature'],
    ['with the MAC of another secret', () => mac({}, 'HS256', `${secret}!`), 'client-assertion-signature'],
    ['for another server', () => sign({ aud: 'https://other.example' }), 'client-assertion-audience'],
    ['without aud', () => sign({ aud: undefined }), 'client-assertion-audience'],
    ['without exp', () => sign({ exp: undefined }), 'client-assertion-time'],
    ['that has expired', () => sign({ exp: startSeconds - 61 }), 'client-assertion-time'],
    ['that ends in two days', () => sign({ exp: startSeconds + 172_800 }), 'client-assertion-time'],
    ['that begins in two minutes', () => sign({ nbf: startSeconds + 120 }), 'client-assertion-time'],
    ['made in two minutes', () => sign({ iat: startSeconds + 120 }), 'client-assertion-time'],
    ['without jti', () => sign({ jti: undefined }), 'client-assertion-not-replayed'],
    ['of the type of an access token', () => sign({}, { typ: 'at+jwt' }), 'client-assertion-type'],
  ])('%s', async (_, make, step) => {
    expectRefused(await present(await make()), step);
  });

  test('the second time, in another spelling of the request and after a restart', async () => {
    const assertion = await sign();
    expect((await present(assertion)).status).toBe(200);
    expectRefused(await present(assertion, { client_id: 'by-key' }), 'client-assertion-not-replayed');
    await as.restart('crash');
    expectRefused(await present(assertion), 'client-assertion-not-replayed');
  });

  test('at the same time as its twin: one of the two is taken', async () => {
    const assertion = await sign();
    const answers = await Promise.all([present(assertion), present(assertion)]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401]);
  });

  test('beside another proof, or for another client_id', async () => {
    const both = await present(await sign(), { client_id: 'by-key', client_secret: secret });
    expect([both.status, both.body['error']]).toEqual([400, 'invalid_request']);
    expectRefused(await present(await sign(), { client_id: 'by-secret' }), 'client-assertion-subject');
  });

  test('with another client_assertion_type', async () => {
    const saml = 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer';
    expectRefused(await present(await sign(), { client_assertion_type: saml }), 'client-assertion-read');
  });

  test('when its guesses are too many', async () => {
    for (let attempt = 0; attempt < 20; attempt += 1) await present(await mac({}, 'HS256', 'x'.repeat(40)));
    expect((await present(await mac())).status).toBe(429);
  });
});

describe('who an assertion is for', () => {
  const others = 'https://other.example';
  const taken = 200;
  const refused = 401;

  test.each<readonly [what: string, aud: () => unknown, product: number, strict: number]>([
    ['the issuer', () => as.origin, taken, taken],
    ['a list of the issuer alone', () => [as.origin], taken, taken],
    ['a list with another server', () => [as.origin, others], taken, refused],
    ['the token endpoint', () => `${as.origin}/as/token.oauth2`, taken, refused],
    ['an endpoint that was not called', () => `${as.origin}/as/introspect.oauth2`, refused, refused],
    ['the issuer with a slash', () => `${as.origin}/`, refused, refused],
    ['an empty list', () => [], refused, refused],
  ])('%s', async (_, aud, product, strict) => {
    expect((await present(await sign({ aud: aud() }))).status).toBe(product);
    as.configure({ profile: 'strict' });
    expect((await present(await sign({ aud: aud() }))).status).toBe(strict);
  });

  test('the trace remarks what only older clients do', async () => {
    await present(await sign({ aud: `${as.origin}/as/token.oauth2` }, { typ: 'JWT' }));
    expect(ruleOf('client-assertion-audience')).toContain('RFC 10070');
    expect(ruleOf('client-assertion-type')).toBe(
      'typ is JWT. RFC 10070 recommends client-authentication+jwt.',
    );
    await present(await sign({}, { typ: undefined }));
    expect(ruleOf('client-assertion-type')).toBe('typ is absent. RFC 10070 recommends one.');
  });
});

describe('the strict profile', () => {
  beforeEach(() => as.configure({ profile: 'strict' }));

  test.each<readonly [what: string, make: () => Promise<string>, status: number]>([
    ['takes an assertion without typ', () => sign({}, { typ: undefined }), 200],
    ['refuses the plain type', () => sign({}, { typ: 'JWT' }), 401],
    ['refuses one that is valid for two hours', () => sign({ exp: startSeconds + 7_200 }), 401],
    ['takes a MAC of a long secret', () => mac(), 200],
  ])('%s', async (_, make, status) => {
    expect((await present(await make())).status).toBe(status);
  });
});

describe('the registration decides', () => {
  test('which algorithm, where it names one', async () => {
    const only = byKey({ clientId: 'by-key', assertionAlgorithm: 'RS256' });
    await startInstead(as, () => startAuthorizationServer({ clients: [only] }));
    expect((await present(await sign({}, { alg: 'RS256', kid: 'rsa' }, rsa.privateKey))).status).toBe(200);
    expectRefused(await present(await sign()), 'client-assertion-method');
  });

  test.each(hostedAuthentications)(
    'a client registered for %s is confidential, but for one that proves nothing',
    async (authentication) => {
      const other = await startAuthorizationServer({
        clients: [
          {
            clientId: 'any',
            authentication,
            grantTypes,
            redirectUris: [callback, 'com.example.app:/cb'],
            responseTypes: ['code'],
            ...(clientAuthenticationTable[authentication].proof.includes('secret') ? { secret } : {}),
          },
        ],
        settings: { profile: 'strict' },
      });
      const isPublic = authentication === 'none';
      // Nobody gets a token, or learns of one, by the name of a confidential client alone.
      const byName = { client_id: 'any', token: 'x', refresh_token: 'x', code: 'x', redirect_uri: callback };
      for (const grant of ['client_credentials', 'refresh_token', 'authorization_code', validateBearer]) {
        const { body } = await postToken(other, { ...byName, grant_type: grant });
        const needsProof = grant === 'client_credentials' || grant === validateBearer;
        expect(body['error'] === 'invalid_client', grant).toBe(!isPublic || needsProof);
      }
      for (const path of ['/as/introspect.oauth2', '/as/revoke_token.oauth2']) {
        const { status } = await postTo(other, path, byName);
        expect(status === 401, path).toBe(!isPublic || path.includes('introspect'));
      }
      // RFC 8252 §7.3, RFC 9700 §2.1.1: a free loopback port and a duty to use PKCE are for public clients.
      const front = async (redirect: string) => {
        const query = new URLSearchParams({
          client_id: 'any',
          response_type: 'code',
          redirect_uri: redirect,
        });
        const url = `${other.origin}/as/authorization.oauth2?${query}`;
        const answer = await fetch(url, { redirect: 'manual' });
        return answer.headers.get('location') ?? String(answer.status);
      };
      expect((await front('http://127.0.0.1:50000/cb')).startsWith('400')).toBe(!isPublic);
      expect((await front(callback)).includes('code_challenge')).toBe(isPublic);
      await other.close();
    },
  );
});
