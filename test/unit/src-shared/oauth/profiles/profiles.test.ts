import { describe, expect, test } from 'vitest';
import { signInPipeline } from '#main/services/authorization-server/authorize/interaction-steps.ts';
import { authorizePipeline } from '#main/services/authorization-server/authorize/steps.ts';
import { grantBehaviours } from '#main/services/authorization-server/grants/index.ts';
import { weaknessCatalogue } from '#main/services/authorization-server/index.ts';
import { endSessionPipeline } from '#main/services/authorization-server/logout/steps.ts';
import { pushPipeline } from '#main/services/authorization-server/push/steps.ts';
import { commonTokenSteps } from '#main/services/authorization-server/token/endpoint.ts';
import { userinfoPipeline } from '#main/services/authorization-server/userinfo/endpoint.ts';
import { tokenGrantIds } from '#shared/oauth/index.ts';
import { judgeClient, judgeProfile, type ProfileRow, profileTable } from '#shared/oauth/profiles/index.ts';
import {
  type AuthorizationServerSettings,
  clientFileSchema,
  environmentFileSchema,
  manifestSchema,
  type NamedProfile,
  namedProfiles,
} from '#shared/workspace/index.ts';
import { attackFiles } from '#test/support/attacks.ts';
import { readTable } from '../../../../protocol/attacks/verdict-table.ts';

const pipelines = [
  authorizePipeline,
  pushPipeline,
  signInPipeline,
  endSessionPipeline,
  userinfoPipeline,
  ...tokenGrantIds.map((id) => ({
    id: `token.${id}`,
    steps: [...commonTokenSteps, ...grantBehaviours[id].steps],
  })),
];
const stepNames = new Set(pipelines.flatMap(({ id, steps }) => steps.map((step) => `${id}/${step.id}`)));
const cases = new Set(attackFiles.flatMap((file) => file.cases.map(({ id }) => id)));
const clauses = namedProfiles.flatMap((profile) =>
  profileTable[profile].clauses.map((clause) => ({ profile, clause, name: `${profile} ${clause.id}` })),
);

function settingsOf(settings: object): AuthorizationServerSettings {
  return manifestSchema.parse({ name: 'x', services: { authorizationServer: settings } }).services
    .authorizationServer;
}

const fit = {
  client_id: 'bank',
  redirect_uris: ['https://bank.example/cb'],
  token_endpoint_auth_method: 'private_key_jwt',
  token_endpoint_auth_signing_alg: 'ES256',
  id_token_signed_response_alg: 'ES256',
  scope: 'openid accounts',
  jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }] },
};
const clientOf = (changes: object) => ({
  document: clientFileSchema.parse({ ...fit, ...changes }),
  hasSecret: false,
});
const rows = (profile: NamedProfile, settings: object, client: object = {}) =>
  judgeProfile(profile, { settings: settingsOf(settings), clients: [clientOf(client)] });
const idsIn = (found: readonly ProfileRow[], state: string) =>
  found.filter(({ judgement }) => judgement.state === state).map(({ id }) => id);

describe.each(clauses)('$name', ({ profile, clause }) => {
  test('names settings, members, steps, weaknesses and cases that exist', () => {
    const known = Object.keys(settingsOf({ audience: 'x', publicUrl: 'https://x.example' }));
    expect(clause.settings.filter((name) => !known.includes(name))).toEqual([]);
    expect(clause.members.filter((name) => !(name in clientFileSchema.shape))).toEqual([]);
    expect(clause.steps.filter((name) => !stepNames.has(name))).toEqual([]);
    expect(clause.cases.filter((id) => !cases.has(id))).toEqual([]);
    const weaknesses = new Set<string>(weaknessCatalogue.map(({ id }) => id));
    expect(clause.weaknesses.filter((id) => !weaknesses.has(id))).toEqual([]);
    if (clause.steps.length === 0 || clause.cases.length === 0)
      expect(clause.unproven?.length ?? 0).toBeGreaterThan(30);
  });

  test('is broken by each of its weaknesses, and shown by each of its cases', () => {
    const table = readTable();
    const isShown = (id: string) =>
      [table.profiles.product, ...clause.weaknesses.map((each) => table.weaknesses[each])].some((verdicts) =>
        ['FAILED', 'WARNING'].includes(verdicts?.[id] ?? ''),
      );
    expect(clause.cases.filter((id) => !isShown(id))).toEqual([]);
    for (const weakness of clause.weaknesses)
      expect(idsIn(rows(profile, { profile: 'training', weaknesses: [weakness] }), 'missed')).toContain(
        clause.id,
      );
  });
});

test.each(namedProfiles)('a server that takes %s misses nothing, and claims nothing of TLS', (profile) => {
  const found = rows(profile, { profile });
  expect(idsIn(found, 'missed')).toEqual([]);
  expect(idsIn(found, 'not-examined')).toEqual(['tls']);
  expect(idsIn(rows(profile, { profile, tls: true }), 'not-examined')).toEqual([]);
  expect(idsIn(rows(profile, { profile, publicUrl: 'https://x.example' }), 'not-examined')).toEqual(['tls']);
});

