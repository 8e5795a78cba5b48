import { describe, expect, test } from 'vitest';
import { clientLintRules, type LintInput, lintClient } from '#shared/oauth/client-lint/index.ts';
import { clientFileSchema, manifestSchema, settingsOfProfile } from '#shared/workspace/index.ts';

const { authorizationServer } = manifestSchema.parse({ name: 'test' }).services;
const validate = 'urn:gatehouse:oauth2:grant_type:validate_bearer';

/** A client without fault: confidential, code with PKCE over https. */
const sound = {
  client_id: 'portal',
  redirect_uris: ['https://portal.example/cb'],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  scope: 'openid orders.read',
  token_endpoint_auth_method: 'client_secret_basic',
  require_pkce: true,
};

interface Changes {
  readonly client?: Readonly<Record<string, unknown>>;
  readonly settings?: Partial<LintInput['settings']>;
  readonly secret?: LintInput['secret'];
}

function lint({ client = {}, settings = {}, secret = 'held' }: Changes) {
  return lintClient({
    client: clientFileSchema.parse({ ...sound, ...client }),
    settings: { ...authorizationServer, allowPlainPkce: false, ...settings },
    vendorUrn: 'gatehouse',
    secret,
  });
}

const publicClient = { token_endpoint_auth_method: 'none' };
const machine = { redirect_uris: [], response_types: [], scope: 'orders.read' };

