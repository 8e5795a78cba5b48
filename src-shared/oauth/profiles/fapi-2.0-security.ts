import { base64urlDecode } from '../base64url.ts';
import { methodOfAlgorithm } from '../client-assertion.ts';
import {
  clauseOf,
  enforcedBy,
  held,
  holdsIf,
  isPublicClient,
  type Judgement,
  overTls,
  type ProfileClause,
} from './clause.ts';
import { commonClauses, fapi, isOn } from './common-clauses.ts';
import { fapiAlgorithms } from './requirements.ts';

const common = commonClauses('fapi-2.0-security');
const enforced = enforcedBy('fapi-2.0-security');
const code = 'token.authorization_code';
const general = `${fapi} §5.3.2.1`;
const codeFlow = `${fapi} §5.3.2.2`;
const cryptography = `${fapi} §5.4.1`;
const algorithms = 'PS256, ES256 or EdDSA';

/** Bits of the modulus that an RSA key needs, and of the curve that an elliptic one needs. */
const minRsaBits = 2_048;
const curveBits: Readonly<Record<string, number>> = {
  'P-256': 256,
  'P-384': 384,
  'P-521': 521,
  secp256k1: 256,
  Ed25519: 255,
  Ed448: 448,
};
const minCurveBits = 224;

function isStrong({ kty, n, crv }: Readonly<Record<string, unknown>>): boolean {
  if (kty === 'RSA') return typeof n === 'string' && (base64urlDecode(n)?.length ?? 0) * 8 >= minRsaBits;
  return typeof crv === 'string' && (curveBits[crv] ?? 0) >= minCurveBits;
}

function fits(name: string | undefined): boolean {
  return name === undefined || fapiAlgorithms.includes(name);
}

function lifetime(seconds: number, most: number, setting: string, of: string): Judgement {
  return holdsIf(
    seconds <= most,
    `${of} are valid for ${seconds} seconds.`,
    `Set ${setting} to ${most} or less.`,
  );
}

const clientRules: readonly ProfileClause[] = [
  clauseOf({
    id: 'confidential-clients',
    title: 'Only confidential clients are accepted',
    clause: general,
    settings: ['profile'],
    members: ['token_endpoint_auth_method'],
    steps: ['token.client_credentials/profile-client-key', 'token.client_credentials/client-confidential'],
    weaknesses: ['public-client-alone'],
    cases: ['CA-12'],
    judge: enforced,
    judgeClient: (client) =>
      holdsIf(
        !isPublicClient(client),
        'The client is public.',
        'Set token_endpoint_auth_method to private_key_jwt and register its keys.',
      ),
  }),
  clauseOf({
    id: 'client-authentication',
    title: 'Clients authenticate with private_key_jwt',
    clause: general,
    settings: ['profile'],
    members: ['token_endpoint_auth_method', 'jwks', 'jwks_uri'],
    steps: [`${code}/profile-client-key`, 'authorize.push/profile-client-key'],
    weaknesses: ['auth-method-mixed'],
    cases: ['CJ-04'],
    judge: enforced,
    judgeClient({ document }) {
      const hasKeys = document.jwks_uri !== undefined || (document.jwks?.keys.length ?? 0) > 0;
      return holdsIf(
        document.token_endpoint_auth_method === 'private_key_jwt' && hasKeys,
        hasKeys ? 'The client authenticates in another way.' : 'The client has no key.',
        'Set token_endpoint_auth_method to private_key_jwt, and jwks or jwks_uri to its keys.',
      );
    },
  }),
  clauseOf({
    id: 'sender-constrained',
    title: 'All access tokens are bound to a DPoP key',
    clause: general,
    settings: ['profile'],
    steps: [`${code}/profile-proof-required`, 'authorize/dpop-not-in-front'],
    weaknesses: ['dpop-front-channel'],
    cases: ['DP-08'],
    judge: enforced,
  }),
  clauseOf({
    id: 'assertion-audience',
    title: 'aud of client assertions is the issuer, as a string',
    clause: general,
    settings: ['profile'],
    steps: [`${code}/client-assertion-audience`, 'authorize.push/client-assertion-audience'],
    weaknesses: ['assertion-aud'],
    cases: ['CJ-02', 'AG-37'],
    judge: enforced,
  }),
  clauseOf({
    id: 'code-bound-to-key',
    title: 'Codes can be bound to a DPoP key (dpop_jkt)',
    clause: general,
    steps: [`${code}/code-is-keys`, 'authorize.push/push-key-matches'],
    weaknesses: ['dpop-code-unbound'],
    cases: ['DP-10'],
  }),
  clauseOf({
    id: 'clock-tolerance',
    title: 'JWTs from 10 s in the future are accepted, and from more than 60 s rejected',
    clause: general,
    settings: ['clockSkewSeconds'],
    steps: [`${code}/client-assertion-time`, `${code}/dpop-time`],
    weaknesses: ['assertion-ahead', 'dpop-iat'],
    cases: ['FA-02', 'DP-12'],
    judge: ({ clockSkewSeconds: skew }) =>
      holdsIf(
        skew >= 10 && skew <= 60,
        `The accepted clock skew is ${skew} seconds.`,
        'Set clockSkewSeconds to a value from 10 to 60.',
      ),
  }),
];

