import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { jwtAssertionType } from '#shared/oauth/index.ts';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { documentRedirect, startDocumentHost } from '#test/support/document-host.ts';
import { startedAnew } from '#test/support/started.ts';
import {
  Browser,
  challenge,
  member,
  postTo,
  postToken,
  type Seen,
  type TokenAnswer,
  verifier,
} from './parties.ts';

const rebound = { 'docs.example.com': '10.1.2.3' };
const host = startedAnew(() => startDocumentHost(rebound));
const as = startedAnew(() =>
  startAuthorizationServer({
    outgoing: host.outgoing,
    settings: { clientIdMetadataDocuments: host.settings },
  }),
);

const asking = (clientId: string, fields: Readonly<Record<string, string>> = {}) => ({
  client_id: clientId,
  redirect_uri: documentRedirect,
  code_challenge: challenge,
  code_challenge_method: 'S256',
  ...fields,
});

const opened = (clientId: string, fields: Readonly<Record<string, string>> = {}): Promise<Seen> =>
  new Browser(as).authorize(asking(clientId, fields));

/** Goes the whole way to a code, with consent. */
async function codeFor(clientId: string, browser = new Browser(as)): Promise<string> {
  await browser.authorize(asking(clientId, { scope: 'openid profile' }));
  await browser.signIn();
  const { location } = await browser.submit({ decision: 'allow' });
  return new URL(location).searchParams.get('code') ?? '';
}

const redeem = (clientId: string, code: string, fields: Readonly<Record<string, string>> = {}) =>
  postToken(as, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: documentRedirect,
    code_verifier: verifier,
    client_id: clientId,
    ...fields,
  });

const failed = (): string | undefined => as.trace().rules.find(({ outcome }) => outcome === 'failed')?.id;
const ruleOf = (id: string): string | undefined => as.trace().rules.find((rule) => rule.id === id)?.rule;

/** The server shows a page of its own and leads nowhere. */
function expectPage(seen: Seen, step: string): void {
  expect([seen.status, seen.location, failed()]).toEqual([400, '', step]);
}

describe('a public client whose client_id is the URL of its document', () => {
  test('signs its users in, gets tokens, refreshes and revokes them', async () => {
    const url = host.publish('/client', {}, { 'cache-control': 'max-age=60' });
    const answer = await redeem(url, await codeFor(url));
    expect(answer.status).toBe(200);
    expect(host.asked).toEqual(['/client']);
    expect(ruleOf('document-fetched')).toBe(`Client ID metadata document is in the cache: ${url}`);

    as.advance(61_000);
    const again = await postToken(as, {
      grant_type: 'refresh_token',
      refresh_token: member(answer, 'refresh_token'),
      client_id: url,
    });
    expect(again.status).toBe(200);
    expect(host.asked).toHaveLength(2);
    expect(ruleOf('document-fetched')).toBe(`Client ID metadata document was fetched: ${url}`);
    const access = member(again, 'access_token');
    const userinfo = () =>
      fetch(`${as.origin}/as/userinfo.openid`, { headers: { authorization: `Bearer ${access}` } });
    expect((await userinfo()).status).toBe(200);
    expect((await postTo(as, '/as/revoke_token.oauth2', { token: access, client_id: url })).status).toBe(200);
    expect((await userinfo()).status).toBe(401);
  });

  test('keeps its tokens over a restart, which empties the cache', async () => {
    const url = host.publish('/client');
    const answer = await redeem(url, await codeFor(url));
    await as.restart('stop');
    const { body } = await postTo(
      as,
      '/as/introspect.oauth2',
      { token: member(answer, 'access_token') },
      'orders-api',
    );
    expect(body).toMatchObject({ active: true, client_id: url });
    const refresh = { grant_type: 'refresh_token', refresh_token: member(answer, 'refresh_token') };
    expect((await postToken(as, { ...refresh, client_id: url })).status).toBe(200);
  });

  test('pushes its request, and returns to its own address after a sign-out', async () => {
    const url = host.publish('/client', { post_logout_redirect_uris: ['https://app.example/bye'] });
    const pushed = await postTo(as, '/as/par.oauth2', { ...asking(url), response_type: 'code' });
    expect(pushed.status).toBe(201);
    const seen = await new Browser(as).open(
      `/as/authorization.oauth2?${new URLSearchParams({ client_id: url, request_uri: member(pushed, 'request_uri') })}`,
    );
    expect(seen.html).toContain('Desk');
    const out = await new Browser(as).open(
      `/as/end_session.openid?${new URLSearchParams({ client_id: url, post_logout_redirect_uri: 'https://app.example/bye' })}`,
    );
    expect(out.location).toBe('https://app.example/bye');
  });

  test('is shown with its host, and with a warning where it returns to this computer alone', async () => {
    const consent = async (url: string, redirect: string) => {
      const browser = new Browser(as);
      await browser.authorize(asking(url, { redirect_uri: redirect }));
      return (await browser.signIn()).html;
    };
    const far = await consent(host.publish('/far'), documentRedirect);
    expect(far).toContain(`<code>${new URL(host.origin).host}</code>`);
    expect(far).toContain('<code>https://app.example</code>');
    expect(far).not.toContain('program on this computer');
    const near = { application_type: 'native', redirect_uris: ['http://127.0.0.1/cb'] };
    expect(await consent(host.publish('/near', near), 'http://127.0.0.1:4711/cb')).toContain(
      'program on this computer',
    );
  });

  test('asks for consent again once its redirect URIs, keys or name are others', async () => {
    const url = host.publish('/client');
    const browser = new Browser(as);
    await codeFor(url, browser);
    const again = async () => browser.authorize(asking(url, { scope: 'openid profile' }));
    expect((await again()).location).toContain('code=');
    as.advance(31_000);
    expect((await again()).location).toContain('code=');
    as.advance(31_000);
    host.publish('/client', { client_name: 'Another desk' });
    const seen = await again();
    expect(seen.html).toContain('name="decision"');
    expect(ruleOf('consent-current')).toContain('is void');
    expect((await browser.submit({ decision: 'allow' })).location).toContain('code=');
    expect((await again()).location).toContain('code=');
  });
});

