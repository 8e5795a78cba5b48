import type { HttpResponse } from '#main/platform/http.ts';
import { type Pipeline, runPipeline, traceOf } from '#main/platform/pipeline.ts';
import { assertNever } from '#shared/errors/index.ts';
import { formField, formValue } from '#shared/oauth/index.ts';
import { followsRfcs } from '#shared/workspace/index.ts';
import { type OAuthError, wireError } from '../errors.ts';
import { ownPage } from '../own-page.ts';
import { errorPage } from '../pages/error.ts';
import { type ProviderFault, providerFaults } from '../pages/sign-in.ts';
import { redirect } from '../responses.ts';
import { required } from '../token/context.ts';
import { expiredCookie } from './browser-binding.ts';
import { errorParameters, respondToClient } from './client-response.ts';
import type { InteractionContext } from './context.ts';
import { keep } from './keep.ts';
import { leadOn, showPage, showSignIn } from './show-page.ts';

/** The pipelines of our own pages. */
export interface InteractionPipelines {
  readonly resume: Pipeline<InteractionContext>;
  readonly choose: Pipeline<InteractionContext>;
  readonly provider: Pipeline<InteractionContext>;
  readonly signIn: Pipeline<InteractionContext>;
  readonly consent: Pipeline<InteractionContext>;
}

/** Answers a post of the sign-in or consent form, or a reload of either. */
export async function handleInteraction(
  pipelines: InteractionPipelines,
  context: InteractionContext,
): Promise<HttpResponse> {
  const pipeline = choosePipeline(pipelines, context);
  context.notes.trace = () => traceOf(pipeline, context);
  await runPipeline(pipeline, context);
  return finishInteraction(context);
}

/** Answers with the outcome of one of these pipelines, once its changes are on disk. */
export async function finishInteraction(context: InteractionContext): Promise<HttpResponse> {
  if (!(await keep(context))) context.onRefusal = 'client';
  const response = await (context.failure === null ? proceed(context) : refuse(context, context.failure));
  return context.altered === null ? response : context.altered(response);
}

function choosePipeline(
  pipelines: InteractionPipelines,
  context: InteractionContext,
): Pipeline<InteractionContext> {
  const { request, form, runtime, nowMillis } = context;
  if (request.method === 'GET') return pipelines.resume;
  if (formField(form, 'provider') !== undefined) return pipelines.provider;
  if (formField(form, 'account') !== undefined) return pipelines.choose;
  const transaction = runtime.transactions.find(formValue(form, 'txn') ?? '', nowMillis);
  return transaction === undefined || transaction.subject === null ? pipelines.signIn : pipelines.consent;
}

function proceed(context: InteractionContext): HttpResponse | Promise<HttpResponse> {
  const { runtime, language, responseParameters, request, headers, location, clientStatus } = context;
  const transaction = required(context.transaction);
  if (location !== null) return leadOn(context, transaction, location);
  if (responseParameters !== null) {
    const { clientId, redirectUri, encodedState, responseIssuer, responseMode } = transaction.request;
    const destination = { clientId, redirectUri, encodedState, responseIssuer, mode: responseMode, language };
    const done = [...headers, ...expiredCookie(transaction, runtime)];
    return respondToClient(runtime, destination, responseParameters, clientStatus, done);
  }
  // After a post the browser gets the next page by itself, so that no reload sends the password again. RFC 9700 §4.12.
  if (request.method !== 'GET') return redirect(303, ownPage(runtime, transaction), headers);
  return showPage(context, transaction, faultIn(context));
}

/** Returns the fault of a sign-in elsewhere, as given in the address that leads back here. */
function faultIn({ form }: InteractionContext): ProviderFault | null {
  return providerFaults.find((fault) => fault === formValue(form, 'fault')) ?? null;
}

function refuse(context: InteractionContext, failure: OAuthError): HttpResponse | Promise<HttpResponse> {
  const { onRefusal, runtime, settings, language, form, headers, location } = context;
  if (location !== null) return redirect(303, location, headers);
  const error = wireError(failure, followsRfcs(settings.profile));
  const issuer = runtime.issuer();
  switch (onRefusal) {
    case 'error-page':
      return errorPage({ language, issuer, kind: 'over', description: error.description ?? error.code });
    case 'sign-in-page': {
      const fault = failure.code === 'temporarily_unavailable' ? 'unavailable' : 'wrong';
      return showSignIn(context, required(context.transaction), formValue(form, 'username') ?? '', fault);
    }
    case 'client': {
      const transaction = required(context.transaction);
      const { clientId, redirectUri, encodedState, responseIssuer, errorMode } = transaction.request;
      const destination = { clientId, redirectUri, encodedState, responseIssuer, mode: errorMode, language };
      const done = [...headers, ...expiredCookie(transaction, runtime)];
      return respondToClient(runtime, destination, errorParameters(error), 303, done);
    }
    default:
      return assertNever(onRefusal);
  }
}
