import { OAuthError } from '../errors.ts';
import { decideAudience } from '../token/audience.ts';
import { found, type TokenContext } from '../token/context.ts';
import { issueStep } from '../token/issue.ts';
import { decideScope } from '../token/scope.ts';
import type { Grant } from './grant.ts';

/** A confidential client acts for itself; there is no refresh token. RFC 6749 §4.4. */
export const clientCredentialsGrant: Grant = {
  steps: [
    {
      id: 'client-confidential',
      rule: 'Client has proved itself with a secret',
      clause: 'RFC 6749 §4.4',
      check: checkConfidential,
    },
    {
      id: 'scope-within-registration',
      rule: 'Scope within the registration',
      clause: 'RFC 6749 §3.3',
      check: (context) => decideScope(context, found(context.client).scopes, 'said'),
      describe: ({ scope }) => (scope === '' ? 'No scope' : `Scope within the registration: ${scope}`),
    },
    issueStep('RFC 6749 §4.4.3', (context) => ({
      family: null,
      audience: decideAudience(context),
      effect: 'Issued an access token for the client itself.',
    })),
  ],
};

function checkConfidential(context: TokenContext): void {
  if (found(context.client).secretSha256 !== null) return;
  throw new OAuthError('invalid_client', {
    description: 'Invalid client or client credentials',
    detail: 'A public client cannot act for itself.',
  });
}
