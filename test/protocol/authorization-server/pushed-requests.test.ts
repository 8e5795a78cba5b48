import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { jwtAssertionType } from '#shared/oauth/index.ts';
import { type ClientSpec, portalWeb, startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew, startedOnce, startInstead } from '#test/support/started.ts';
import { Browser, callback, challenge, exchange, postTo, type Seen, type TokenAnswer } from './parties.ts';

const scopes = ['openid', 'orders.read', 'orders.write'];
const codeGrant = { grantTypes: ['authorization_code', 'refresh_token'], responseTypes: ['code', 'token'] };
const requestUri = /^urn:ietf:params:oauth:request_uri:[\w-]{28}$/;

const keys = startedOnce(async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid: 'k1' } };
});

const byKey = (): ClientSpec => ({
  clientId: 'by-key',
  authentication: 'private_key_jwt',
  keys: { inline: [keys.jwk], uri: undefined },
  redirectUris: [callback],
  scopes,
  ...codeGrant,
});
const clients = (): readonly ClientSpec[] => [
  { ...portalWeb, scopes, ...codeGrant, keys: { inline: [keys.jwk], uri: undefined } },
  {
    clientId: 'other-web',
    secret: 'other-web-secret',
    redirectUris: [callback],
    scopes,
    ...codeGrant,
  },
  { clientId: 'mobile-app', redirectUris: [callback], scopes, requirePkce: true, ...codeGrant },
  byKey(),
];
const as = startedAnew(() => startAuthorizationServer({ clients: clients() }));

type Fields = Readonly<Record<string, string>>;
const plain = { response_type: 'code', redirect_uri: callback, scope: 'orders.read', state: 'af0' };

const push = (fields: Fields = {}, client: string | undefined = 'portal-web'): Promise<TokenAnswer> =>
  postTo(as, '/as/par.oauth2', { ...plain, ...fields }, client);

async function pushed(fields: Fields = {}, client = 'portal-web'): Promise<string> {
  const answer = await push(fields, client);
  expect(answer.status).toBe(201);
  return String(answer.body['request_uri']);
}

const open = (uri: string, more: Fields = {}, browser = new Browser(as)): Promise<Seen> =>
  browser.open(
    `/as/authorization.oauth2?${new URLSearchParams({ client_id: 'portal-web', request_uri: uri, ...more })}`,
  );

async function finish(browser: Browser): Promise<URL> {
  const seen = await browser.signIn();
  return new URL(
    seen.location === '' ? (await browser.submit({ decision: 'allow' })).location : seen.location,
  );
}

const failedStep = (): string | undefined => as.trace().rules.find(({ outcome }) => outcome === 'failed')?.id;

/** A page that says why, and leads nowhere. */
function expectPage(seen: Seen, step: string): void {
  expect([seen.status, seen.location]).toEqual([400, '']);
  expect(failedStep()).toBe(step);
}

