import type { PipelineDefinition, Step } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import { onlyProviderStep } from '../identity-providers/redirect-to-provider-steps.ts';
import { audienceOfNames } from '../stores/audience.ts';
import { required } from '../token/context.ts';
import { accountSteps } from './account-steps.ts';
import { bindingSecret } from './browser-binding.ts';
import { challengeSteps } from './challenge-steps.ts';
import type { AuthorizeContext } from './context.ts';
import { guardPageStep } from './guard-page-step.ts';
import { destinationSteps, requestSteps } from './request-steps.ts';
import { errorModeOf } from './response-steps.ts';

const beginStep: Step<AuthorizeContext> = {
  id: 'begin-sign-in',
  rule: 'Authorization transaction is started',
  clause: 'RFC 6749 §3.1',
  check: beginTransaction,
};

/** The authorization request, from an unknown caller to a form that asks the user. RFC 6749 §4.1.1. */
export const authorizePipeline: PipelineDefinition<AuthorizeContext> = {
  id: 'authorize',
  steps: [
    guardPageStep,
    ...destinationSteps,
    ...requestSteps,
    ...challengeSteps,
    beginStep,
    ...accountSteps,
    onlyProviderStep,
  ],
  effect: ({ effect, redirectUri }) => {
    if (effect !== '') return effect;
    return redirectUri === null
      ? 'Nothing was issued. The server shows an error page.'
      : 'Nothing was issued. The browser returns to the client with the error.';
  },
};

function beginTransaction(context: AuthorizeContext): void {
  const { runtime, request, form } = context;
  const transaction = runtime.transactions.begin(
    {
      id: runtime.tokens.next(),
      cookieSecret: bindingSecret(request, runtime),
      csrf: runtime.tokens.next(),
      subject: null,
      choices: null,
      away: null,
      request: {
        clientId: required(context.client).clientId,
        redirectUri: required(context.redirectUri),
        redirectUriGiven: context.requestedRedirectUri !== null,
        responseType: required(context.responseType).name,
        responseMode: required(context.responseMode),
        errorMode: errorModeOf(context),
        scopes: context.scopes,
        scopeDiffers: context.scopeDiffers,
        encodedState: context.encodedState,
        responseIssuer: context.responseIssuer,
        challenge: context.challenge,
        nonce: formValue(form, 'nonce') ?? null,
        dpopJkt: formValue(form, 'dpop_jkt') ?? null,
        prompts: context.prompts,
        maxAgeSeconds: context.maxAgeSeconds,
        loginHint: formValue(form, 'login_hint') ?? context.hintedUsername ?? '',
        hintedUsername: context.hintedUsername,
        uiLocales: formValue(form, 'ui_locales') ?? '',
        pushedUri: context.pushedUri,
        audience: audienceOfNames(context.resources),
        claims: context.claims,
        isClassEssential: context.isClassEssential,
        documentHash: required(context.client).documentHash,
      },
    },
    context.nowMillis,
  );
  context.transaction = transaction;
  context.notes.tags.push(`txn:${transaction.id}`);
  context.effect = 'The request is accepted. The sign-in form is shown. Nothing is issued yet.';
}
