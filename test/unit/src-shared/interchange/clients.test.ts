import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clientItems,
  type ReadProductClient,
  readProductClient,
  writeProductClient,
} from '#shared/interchange/index.ts';
import { clientFileSchema } from '#shared/workspace/registrations.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { property } from '#test/support/property.ts';

const urn = 'gatehouse';

/** A client of an export, as an administrator gets it. */
const exported = {
  clientId: 'portal',
  enabled: true,
  name: 'Portal',
  description: 'Where customers sign in',
  redirectUris: ['https://portal.example.com/cb'],
  grantTypes: ['AUTHORIZATION_CODE', 'REFRESH_TOKEN', 'IMPLICIT', 'DEVICE_CODE'],
  clientAuth: { type: 'SECRET', secret: 'planted-secret', secondarySecrets: [{ secret: 'planted-old' }] },
  restrictScopes: true,
  restrictedScopes: ['orders.read', 'profile'],
  exclusiveScopes: ['admin'],
  refreshRolling: 'ROLL',
  persistentGrantExpirationType: 'OVERRIDE_SERVER_DEFAULT',
  persistentGrantExpirationTime: 30,
  persistentGrantExpirationTimeUnit: 'DAYS',
  requireProofKeyForCodeExchange: true,
  bypassApprovalPage: true,
  cibaPollingInterval: 5,
  defaultAccessTokenManagerRef: { id: 'jwt' },
  oidcPolicy: { idTokenSigningAlgorithm: 'ES256', policyGroup: { id: 'default' } },
};

function taken(item: JsonValue): Exclude<ReadProductClient, { reason: string }> {
  const read = readProductClient(item, urn);
  if ('reason' in read) throw new Error(read.reason);
  return read;
}