describe('a client that pushes its request', () => {
  test('gets a request_uri that lasts a minute and no cache keeps', async () => {
    const answer = await push();
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ request_uri: expect.stringMatching(requestUri), expires_in: 60 });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(as.trace().pipeline).toBe('authorize.push');
    expect(as.tags()).toContain('client:portal-web');
  });

  test('sends the browser with it, and gets a code for what it pushed', async () => {
    const browser = new Browser(as);
    const uri = await pushed({ state: 'a b&c' });
    expect((await open(uri, {}, browser)).status).toBe(200);
    expect(as.trace().rules.map(({ id }) => id)).toContain('pushed-request-is-clients');
    const back = await finish(browser);
    expect(back.searchParams.get('state')).toBe('a b&c');
    const tokens = await exchange(as, back.searchParams.get('code') ?? '');
    expect(tokens.status).toBe(200);
  });

  test('may reload the page before, and may not come again after', async () => {
    const browser = new Browser(as);
    const uri = await pushed();
    await open(uri, {}, browser);
    expect((await open(uri, {}, browser)).status).toBe(200);
    expect((await finish(browser)).searchParams.has('code')).toBe(true);
    expectPage(await open(uri), 'pushed-request-unused');
  });

  test('gets one code of two pages that were opened with it', async () => {
    const uri = await pushed();
    const [first, second] = [new Browser(as), new Browser(as)];
    await open(uri, {}, first);
    await open(uri, {}, second);
    expect((await finish(first)).searchParams.has('code')).toBe(true);
    await second.signIn();
    const seen = await second.submit({ decision: 'allow' });
    expect([seen.status, seen.location]).toEqual([400, '']);
  });

  test('waits as long as the settings say, and finds it again after a restart', async () => {
    as.configure({ pushedRequestLifetimeSeconds: 5 });
    const uri = await pushed();
    await as.store.commit();
    await as.restart('crash');
    as.advance(4_999);
    expect((await open(uri)).status).toBe(200);
    as.advance(1);
    expectPage(await open(uri), 'pushed-request-unexpired');
  });

  test('cannot use it up twice with a crash between', async () => {
    const browser = new Browser(as);
    const uri = await pushed();
    await open(uri, {}, browser);
    await finish(browser);
    await as.restart('crash');
    expectPage(await open(uri), 'pushed-request-unused');
  });

  test('may take longer to sign in than the request lasts', async () => {
    const browser = new Browser(as);
    await open(await pushed(), {}, browser);
    as.advance(300_000);
    expect((await finish(browser)).searchParams.has('code')).toBe(true);
  });

  test('is known by the hash of the request_uri alone, and none of its credentials is kept', async () => {
    const credentials = { client_id: 'portal-web', client_secret: 'portal-web-secret' };
    const answer = await postTo(as, '/as/par.oauth2', { ...plain, ...credentials });
    expect(answer.status).toBe(201);
    expect(as.store.dump()).toContain('as.pushed');
    expect(as.store.dump()).not.toContain(String(answer.body['request_uri']));
    expect(as.store.dump()).not.toContain('portal-web-secret');
  });

  test('may have a thousand that wait', async () => {
    for (let count = 0; count < 1_000; count += 1) expect((await push()).status).toBe(201);
    as.advance(10_000);
    const refused = await push();
    expect([refused.status, refused.body['error']]).toEqual([429, 'temporarily_unavailable']);
    expect(refused.headers.get('retry-after')).toBe('50');
    expect((await push({}, 'other-web')).status).toBe(201);
    as.advance(50_000);
    expect((await push()).status).toBe(201);
  });
});

describe('a push is refused', () => {
  test.each([
    [
      'without a redirect URI that is registered',
      { redirect_uri: 'https://evil.example/' },
      'invalid_request',
    ],
    ['with another request in it', { request_uri: 'https://client.example/r.jwt' }, 'invalid_request'],
    [
      'with a pushed request in it',
      { request_uri: 'urn:ietf:params:oauth:request_uri:x' },
      'invalid_request',
    ],
    ['with a scope that is not registered', { scope: 'admin' }, 'invalid_scope'],
    ['with an unknown response type', { response_type: 'x' }, 'unsupported_response_type'],
    ['with a response type that is not registered', { response_type: 'id_token' }, 'unauthorized_client'],
    ['with a malformed challenge', { code_challenge: 'x', code_challenge_method: 'S256' }, 'invalid_request'],
    ['with a broken request object', { request: 'x' }, 'invalid_request_object'],
    ['with a resource that is not registered', { resource: 'https://x.example' }, 'invalid_target'],
  ])('%s', async (_, fields, error) => {
    const answer = await push(fields);
    expect([answer.status, answer.body['error']]).toEqual([400, error]);
    expect(as.sent).toEqual([]);
  });

  test('of a public client without what it needs', async () => {
    const anonymous = (fields: Fields) =>
      postTo(as, '/as/par.oauth2', { ...plain, client_id: 'mobile-app', ...fields });
    expect((await anonymous({})).body['error']).toBe('invalid_request');
    const proven = { code_challenge: challenge, code_challenge_method: 'S256' };
    expect((await anonymous(proven)).status).toBe(201);
    expect((await anonymous({ ...proven, redirect_uri: 'https://evil.example/' })).status).toBe(400);
  });

  test.each([
    ['no credentials', { client_id: 'portal-web' }],
    ['a wrong secret', { client_id: 'portal-web', client_secret: 'x' }],
    ['no client', {}],
  ])('with %s', async (_, fields) => {
    const answer = await postTo(as, '/as/par.oauth2', { ...plain, ...fields });
    expect([answer.status, answer.body['error']]).toEqual([401, 'invalid_client']);
    expect(answer.headers.get('www-authenticate')).toContain('Basic');
  });

  test('with another method, with parameters in the URL, and where it is too large', async () => {
    const address = `${as.origin}/as/par.oauth2`;
    const wrong = await fetch(address);
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
    const query = await postTo(as, '/as/par.oauth2?client_id=portal-web', plain, 'portal-web');
    expect([query.status, query.body['error']]).toEqual([400, 'invalid_request']);
    const huge = await fetch(address, { method: 'POST', body: `state=${'x'.repeat(70_000)}` });
    expect(huge.status).toBe(413);
  });
});

