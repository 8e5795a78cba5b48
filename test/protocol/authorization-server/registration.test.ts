import { describe, expect, test } from 'vitest';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew } from '#test/support/started.ts';
import { Browser, callback, challenge, postTo, verifier } from './parties.ts';
import { manage, native, openTo, register, registered, web } from './registering.ts';

const as = startedAnew(() => startAuthorizationServer({ settings: openTo() }));

const failedStep = (): string | undefined => as.trace().rules.find(({ outcome }) => outcome === 'failed')?.id;
const metadata = async (): Promise<Record<string, unknown>> =>
  (await fetch(`${as.origin}/.well-known/openid-configuration`)).json() as Promise<Record<string, unknown>>;

describe('a client that registers itself', () => {
  test('learns all that was registered, how to manage it, and until when', async () => {
    const answer = await register(as, { ...web, unheard_of: 1, scope: 'orders.read' });
    const { clientId } = registered(answer);
    const issued = as.nowMillis() / 1_000;
    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual({
      ...web,
      scope: 'orders.read',
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      application_type: 'web',
      client_id: expect.stringMatching(/^dyn-[\w-]{28}$/),
      client_id_issued_at: issued,
      client_secret: expect.stringMatching(/^[\w-]{56}$/),
      client_secret_expires_at: issued + 30 * 86_400,
      registration_access_token: expect.stringMatching(/^[\w-]{28}$/),
      registration_client_uri: `${as.origin}/as/clients.oauth2?client_id=${clientId}`,
    });
    expect(as.trace().pipeline).toBe('register');
    expect(as.tags()).toEqual([`client:${clientId}`]);
  });

  test('signs a user in at once, who is told that nobody vouches for it, and asks for a scope of the policy later', async () => {
    const { clientId } = registered(
      await register(as, { ...native, client_name: 'Agent', scope: 'orders.read' }),
    );
    const browser = new Browser(as);
    await browser.authorize({
      client_id: clientId,
      scope: 'orders.write',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    const page = await browser.signIn();
    expect(page.html).toContain('registered itself');
    const back = new URL((await browser.submit({ decision: 'allow' })).location);
    const tokens = await postTo(as, '/as/token.oauth2', {
      grant_type: 'authorization_code',
      client_id: clientId,
      code: back.searchParams.get('code') ?? '',
      redirect_uri: callback,
      code_verifier: verifier,
    });
    expect(tokens.status).toBe(200);
    expect((await new Browser(as).authorize({ client_id: clientId, scope: 'admin' })).location).toContain(
      'error=invalid_scope',
    );
  });

  test('is known after a restart, and for as long as the policy says', async () => {
    as.configure(openTo({ lifetimeDays: 1 }));
    const client = registered(await register(as, web));
    await as.restart('crash');
    as.advance(86_399_000);
    expect((await manage(as, client, 'GET')).status).toBe(200);
    as.advance(1_000);
    expect((await manage(as, client, 'GET')).status).toBe(401);
    expect((await new Browser(as).authorize({ client_id: client.clientId })).status).toBe(400);
  });

  test('finds the endpoint in the metadata where registration is on, and nothing where it is off', async () => {
    expect(await metadata()).toMatchObject({ registration_endpoint: `${as.origin}/as/clients.oauth2` });
    as.configure({ registration: 'off' });
    expect(await metadata()).not.toHaveProperty('registration_endpoint');
    expect((await register(as, web)).status).toBe(404);
  });
});

describe('a registration that is refused', () => {
  const codes = async (changes: Record<string, unknown>, base: Record<string, unknown> = web) => {
    const answer = await register(as, { ...base, ...changes });
    return [answer.status, answer.body['error'], failedStep()];
  };

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '//evil.example/cb',
    'https://shop.example/cb#x',
    'https://ann@shop.example/cb',
    'https://*.shop.example/cb',
  ])('for the redirect URI %s', async (uri) => {
    expect(await codes({ redirect_uris: [uri] })).toEqual([
      400,
      'invalid_redirect_uri',
      'redirect-uris-safe',
    ]);
    expect(await codes({ redirect_uris: [uri] }, native)).toEqual([
      400,
      'invalid_redirect_uri',
      'redirect-uris-safe',
    ]);
  });

  test('for a redirect URI of another kind of application', async () => {
    const refused = [400, 'invalid_redirect_uri', 'redirect-uris-fit'];
    const as200 = [201, undefined, undefined];
    for (const uri of [
      'http://localhost.evil.example/cb',
      'http://127.0.0.1.evil.example/cb',
      'http://localhost@evil.example/cb',
      'cursor:/cb',
    ]) {
      const [status, error] = await codes({ redirect_uris: [uri] }, native);
      expect([status, error], uri).toEqual([400, 'invalid_redirect_uri']);
    }
    for (const uri of [
      'http://localhost/cb',
      'http://[::1]:7/cb',
      'com.example.app:/cb',
      'https://app.example/cb',
    ])
      expect(await codes({ redirect_uris: [uri] }, native), uri).toEqual(as200);
    expect(await codes({ redirect_uris: ['com.example.app:/cb'] })).toEqual(refused);
    expect(await codes({ redirect_uris: ['http://shop.example/cb'] })).toEqual(refused);
    expect(await codes({ redirect_uris: ['http://127.0.0.1:9/cb'] })).toEqual(as200);
    as.configure(openTo({ webOnLoopback: false, anyPrivateScheme: true }));
    expect(await codes({ redirect_uris: ['http://127.0.0.1:9/cb'] })).toEqual(refused);
    expect(await codes({ redirect_uris: ['cursor:/cb'] }, native)).toEqual(as200);
    expect(await codes({ redirect_uris: ['ftp://app.example/cb'] }, native)).toEqual(refused);
  });

  test('for an implicit client that is not on https', async () => {
    as.configure(openTo({ grantTypes: ['implicit'] }));
    const implicit = { grant_types: ['implicit'], redirect_uris: [callback] };
    expect(await codes(implicit)).toEqual([400, 'invalid_redirect_uri', 'redirect-uris-fit']);
    expect(await codes({ ...implicit, redirect_uris: web.redirect_uris })).toEqual([
      201,
      undefined,
      undefined,
    ]);
  });

  test.each([
    ['metadata-valid', { grant_types: 'authorization_code' }],
    ['metadata-valid', { jwks: { keys: [{ kty: 'EC', d: 'x' }] } }],
    ['metadata-valid', { jwks: { keys: [] }, jwks_uri: 'https://shop.example/keys' }],
    ['metadata-valid', { application_type: 'worker' }],
    ['metadata-unprivileged', { skip_consent: true }],
    ['metadata-unprivileged', { audience: ['https://orders.example'] }],
    ['grants-allowed', { grant_types: ['authorization_code', 'password'] }],
    ['grants-fit', { response_types: ['token'] }],
    ['grants-fit', { response_types: ['code', 'sudo'] }],
    ['scope-allowed', { scope: 'orders.read admin' }],
    ['authentication-allowed', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['authentication-allowed', { token_endpoint_auth_signing_alg: 'HS256' }],
    ['name-distinct', { client_name: 'portal' }],
    ['name-distinct', { client_name: 'PÓRTAL Web' }],
    ['name-distinct', { client_name: 'Shop\u202Elatrop' }],
    ['uris-public', { logo_uri: 'http://127.0.0.1:1/x' }],
    ['uris-public', { jwks_uri: 'https://169.254.169.254/keys' }],
    ['uris-public', { policy_uri: 'https://[fd00::1]/' }],
    ['uris-public', { sector_identifier_uri: 'https://intranet/ids' }],
    ['uris-public', { request_uris: ['https://2130706433/x'] }],
    ['uris-public', { client_uri: 'javascript:alert(1)' }],
  ])('at %s for %j', async (step, changes) => {
    expect(await codes(changes)).toEqual([400, 'invalid_client_metadata', step]);
    expect(as.sent).toEqual([]);
  });

  test('for a body that is no JSON object, and for no redirect URI at all', async () => {
    for (const [body, type] of [
      ['{', 'application/json'],
      ['[]', 'application/json'],
      ['redirect_uris=x', 'application/x-www-form-urlencoded'],
    ] as const)
      expect((await register(as, body, { type })).body['error']).toBe('invalid_client_metadata');
    expect((await register(as, {})).body['error']).toBe('invalid_redirect_uri');
  });
});

describe('who may register', () => {
  test('is whoever holds an initial access token, as often and as long as that says', async () => {
    as.configure({ registration: 'token' });
    const { token } = await as.server.admin.dynamicClients.createToken({
      label: 'CI',
      lifetimeHours: 1,
      maxUses: 2,
    });
    expect(as.store.dump()).not.toContain(token);
    const challenged = await register(as, web);
    expect([challenged.status, challenged.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="registration"',
    ]);
    expect((await register(as, web, { token: 'wrong' })).headers.get('www-authenticate')).toContain(
      'error="invalid_token"',
    );
    expect((await register(as, { ...web, scope: 'admin' }, { token })).status).toBe(400);
    expect((await register(as, web, { token })).status).toBe(201);
    await as.restart('crash');
    expect((await register(as, web, { token })).status).toBe(201);
    expect((await register(as, web, { token })).status).toBe(401);
    expect(failedStep()).toBe('initial-token-valid');
    const other = await as.server.admin.dynamicClients.createToken({
      label: 'x',
      lifetimeHours: 1,
      maxUses: 9,
    });
    as.advance(3_600_000);
    expect((await register(as, web, { token: other.token })).status).toBe(401);
  });

  test('is bounded for an address in a minute, and for all together', async () => {
    as.configure(openTo({ perMinute: 3, maxRegistrations: 4 }));
    const tries = async (count: number) => {
      const statuses: number[] = [];
      for (let index = 0; index < count; index += 1) statuses.push((await register(as, web)).status);
      return statuses;
    };
    expect(await tries(4)).toEqual([201, 201, 201, 429]);
    expect(failedStep()).toBe('registration-rate');
    as.advance(60_000);
    expect(await tries(2)).toEqual([201, 429]);
    expect(failedStep()).toBe('registrations-bounded');
    as.advance(31 * 86_400_000);
    expect(await tries(1)).toEqual([201]);
  });
});
