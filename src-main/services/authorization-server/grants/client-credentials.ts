import { confidentialStep } from '../token/client-authentication.ts';
import { required } from '../token/context.ts';
import { decideAudience, decideScope, issueStep } from '../token/issue.ts';
import type { Grant } from './grant.ts';

/** A confidential client acts for itself; there is no refresh token. RFC 6749 §4.4. */
export const clientCredentialsGrant: Grant = {
  steps: [
    confidentialStep(
      'client-confidential',
      'Client is confidential',
      'RFC 6749 §4.4',
      'A public client cannot act for itself.',
    ),
    {
      id: 'scope-within-registration',
      rule: 'Scope is within the registration',
      clause: 'RFC 6749 §3.3',
      check: (context) => decideScope(context, required(context.client).scopes, 'said'),
      describe: ({ scope }) =>
        scope === '' ? 'No scope is requested' : `Scope is within the registration: ${scope}`,
    },
    issueStep('RFC 6749 §4.4.3', (context) => ({
      family: null,
      audience: decideAudience(context),
      effect: 'Issued an access token for the client itself.',
    })),
  ],
};
