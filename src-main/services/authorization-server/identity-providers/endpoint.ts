import type { ExchangeNotes, HttpRequest, HttpResponse } from '#main/platform/http.ts';
import { type Pipeline, type PipelineDefinition, runPipeline, traceOf } from '#main/platform/pipeline.ts';
import { emptyForm, formValue, parseForm, percentEncode, providerCallbackPath } from '#shared/oauth/index.ts';
import { finishInteraction } from '../authorize/interaction.ts';
import { missingDocumentOf } from '../authorize/interaction-steps.ts';
import { documentSteps } from '../client-documents/steps.ts';
import { invalidRequest } from '../errors.ts';
import { ownAddress } from '../responses.ts';
import type { Runtime } from '../runtime.ts';
import { required } from '../token/context.ts';
import { isFormType } from '../token/endpoint.ts';
import { type CallbackContext, createCallbackContext } from './callback-context.ts';
import { idTokenSteps } from './id-token-steps.ts';
import { personSteps } from './person-steps.ts';
import { ProviderRefusal } from './provider-refusal.ts';
import { leadBack } from './redirect-to-provider.ts';
import { findProvider } from './redirect-to-provider-steps.ts';
import { awaySteps, responseSteps } from './response-steps.ts';

/** The pipelines of the way back from an identity provider. */
export interface ProviderPipelines {
  readonly posted: Pipeline<CallbackContext>;
  readonly callback: Pipeline<CallbackContext>;
}

/** The browser comes back from a provider. OpenID Connect Core §3.1.2.5 and §3.2.2.5 */
export const callbackPipeline: PipelineDefinition<CallbackContext> = {
  id: 'authorize.provider-callback',
  steps: [
    ...responseSteps,
    ...idTokenSteps,
    ...documentSteps<CallbackContext>(missingDocumentOf),
    ...personSteps,
  ],
  effect: ({ effect }) => effect || 'Nothing was issued.',
};

/** A page of the provider posts its response to the callback. OAuth 2.0 Form Post Response Mode §2 */
export const postedPipeline: PipelineDefinition<CallbackContext> = {
  id: 'authorize.provider-posted',
  steps: [
    ...awaySteps,
    {
      id: 'post-expected',
      rule: 'Identity provider was asked for form_post',
      clause: 'OAuth 2.0 Form Post Response Mode §2',
      check: keepResponse,
    },
  ],
  effect: ({ effect }) => effect || 'Nothing was issued.',
};

/**
 * Answers the way back from an identity provider.
 *
 * A form that the provider's page posts comes from another site, and with such a post the browser sends none of our
 * SameSite=Lax cookies: nothing tells yet whose answer it is. It is kept under its state, and the browser is sent to
 * the same path with GET: that is a navigation of its own, with which the cookie comes, and only there the answer is
 * bound to the browser and judged.
 */
export async function handleProviderCallback(
  pipelines: ProviderPipelines,
  runtime: Runtime,
  request: HttpRequest,
  notes: ExchangeNotes,
): Promise<HttpResponse> {
  if (request.method === 'POST') {
    const isForm = isFormType(request.headers['content-type']);
    const form = isForm ? parseForm(request.body.toString('utf8')) : emptyForm;
    return respond(pipelines.posted, createCallbackContext(runtime, request, notes, form, true));
  }
  const query = parseForm(request.query);
  const nowMillis = runtime.clock.nowMillis();
  const kept = runtime.providers.posted.get(formValue(query, 'state') ?? '', nowMillis);
  const context = createCallbackContext(runtime, request, notes, kept ?? query, kept !== undefined);
  return respond(pipelines.callback, context);
}

async function respond(pipeline: Pipeline<CallbackContext>, context: CallbackContext): Promise<HttpResponse> {
  const { notes } = context;
  notes.trace = () => traceOf(pipeline, context);
  await runPipeline(pipeline, context);
  const { failure, provider, username } = context;
  if (failure instanceof ProviderRefusal)
    leadBack(context, provider?.issuer ?? null, failure, username === '' ? undefined : username);
  return finishInteraction(context);
}

function keepResponse(context: CallbackContext): void {
  const { runtime, form, nowMillis } = context;
  const { provider, state } = required(required(context.transaction).away);
  if (findProvider(runtime, provider)?.responseType !== 'id_token')
    throw invalidRequest('The response is malformed.', {
      detail: 'form_post was not requested from this provider.',
    });
  runtime.providers.posted.set(state, form, nowMillis);
  context.location = `${ownAddress(runtime.issuer()).path(providerCallbackPath)}?state=${percentEncode(state)}`;
  context.effect = 'Nothing issued yet. The response is stored until the browser returns with its cookie.';
}
