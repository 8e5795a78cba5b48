import { OAuthError } from '../errors.ts';
import type { BackContext } from './context.ts';

/** A fault in the credentials of a client. `want` and `got` never hold a secret. */
export interface Fault {
  readonly detail: string;
  readonly want?: string;
  readonly got?: string;
}

/** Where wrong secrets of one client come from, as the limit counts them. */
export function sourceOf({ request }: BackContext, clientId: string): string {
  return `${request.remoteAddress} ${clientId}`;
}

/** The refusal of a client: the wire learns one sentence, whatever is wrong. RFC 6749 §5.2 */
export function invalidClient(fault: Fault): OAuthError {
  return new OAuthError('invalid_client', {
    description: 'Invalid client or client credentials',
    ...fault,
  });
}

/** The same, noted for whoever watches the server. */
export function refuseClient(context: BackContext, clientId: string, fault: Fault): OAuthError {
  context.runtime.audit.emit(
    'client.authentication_failed',
    { clientId, reason: fault.detail },
    context.notes,
  );
  return invalidClient(fault);
}
