import type { ExchangeNotes, HttpRequest, HttpResponse } from '#main/platform/http.ts';
import { type Pipeline, runPipeline, traceOf } from '#main/platform/pipeline.ts';
import { formField, formValue, grantsPath } from '#shared/oauth/index.ts';
import { followsRfcs } from '#shared/workspace/index.ts';
import { wireError } from '../errors.ts';
import { errorPage } from '../pages/error.ts';
import { signInPage } from '../pages/sign-in.ts';
import { catalogue } from '../pages/texts.ts';
import { ownAddress, redirect } from '../responses.ts';
import type { Runtime } from '../runtime.ts';
import { consentHolder, type Subject } from '../subject.ts';
import { createSelfServiceContext, type SelfServiceContext } from './context.ts';
import { formValueOf, visitorCookie, visitorSecret } from './forgery.ts';
import { type AllowedClient, grantsPage } from './page.ts';

/** The pipelines of the page on which users take back what they allowed, and sign out. */
export interface SelfServicePipelines {
  readonly signIn: Pipeline<SelfServiceContext>;
  readonly revoke: Pipeline<SelfServiceContext>;
  readonly signOut: Pipeline<SelfServiceContext>;
}

/** Shows a user what they allowed whom, takes it back for them, and signs them out. Document 1 §3, "explicit revocation by the user" */
export async function handleSelfService(
  pipelines: SelfServicePipelines,
  runtime: Runtime,
  request: HttpRequest,
  notes: ExchangeNotes,
): Promise<HttpResponse> {
  const context = createSelfServiceContext(runtime, request, notes);
  if (request.method === 'GET') return show(context);
  const pipeline = pipelines[purposeOf(context)];
  notes.trace = () => traceOf(pipeline, context);
  await runPipeline(pipeline, context);
  if (context.failure === null)
    return redirect(303, ownAddress(runtime.issuer()).path(grantsPath), context.headers);
  if (context.fault !== null) return showSignIn(context);
  const { description, code } = wireError(context.failure, followsRfcs(context.settings.profile));
  const { language } = context;
  const { retryAfterSeconds } = context.failure.options;
  const kind = code === 'temporarily_unavailable' ? 'unkept' : 'over';
  const page = { language, issuer: runtime.issuer(), kind, retryAfterSeconds } as const;
  return errorPage({ ...page, description: description ?? code });
}

/** The button that was pressed says what for; the sign-in form has none of these. */
function purposeOf({ form }: SelfServiceContext): keyof SelfServicePipelines {
  if (formField(form, 'sign_out') !== undefined) return 'signOut';
  return formField(form, 'client_id') === undefined ? 'signIn' : 'revoke';
}

function show(context: SelfServiceContext): HttpResponse {
  const { runtime, subject, sessionId, language } = context;
  if (subject === null) return showSignIn(context);
  return grantsPage({
    language,
    issuer: runtime.issuer(),
    action: ownAddress(runtime.issuer()).path(grantsPath),
    csrf: formValueOf(sessionId),
    username: subject.username,
    allowed: allowedBy(context, subject),
  });
}

function showSignIn(context: SelfServiceContext): HttpResponse {
  const { runtime, request, language, form, fault } = context;
  const known = visitorSecret(request);
  const secret = known === '' ? runtime.tokens.next() : known;
  return signInPage({
    language,
    issuer: runtime.issuer(),
    action: ownAddress(runtime.issuer()).path(grantsPath),
    transactionId: '',
    csrf: formValueOf(secret),
    clientName: catalogue[language].whatYouAllowed,
    redirectUri: `${runtime.issuer()}${grantsPath}`,
    username: formValue(form, 'username') ?? '',
    fault,
    providers: [],
    providerOrigins: [],
    isHosted: true,
    extraHeaders: visitorCookie(secret, runtime.issuer()),
  });
}

/** Clients with a consent of this user, and those that hold tokens without one. */
function allowedBy({ runtime, nowMillis }: SelfServiceContext, subject: Subject): readonly AllowedClient[] {
  const holder = consentHolder(subject);
  const scopes = new Map<string, readonly string[]>();
  const grants = new Map<string, number>();
  for (const consent of runtime.consents.all())
    if (consent.username === holder) scopes.set(consent.clientId, consent.scopes);
  for (const family of runtime.families.all()) {
    const isLive = !family.revoked && (family.endsAtMillis === null || nowMillis < family.endsAtMillis);
    if (isLive && consentHolder(family) === holder)
      grants.set(family.clientId, (grants.get(family.clientId) ?? 0) + 1);
  }
  return [...new Set([...scopes.keys(), ...grants.keys()])].toSorted().map((clientId) => ({
    clientId,
    clientName: runtime.registrations().client(clientId)?.clientName ?? clientId,
    scopes: scopes.get(clientId) ?? [],
    liveGrants: grants.get(clientId) ?? 0,
  }));
}
