import { isRightSignature } from '#main/platform/jws-signatures.ts';
import { unverifiedClaims, unverifiedHeader } from '#main/platform/unverified-jwt.ts';
import { base64urlDecode, formValue } from '#shared/oauth/index.ts';
import { invalidRequest, OAuthError } from '../errors.ts';
import type { Runtime } from '../runtime.ts';
import { required } from '../token/context.ts';
import type { AuthorizeContext, InteractionContext } from './context.ts';

/**
 * Finds out whom the client means. The hint is an ID token that was issued here to this client, however long ago.
 * OpenID Connect Core §3.1.2.1
 * @throws OAuthError invalid_request
 */
export function takeHint(context: AuthorizeContext): void {
  const hint = formValue(context.form, 'id_token_hint') ?? '';
  const read = subjectOf(readHint(context.runtime, hint), required(context.client).clientId);
  if ('fault' in read)
    throw invalidRequest('id_token_hint is not an ID token of this server for this client.', {
      detail: read.fault,
    });
  context.hintedUsername = read.username;
}

/**
 * Refuses a user other than the one that the client means: the answer would be for another person. OpenID
 * Connect Core §3.1.2.1
 * @throws OAuthError login_required
 */
export function checkHinted(context: InteractionContext): void {
  const transaction = required(context.transaction);
  const { username } = required(transaction.subject);
  const { hintedUsername } = transaction.request;
  if (username === hintedUsername) return;
  context.runtime.transactions.end(transaction);
  context.onRefusal = 'client';
  context.effect = 'Nothing issued. The client receives an error: the expected user did not sign in.';
  throw new OAuthError('login_required', {
    description: 'The user who signed in is not the user that the request names.',
    want: hintedUsername ?? '',
    got: username,
  });
}

/** The claims of an ID token that was issued here, or why it is none. */
export type ReadHint = { readonly claims: Readonly<Record<string, unknown>> } | { readonly fault: string };

type HintedSubject = { readonly username: string } | { readonly fault: string };

/** Reads an ID token as a hint: it is signed by this server, however long ago. OpenID Connect Core §3.1.2.1 */
export function readHint(runtime: Runtime, hint: string): ReadHint {
  try {
    const { kid, alg, typ } = unverifiedHeader(hint);
    const key = runtime.keys.all().find((each) => each.kid === kid && each.algorithm === alg);
    if (key === undefined) return { fault: 'No key of this server matches its kid and alg.' };
    // Access tokens are signed with the same keys. RFC 8725 §3.11
    if (typ !== 'JWT') return { fault: 'Its typ belongs to another type of JWT.' };
    const dot = hint.lastIndexOf('.');
    const signature = base64urlDecode(hint.slice(dot + 1));
    const isSigned =
      signature !== null &&
      hint.split('.').length === 3 &&
      isRightSignature(key.algorithm, key.publicKey, hint.slice(0, dot), signature);
    if (!isSigned) return { fault: 'Its signature is wrong.' };
    const claims = unverifiedClaims(hint);
    return claims['iss'] === runtime.issuer() ? { claims } : { fault: 'Its iss is not this server.' };
  } catch (error) {
    if (error instanceof SyntaxError) return { fault: 'It is not a JWT that can be decoded.' };
    throw error;
  }
}

function subjectOf(read: ReadHint, clientId: string): HintedSubject {
  if ('fault' in read) return read;
  const { aud, sub } = read.claims;
  if (aud !== clientId) return { fault: 'It was issued to another client.' };
  return typeof sub === 'string' ? { username: sub } : { fault: 'It has no subject.' };
}