const tokenRules: readonly ProfileClause[] = [
  clauseOf({
    id: 'no-refresh-rotation',
    title: 'Refresh tokens are not rotated',
    clause: general,
    settings: ['rollRefreshTokens'],
    members: ['roll_refresh_tokens'],
    steps: ['token.refresh_token/issue'],
    unproven: 'Rotation is a policy: without it, the catalogue has nothing to attack.',
    judge: ({ rollRefreshTokens: rolls }) =>
      holdsIf(
        !rolls,
        'A lost response ends the grant of an honest client.',
        'Set rollRefreshTokens to false.',
      ),
    judgeClient: ({ document }) =>
      holdsIf(
        document.roll_refresh_tokens !== true,
        'Refresh tokens of the client are rotated.',
        'Remove roll_refresh_tokens.',
      ),
  }),
  clauseOf({
    id: 'code-lifetime',
    title: 'Authorization codes expire within 60 seconds',
    clause: general,
    settings: ['codeLifetimeSeconds'],
    steps: [`${code}/code-unexpired`],
    weaknesses: ['code-never-expires'],
    cases: ['AC-04'],
    judge: ({ codeLifetimeSeconds: seconds }) => lifetime(seconds, 60, 'codeLifetimeSeconds', 'Codes'),
  }),
];

const codeFlowRules: readonly ProfileClause[] = [
  clauseOf({
    id: 'push-authenticated',
    title: 'Pushed requests require client authentication',
    clause: codeFlow,
    steps: ['authorize.push/client-authenticated'],
    weaknesses: ['par-unauthenticated'],
    cases: ['PR-05'],
  }),
  clauseOf({
    id: 'push-required',
    title: 'Authorization requests must be pushed',
    clause: codeFlow,
    settings: ['requirePushedAuthorizationRequests'],
    steps: ['authorize/pushed-request-required'],
    weaknesses: ['par-optional'],
    cases: ['PR-06'],
    judge: ({ requirePushedAuthorizationRequests: value }) =>
      isOn(value, 'requirePushedAuthorizationRequests', 'Requests in the front channel are accepted.'),
    judgeClient: ({ document }, settings) =>
      holdsIf(
        document.require_pushed_authorization_requests === true ||
          settings.requirePushedAuthorizationRequests,
        'The client may omit the pushed request.',
        'Set require_pushed_authorization_requests to true, or require it in the policy of the server.',
      ),
  }),
  clauseOf({
    id: 'push-of-client',
    title: 'A request_uri works only for its client, and once',
    clause: codeFlow,
    steps: ['authorize/pushed-request-is-clients', 'authorize/pushed-request-unused'],
    weaknesses: ['par-unbound', 'par-reusable'],
    cases: ['PR-01', 'PR-02'],
  }),
  clauseOf({
    id: 'push-lifetime',
    title: 'A request_uri expires in less than 600 seconds',
    clause: codeFlow,
    settings: ['pushedRequestLifetimeSeconds'],
    steps: ['authorize/pushed-request-unexpired'],
    weaknesses: ['par-eternal'],
    cases: ['PR-03'],
    judge: ({ pushedRequestLifetimeSeconds: seconds }) =>
      lifetime(seconds, 599, 'pushedRequestLifetimeSeconds', 'Pushed requests'),
  }),
  clauseOf({
    id: 'push-alone',
    title: 'Parameters beside the request_uri have no effect',
    clause: codeFlow,
    steps: ['authorize/pushed-request-alone'],
    weaknesses: ['par-merged'],
    cases: ['PR-07'],
  }),
  clauseOf({
    id: 'redirect-uri-pushed',
    title: 'Pushed requests contain redirect_uri',
    clause: codeFlow,
    settings: ['profile'],
    steps: ['authorize.push/profile-redirect-uri-given'],
    weaknesses: ['redirect-uri-first-taken'],
    cases: ['RU-15'],
    judge: enforced,
  }),
  common.pkce,
  clauseOf({
    id: 'pkce-s256',
    title: 'The only PKCE method is S256',
    clause: codeFlow,
    settings: ['allowPlainPkce'],
    steps: ['authorize/challenge-method'],
    weaknesses: ['challenge-plain'],
    cases: ['PK-05', 'PK-06', 'PK-07'],
    judge: ({ allowPlainPkce }) =>
      holdsIf(!allowPlainPkce, 'The method plain is accepted.', 'Set allowPlainPkce to false.'),
  }),
];

