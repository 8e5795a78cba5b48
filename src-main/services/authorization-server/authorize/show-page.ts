import type { HttpResponse } from '#main/platform/http.ts';
import { authorizationPath } from '#shared/oauth/index.ts';
import { consentPage } from '../pages/consent.ts';
import { signInPage } from '../pages/sign-in.ts';
import type { Transaction } from '../stores/transactions.ts';
import type { FrontContext } from './context.ts';

/** The sign-in form of a transaction; `wrongUsername` is what was typed where an attempt failed. */
export function showSignIn(
  context: FrontContext,
  transaction: Transaction,
  wrongUsername: string | null,
  extraHeaders: readonly string[] = [],
): HttpResponse {
  return signInPage({
    ...commonView(context, transaction),
    username: wrongUsername ?? transaction.request.loginHint,
    isWrong: wrongUsername !== null,
    extraHeaders,
  });
}

/** The consent form of a transaction whose user has signed in. */
export function showConsent(context: FrontContext, transaction: Transaction, username: string): HttpResponse {
  const { clientId, scopes } = transaction.request;
  return consentPage({ ...commonView(context, transaction), clientId, scopes, username });
}

function commonView({ runtime, language }: FrontContext, { id, csrf, request }: Transaction) {
  const client = runtime.registrations().client(request.clientId);
  return {
    language,
    issuer: runtime.issuer(),
    action: authorizationPath,
    transactionId: id,
    csrf,
    clientName: client?.clientName ?? request.clientId,
    redirectUri: request.redirectUri,
  };
}