describe('at the authorization endpoint a pushed request', () => {
  test('of another client leads to a page, and stays usable for its own', async () => {
    const uri = await pushed();
    expectPage(await open(uri, { client_id: 'other-web' }), 'pushed-request-is-clients');
    expect((await open(uri)).status).toBe(200);
  });

  test('that nobody pushed leads to a page', async () => {
    expectPage(await open('urn:ietf:params:oauth:request_uri:nobody'), 'pushed-request-known');
  });

  test('counts alone: nothing that stands beside it changes anything', async () => {
    const browser = new Browser(as);
    const uri = await pushed();
    const outer = {
      scope: 'orders.write',
      redirect_uri: 'https://evil.example/',
      state: 'evil',
      response_type: 'token',
      prompt: 'none',
      ui_locales: 'de',
      request: 'x',
    };
    const page = await open(uri, outer, browser);
    expect([page.status, page.html.includes('lang="en"')]).toEqual([200, true]);
    const consent = await browser.signIn();
    expect(consent.html).toContain('orders.read');
    expect(consent.html).not.toContain('orders.write');
    const back = new URL((await browser.submit({ decision: 'allow' })).location);
    expect(back.origin + back.pathname).toBe(callback);
    expect(back.searchParams.get('state')).toBe('af0');
    expect(back.searchParams.has('code')).toBe(true);
  });

  test('is judged by the registration as it is now', async () => {
    const uri = await pushed();
    as.register({ ...portalWeb, scopes, ...codeGrant, redirectUris: ['https://new.example/cb'] });
    expectPage(await open(uri), 'redirect-uri-registered');
    as.unregister('portal-web');
    expectPage(await open(uri), 'client-known');
  });

  test('may come by POST', async () => {
    const uri = await pushed();
    const seen = await new Browser(as).open('/as/authorization.oauth2', {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'portal-web', request_uri: uri }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(seen.status).toBe(200);
  });
});

describe('where requests must be pushed', () => {
  test('by the server, a plain one is refused, and the metadata say so', async () => {
    as.configure({ requirePushedAuthorizationRequests: true });
    const { location } = await new Browser(as).authorize();
    expect(new URL(location).searchParams.get('error')).toBe('invalid_request');
    expect(failedStep()).toBe('pushed-request-required');
    const metadata = await (await fetch(`${as.origin}/.well-known/oauth-authorization-server`)).json();
    expect(metadata).toMatchObject({ require_pushed_authorization_requests: true });
    expect((await open(await pushed())).status).toBe(200);
  });

  test('by the client, only its own are refused', async () => {
    await startInstead(as, () =>
      startAuthorizationServer({
        clients: clients().map((each) =>
          each.clientId === 'portal-web' ? { ...each, requiresPush: true } : each,
        ),
      }),
    );
    const { location } = await new Browser(as).authorize();
    expect(new URL(location).searchParams.get('error')).toBe('invalid_request');
    expect((await new Browser(as).authorize({ client_id: 'other-web', scope: 'openid' })).status).toBe(200);
  });

  test('nothing is said of it in the trace of a request that needs none', async () => {
    await new Browser(as).authorize({ scope: 'openid' });
    expect(as.trace().rules.filter(({ id }) => id.startsWith('pushed'))).toEqual([]);
  });
});

const nowSeconds = Date.UTC(2026, 10, 20, 12) / 1_000;
const sign = (claims: object, typ?: string): Promise<string> =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1', ...(typ === undefined ? {} : { typ }) })
    .sign(keys.privateKey);

describe('a request object', () => {
  const objectOf = (clientId: string, changes: object = {}) => ({
    iss: clientId,
    aud: as.origin,
    client_id: clientId,
    exp: nowSeconds + 60,
    ...plain,
    ...changes,
  });

  test('may be pushed: what it says counts alone', async () => {
    const browser = new Browser(as);
    const uri = await pushed({ request: await sign(objectOf('portal-web')), scope: 'orders.write' });
    await open(uri, {}, browser);
    const consent = await browser.signIn();
    expect(consent.html).toContain('orders.read');
    expect(consent.html).not.toContain('orders.write');
  });

  test('satisfies a server that demands signed objects, also for the browser that comes later', async () => {
    as.configure({ requireSignedRequestObject: true });
    expect((await push()).body['error']).toBe('invalid_request');
    const uri = await pushed({ request: await sign(objectOf('portal-web')) });
    expect((await open(uri)).status).toBe(200);
    const { location } = await new Browser(as).authorize();
    expect(new URL(location).searchParams.get('error')).toBe('invalid_request');
    expect(failedStep()).toBe('request-object-signed');
  });

  test.each([
    ['of another client', { client_id: 'other-web' }],
    ['of no client', { client_id: undefined }],
    ['for another server', { aud: 'https://else.example' }],
  ])('%s is refused in a push', async (_, changes) => {
    const answer = await push({ request: await sign(objectOf('portal-web', changes)) });
    expect([answer.status, answer.body['error']]).toEqual([400, 'invalid_request_object']);
  });
});

describe('a JWT of one kind is none of another (JA-04)', () => {
  let serial = 0;
  const assertion = (changes: object = {}): object => {
    serial += 1;
    const own = { iss: 'by-key', sub: 'by-key', aud: as.origin, jti: `j${serial}`, exp: nowSeconds + 60 };
    return { ...own, ...changes };
  };
  const pushAs = (jwt: string, more: Fields = {}): Promise<TokenAnswer> =>
    postTo(as, '/as/par.oauth2', {
      ...plain,
      client_assertion_type: jwtAssertionType,
      client_assertion: jwt,
      ...more,
    });

  test('a client assertion authenticates a push, for the issuer or for the endpoint', async () => {
    expect((await pushAs(await sign(assertion()))).status).toBe(201);
    expect((await pushAs(await sign(assertion({ aud: `${as.origin}/as/par.oauth2` })))).status).toBe(201);
    expect((await pushAs(await sign(assertion({ aud: `${as.origin}/as/revoke_token.oauth2` })))).status).toBe(
      401,
    );
  });

  test.each([
    ['its own type', 'client-authentication+jwt', {}],
    ['the plain type', 'JWT', {}],
    ['no type', undefined, {}],
    ['no type, and client_id', undefined, { client_id: 'by-key' }],
  ])('a client assertion with %s is not accepted as a request object', async (_, typ, changes) => {
    const jwt = await sign(assertion(changes), typ);
    const seen = await new Browser(as).authorize({ client_id: 'by-key', scope: 'openid', request: jwt });
    expect(new URL(seen.location).searchParams.get('error')).toBe('invalid_request_object');
    const proof = await sign(assertion());
    expect((await pushAs(proof, { request: jwt })).body['error']).toBe('invalid_request_object');
  });

  test.each([
    ['its own type', 'oauth-authz-req+jwt', {}],
    ['the plain type', 'JWT', {}],
    ['no type', undefined, {}],
    ['its own type, a subject and an id', 'oauth-authz-req+jwt', { sub: 'by-key', jti: 'x' }],
  ])('a request object with %s is no client assertion', async (_, typ, changes) => {
    const jwt = await sign(
      { iss: 'by-key', client_id: 'by-key', aud: as.origin, exp: nowSeconds + 60, ...plain, ...changes },
      typ,
    );
    const answer = await pushAs(jwt);
    expect([answer.status, answer.body['error']]).toEqual([401, 'invalid_client']);
  });
});
