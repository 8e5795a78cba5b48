import type { HttpResponse } from '#main/platform/http.ts';
import { isLoopbackHost } from '#shared/http/loopback.ts';
import { authorizationPath } from '#shared/oauth/index.ts';
import type { IdentityProvider } from '#shared/workspace/index.ts';
import { choosePage } from '../pages/choose.ts';
import { type ConsentView, consentPage } from '../pages/consent.ts';
import { onwardPage } from '../pages/redirect-page.ts';
import { type SignInFault, signInPage } from '../pages/sign-in.ts';
import { ownAddress, redirect } from '../responses.ts';
import type { Transaction } from '../stores/transactions.ts';
import { consentScopes } from './claims-steps.ts';
import type { FrontContext } from './context.ts';

/** The page that a transaction waits at: sign-in, choice of an account, or consent. */
export function showPage(
  context: FrontContext,
  transaction: Transaction,
  fault: SignInFault | null,
  extraHeaders: readonly string[] = [],
): HttpResponse {
  const { subject, choices, request } = transaction;
  const view = commonView(context, transaction, [...context.headers, ...extraHeaders]);
  if (subject !== null) {
    const { clientId } = request;
    const scopes = consentScopes(request);
    const { scopes: meanings } = context.settings;
    const isSelfRegistered = isDynamic(context, clientId);
    const document = documentOf(context, clientId);
    const { username } = subject;
    return consentPage({ ...view, clientId, scopes, meanings, username, isSelfRegistered, document });
  }
  if (choices !== null) return choosePage({ ...view, accounts: choices });
  return showSignIn(context, transaction, request.loginHint, fault, extraHeaders);
}

/** True if a client registered itself: no file of the workspace names it. */
function isDynamic({ runtime, nowMillis }: FrontContext, clientId: string): boolean {
  return runtime.dynamicClients.find(clientId, nowMillis) !== null;
}

/** The facts of a document that the consent page shows; null: none describes the client. */
function documentOf({ runtime }: FrontContext, clientId: string): ConsentView['document'] {
  const client = runtime.registrations().client(clientId);
  if (client?.documentHash === undefined) return null;
  const hosts = client.redirectUris.map((uri) => URL.parse(uri)?.hostname ?? '');
  return {
    host: URL.parse(clientId)?.host ?? clientId,
    isOnlyLocal: hosts.length > 0 && hosts.every(isLoopbackHost),
  };
}

/** The sign-in form of a transaction, with the typed name and the error of the attempt. */
export function showSignIn(
  context: FrontContext,
  transaction: Transaction,
  username: string,
  fault: SignInFault | null,
  extraHeaders: readonly string[] = [],
): HttpResponse {
  const { runtime } = context;
  const only = runtime.registrations().client(transaction.request.clientId)?.identityProvider;
  const providers = providersFor(context, transaction);
  return signInPage({
    ...commonView(context, transaction, extraHeaders),
    username,
    fault,
    providers,
    providerOrigins: originsOf(providers),
    isHosted: only === undefined,
  });
}

/** The identity providers that a transaction offers its user for signing in. */
function providersFor({ runtime }: FrontContext, { request }: Transaction): readonly IdentityProvider[] {
  const registrations = runtime.registrations();
  const only = registrations.client(request.clientId)?.identityProvider;
  return registrations.identityProviders().filter(({ name }) => only === undefined || name === only);
}

/** Where their issuers are, as far as a source expression can spell it: an IPv6 address it cannot. CSP 3 §2.3.1 */
function originsOf(providers: readonly IdentityProvider[]): readonly string[] {
  return providers
    .flatMap(({ issuer }) => URL.parse(issuer)?.origin ?? [])
    .filter((origin) => !origin.includes('['));
}

/**
 * Sends the browser to another page of ours or to an identity provider. The forms of the sign-in page may lead to where
 * the issuers of the providers are, and Chromium holds a redirect after a post to that too: to anywhere else, a page
 * leads on by itself. CSP 3 §6.4.1
 */
export function leadOn(context: FrontContext, transaction: Transaction, location: string): HttpResponse {
  const origin = URL.parse(location)?.origin;
  const isNamed = origin === undefined || originsOf(providersFor(context, transaction)).includes(origin);
  if (isNamed) return redirect(303, location, context.headers);
  const { language, runtime, headers } = context;
  return onwardPage({ language, issuer: runtime.issuer(), location, extraHeaders: headers });
}

function commonView(
  { runtime, language }: FrontContext,
  { id, csrf, request }: Transaction,
  extraHeaders: readonly string[],
) {
  const client = runtime.registrations().client(request.clientId);
  return {
    language,
    issuer: runtime.issuer(),
    action: ownAddress(runtime.issuer()).path(authorizationPath),
    transactionId: id,
    csrf,
    clientName: client?.clientName ?? request.clientId,
    redirectUri: request.redirectUri,
    extraHeaders,
  };
}