const signatureRules: readonly ProfileClause[] = [
  clauseOf({
    id: 'assertion-algorithm',
    title: `Client assertions are signed with ${algorithms}`,
    clause: cryptography,
    settings: ['profile'],
    members: ['token_endpoint_auth_signing_alg'],
    steps: [`${code}/profile-client-algorithm`, `${code}/client-assertion-signature`],
    weaknesses: ['assertion-alg'],
    cases: ['CJ-05'],
    judge: enforced,
    judgeClient({ document: { token_endpoint_auth_signing_alg: name } }) {
      const isKey = name !== undefined && methodOfAlgorithm(name) === 'private_key_jwt';
      return holdsIf(
        fits(name),
        isKey ? `The client signs with ${name}.` : 'The client signs with a shared secret.',
        `Set token_endpoint_auth_signing_alg to ${algorithms}.`,
      );
    },
  }),
  clauseOf({
    id: 'proof-algorithm',
    title: `DPoP proofs are signed with ${algorithms}`,
    clause: cryptography,
    settings: ['profile'],
    steps: [`${code}/profile-proof-algorithm`],
    weaknesses: ['dpop-header'],
    cases: ['DP-11'],
    judge: enforced,
  }),
  clauseOf({
    id: 'object-algorithm',
    title: `Request objects are signed with ${algorithms}`,
    clause: cryptography,
    settings: ['profile'],
    members: ['request_object_signing_alg'],
    steps: ['authorize/profile-object-algorithm', 'authorize/request-object-valid'],
    weaknesses: ['request-object-unsigned', 'request-object-hmac'],
    cases: ['JA-01'],
    judge: enforced,
    judgeClient: ({ document }) =>
      holdsIf(
        fits(document.request_object_signing_alg),
        `Request objects of the client are signed with ${document.request_object_signing_alg}.`,
        `Set request_object_signing_alg to ${algorithms}.`,
      ),
  }),
  clauseOf({
    id: 'server-algorithm',
    title: 'Server signs JWTs with ES256 or EdDSA',
    clause: cryptography,
    settings: ['profile', 'accessTokenSigningAlgorithm'],
    members: [
      'id_token_signed_response_alg',
      'access_token_signed_response_alg',
      'authorization_signed_response_alg',
    ],
    steps: ['authorize/profile-signatures'],
    unproven: 'RS256 is weaker in theory. No case of the catalogue breaks it.',
    judge: ({ accessTokenSigningAlgorithm: name }) =>
      holdsIf(
        fits(name),
        `JWT access tokens are signed with ${name}.`,
        'Set accessTokenSigningAlgorithm to ES256 or EdDSA.',
      ),
    judgeClient({ document }) {
      const usesIdTokens = document.scope.split(' ').includes('openid');
      const idToken = usesIdTokens ? (document.id_token_signed_response_alg ?? 'RS256') : undefined;
      return holdsIf(
        fits(idToken) &&
          fits(document.access_token_signed_response_alg) &&
          fits(document.authorization_signed_response_alg),
        'JWTs for the client are signed with RS256.',
        'Set id_token_signed_response_alg to ES256 or EdDSA, and the other algorithms of the client too.',
      );
    },
  }),
  clauseOf({
    id: 'key-strength',
    title: 'Keys of clients have 2,048 bits (RSA) or 224 bits (EC) or more',
    clause: cryptography,
    kind: 'client',
    members: ['jwks', 'jwks_uri'],
    unproven: 'The length belongs to the registration. No request has a step for it.',
    judgeClient({ document }) {
      if (document.jwks_uri !== undefined)
        return { state: 'not-examined', why: 'The keys are at jwks_uri, which is not requested here.' };
      return (document.jwks?.keys ?? []).every(isStrong)
        ? held
        : {
            state: 'missed',
            why: 'A key of the client is too short.',
            fix: 'Replace it with a key of 2,048 bits (RSA) or the curve P-256 or Ed25519.',
          };
    },
  }),
  common.entropy,
];

/** The rules for authorization servers and their clients. FAPI 2.0 Security Profile (Final, February 2025), with DPoP */
export const fapi2Clauses: readonly ProfileClause[] = [
  clauseOf({
    id: 'tls',
    title: 'All endpoints use TLS 1.2 or later',
    clause: `${fapi} §5.2`,
    kind: 'listener',
    settings: ['tls'],
    unproven: 'The listener accepts no other connections, so that no request has a step for it.',
    judge: overTls,
  }),
  clauseOf({
    id: 'metadata',
    title: 'Metadata are published',
    clause: general,
    unproven: 'The metadata are always published, and contain only what the profile allows.',
  }),
  common.password,
  ...clientRules,
  common.openRedirect,
  ...tokenRules,
  common.responseType,
  ...codeFlowRules,
  common.verifier,
  common.issuer,
  common.redirectScheme,
  common.codeOnce,
  common.noRepost,
  clauseOf({
    id: 'no-cors',
    title: 'Authorization endpoint does not allow CORS',
    clause: codeFlow,
    steps: ['authorize/answer-guarded'],
    weaknesses: ['origins-allowed'],
    cases: ['UI-09'],
  }),
  clauseOf({
    id: 'no-token-in-query',
    title: 'Access tokens in the query are rejected',
    clause: `${fapi} §5.3.4`,
    settings: ['profile'],
    steps: ['userinfo/profile-token-not-in-query'],
    unproven: 'Cases of the catalogue send tokens in a query only to the resource server.',
    judge: enforcedBy('oauth-2.1', 'fapi-2.0-security'),
  }),
  ...signatureRules,
];
