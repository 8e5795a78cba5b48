import type { IdentityProvider } from '#shared/workspace/index.ts';
import type { FrontContext, InteractionContext } from '../authorize/context.ts';
import { sessionIdOf } from '../authorize/session-cookie.ts';
import { ownPage } from '../own-page.ts';
import type { Transaction } from '../stores/transactions.ts';
import { required } from '../token/context.ts';
import { authorizationUrl } from './authorization-url.ts';
import { discover } from './discovery.ts';
import type { ProviderRefusal } from './provider-refusal.ts';

/**
 * Sends the browser to a provider, with values of our own that tie its answer to this browser's transaction.
 * OpenID Connect Core §3.1.2.1
 * @throws ProviderRefusal where the provider cannot be used
 */
export async function redirectToProvider(context: FrontContext, provider: IdentityProvider): Promise<void> {
  const { runtime } = context;
  const metadata = await discover(context, provider);
  const transaction = required(context.transaction);
  const away = {
    provider: provider.name,
    state: runtime.tokens.next(),
    nonce: runtime.tokens.next(),
    // A token has 28 characters, and a verifier 43 at least. RFC 7636 §4.1
    verifier: `${runtime.tokens.next()}${runtime.tokens.next()}`,
  };
  transaction.away = away;
  context.location = authorizationUrl({
    provider,
    metadata,
    away,
    asked: transaction.request,
    issuer: runtime.issuer(),
    mustSignIn: mustSignIn(context, transaction, provider),
  });
  context.effect = `The browser is redirected to ${provider.displayName} for sign-in. Nothing is issued yet.`;
}

function mustSignIn(
  { runtime, request, nowMillis }: FrontContext,
  { request: { prompts, maxAgeSeconds } }: Transaction,
  { name }: IdentityProvider,
): boolean {
  if (prompts.has('login') || prompts.has('select_account') || maxAgeSeconds !== null) return true;
  // A user known here through this provider who goes there all the same wants to be somebody else.
  const accounts = runtime.sessions.accounts(sessionIdOf(request), nowMillis);
  return accounts.some(({ provider }) => provider === name);
}

/**
 * Says what came of a sign-in elsewhere that failed: on the sign-in page, where one can try again or otherwise, or to
 * the client where the provider is the only way in. What the provider published is read anew the next time.
 */
export function leadBack(
  context: InteractionContext,
  issuer: string | null,
  { fault, message }: ProviderRefusal,
  username?: string,
): void {
  const { runtime, notes } = context;
  const transaction = required(context.transaction);
  const { clientId } = transaction.request;
  const who = username === undefined ? {} : { username };
  runtime.audit.emit('user.sign_in_failed', { ...who, clientId, reason: message }, notes);
  const isBroken = fault === 'provider-failed' || fault === 'provider-unavailable';
  if (isBroken && issuer !== null) runtime.providers.metadata.delete(issuer);
  if (runtime.registrations().client(clientId)?.identityProvider === undefined) {
    context.location = `${ownPage(runtime, transaction)}&fault=${fault}`;
    context.effect = 'Nothing was issued. The sign-in page is shown again with the reason.';
    return;
  }
  runtime.transactions.end(transaction);
  context.onRefusal = 'client';
  context.effect =
    'Nothing was issued. The client receives an error, because its users have no other sign-in method.';
}
