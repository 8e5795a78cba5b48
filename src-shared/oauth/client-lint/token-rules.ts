import { at, isPublicClient, type LintInput, type LintRule, usesCode } from './rule.ts';

/** Access tokens that live longer are worth stealing, in seconds. */
const longSeconds = 86_400;

function staysUsable(input: LintInput): boolean {
  const { client, settings } = input;
  const isRolled = client.roll_refresh_tokens ?? settings.rollRefreshTokens;
  const lifetime = client.refresh_token_lifetime_seconds ?? settings.refreshTokenLifetimeSeconds;
  return client.grant_types.includes('refresh_token') && !isRolled && lifetime === null;
}

function needsPkce({ client, settings }: LintInput): boolean {
  return client.require_pkce ?? settings.requirePkce;
}

/** Rules for codes, tokens and the secret of a client. */
export const tokenRules: readonly LintRule[] = [
  {
    id: 'public-without-pkce',
    severity: 'error',
    title: 'A public client may leave PKCE out',
    clause: 'RFC 9700 §2.1.1',
    fix: 'Require PKCE: a stolen code of a client without a secret can be exchanged by anybody.',
    detect: (input) => at('/require_pkce', isPublicClient(input) && usesCode(input) && !needsPkce(input)),
  },
  {
    id: 'plain-pkce',
    severity: 'notice',
    title: 'The plain code challenge is accepted',
    clause: 'RFC 7636 §7.2',
    fix: 'Accept S256 only, in the server policy: a plain challenge shows the verifier to whoever sees the request.',
    detect: (input) =>
      at('/require_pkce', usesCode(input) && needsPkce(input) && input.settings.allowPlainPkce),
  },
  {
    id: 'refresh-for-ever',
    severity: 'error',
    title: 'Refresh tokens of a public client neither roll nor expire',
    clause: 'RFC 9700 §2.2.2',
    fix: 'Roll them, or let them expire: a stolen one works for ever otherwise, and nobody notices.',
    detect: (input) => at('/roll_refresh_tokens', isPublicClient(input) && staysUsable(input)),
  },
  {
    id: 'access-token-long',
    severity: 'warning',
    title: 'Access tokens live longer than a day',
    clause: 'RFC 6750 §5.3',
    fix: 'Let them live an hour or less, and refresh them.',
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
    fix: 'Give it a secret, or make it public.',
    detect: (input) => at('/client_secret', !isPublicClient(input) && input.secret === 'none'),
  },
  {
    id: 'secret-unused',
    severity: 'notice',
    title: 'A public client has a secret',
    clause: 'RFC 7591 §2',
    fix: 'Take the secret away, or make the client confidential: it is never asked for.',
    detect: (input) => at('/client_secret', isPublicClient(input) && input.secret !== 'none'),
  },
  {
    id: 'secret-in-clear',
    severity: 'warning',
    title: 'The secret stands in the file in clear',
    clause: 'RFC 6819 §5.1.4.1.3',
    fix: 'Store it, so that the file holds its name only; change it where others have seen the file.',
    detect: ({ secret }) => at('/client_secret', secret === 'in-clear'),
  },
];
