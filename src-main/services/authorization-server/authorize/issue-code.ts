import { formatScope } from '#shared/oauth/index.ts';
import { found } from '../token/context.ts';
import { codeLocation } from './client-redirect.ts';
import type { InteractionContext } from './context.ts';

/** Issues the code that the transaction was begun for, ends it and sends the browser back. RFC 6749 §4.1.2. */
export function issueCode(context: InteractionContext): void {
  const { runtime, nowMillis, settings } = context;
  const transaction = found(context.transaction);
  const { request } = transaction;
  const username = found(transaction.username);
  const expiresAtMillis = nowMillis + settings.codeLifetimeSeconds * 1_000;
  const code = runtime.tokens.next();
  runtime.codes.add(code, {
    clientId: request.clientId,
    username,
    scope: formatScope(request.scopes),
    scopeDiffers: request.scopeDiffers,
    redirectUri: request.redirectUri,
    redirectUriGiven: request.redirectUriGiven,
    challenge: request.challenge,
    issuedAtMillis: nowMillis,
    expiresAtMillis,
    familyId: runtime.tokens.next(),
    used: false,
    rememberedUntilMillis: expiresAtMillis,
  });
  runtime.transactions.end(transaction);
  context.location = codeLocation(runtime, request, code);
  context.effect = `Issued a code for ${username}, good for ${settings.codeLifetimeSeconds} s.`;
}
