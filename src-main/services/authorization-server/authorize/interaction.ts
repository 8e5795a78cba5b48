import type { HttpResponse } from '#main/platform/http.ts';
import { assertNever } from '#shared/errors/index.ts';
import { authorizationPath, formValue } from '#shared/oauth/index.ts';
import { type OAuthError, wireError } from '../errors.ts';
import { errorPage } from '../pages/error.ts';
import { type Pipeline, runPipeline, traceOf } from '../pipeline.ts';
import { redirect } from '../responses.ts';
import { found } from '../token/context.ts';
import { expiredCookie } from './browser-binding.ts';
import { errorLocation } from './client-redirect.ts';
import type { InteractionContext } from './context.ts';
import { showConsent, showSignIn } from './show-page.ts';

/** The pipelines of our own pages. */
export interface InteractionPipelines {
  readonly resume: Pipeline<InteractionContext>;
  readonly signIn: Pipeline<InteractionContext>;
  readonly consent: Pipeline<InteractionContext>;
}

/** Answers a post of the sign-in or consent form, or a reload of either. */
export async function answerInteraction(
  pipelines: InteractionPipelines,
  context: InteractionContext,
): Promise<HttpResponse> {
  const pipeline = choosePipeline(pipelines, context);
  context.notes.trace = () => traceOf(pipeline, context);
  await runPipeline(pipeline, context);
  if (context.mustCommit) await context.runtime.records.commit();
  return context.failure === null ? proceed(context) : refuse(context, context.failure);
}

function choosePipeline(
  pipelines: InteractionPipelines,
  context: InteractionContext,
): Pipeline<InteractionContext> {
  if (context.request.method === 'GET') return pipelines.resume;
  const id = formValue(context.form, 'txn') ?? '';
  const transaction = context.runtime.transactions.find(id, context.nowMillis);
  return transaction?.username === undefined || transaction.username === null
    ? pipelines.signIn
    : pipelines.consent;
}

function proceed(context: InteractionContext): HttpResponse {
  const transaction = found(context.transaction);
  if (context.location !== null) {
    return redirect(303, context.location, expiredCookie(transaction, context.runtime.issuer()));
  }
  // After a post the browser gets the next page by itself, so that no reload sends the password again. RFC 9700 §4.12.
  if (context.request.method !== 'GET') return redirect(303, `${authorizationPath}?txn=${transaction.id}`);
  if (transaction.username === null) return showSignIn(context, transaction, null);
  return showConsent(context, transaction, transaction.username);
}

function refuse(context: InteractionContext, failure: OAuthError): HttpResponse {
  const { onRefusal, runtime, settings, language } = context;
  const error = wireError(failure, settings.profile === 'strict');
  const issuer = runtime.issuer();
  switch (onRefusal) {
    case 'error-page':
      return errorPage({ language, issuer, kind: 'over', description: error.description ?? error.code });
    case 'sign-in-page':
      return showSignIn(context, found(context.transaction), formValue(context.form, 'username') ?? '');
    case 'client': {
      const transaction = found(context.transaction);
      return redirect(
        303,
        errorLocation(runtime, transaction.request, error),
        expiredCookie(transaction, issuer),
      );
    }
    default:
      return assertNever(onRefusal);
  }
}
