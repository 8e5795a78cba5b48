import { expect, test } from 'vitest';
import { jwtIssuerFileSchema, workspaceFileAt } from '#shared/workspace/index.ts';

const jwks = { keys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }] };
const min = { issuer: 'https://partner.example', jwks };

function problems(changes: object): readonly string[] {
  const { error } = jwtIssuerFileSchema.safeParse({ ...min, ...changes });
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('/')}: ${message}`);
}

test('an issuer of JWTs lies beside those of SAML', () => {
  expect(workspaceFileAt('oauth/jwt-issuers/partner.json')).toMatchObject({
    format: { kind: 'jwt-issuer' },
    name: 'partner',
  });
  expect(jwtIssuerFileSchema.parse(min)).toEqual({ ...min, profile: 'jwt-bearer', subject: 'user' });
});

test('it has exactly one place for keys, public ones alone, and by https unless on this machine', () => {
  const either = 'jwks_uri: An issuer has either jwks or jwks_uri. Set exactly one of them.';
  expect(problems({ jwks: undefined })).toEqual([either]);
  expect(problems({ jwks_uri: 'https://partner.example/keys' })).toEqual([either]);
  expect(problems({ jwks: undefined, jwks_uri: 'http://127.0.0.1:9/keys' })).toEqual([]);
  expect(problems({ jwks: undefined, jwks_uri: 'http://partner.example/keys' })).toEqual([
    'jwks_uri: Use https. Only an address of this machine may use http.',
  ]);
  expect(problems({ jwks: { keys: [{ ...jwks.keys[0], d: 'private' }] } })).toEqual([
    'jwks/keys/0: Only public keys may be here. Remove the private members of the key.',
  ]);
});

test('it signs with keys of its own: no shared secret counts, and not no signature at all', () => {
  expect(problems({ algorithms: ['ES256', 'EdDSA'] })).toEqual([]);
  for (const name of ['HS256', 'none', 'ES256K']) expect(problems({ algorithms: [name] })).toHaveLength(1);
});