describe('a client whose document declares private_key_jwt', () => {
  async function signer() {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const jwk = { ...(await exportJWK(publicKey)), kid: 'one' };
    const assertionFor = (url: string) =>
      new SignJWT({ jti: 'a1' })
        .setProtectedHeader({ alg: 'ES256', kid: 'one', typ: 'client-authentication+jwt' })
        .setIssuer(url)
        .setSubject(url)
        .setAudience(as.origin)
        .setExpirationTime(Math.floor(as.nowMillis() / 1_000) + 60)
        .sign(privateKey);
    return { jwk, assertionFor };
  }

  test.each(['jwks', 'jwks_uri'])('must sign, by the keys of its %s', async (where) => {
    const { jwk, assertionFor } = await signer();
    host.answer('/keys', (_, response) => void response.end(JSON.stringify({ keys: [jwk] })));
    const keys = where === 'jwks' ? { jwks: { keys: [jwk] } } : { jwks_uri: `${host.origin}/keys` };
    const url = host.publish('/signer', { token_endpoint_auth_method: 'private_key_jwt', ...keys });
    const code = await codeFor(url);
    const unsigned = await redeem(url, code);
    expect([unsigned.status, unsigned.body['error']]).toEqual([401, 'invalid_client']);
    const proof = {
      client_assertion_type: jwtAssertionType,
      client_assertion: await assertionFor(url),
    };
    expect((await redeem(url, code, proof)).status).toBe(200);
  });
});

