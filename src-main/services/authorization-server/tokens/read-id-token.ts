import { readCompactJws } from '#main/platform/compact-jws.ts';
import { isRightSignature } from '#main/platform/jws-signatures.ts';
import type { Runtime } from '../runtime.ts';

/** The claims of an ID token, or why it is none of this server for this client. */
export type ReadIdToken =
  | { readonly subject: string; readonly claims: Readonly<Record<string, unknown>> }
  | { readonly fault: string };

/**
 * Reads an ID token that was issued here, however long ago: to this client, or to any where it is null. OpenID Connect
 * Core §2
 */
export function readIdToken(runtime: Runtime, text: string, clientId: string | null): ReadIdToken {
  const jws = readCompactJws(text);
  if (jws === null) return { fault: 'It is not a JWT that can be decoded.' };
  const { kid, typ } = jws.header;
  const key = runtime.keys.all().find((each) => each.kid === kid && each.algorithm === jws.algorithm);
  if (key === undefined) return { fault: 'No key of this server matches its kid and alg.' };
  // Access tokens are signed with the same keys. RFC 8725 §3.11
  if (typ !== 'JWT') return { fault: 'Its typ belongs to another type of JWT.' };
  if (!isRightSignature(key.algorithm, key.publicKey, jws.input, jws.signature))
    return { fault: 'Its signature is wrong.' };
  const { iss, aud, sub } = jws.claims;
  if (iss !== runtime.issuer()) return { fault: 'Its iss is not this server.' };
  if (clientId !== null && aud !== clientId) return { fault: 'It was issued to another client.' };
  return typeof sub === 'string' ? { subject: sub, claims: jws.claims } : { fault: 'It has no subject.' };
}