test.each<readonly [NamedProfile, string, object]>([
  ['oauth-2.1', 'pkce-required', { requirePkce: false }],
  ['oauth-2.1', 'issuer-in-response', { issuerInResponse: false }],
  ['oauth-2.1', 'code-short-lived', { codeLifetimeSeconds: 601 }],
  ['fapi-2.0-security', 'pkce-required', { requirePkce: false }],
  ['fapi-2.0-security', 'pkce-s256', { allowPlainPkce: true }],
  ['fapi-2.0-security', 'push-required', { requirePushedAuthorizationRequests: false }],
  ['fapi-2.0-security', 'push-lifetime', { pushedRequestLifetimeSeconds: 600 }],
  ['fapi-2.0-security', 'issuer-in-response', { issuerInResponse: false }],
  ['fapi-2.0-security', 'code-lifetime', { codeLifetimeSeconds: 61 }],
  ['fapi-2.0-security', 'no-refresh-rotation', { rollRefreshTokens: true }],
  ['fapi-2.0-security', 'clock-tolerance', { clockSkewSeconds: 61 }],
  ['fapi-2.0-security', 'clock-tolerance', { clockSkewSeconds: 9 }],
  ['fapi-2.0-security', 'server-algorithm', { accessTokenSigningAlgorithm: 'RS256' }],
])('under %s, %s is missed with %o', (profile, id, settings) => {
  const missed = rows(profile, { profile, ...settings }).filter(
    ({ judgement }) => judgement.state === 'missed',
  );
  expect(missed.map((row) => row.id)).toEqual([id]);
});

test.each(namedProfiles)('what %s enforces by itself is missed in the product profile', (profile) => {
  const own = profileTable[profile].clauses.filter(({ settings }) => settings.includes('profile'));
  const missed = idsIn(rows(profile, { profile: 'product' }), 'missed');
  // A product server accepts secrets in the form.
  expect(missed).toEqual(
    expect.arrayContaining(
      own.map(({ id }) => id).filter((id) => id !== 'secret-in-form' && id !== 'server-algorithm'),
    ),
  );
});

test.each<readonly [NamedProfile, string, object]>([
  ['oauth-2.1', 'no-password-grant', { grant_types: ['password'] }],
  ['oauth-2.1', 'response-type', { grant_types: ['authorization_code'], response_types: ['code token'] }],
  ['oauth-2.1', 'redirect-uri-encrypted', { redirect_uris: ['http://bank.example/cb'] }],
  ['fapi-2.0-security', 'no-password-grant', { grant_types: ['password', 'authorization_code'] }],
  ['fapi-2.0-security', 'response-type', { response_types: ['code', 'code id_token'] }],
  ['fapi-2.0-security', 'client-authentication', { token_endpoint_auth_method: 'client_secret_basic' }],
  ['fapi-2.0-security', 'redirect-uri-encrypted', { redirect_uris: ['http://127.0.0.1:9035/cb'] }],
  ['fapi-2.0-security', 'no-refresh-rotation', { roll_refresh_tokens: true }],
  ['fapi-2.0-security', 'assertion-algorithm', { token_endpoint_auth_signing_alg: 'RS256' }],
  ['fapi-2.0-security', 'object-algorithm', { request_object_signing_alg: 'none' }],
  ['fapi-2.0-security', 'server-algorithm', { id_token_signed_response_alg: 'RS256' }],
  ['fapi-2.0-security', 'key-strength', { jwks: { keys: [{ kty: 'RSA', n: 'A'.repeat(171), e: 'AQAB' }] } }],
])('a client misses %s %s by itself with %o', (profile, id, changes) => {
  const missed = rows(profile, { profile }, changes).filter(({ judgement }) => judgement.state === 'missed');
  expect(missed.map((row) => [row.id, row.clients])).toEqual([[id, ['bank']]]);
  const own = judgeClient(profile, clientOf(changes), settingsOf({ profile }));
  expect(idsIn(own, 'missed')).toEqual([id]);
});

test('a public client is told all that keeps it from FAPI 2.0', () => {
  const spa = clientOf({
    token_endpoint_auth_method: 'none',
    jwks: undefined,
    token_endpoint_auth_signing_alg: undefined,
  });
  expect(idsIn(judgeClient('fapi-2.0-security', spa, settingsOf({ profile: 'product' })), 'missed')).toEqual([
    'confidential-clients',
    'client-authentication',
    'push-required',
    'pkce-required',
  ]);
});

test('a profile changes defaults, and nothing that a file sets itself', () => {
  expect(settingsOf({ profile: 'product' }).requirePkce).toBe(false);
  expect(settingsOf({ profile: 'oauth-2.1' })).toMatchObject({ requirePkce: true, allowPlainPkce: true });
  expect(settingsOf({ profile: 'fapi-2.0-security', requirePkce: false })).toMatchObject({
    requirePkce: false,
    requirePushedAuthorizationRequests: true,
  });
  // An environment says only what it changes.
  const services = { authorizationServer: { profile: 'fapi-2.0-security' } };
  expect(environmentFileSchema.parse({ services }).services).toEqual(services);
});