describe('a client of an export', () => {
  test('becomes a registration: names, grants, scopes, lifetimes and policies', () => {
    const { document, secret } = taken(exported);
    expect(document).toMatchObject({
      client_id: 'portal',
      client_name: 'Portal',
      redirect_uris: ['https://portal.example.com/cb'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code', 'token'],
      scope: 'orders.read profile admin',
      roll_refresh_tokens: true,
      refresh_token_lifetime_seconds: 2_592_000,
      require_pkce: true,
      skip_consent: true,
      id_token_signed_response_alg: 'ES256',
    });
    expect(secret).toBe('planted-secret');
  });

  test('says by name what it does not understand, and keeps that without the secrets in it', () => {
    const { document, notUnderstood, unreadable } = taken({
      ...exported,
      jwksSettings: { jwksUrl: 'https://portal.example.com/keys' },
      extendedParameters: { partner: { values: ['x'], apiPassword: 'planted-parameter' } },
    });
    expect(notUnderstood).toEqual([
      'cibaPollingInterval',
      'defaultAccessTokenManagerRef',
      'oidcPolicy',
      'jwksSettings',
      'extendedParameters',
      'grantTypes: DEVICE_CODE',
    ]);
    expect(unreadable).toEqual(['extendedParameters.partner.apiPassword', 'clientAuth.secondarySecrets']);
    expect(document['product_fields']).toMatchObject({ cibaPollingInterval: 5, grantTypes: ['DEVICE_CODE'] });
    expect(JSON.stringify(document)).not.toContain('planted');
  });

  test('gives all of it back when it is exported again, the secrets excepted', () => {
    const method = { token_endpoint_auth_method: 'client_secret_basic' };
    const again = writeProductClient({ ...taken(exported).document, ...method }, urn);
    const { clientAuth: _auth, grantTypes, restrictedScopes, ...rest } = exported;
    expect(again).toMatchObject({ ...rest, clientAuth: { type: 'SECRET' }, restrictedScopes });
    expect(new Set(again['grantTypes'] as string[])).toEqual(new Set(grantTypes));
    expect(taken(again).document).toEqual(taken(exported).document);
  });

  test.each([
    [{ token_endpoint_auth_method: 'none' }, 'NONE'],
    [{ token_endpoint_auth_method: 'none', client_secret: { $secret: 'client.c' } }, 'NONE'],
    [{}, 'NONE'],
    [{ client_secret: { $secret: 'client.c' } }, 'SECRET'],
    // Its secret is not stored: whoever takes it over must not get a client that anybody can be.
    [{ token_endpoint_auth_method: 'client_secret_basic' }, 'SECRET'],
  ])('of the members %j goes out as %s', (members, type) => {
    expect(writeProductClient({ client_id: 'c', ...members }, urn)['clientAuth']).toEqual({ type });
  });

  test.each([
    ['disabled', { enabled: false }, /disabled/],
    ['that shows a certificate', { clientAuth: { type: 'CERTIFICATE' } }, /CERTIFICATE/],
    ['without an id', { clientId: '' }, /clientId is missing/],
    ['whose id is no text', { clientId: 7 }, /clientId is missing/],
    [
      'that validates tokens and is public',
      { clientAuth: { type: 'NONE' }, grantTypes: ['ACCESS_TOKEN_VALIDATION'] },
      /must authenticate/,
    ],
  ])('%s is not taken over, and the reason said', (_what, changed, reason) => {
    const read = readProductClient({ ...exported, ...changed }, urn);
    expect('reason' in read ? read.reason : 'taken').toMatch(reason);
  });

  test('whose secret is encrypted by the product comes without one, and that is said', () => {
    const { secret, unreadable } = taken({
      clientId: 'c',
      clientAuth: { type: 'SECRET', encryptedSecret: 'OBF:JWE:abc' },
    });
    expect({ secret, unreadable }).toEqual({ secret: null, unreadable: ['clientAuth.encryptedSecret'] });
  });

  test('brings of its keys the public parts alone', () => {
    const jwks = JSON.stringify({
      keys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'planted-private' }],
    });
    const { document, unreadable } = taken({ clientId: 'c', jwksSettings: { jwks } });
    expect(document['jwks']).toEqual({ keys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }] });
    expect(unreadable).toEqual(['jwksSettings.jwks.keys.0.d']);
  });

  test.each([
    ['one key alone', JSON.stringify({ kty: 'EC', d: 'planted-private' })],
    ['a set that is cut off', '{"keys":[{"kty":"EC","d":"planted-private"'],
  ])('keeps nothing of a text of keys that is no set: %s', (_what, jwks) => {
    const jwksSettings = { jwks, jwksUrl: 'https://portal.example.com/keys' };
    const { document, unreadable } = taken({ clientId: 'c', restrictScopes: true, jwksSettings });
    expect(unreadable).toEqual(['jwksSettings.jwks']);
    expect(document['product_fields']).toEqual({
      jwksSettings: { jwksUrl: 'https://portal.example.com/keys' },
    });
    const byHand = { client_id: 'c', product_fields: { jwksSettings } };
    expect(JSON.stringify(writeProductClient(byHand, urn))).not.toContain('planted');
  });

  test.each(['api_key', 'apiKey', 'private_key', 'registrationAccessToken', 'passwd', 'clientAssertion'])(
    'keeps no text, object or list called %s, but a number or a switch',
    (name) => {
      const { document, unreadable } = taken({
        clientId: 'c',
        text: { [name]: 'planted-text' },
        object: { [name]: { value: 'planted-object' } },
        list: { [name]: ['planted-list'] },
        plain: { [name]: true },
      });
      expect(unreadable).toEqual([`text.${name}`, `object.${name}`, `list.${name}`]);
      expect(JSON.stringify(document)).not.toContain('planted');
      expect(document['product_fields']).toMatchObject({ plain: { [name]: true } });
    },
  );
});

test('an export is one client, a list of them, or items', () => {
  const client = { clientId: 'a' };
  expect(clientItems(client)).toEqual([client]);
  expect(clientItems([client])).toEqual([client]);
  expect(clientItems({ items: [client] })).toEqual([client]);
  expect(clientItems({ items: [] })).toBeNull();
  expect(clientItems({ client_id: 'ours' })).toBeNull();
});

const word = fc.stringMatching(/^[a-z][a-z0-9.]{0,8}$/);
const ours = fc.record(
  {
    client_id: word,
    client_name: word.map((name) => `The ${name}`),
    redirect_uris: fc.uniqueArray(fc.webUrl(), { minLength: 1, maxLength: 3 }),
    grant_types: fc.uniqueArray(
      fc.constantFrom(
        'authorization_code',
        'refresh_token',
        'client_credentials',
        'password',
        'urn:gatehouse:oauth2:grant_type:validate_bearer',
      ),
    ),
    response_types: fc.uniqueArray(fc.constantFrom('code', 'token', 'id_token'), { minLength: 1 }),
    scope: fc.uniqueArray(word, { minLength: 1, maxLength: 4 }).map((scopes) => scopes.join(' ')),
    roll_refresh_tokens: fc.boolean(),
    require_pkce: fc.constant(true),
    skip_consent: fc.constant(true),
    refresh_token_lifetime_seconds: fc.integer({ min: 1, max: 100_000 }).map((minutes) => minutes * 60),
    id_token_signed_response_alg: fc.constantFrom('RS256', 'ES256'),
    require_signed_request_object: fc.constant(true),
    token_endpoint_auth_method: fc.constant('none'),
  },
  { requiredKeys: ['client_id', 'grant_types', 'token_endpoint_auth_method'] },
);

