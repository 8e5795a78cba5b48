import { looksLikeDocumentUrl } from '#shared/oauth/index.ts';
import type { Runtime } from '../runtime.ts';
import type { Family } from '../stores/families.ts';
import type { AccessToken } from '../stores/token-table.ts';
import { attributesOf } from '../subject.ts';

/** Why a token is no longer good: for the trace, not for the wire. */
export interface TokenFlaw {
  readonly detail: string;
  readonly got?: string;
}

/** Tests whether an access token was revoked, alone or with its grant. */
export function isRevoked({ revoked, family }: AccessToken): boolean {
  return revoked || family?.revoked === true;
}

/** `null` where the token has not ended; at the very instant of its end it has. RFC 6750 §3.1 */
export function expiryFlaw(expiresAtMillis: number | null, nowMillis: number): TokenFlaw | null {
  if (expiresAtMillis === null || nowMillis < expiresAtMillis) return null;
  return { detail: `Expired ${((nowMillis - expiresAtMillis) / 1_000).toFixed(1)} s ago.` };
}

/** `null` where the client is still registered, and the user of the grant too. */
export function ownerFlaw(runtime: Runtime, clientId: string, family: Family | null): TokenFlaw | null {
  if (!isRegistered(runtime, clientId))
    return { detail: 'Its client is no longer registered.', got: clientId };
  if (family !== null && attributesOf(runtime, family) === null)
    return { detail: 'Its user is no longer registered.', got: family.username };
  return null;
}

/** A client with a document needs none at hand: it is fetched when the client asks for something. */
function isRegistered(runtime: Runtime, clientId: string): boolean {
  if (runtime.registrations().client(clientId) !== undefined) return true;
  return runtime.settings().clientIdMetadataDocuments.enabled && looksLikeDocumentUrl(clientId);
}

/** Describes the flaw of an access token; null where it is good now. RFC 6750 §3.1 */
export function accessTokenFlaw(runtime: Runtime, token: AccessToken, nowMillis: number): TokenFlaw | null {
  const expired = expiryFlaw(token.expiresAtMillis, nowMillis);
  if (expired !== null) return expired;
  if (isRevoked(token)) return { detail: 'The token or its grant was revoked.' };
  return ownerFlaw(runtime, token.clientId, token.family);
}
