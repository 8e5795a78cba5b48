import { methodOfAlgorithm } from '../client-assertion.ts';
import {
  at,
  isPublicClient,
  knownResponseTypes,
  type LintInput,
  type LintRule,
  needsSecret,
  usesCode,
} from './rule.ts';

/** Access tokens that live longer are worth stealing, in seconds. */
const longSeconds = 86_400;

function staysUsable(input: LintInput): boolean {
  const { client, settings } = input;
  const isRolled =
    settings.profile === 'oauth-2.1' || (client.roll_refresh_tokens ?? settings.rollRefreshTokens);
  const lifetime = client.refresh_token_lifetime_seconds ?? settings.refreshTokenLifetimeSeconds;
  // A thief lacks the key of one that is bound. RFC 9700 §2.2.2
  const isBound = client.dpop_bound_access_tokens === true;
  return client.grant_types.includes('refresh_token') && !isRolled && !isBound && lifetime === null;
}

function needsPkce({ client, settings }: LintInput): boolean {
  // There a registration can ask for more than the profile, and never for less.
  if (settings.profile === 'oauth-2.1' || settings.profile === 'fapi-2.0-security')
    return settings.requirePkce || client.require_pkce === true;
  return client.require_pkce ?? settings.requirePkce;
}

/** Rules for codes, tokens and the secret of a client. */
export const tokenRules: readonly LintRule[] = [
  {
    id: 'public-without-pkce',
    severity: 'error',
    title: 'PKCE is optional for a public client',
    clause: 'RFC 9700 §2.1.1',
    fix: 'Require PKCE. Without it, anyone who steals a code of a client without a secret can exchange it.',
    detect: (input) => at('/require_pkce', isPublicClient(input) && usesCode(input) && !needsPkce(input)),
  },
  {
    id: 'plain-pkce',
    severity: 'notice',
    title: 'The plain code challenge is accepted',
    clause: 'RFC 7636 §7.2',
    fix: 'Accept only S256 in the server policy. A plain challenge reveals the verifier to anyone who sees the request.',
    detect: (input) =>
      at('/require_pkce', usesCode(input) && needsPkce(input) && input.settings.allowPlainPkce),
  },
  {
    id: 'refresh-for-ever',
    severity: 'error',
    title: 'Refresh tokens of a public client are not rotated and do not expire',
    clause: 'RFC 9700 §2.2.2',
    fix: 'Rotate them, or set a lifetime. Otherwise, a stolen token works forever without being noticed.',
    detect: (input) => at('/roll_refresh_tokens', isPublicClient(input) && staysUsable(input)),
  },
  {
    id: 'bound-token-in-front',
    severity: 'error',
    title: 'Access tokens must be bound to a key, but are returned in the URL',
    clause: 'RFC 9449 §5.2',
    fix: 'Remove the response types with token. The server rejects them, since no key is proven there.',
    detect: (input) =>
      at(
        '/response_types',
        input.client.dpop_bound_access_tokens === true &&
          knownResponseTypes(input).some(({ token }) => token),
      ),
  },
  {
    id: 'access-token-long',
    severity: 'warning',
    title: 'Access tokens are valid for more than a day',
    clause: 'RFC 6750 §5.3',
    fix: 'Set a lifetime of an hour or less, and use refresh tokens.',
    detect: ({ client, settings }) =>
      at(
        '/access_token_lifetime_seconds',
        (client.access_token_lifetime_seconds ?? settings.accessTokenLifetimeSeconds) > longSeconds,
      ),
  },
  {
    id: 'secret-missing',
    severity: 'error',
    title: 'A confidential client has no secret',
    clause: 'RFC 6749 §2.3.1',
    fix: 'Set a secret, or make the client public.',
    detect: (input) => at('/client_secret', needsSecret(input) && input.secret === 'none'),
  },
  {
    id: 'secret-unused',
    severity: 'notice',
    title: 'The client has a secret that it does not need',
    clause: 'RFC 7591 §2',
    fix: 'Remove the secret, or choose a method that uses it. The server never checks it.',
    detect: (input) => at('/client_secret', !needsSecret(input) && input.secret !== 'none'),
  },
  {
    id: 'assertion-without-keys',
    severity: 'error',
    title: 'The client authenticates with a key, but none is registered',
    clause: 'RFC 7591 §2',
    fix: 'Register the public keys in jwks, or their URL in jwks_uri. Until then, every request is rejected.',
    detect: ({ client }) =>
      at(
        '/jwks',
        client.token_endpoint_auth_method === 'private_key_jwt' &&
          client.jwks_uri === undefined &&
          (client.jwks?.keys.length ?? 0) === 0,
      ),
  },
  {
    id: 'assertion-algorithm-unfit',
    severity: 'error',
    title: 'The algorithm does not belong to the client authentication method',
    clause: 'OpenID Connect Registration §2',
    fix: 'Choose HS256 to HS512 for client_secret_jwt, and another algorithm for private_key_jwt.',
    detect: ({
      client: { token_endpoint_auth_signing_alg: algorithm, token_endpoint_auth_method: method },
    }) =>
      at(
        '/token_endpoint_auth_signing_alg',
        algorithm !== undefined && methodOfAlgorithm(algorithm) !== method,
      ),
  },
  {
    id: 'secret-in-clear',
    severity: 'warning',
    title: 'The file contains the secret in clear text',
    clause: 'RFC 6819 §5.1.4.1.3',
    fix: 'Store the secret, so that the file contains only its name. Rotate the secret if others have seen the file.',
    detect: ({ secret }) => at('/client_secret', secret === 'in-clear'),
  },
];
