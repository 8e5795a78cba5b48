import { createServer, type Server } from 'node:http';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  startAuthorizationServer,
  type TestAuthorizationServer,
} from '#test/support/authorization-server.ts';
import { listeningOrigin } from '#test/support/listening.ts';
import { startedOnce } from '#test/support/started.ts';
import { Browser, callback } from './parties.ts';

let jwk: Record<string, unknown>;
const keys = startedOnce(() => generateKeyPair('ES256'));
const strange = startedOnce(() => generateKeyPair('ES256'));
beforeAll(async () => {
  jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1' };
});

let as: TestAuthorizationServer;
let browser: Browser;
let uris: string[] = [];
const now = Math.floor(Date.UTC(2026, 10, 20, 12) / 1_000);
const policy = () => ({ algorithm: undefined as string | undefined, isRequired: false, uris });

async function begin(changes: Partial<ReturnType<typeof policy>> = {}) {
  as = await startAuthorizationServer({
    clients: [
      {
        clientId: 'portal-web',
        secret: 'portal-web-secret',
        redirectUris: [callback, 'http://127.0.0.1:9035/other'],
        scopes: ['orders.read', 'orders.write'],
        grantTypes: ['authorization_code'],
        responseTypes: ['code'],
        keys: { inline: [jwk], uri: undefined },
        requestObject: { ...policy(), ...changes },
      },
    ],
  });
  browser = new Browser(as);
}
beforeEach(async () => {
  uris = [];
  await begin();
});
afterEach(() => as.close());

const claims = () => ({
  iss: 'portal-web',
  aud: as.origin,
  client_id: 'portal-web',
  response_type: 'code',
  redirect_uri: callback,
  scope: 'orders.read',
  state: 'in the object',
  exp: now + 60,
});
const sign = (
  payload: Record<string, unknown>,
  header: { readonly kid?: string; readonly typ?: string } = {},
  key = keys.privateKey,
) => new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: 'k1', ...header }).sign(key);
const hmac = async () =>
  new SignJWT(claims())
    .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
    .sign(Buffer.from(await exportSPKI(keys.publicKey)));
const critical = () =>
  new SignJWT(claims())
    .setProtectedHeader({ alg: 'ES256', kid: 'k1', crit: ['urn:example:ext'], 'urn:example:ext': true })
    .sign(keys.privateKey, { crit: { 'urn:example:ext': true } });

/** Reads the error that the client receives for an invalid object. */
async function refusal(request: string): Promise<Record<string, string>> {
  const { location } = await browser.authorize({ request });
  return Object.fromEntries(new URL(location).searchParams);
}

