import { clauseOf, enforcedBy, holdsIf, isPublicClient, overTls, type ProfileClause } from './clause.ts';
import { commonClauses, oauth21Draft } from './common-clauses.ts';

const common = commonClauses('oauth-2.1');

/** The rules for authorization servers and their clients. draft-ietf-oauth-v2-1-15, RFC 9700 */
export const oauth21Clauses: readonly ProfileClause[] = [
  clauseOf({
    id: 'tls',
    title: 'All endpoints use TLS',
    clause: `${oauth21Draft} §1.5`,
    kind: 'listener',
    settings: ['tls'],
    unproven: 'The listener accepts no other connections, so that no request has a step for it.',
    judge: overTls,
  }),
  common.responseType,
  common.password,
  common.pkce,
  common.verifier,
  clauseOf({
    id: 'redirect-uri-exact',
    title: 'Redirect URIs are compared character by character',
    clause: `${oauth21Draft} §10, RFC 9700 §2.1`,
    steps: ['authorize/redirect-uri-registered'],
    weaknesses: [
      'redirect-uri-prefix',
      'redirect-uri-same-host',
      'redirect-uri-substring',
      'redirect-uri-any',
    ],
    cases: ['RU-02', 'RU-03', 'RU-04', 'RU-08'],
  }),
  clauseOf({
    id: 'loopback-port',
    title: 'Only the port of a loopback redirect URI may differ',
    clause: `${oauth21Draft} §10, RFC 8252 §7.3`,
    steps: ['authorize/redirect-uri-registered'],
    weaknesses: ['redirect-uri-any-loopback'],
    cases: ['RU-13'],
  }),
  common.redirectScheme,
  common.openRedirect,
  clauseOf({
    id: 'refresh-tokens-protected',
    title: 'Refresh tokens of public clients are bound to a key or rotated',
    clause: `${oauth21Draft} §4.3.1, RFC 9700 §2.2.2`,
    settings: ['profile', 'rollRefreshTokens'],
    members: ['roll_refresh_tokens', 'dpop_bound_access_tokens'],
    steps: ['token.refresh_token/refresh-not-reused', 'token.refresh_token/refresh-is-keys'],
    weaknesses: ['refresh-reuse-unnoticed', 'dpop-refresh-unbound'],
    cases: ['RT-04', 'RT-05', 'DP-09'],
    judge: ({ profile, rollRefreshTokens }) =>
      holdsIf(
        profile === 'oauth-2.1' || profile === 'strict' || rollRefreshTokens,
        'Refresh tokens of public clients can be used again by anyone who finds them.',
        'Set rollRefreshTokens to true, or profile to oauth-2.1.',
      ),
    judgeClient: (client, { profile, rollRefreshTokens }) =>
      holdsIf(
        !isPublicClient(client) ||
          !client.document.grant_types.includes('refresh_token') ||
          profile === 'oauth-2.1' ||
          profile === 'strict' ||
          client.document.dpop_bound_access_tokens === true ||
          (client.document.roll_refresh_tokens ?? rollRefreshTokens),
        'Refresh tokens of this public client are neither bound nor rotated.',
        'Set roll_refresh_tokens or dpop_bound_access_tokens to true.',
      ),
  }),
  clauseOf({
    id: 'no-token-in-query',
    title: 'Access tokens in the query are rejected',
    clause: `${oauth21Draft} §10, RFC 9700 §4.3.2`,
    settings: ['profile'],
    steps: ['userinfo/profile-token-not-in-query'],
    unproven: 'Cases of the catalogue send tokens in a query only to the resource server.',
    judge: enforcedBy('oauth-2.1', 'fapi-2.0-security'),
  }),
  clauseOf({
    id: 'no-credentials-in-url',
    title: 'Credentials in the URL of a token request are rejected',
    clause: `${oauth21Draft} §2.4.1`,
    steps: ['token.client_credentials/no-query'],
    weaknesses: ['query-parameters-taken'],
    cases: ['CA-05'],
  }),
  clauseOf({
    id: 'secret-in-form',
    title: 'Client secrets in the form are accepted',
    clause: `${oauth21Draft} §2.4.1`,
    settings: ['profile'],
    steps: ['token.client_credentials/client-authenticated'],
    unproven: 'A server that accepts less is not open to an attack.',
    judge: ({ profile }) =>
      holdsIf(
        profile !== 'strict' && profile !== 'fapi-2.0-security',
        'The profile rejects client_secret_post unless the client is registered for it.',
        'Set profile to oauth-2.1.',
      ),
  }),
  common.codeOnce,
  clauseOf({
    id: 'code-of-client',
    title: 'Authorization codes work only for their client',
    clause: `${oauth21Draft} §4.1.3`,
    steps: ['token.authorization_code/code-is-clients'],
    weaknesses: ['code-not-bound'],
    cases: ['AC-05'],
  }),
  clauseOf({
    id: 'code-short-lived',
    title: 'Authorization codes expire within 10 minutes',
    clause: `${oauth21Draft} §4.1.2`,
    settings: ['codeLifetimeSeconds'],
    steps: ['token.authorization_code/code-unexpired'],
    weaknesses: ['code-never-expires'],
    cases: ['AC-04'],
    judge: ({ codeLifetimeSeconds: seconds }) =>
      holdsIf(
        seconds <= 600,
        `Codes are valid for ${seconds} seconds.`,
        'Set codeLifetimeSeconds to 600 or less.',
      ),
  }),
  common.issuer,
  common.noRepost,
  clauseOf({
    id: 'token-response-not-cached',
    title: 'Token responses are not cacheable',
    clause: `${oauth21Draft} §3.2.3`,
    steps: ['token.client_credentials/answer-guarded'],
    weaknesses: ['token-answers-kept'],
    cases: ['TE-05'],
  }),
  common.entropy,
];
