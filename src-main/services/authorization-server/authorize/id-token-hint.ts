import { formValue } from '#shared/oauth/index.ts';
import { invalidRequest, OAuthError } from '../errors.ts';
import { required } from '../token/context.ts';
import { readIdToken } from '../tokens/read-id-token.ts';
import type { AuthorizeContext, InteractionContext } from './context.ts';

/**
 * Finds out whom the client means. The hint is an ID token that was issued here to this client, however long ago.
 * OpenID Connect Core §3.1.2.1
 * @throws OAuthError invalid_request
 */
export function takeHint(context: AuthorizeContext): void {
  const hint = formValue(context.form, 'id_token_hint') ?? '';
  const read = readIdToken(context.runtime, hint, required(context.client).clientId);
  if ('fault' in read)
    throw invalidRequest('id_token_hint is not an ID token of this server for this client.', {
      detail: read.fault,
    });
  context.hintedUsername = read.subject;
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
  context.effect = 'Nothing was issued. The client receives an error: the expected user did not sign in.';
  throw new OAuthError('login_required', {
    description: 'The user who signed in is not the user that the request names.',
    want: hintedUsername ?? '',
    got: username,
  });
}