describe('a signed request object', () => {
  test.each(['GET', 'POST'])('sent by %s counts before what stands beside it', async (method) => {
    const fields = new URLSearchParams({
      client_id: 'portal-web',
      response_type: 'code',
      scope: 'orders.write',
      state: 'beside',
      request: await sign(claims()),
    }).toString();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    await (method === 'GET'
      ? browser.open(`/as/authorization.oauth2?${fields}`)
      : browser.open('/as/authorization.oauth2', { method, body: fields, headers: form }));
    const { html } = await browser.signIn();
    expect(html).toContain('orders.read');
    expect(html).not.toContain('orders.write');
    const { location } = await browser.submit({ decision: 'allow' });
    expect(new URL(location).searchParams.get('state')).toBe('in the object');
  });

  test('in strict only what it says counts', async () => {
    as.configure({ profile: 'strict' });
    const { scope: _, ...rest } = claims();
    await browser.authorize({ request: await sign(rest), scope: 'orders.write' });
    const { html } = await browser.signIn();
    expect(html).toContain('orders.read');
  });

  test.each([
    [
      'signed by somebody else',
      () => sign(claims(), {}, strange.privateKey),
      'its signature does not verify',
    ],
    ['with an unknown kid', () => sign(claims(), { kid: 'k2' }), 'no registered key has the kid k2'],
    ['not signed', async () => new UnsecuredJWT(claims()).encode(), 'it is not signed'],
    ['expired', () => sign({ ...claims(), exp: now - 61 }), 'it has expired'],
    ['of tomorrow', () => sign({ ...claims(), nbf: now + 61 }), 'it is not valid yet'],
    [
      'for another server',
      () => sign({ ...claims(), aud: 'https://else.example' }),
      'its aud is not this server',
    ],
    ['of another issuer', () => sign({ ...claims(), iss: 'mallory' }), 'its iss is not the client'],
    [
      'of another client',
      () => sign({ ...claims(), client_id: 'x' }),
      'its client_id differs from the request',
    ],
    ['with another in it', () => sign({ ...claims(), request: 'x' }), 'it contains another request object'],
    ['of another type', () => sign({ ...claims(), response_type: 'token' }), 'its response_type differs'],
    ['that is no JWT', async () => 'nonsense', 'it is not a JWT of three parts'],
    ['that is encrypted', async () => 'a.b.c.d.e', 'it is encrypted'],
    ['of rubbish', async () => 'a.b.c', 'it is not a JWT that can be decoded'],
  ])('%s: INVALID_VALUE, and the failed check is named', async (_, make, fault) => {
    const answer = await refusal(await make());
    expect(answer['error']).toBe('invalid_request_object');
    expect(answer['error_description']).toMatch(/^INVALID_VALUE: the request object is invalid: /);
    expect(answer['error_description']).toContain(fault);
    expect(as.trace().rules.find(({ id }) => id === 'request-object-valid')).toMatchObject({
      outcome: 'failed',
    });
  });

  test.each([
    ['HS256 with the public key as its secret', () => hmac(), 'the algorithm HS256 is not supported'],
    [
      'a kid that is a path',
      () => sign(claims(), { kid: '../../etc/passwd' }),
      'no registered key has the kid',
    ],
    ['a kid that is SQL', () => sign(claims(), { kid: "k1' OR '1'='1" }), 'no registered key has the kid'],
    [
      'the typ of an access token',
      () => sign(claims(), { typ: 'at+jwt' }),
      'its typ belongs to another type',
    ],
    [
      'the typ of a logout token',
      () => sign(claims(), { typ: 'logout+jwt' }),
      'its typ belongs to another type',
    ],
    ['a critical extension', () => critical(), 'it requires an unknown extension'],
    ['an aud without us', () => sign({ ...claims(), aud: ['x', 'y'] }), 'its aud is not this server'],
    ['an exp that is text', () => sign({ ...claims(), exp: `${now + 60}` }), 'it has expired'],
  ])('check 24: one with %s is refused', async (_, make, fault) => {
    const answer = await refusal(await make());
    expect(answer['error']).toBe('invalid_request_object');
    expect(answer['error_description']).toContain(fault);
  });

  test.each([
    ['an aud among others', () => sign({ ...claims(), aud: ['https://else.example', as.origin] })],
    ['its own typ', () => sign(claims(), { typ: 'oauth-authz-req+jwt' })],
    ['the general typ', () => sign(claims(), { typ: 'JWT' })],
    ['the skew of the settings', () => sign({ ...claims(), exp: now - 59, nbf: now + 59 })],
  ])('check 24: one with %s is taken', async (_, make) => {
    expect((await browser.authorize({ request: await make() })).status).toBe(200);
  });

  test('check 19: what it says of itself cannot break out of error_description', async () => {
    const header = { alg: '"\r\nSet-Cookie: x=1\u0007<script>\\é' };
    const text = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.e30.AAAA`;
    for (const mode of ['query', 'fragment', 'form_post']) {
      const seen = await browser.authorize({ request: text, response_mode: mode });
      expect(seen.headers.getSetCookie()).toEqual([]);
      expect(seen.html).not.toContain('<script>\\');
      const { search, hash } = mode === 'form_post' ? { search: '', hash: '' } : new URL(seen.location);
      const given = new URLSearchParams(search || hash.slice(1)).get('error_description');
      const posted = /name="error_description" value="([^"]*)"/.exec(seen.html)?.[1];
      expect(given ?? posted).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    }
  });

  test('it cannot lead the browser to an address that is not registered', async () => {
    const seen = await browser.open(
      `/as/authorization.oauth2?${new URLSearchParams({
        client_id: 'portal-web',
        request: await sign({ ...claims(), redirect_uri: 'https://evil.example/' }),
      })}`,
    );
    expect(seen.status).toBe(400);
    expect(seen.location).toBe('');
  });

  test('where the client must send one, a request without is refused', async () => {
    await as.close();
    await begin({ isRequired: true });
    const { location } = await browser.authorize();
    expect(new URL(location).searchParams.get('error')).toBe('invalid_request');
  });

  test('an unsigned one passes for a client that is registered for it', async () => {
    await as.close();
    await begin({ algorithm: 'none' });
    expect((await browser.authorize({ request: new UnsecuredJWT(claims()).encode() })).status).toBe(200);
    expect((await refusal(await sign(claims())))['error_description']).toContain('registered for none');
  });
});

describe('request_uri', () => {
  let home: Server;
  let uri: string;
  let fetched = 0;
  let served: () => Promise<string>;
  beforeEach(async () => {
    fetched = 0;
    served = () => sign(claims());
    home = createServer((_, response) => {
      fetched += 1;
      void served().then((text) => response.end(text));
    });
    uri = `${await listeningOrigin(home)}/request.jwt`;
  });
  afterEach(() => home.close());

  test('is never fetched unless it is registered', async () => {
    const { location } = await browser.authorize({ request_uri: uri });
    expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({
      error: 'invalid_request_uri',
      error_description: 'INVALID_VALUE: the request object is invalid: its request_uri is not registered.',
    });
    expect(fetched).toBe(0);
  });

  test('is fetched and verified where it is', async () => {
    await as.close();
    uris = [uri];
    await begin();
    expect((await browser.authorize({ request_uri: uri, redirect_uri: '' })).status).toBe(200);
    expect(fetched).toBe(1);
    served = async () => 'nonsense';
    const { location } = await browser.authorize({ request_uri: uri });
    expect(new URL(location).searchParams.get('error')).toBe('invalid_request_object');
  });

  test('and request exclude each other', async () => {
    const { location } = await browser.authorize({ request_uri: uri, request: 'x' });
    expect(new URL(location).searchParams.get('error_description')).toContain('mutually exclusive');
    expect(fetched).toBe(0);
  });
});