describe('a document is refused on a page, never with a redirect', () => {
  test.each<readonly [what: string, members: Readonly<Record<string, unknown>>, step: string]>([
    ['another client_id', { client_id: 'https://127.0.0.1/client' }, 'document-id'],
    ['a secret', { client_secret: 'hunter2' }, 'document-secrets'],
    ['the expiry of a secret', { client_secret_expires_at: 0 }, 'document-secrets'],
    ['a method with a secret', { token_endpoint_auth_method: 'client_secret_basic' }, 'document-secrets'],
    [
      'a private key',
      { jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', d: 'AA' }] } },
      'document-secrets',
    ],
    ['no name', { client_name: undefined }, 'document-members'],
    ['no redirect URI', { redirect_uris: [] }, 'document-redirect-uris'],
    ['a script as redirect URI', { redirect_uris: ['javascript:alert(1)'] }, 'document-redirect-uris'],
    ['an internal jwks_uri', { jwks_uri: 'https://10.0.0.1/keys' }, 'document-uris'],
    ['a logo on another port of this machine', { logo_uri: 'https://localhost:1/logo' }, 'document-uris'],
    ['a method without keys', { token_endpoint_auth_method: 'private_key_jwt' }, 'document-authentication'],
    ['the name of a registered client', { client_name: 'Portal' }, 'document-name'],
    [
      '5 KB and more',
      { software_id: 'x'.repeat(400), client_uri: `https://a.example/${'x'.repeat(5_000)}` },
      'document-fetched',
    ],
  ])('with %s', async (_, members, step) => {
    expectPage(await opened(host.publish('/client', members)), step);
  });

  test.each<readonly [what: string, status: number, headers: Readonly<Record<string, string>>, step: string]>(
    [
      ['a redirect', 302, { location: '/client' }, 'document-status'],
      ['201', 201, { 'content-type': 'application/json' }, 'document-status'],
      ['404', 404, {}, 'document-status'],
      ['a page', 200, { 'content-type': 'text/html' }, 'document-object'],
      ['an array', 200, { 'content-type': 'application/json' }, 'document-object'],
    ],
  )('as %s', async (_, status, headers, step) => {
    host.publish('/client');
    const url = host.answer(
      '/other',
      (_request, response) => void response.writeHead(status, headers).end('[]'),
    );
    expectPage(await opened(url), step);
    expect(host.asked).toEqual(['/other']);
  });

  test('that never ends: the server stops reading', async () => {
    let isClosed = false;
    const url = host.answer('/endless', (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '.repeat(1_024)), 1);
      response.on('close', () => {
        clearInterval(timer);
        isClosed = true;
      });
    });
    expectPage(await opened(url), 'document-fetched');
    await expect.poll(() => isClosed).toBe(true);
  });

  test.each([
    ['https://app.example', 'document-url'],
    ['https://user@app.example/client', 'document-url'],
    ['https://app.example/client#one', 'document-url'],
    ['https://app.example/a/%2E./client', 'document-url'],
    ['https://localhost:1/client', 'document-address'],
    ['https://[::ffff:10.0.0.1]/client', 'document-address'],
    ['https://intranet/client', 'document-address'],
    ['https://docs.example.com/client', 'document-fetched'],
  ])('as %s', async (url, step) => {
    expectPage(await opened(url), step);
    expect(host.asked).toEqual([]);
  });

  test('as is a redirect URI that it does not list, with the port of a web application too', async () => {
    const url = host.publish('/client', { redirect_uris: ['http://127.0.0.1:4000/cb'] });
    for (const redirect_uri of ['https://evil.example/cb', 'http://127.0.0.1:4001/cb'])
      expectPage(await opened(url, { redirect_uri }), 'redirect-uri-registered');
  });
});

describe('the cache', () => {
  test('keeps no failure: the next request fetches again', async () => {
    const url = host.answer('/client', (_, response) => void response.writeHead(500).end());
    expectPage(await opened(url), 'document-status');
    host.publish('/client');
    expect((await opened(url)).status).toBe(200);
  });

  test('follows the headers within its bounds, and forgets beyond a hundred documents', async () => {
    const short = host.publish('/short', {}, { 'cache-control': 'no-store' });
    const long = host.publish('/long', {}, { 'cache-control': 'max-age=315360000' });
    const count = (path: string) => host.asked.filter((each) => each === path).length;
    for (const url of [short, long, short, long]) await opened(url);
    expect([count('/short'), count('/long')]).toEqual([1, 1]);
    as.advance(30_000);
    for (const url of [short, long]) await opened(url);
    expect([count('/short'), count('/long')]).toEqual([2, 1]);
    for (let index = 0; index < 100; index += 1) await opened(host.publish(`/n${index}`));
    await opened(long);
    expect(count('/long')).toBe(2);
    as.advance(86_400_000);
    await opened(long);
    expect(count('/long')).toBe(3);
  });

  test('is filled once for requests that come together', async () => {
    const url = host.publish('/client');
    const all = await Promise.all(Array.from({ length: 5 }, () => opened(url)));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(host.asked).toEqual(['/client']);
  });
});

describe('off', () => {
  test('nothing is fetched, tokens end, and the metadata say nothing; on, they say so', async () => {
    const metadata = async (): Promise<Record<string, unknown>> =>
      (await (await fetch(`${as.origin}/.well-known/oauth-authorization-server`)).json()) as Record<
        string,
        unknown
      >;
    expect(await metadata()).toMatchObject({ client_id_metadata_document_supported: true });
    expect((await metadata())['token_endpoint_auth_methods_supported']).toContain('none');
    const url = host.publish('/client');
    const answer: TokenAnswer = await redeem(url, await codeFor(url));
    as.configure({ clientIdMetadataDocuments: { ...host.settings, enabled: false } });
    expect(await metadata()).not.toHaveProperty('client_id_metadata_document_supported');
    expectPage(await opened(url), 'client-known');
    expect(as.trace().rules.filter(({ id }) => id.startsWith('document-'))).toEqual([]);
    const refresh = { grant_type: 'refresh_token', refresh_token: member(answer, 'refresh_token') };
    expect((await postToken(as, { ...refresh, client_id: url })).body['error']).toBe('invalid_client');
    expect(host.asked).toEqual(['/client']);
  });
});
