import type { Evidence } from '#main/platform/pipeline.ts';
import { invalidGrant, type OAuthError } from '../errors.ts';
import { required, type TokenContext } from '../token/context.ts';

/** The wire learns one sentence, whichever step refuses; the trace learns the rest. RFC 7523 §3.1 */
export function refuseJwtGrant(evidence: Evidence): OAuthError {
  return invalidGrant('The assertion is invalid, expired or not for this server.', evidence);
}

/** The claims of the assertion. RFC 7523 §3 */
export function claimsOf({ jwtGrant }: TokenContext): Readonly<Record<string, unknown>> {
  return required(jwtGrant).jws.claims;
}
