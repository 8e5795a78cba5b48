import type { Step } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import { checkBrowser } from '../authorize/interaction-steps.ts';
import { invalidRequest } from '../errors.ts';
import { required } from '../token/context.ts';
import type { CallbackContext } from './callback-context.ts';
import { exchangeCode } from './code-exchange.ts';
import { discover } from './discovery.ts';
import { ProviderRefusal, providerFailed } from './provider-refusal.ts';
import { findProvider } from './redirect-to-provider-steps.ts';

/** The answer belongs to a sign-in that is under way. */
export const awaySteps: readonly Step<CallbackContext>[] = [
  { id: 'form', rule: 'Response repeats no parameter', clause: 'RFC 6749 §3.1', check: checkForm },
  {
    id: 'transaction-away',
    rule: 'state belongs to a pending sign-in',
    clause: 'RFC 6749 §10.12',
    check: findAway,
  },
];

/** The answer is the provider's, whole, and came to the browser that asked for it. OpenID Connect Core §3.1.2.5 and §3.2.2.5 */
export const responseSteps: readonly Step<CallbackContext>[] = [
  ...awaySteps,
  {
    id: 'same-browser',
    rule: 'Browser is the one that started the flow',
    clause: 'RFC 9700 §4.7',
    check: checkBrowser,
  },
  {
    id: 'provider-known',
    rule: 'Identity provider is registered',
    clause: 'OpenID Connect Core §3.1.2.5',
    check: readProviderResponse,
  },
  {
    id: 'provider-discovered',
    rule: 'Identity provider metadata is available',
    clause: 'OpenID Connect Discovery §4.3',
    check: findMetadata,
  },
  {
    id: 'issuer-of-answer',
    rule: 'iss of the response is the provider’s',
    clause: 'RFC 9207 §2.4',
    check: checkIssuer,
    applies: mustNameIssuer,
  },
  {
    id: 'provider-agrees',
    rule: 'Identity provider returned no error',
    clause: 'OpenID Connect Core §3.1.2.6',
    check: checkError,
  },
  {
    id: 'answer-complete',
    rule: 'Response has the requested type and mode',
    clause: 'OAuth 2.0 Form Post Response Mode §2',
    check: checkComplete,
    describe: ({ provider }) =>
      required(provider).responseType === 'code'
        ? 'Response contains a code'
        : 'Response contains an ID token',
  },
  {
    id: 'code-exchanged',
    rule: 'Code yields tokens',
    clause: 'OpenID Connect Core §3.1.3.3',
    check: exchangeCode,
    applies: ({ provider }) => required(provider).responseType === 'code',
  },
];

function checkForm({ form }: CallbackContext): void {
  const faulty = [...form.duplicates, ...form.malformed];
  if (faulty.length > 0) throw invalidRequest('The response is malformed.', { got: faulty.join(' ') });
}

function findAway(context: CallbackContext): void {
  const { runtime, form, nowMillis, notes } = context;
  const state = formValue(form, 'state') ?? '';
  const transaction = runtime.transactions.findAway(state, nowMillis);
  if (transaction === undefined) {
    throw invalidRequest('This sign-in has ended or was never started.', {
      detail: 'No pending sign-in has this state. It is unknown, expired or already used.',
    });
  }
  context.transaction = transaction;
  const { clientId } = transaction.request;
  notes.tags.push(
    `txn:${transaction.id}`,
    `client:${clientId}`,
    `provider:${required(transaction.away).provider}`,
  );
}

/** Nothing is used up before this step: an answer sent from elsewhere cannot spoil a sign-in. */
function readProviderResponse(context: CallbackContext): void {
  const { runtime } = context;
  const transaction = required(context.transaction);
  const away = required(transaction.away);
  transaction.away = null;
  runtime.providers.posted.delete(away.state);
  context.away = away;
  const provider = findProvider(runtime, away.provider);
  if (provider === undefined) throw providerFailed('The workspace no longer has a provider with this name.');
  context.provider = provider;
}

async function findMetadata(context: CallbackContext): Promise<void> {
  context.metadata = await discover(context, required(context.provider));
}

/** An ID token in the answer names the issuer itself, and is judged by it later. RFC 9207 §2.4 */
function mustNameIssuer({ form, metadata, provider }: CallbackContext): boolean {
  if (formValue(form, 'iss') !== undefined) return true;
  const isNamedInside =
    required(provider).responseType === 'id_token' && formValue(form, 'id_token') !== undefined;
  return required(metadata).isIssuerInResponse && !isNamedInside;
}

function checkIssuer({ form, provider }: CallbackContext): void {
  const { issuer } = required(provider);
  const given = formValue(form, 'iss');
  if (given === issuer) return;
  throw providerFailed('The response is from another provider than the one that was asked.', {
    want: issuer,
    got: given ?? 'none',
  });
}

function checkError({ form }: CallbackContext): void {
  const error = formValue(form, 'error');
  if (error === undefined) return;
  const detail = formValue(form, 'error_description') ?? 'The provider returned an error.';
  const fault =
    error === 'access_denied'
      ? 'provider-denied'
      : error === 'temporarily_unavailable'
        ? 'provider-unavailable'
        : 'provider-failed';
  throw new ProviderRefusal(fault, { detail: detail.slice(0, 200), got: error.slice(0, 60) });
}

function checkComplete(context: CallbackContext): void {
  const { form, provider, isPosted } = context;
  if (required(provider).responseType === 'code') {
    if (isPosted || formValue(form, 'code') === undefined)
      throw providerFailed('The response has no code in its query.');
    return;
  }
  const idToken = formValue(form, 'id_token');
  if (!isPosted || idToken === undefined) throw providerFailed('No ID token was posted.');
  context.idToken = idToken;
}
