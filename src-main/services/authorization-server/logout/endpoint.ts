import type { ExchangeNotes, HttpRequest, HttpResponse } from '#main/platform/http.ts';
import { compilePipeline, type Pipeline, runPipeline, traceOf } from '#main/platform/pipeline.ts';
import {
  endSessionPath,
  type Form,
  formatForm,
  formField,
  formValue,
  withQuery,
} from '#shared/oauth/index.ts';
import { type AuthorizationServerSettings, followsRfcs } from '#shared/workspace/index.ts';
import { unavailable, wireError } from '../errors.ts';
import { isKept } from '../keeping.ts';
import { errorPage } from '../pages/error.ts';
import { signOutDonePage, signOutPage } from '../pages/sign-out.ts';
import { ownAddress, redirect } from '../responses.ts';
import type { Runtime } from '../runtime.ts';
import { formValueOf } from '../self-service/forgery.ts';
import { activeWeaknesses } from '../weaknesses/index.ts';
import { endSessionWeaknesses } from '../weaknesses/logout.ts';
import { createEndSessionContext, type EndSessionContext } from './context.ts';
import { accountsMeant, endSessionPipeline } from './steps.ts';

/** Parameters that the form of the page sends on. OpenID Connect RP-Initiated Logout §2 */
const parameters = [
  'id_token_hint',
  'logout_hint',
  'client_id',
  'post_logout_redirect_uri',
  'state',
  'ui_locales',
] as const;

const compiled = new WeakMap<AuthorizationServerSettings, Pipeline<EndSessionContext>>();

function pipelineFor(settings: AuthorizationServerSettings): Pipeline<EndSessionContext> {
  const known = compiled.get(settings);
  if (known !== undefined) return known;
  const made = compilePipeline(endSessionPipeline, activeWeaknesses(endSessionWeaknesses, settings));
  compiled.set(settings, made);
  return made;
}

/** Signs a user out for a client, or asks first. OpenID Connect RP-Initiated Logout §2 */
export async function handleEndSession(
  runtime: Runtime,
  request: HttpRequest,
  notes: ExchangeNotes,
  form: Form,
): Promise<HttpResponse> {
  const context = createEndSessionContext(runtime, request, notes, form);
  // A form of another site comes without the cookie of the session, which a GET of the same request brings along.
  if (request.method === 'POST' && context.sessionId === '' && formField(form, 'decision') === undefined)
    return redirect(303, askAgain(context));
  const pipeline = pipelineFor(context.settings);
  notes.trace = () => traceOf(pipeline, context);
  await runPipeline(pipeline, context);
  if (context.mustCommit && !(await isKept(runtime)))
    context.failure = unavailable('The server cannot store data at the moment');
  return context.failure === null ? proceed(context) : refuse(context, context.failure);
}

function askAgain({ runtime, form }: EndSessionContext): string {
  const query = formatForm(form.fields.map(({ name, value }) => [name, value]));
  return withQuery(ownAddress(runtime.issuer()).path(endSessionPath), query);
}

function proceed(context: EndSessionContext): HttpResponse {
  const { runtime, language, leaving, stays, returnTo, headers } = context;
  if (leaving === null) return ask(context);
  if (returnTo === null || stays) return signOutDonePage(language, runtime.issuer(), !stays, headers);
  const state = formValue(context.form, 'state');
  return redirect(
    303,
    state === undefined ? returnTo : withQuery(returnTo, formatForm([['state', state]])),
    headers,
  );
}

function ask(context: EndSessionContext): HttpResponse {
  const { runtime, language, sessionId, form, client, returnTo } = context;
  return signOutPage({
    language,
    issuer: runtime.issuer(),
    action: ownAddress(runtime.issuer()).path(endSessionPath),
    csrf: formValueOf(sessionId, 'end-session'),
    parameters: parameters.flatMap((name) => {
      const value = formValue(form, name);
      return value === undefined ? [] : [[name, value] as const];
    }),
    usernames: accountsMeant(context).map(({ subject }) => subject.username),
    clientName: client?.clientName ?? null,
    returnTo,
  });
}

function refuse(
  { runtime, language, settings }: EndSessionContext,
  failure: NonNullable<EndSessionContext['failure']>,
): HttpResponse {
  const { description, code } = wireError(failure, followsRfcs(settings.profile));
  const kind = code === 'temporarily_unavailable' ? 'unkept' : 'request';
  const { retryAfterSeconds } = failure.options;
  const issuer = runtime.issuer();
  return errorPage({ language, issuer, kind, retryAfterSeconds, description: description ?? code });
}
