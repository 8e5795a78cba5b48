import type { Evidence } from '#main/platform/pipeline.ts';
import type { OAuthErrorCode } from '#shared/oauth/index.ts';
import { OAuthError } from '../errors.ts';
import type { ProviderFault } from '../pages/sign-in.ts';

/** Errors that a client gets where the provider is the only way to sign in. RFC 6749 §4.1.2.1 */
const wire: Readonly<Record<ProviderFault, { readonly code: OAuthErrorCode; readonly description: string }>> =
  {
    'provider-denied': { code: 'access_denied', description: 'The user did not sign in.' },
    'provider-unaccepted': { code: 'access_denied', description: 'The user is not allowed to sign in here.' },
    'provider-unavailable': {
      code: 'temporarily_unavailable',
      description: 'The identity provider does not respond at the moment.',
    },
    'provider-failed': { code: 'server_error', description: 'The sign-in at the identity provider failed.' },
  };

/** A failed sign-in at an identity provider: `fault` is for the user, the evidence for the trace alone. */
export class ProviderRefusal extends OAuthError {
  readonly fault: ProviderFault;

  constructor(fault: ProviderFault, evidence: Evidence) {
    const { code, description } = wire[fault];
    super(code, { description, ...evidence });
    this.fault = fault;
  }
}

/** The provider, or somebody who speaks in its name, breaks the protocol. */
export function providerFailed(detail: string, evidence: Omit<Evidence, 'detail'> = {}): ProviderRefusal {
  return new ProviderRefusal('provider-failed', { detail, ...evidence });
}
