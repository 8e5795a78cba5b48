import { describe, expect, test } from 'vitest';
import { abilitiesOf, gapsOf } from '#renderer/workbench/server-form/abilities.ts';

/** A server as the FAPI 2.0 Security Profile wants it. */
const fapi = {
  issuer: 'https://as.example',
  response_types_supported: ['code'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  pushed_authorization_request_endpoint: 'https://as.example/par',
  require_pushed_authorization_requests: true,
  authorization_response_iss_parameter_supported: true,
  token_endpoint_auth_methods_supported: ['private_key_jwt'],
  dpop_signing_alg_values_supported: ['ES256'],
};
const gaps = (metadata: Record<string, unknown>) =>
  Object.fromEntries(gapsOf(metadata).map(({ profile, gaps: missing }) => [profile, missing]));

describe('what a server can do, by its metadata', () => {
  test('is named as the documents name it', () => {
    expect(abilitiesOf(fapi)).toEqual([
      'authorization_code',
      'PKCE (S256)',
      'refresh_token',
      'private_key_jwt',
      'PAR',
      'DPoP',
      'iss',
    ]);
  });

  test('without a list of grants it takes the code and the implicit grant alone', () => {
    expect(abilitiesOf({ registration_endpoint: 'https://as.example/r' })).toEqual([
      'authorization_code',
      'client registration',
    ]);
  });
});

describe('what a server lacks for a profile', () => {
  test('is nothing where all is there', () => {
    expect(gaps(fapi)).toEqual({ 'OAuth 2.1': [], 'FAPI 2.0': [] });
  });

  test.each([
    ['pkce', { code_challenge_methods_supported: ['plain'] }],
    ['no-password', { grant_types_supported: ['password'] }],
    ['code-only', { response_types_supported: ['code', 'code id_token'] }],
    ['pushed', { pushed_authorization_request_endpoint: undefined }],
    ['push-required', { require_pushed_authorization_requests: false }],
    ['iss', { authorization_response_iss_parameter_supported: undefined }],
    [
      'key-authentication',
      { token_endpoint_auth_methods_supported: ['private_key_jwt', 'client_secret_basic'] },
    ],
    ['sender-constrained', { dpop_signing_alg_values_supported: [] }],
  ] as const)('%s alone, where that alone is off', (id, members) => {
    expect(gaps({ ...fapi, ...members })['FAPI 2.0']).toEqual([id]);
  });

  test('is the implicit grant in each of its forms', () => {
    expect(gaps({ ...fapi, response_types_supported: ['code', 'id_token token'] })['OAuth 2.1']).toEqual([
      'no-implicit',
    ]);
  });
});