// A public client that validates tokens is registered on neither side.
const registrable = ours.filter((document) => clientFileSchema.safeParse(document).success);

property([registrable])('whatever both sides know survives the way there and back', (document) => {
  const { product_fields: _kept, ...back } = taken(writeProductClient(document, urn)).document;
  expect(back).toEqual(document);
});

describe('a client that comes back', () => {
  const base = { clientId: 'c', enabled: true, clientAuth: { type: 'NONE' }, restrictScopes: true };
  const back = (item: JsonValue) => writeProductClient(taken(item).document, urn);

  test.each([[[]], [undefined]])('is not held to response types where %j restricted none', (restricted) => {
    const open = { ...base, grantTypes: ['AUTHORIZATION_CODE', 'IMPLICIT'] };
    const item = restricted === undefined ? open : { ...open, restrictedResponseTypes: restricted };
    expect(back(item)).toMatchObject({
      grantTypes: ['AUTHORIZATION_CODE', 'IMPLICIT'],
      restrictedResponseTypes: [],
    });
    const document = { ...taken(item).document, response_types: ['code'] };
    expect(writeProductClient(document, urn)['restrictedResponseTypes']).toEqual(['code']);
  });

  test('still has the implicit grant where its response types made no use of it', () => {
    const item = {
      ...base,
      grantTypes: ['AUTHORIZATION_CODE', 'IMPLICIT'],
      restrictedResponseTypes: ['code'],
    };
    expect(taken(item)).toMatchObject({ document: { response_types: ['code'] }, notUnderstood: [] });
    expect(back(item)).toMatchObject({
      grantTypes: ['AUTHORIZATION_CODE', 'IMPLICIT'],
      restrictedResponseTypes: ['code'],
    });
  });

  test('has no exclusive scope any more that was taken from it here', () => {
    const item = { ...base, restrictedScopes: ['orders'], exclusiveScopes: ['admin', 'audit'] };
    const { document } = taken(item);
    expect(writeProductClient(document, urn)).toMatchObject({ exclusiveScopes: ['admin', 'audit'] });
    expect(writeProductClient({ ...document, scope: 'orders audit' }, urn)).toMatchObject({
      restrictedScopes: ['orders'],
      exclusiveScopes: ['audit'],
    });
  });

  test('may still ask for every common scope where nothing said otherwise', () => {
    const { restrictScopes: _said, ...silent } = base;
    expect(back(silent)).toMatchObject({ restrictScopes: false });
    expect(back(silent)).not.toHaveProperty('restrictedScopes');
  });

  test('has what else its authentication and its keys said, but the secrets', () => {
    const clientAuth = {
      type: 'SECRET',
      secret: 'planted-secret',
      secondarySecrets: [{ secret: 'planted-old' }],
      enforceReplayPrevention: true,
      clientCertIssuerDn: null,
    };
    const jwksSettings = { jwks: '{"keys":[{"kty":"EC"}]}', jwksUrl: 'https://c.example.com/keys' };
    const item = { ...base, clientAuth, jwksSettings };
    expect(taken(item)).toMatchObject({
      notUnderstood: ['clientAuth', 'jwksSettings'],
      unreadable: ['clientAuth.secondarySecrets'],
    });
    const document = { ...taken(item).document, client_secret: { $secret: 'client.c' } };
    expect(writeProductClient(document, urn)).toMatchObject({
      clientAuth: { enforceReplayPrevention: true, type: 'SECRET' },
      jwksSettings,
    });
    expect(JSON.stringify(document)).not.toContain('planted');
  });
});

property([
  fc.dictionary(fc.oneof(word, fc.constantFrom('__proto__', 'constructor', 'clientAuth')), fc.jsonValue()),
])(
  'whatever an export holds, reading it does not throw, and what is kept goes back as it came',
  (members) => {
    const item = { ...members, clientId: 'c', clientAuth: { type: 'NONE' }, restrictScopes: true };
    const first = readProductClient(item, urn);
    if ('reason' in first) return;
    const second = readProductClient(writeProductClient(first.document, urn), urn);
    expect(second).toMatchObject({ document: first.document });
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  },
);