/** For each rule what it finds, with the places, and the nearest registration that it lets pass. */
const stories: Readonly<Record<string, readonly [Changes, readonly string[], Changes]>> = {
  'redirect-plain-http': [
    { client: { redirect_uris: ['https://a.example/cb', 'http://a.example/cb'] } },
    ['/redirect_uris/1'],
    { client: { redirect_uris: ['http://127.0.0.1:9035/cb', 'http://&{host}/cb'] } },
  ],
  'redirect-localhost-name': [
    { client: { redirect_uris: ['http://localhost:8080/cb'] } },
    ['/redirect_uris/0'],
    { client: { redirect_uris: ['http://[::1]:8080/cb', 'https://localhost.example/cb'] } },
  ],
  'redirect-short-scheme': [
    { client: { redirect_uris: ['myapp:/cb'] } },
    ['/redirect_uris/0'],
    { client: { redirect_uris: ['com.example.app:/cb'] } },
  ],
  'redirect-dangerous-scheme': [
    { client: { redirect_uris: ['javascript:alert(1)'] } },
    ['/redirect_uris/0'],
    { client: { redirect_uris: ['com.example.javascript:/cb'] } },
  ],
  'redirect-wildcard': [{ client: { redirect_uris: ['https://*.example/cb'] } }, ['/redirect_uris/0'], {}],
  'redirect-fragment': [{ client: { redirect_uris: ['https://a.example/#cb'] } }, ['/redirect_uris/0'], {}],
  'redirect-not-absolute': [{ client: { redirect_uris: ['/cb'] } }, ['/redirect_uris/0'], {}],
  'redirect-missing': [
    { client: { redirect_uris: [] } },
    ['/redirect_uris'],
    { client: { ...machine, grant_types: ['client_credentials'] } },
  ],
  'redirect-unused': [
    { client: { grant_types: ['client_credentials'], response_types: [] } },
    ['/redirect_uris'],
    { client: { grant_types: [], response_types: ['token'] } },
  ],
  implicit: [
    { client: { response_types: ['code', 'token'] } },
    ['/response_types'],
    { client: { response_types: ['code id_token'] } },
  ],
  'password-grant': [{ client: { grant_types: ['password'] } }, ['/grant_types'], {}],
  'public-client-credentials': [
    { client: { ...machine, ...publicClient, grant_types: ['client_credentials'] } },
    ['/grant_types'],
    { client: { ...machine, grant_types: ['client_credentials'] } },
  ],
  'grant-unknown': [
    { client: { grant_types: ['authorization_code', 'urn:other:oauth2:grant_type:validate_bearer'] } },
    ['/grant_types/1'],
    { client: { grant_types: ['authorization_code', validate, 'implicit'] } },
  ],
  'response-type-unknown': [
    { client: { response_types: ['code', 'kode'] } },
    ['/response_types/1'],
    { client: { response_types: ['id_token code'] } },
  ],
  'code-without-grant': [
    { client: { grant_types: ['client_credentials'] } },
    ['/response_types'],
    { client: { grant_types: ['authorization_code'] } },
  ],
  'grant-without-code': [
    { client: { response_types: ['token'] } },
    ['/grant_types'],
    { client: { response_types: undefined } },
  ],
  'refresh-never-issued': [
    { client: { ...machine, grant_types: ['client_credentials', 'refresh_token'] } },
    ['/grant_types'],
    { client: { ...machine, grant_types: ['password', 'refresh_token'] } },
  ],
  'grant-missing': [
    { client: { ...machine, grant_types: [] } },
    ['/grant_types'],
    { client: { grant_types: [], response_types: ['token'] } },
  ],
  'resource-server-signs-in': [
    { client: { grant_types: ['authorization_code', validate] } },
    ['/grant_types'],
    { client: { ...machine, grant_types: [validate] } },
  ],
  'public-without-pkce': [
    { client: { ...publicClient, require_pkce: undefined } },
    ['/require_pkce'],
    { client: { ...publicClient, require_pkce: undefined }, settings: { requirePkce: true } },
  ],
  'plain-pkce': [
    { settings: { allowPlainPkce: true } },
    ['/require_pkce'],
    { client: { require_pkce: false }, settings: { allowPlainPkce: true } },
  ],
  'refresh-for-ever': [
    { client: publicClient },
    ['/roll_refresh_tokens'],
    { client: { ...publicClient, dpop_bound_access_tokens: true } },
  ],
  'bound-token-in-front': [
    { client: { dpop_bound_access_tokens: true, response_types: ['code', 'token'] } },
    ['/response_types'],
    { client: { dpop_bound_access_tokens: true } },
  ],
  'access-token-long': [
    { client: { access_token_lifetime_seconds: 86_401 } },
    ['/access_token_lifetime_seconds'],
    { client: { access_token_lifetime_seconds: 60 }, settings: { accessTokenLifetimeSeconds: 1_000_000 } },
  ],
  'secret-missing': [{ secret: 'none' }, ['/client_secret'], { client: publicClient, secret: 'none' }],
  'secret-unused': [{ client: publicClient }, ['/client_secret'], { client: publicClient, secret: 'none' }],
  'assertion-without-keys': [
    { client: { token_endpoint_auth_method: 'private_key_jwt' }, secret: 'none' },
    ['/jwks'],
    {
      client: { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://a.example/jwks' },
      secret: 'none',
    },
  ],
  'assertion-algorithm-unfit': [
    { client: { token_endpoint_auth_method: 'client_secret_jwt', token_endpoint_auth_signing_alg: 'RS256' } },
    ['/token_endpoint_auth_signing_alg'],
    { client: { token_endpoint_auth_method: 'client_secret_jwt', token_endpoint_auth_signing_alg: 'HS512' } },
  ],
  'secret-in-clear': [{ secret: 'in-clear' }, ['/client_secret'], {}],
  'scope-malformed': [{ client: { scope: 'orders.read  orders"write' } }, ['/scope'], {}],
  'openid-without-user': [
    { client: { ...machine, grant_types: ['client_credentials'], scope: 'openid' } },
    ['/scope'],
    { client: { ...machine, grant_types: ['client_credentials'] } },
  ],
  'id-token-without-openid': [
    { client: { response_types: ['code id_token'], scope: 'orders.read' } },
    ['/scope'],
    { client: { response_types: ['code id_token'] } },
  ],
  'consent-skipped': [
    { client: { skip_consent: true } },
    ['/skip_consent'],
    { client: { skip_consent: true, redirect_uris: ['http://127.0.0.1/cb'] } },
  ],
  'request-object-unsigned': [
    { client: { request_object_signing_alg: 'none' } },
    ['/request_object_signing_alg'],
    { client: { request_object_signing_alg: 'ES256' } },
  ],
  'request-object-without-keys': [
    { client: { require_signed_request_object: true } },
    ['/jwks'],
    { client: { require_signed_request_object: true, jwks_uri: 'https://portal.example/jwks' } },
  ],
  'push-of-public-client': [
    { client: { ...publicClient, require_pushed_authorization_requests: true } },
    ['/require_pushed_authorization_requests'],
    { client: { require_pushed_authorization_requests: true } },
  ],
  'push-without-browser': [
    {
      client: {
        ...machine,
        grant_types: ['client_credentials'],
        require_pushed_authorization_requests: true,
      },
    },
    ['/require_pushed_authorization_requests'],
    { client: { ...machine, grant_types: ['client_credentials'] } },
  ],
  'push-and-request-uris': [
    {
      client: {
        request_uris: ['https://a.example/request'],
        require_pushed_authorization_requests: true,
      },
    },
    ['/request_uris'],
    { client: { request_uris: ['https://a.example/request'] } },
  ],
  'post-logout-plain-http': [
    { client: { scope: 'openid', post_logout_redirect_uris: ['https://a.example/', 'http://a.example/'] } },
    ['/post_logout_redirect_uris/1'],
    { client: { scope: 'openid', post_logout_redirect_uris: ['http://127.0.0.1:9035/'] } },
  ],
  'logout-without-user': [
    { client: { scope: 'orders.read', backchannel_logout_uri: 'https://a.example/logout' } },
    ['/backchannel_logout_uri'],
    { client: { scope: 'openid', backchannel_logout_uri: 'https://a.example/logout' } },
  ],
  'logout-session-without-uri': [
    { client: { backchannel_logout_session_required: true } },
    ['/backchannel_logout_session_required'],
    {
      client: {
        scope: 'openid',
        backchannel_logout_session_required: true,
        backchannel_logout_uri: 'https://a.example/logout',
      },
    },
  ],
  'logout-of-public-client': [
    { client: { ...publicClient, scope: 'openid', backchannel_logout_uri: 'https://a.example/logout' } },
    ['/backchannel_logout_uri'],
    { client: { scope: 'openid', backchannel_logout_uri: 'https://a.example/logout' } },
  ],
  'audience-not-a-resource': [
    { client: { audience: ['https://orders.example', 'orders'] } },
    ['/audience/1'],
    { client: { audience: ['https://orders.example', 'urn:example:orders', '&{orders}'] } },
  ],
  'request-uri-plain-http': [
    { client: { request_uris: ['http://a.example/request'] } },
    ['/request_uris/0'],
    { client: { request_uris: ['https://a.example/request'] } },
  ],
};

describe('the lint of client registrations', () => {
  test('finds nothing in a sound client', () => {
    expect(lint({})).toEqual([]);
  });

  test('has a story for every rule, and each rule has its own id', () => {
    expect(clientLintRules.map(({ id }) => id).toSorted()).toEqual(Object.keys(stories).toSorted());
  });

  test.each(Object.entries(stories))(
    '%s is found at its places, and not in the nearest sound client',
    (id, story) => {
      const [faulty, places, passing] = story;
      const found = lint(faulty).find((finding) => finding.id === id);
      expect(found?.places).toEqual(places);
      expect(lint(passing).map((finding) => finding.id)).not.toContain(id);
    },
  );

  test('knows what OAuth 2.1 does for a public client by itself', () => {
    const client = { ...publicClient, require_pkce: false };
    const ids = (profile: 'product' | 'oauth-2.1') =>
      lint({ client, settings: settingsOfProfile(profile), secret: 'none' }).map(({ id }) => id);
    expect(ids('product')).toEqual(expect.arrayContaining(['public-without-pkce', 'refresh-for-ever']));
    expect(ids('oauth-2.1')).toEqual([]);
  });

  test('shows the gravest first', () => {
    const found = lint({
      client: { redirect_uris: ['http://localhost/cb', 'myapp:/cb', 'https://a.example/#'] },
    });
    expect(found.map(({ severity }) => severity)).toEqual(['error', 'warning', 'notice']);
  });
});
