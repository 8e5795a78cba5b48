import type { PipelineDefinition, Step } from '#main/platform/pipeline.ts';
import { formatScope, formValue } from '#shared/oauth/index.ts';
import { documentSteps } from '../client-documents/steps.ts';
import { invalidRequest, OAuthError } from '../errors.ts';
import { tryCredentials } from '../passwords/guarded.ts';
import { consentHolder } from '../subject.ts';
import { namesDocument, required } from '../token/context.ts';
import { hintedStep, issueOrAsk, rememberStep, signIn } from './account-steps.ts';
import { isSameBrowser, isSameSecret } from './browser-binding.ts';
import { classStep, consentScopes } from './claims-steps.ts';
import { consentCurrentStep } from './consent-current-step.ts';
import type { InteractionContext } from './context.ts';
import { guardPageStep } from './guard-page-step.ts';
import { issueResponse } from './issue-response.ts';

const pageSteps: readonly Step<InteractionContext>[] = [
  {
    id: 'transaction-open',
    rule: 'Sign-in has not expired',
    clause: 'RFC 6749 §10.12',
    check: findTransaction,
  },
  {
    id: 'same-browser',
    rule: 'Browser is the one that started the flow',
    clause: 'RFC 9700 §4.7',
    check: checkBrowser,
  },
  ...documentSteps<InteractionContext>(missingDocumentOf),
];

/** Checks for every form that a page of this server posts. */
export const postSteps: readonly Step<InteractionContext>[] = [
  guardPageStep,
  { id: 'form', rule: 'Body repeats no parameter', clause: 'RFC 6749 §3.1', check: checkForm },
  ...pageSteps,
  { id: 'csrf', rule: 'Form carries the token of this page', clause: 'RFC 6749 §10.12', check: checkCsrf },
];

const effect = (context: InteractionContext): string => context.effect || 'Nothing was issued.';

/** One of our own pages is opened again. */
export const resumePipeline: PipelineDefinition<InteractionContext> = {
  id: 'authorize.resume',
  steps: [guardPageStep, ...pageSteps],
  effect: (context) =>
    context.failure === null ? 'The page is shown again. Nothing changed.' : 'Nothing was issued.',
};

/** The user picks one of the accounts that are signed in, or none of them. OpenID Connect Core §3.1.2.3 */
export const choosePipeline: PipelineDefinition<InteractionContext> = {
  id: 'authorize.choose',
  steps: [
    ...postSteps,
    {
      id: 'account-offered',
      rule: 'Account was offered',
      clause: 'OpenID Connect Core §3.1.2.3',
      check: chooseAccount,
      describe: ({ transaction }) => {
        const subject = required(transaction).subject;
        return subject === null
          ? 'Another account is required: sign-in is requested'
          : `User chose ${subject.username}`;
      },
    },
    hintedStep,
    classStep,
    consentCurrentStep,
    {
      id: 'issue-or-ask',
      rule: 'Response is issued, or consent is requested',
      clause: 'RFC 6749 §4.1.2',
      check: issueOrAsk,
      applies: ({ transaction }) => required(transaction).subject !== null,
    },
  ],
  effect,
};

/** The user says who they are. RFC 6749 §3.1. */
export const signInPipeline: PipelineDefinition<InteractionContext> = {
  id: 'authorize.sign-in',
  steps: [
    ...postSteps,
    {
      id: 'posted-once',
      rule: 'Posted credentials are not forwarded: redirect uses 303',
      clause: 'RFC 9700 §4.12',
      check: (context) => void (context.clientStatus = 303),
    },
    {
      id: 'password-matches',
      rule: 'User name and password are correct',
      clause: 'RFC 6749 §3.1',
      check: checkPassword,
      describe: ({ transaction }) =>
        `User is signed in as ${required(required(transaction).subject).username}`,
    },
    hintedStep,
    classStep,
    rememberStep,
    consentCurrentStep,
    {
      id: 'issue-or-ask',
      rule: 'Code is issued, or consent is requested',
      clause: 'RFC 6749 §4.1.2',
      check: issueOrAsk,
      describe: ({ responseParameters }) =>
        responseParameters === null ? 'Consent is requested' : 'Consent exists: code is issued',
    },
  ],
  effect,
};

/** The user allows or denies. RFC 6749 §4.1.1. */
export const consentPipeline: PipelineDefinition<InteractionContext> = {
  id: 'authorize.consent',
  steps: [
    ...postSteps,
    {
      id: 'user-allows',
      rule: 'User approves the request',
      clause: 'RFC 6749 §4.1.2.1',
      check: checkDecision,
    },
    {
      id: 'issue',
      rule: 'Consent is stored and a code issued',
      clause: 'RFC 6749 §4.1.2',
      check: issueAfterConsent,
    },
  ],
  effect,
};

function findTransaction(context: InteractionContext): void {
  const id = formValue(context.form, 'txn') ?? '';
  const transaction = context.runtime.transactions.find(id, context.nowMillis);
  if (transaction === undefined) {
    throw invalidRequest('This sign-in has ended or was never started.', {
      detail: 'No open transaction has this id.',
    });
  }
  const { clientId } = transaction.request;
  context.notes.tags.push(`txn:${transaction.id}`, `client:${clientId}`);
  if (transaction.subject !== null) context.notes.tags.push(`user:${transaction.subject.username}`);
  context.transaction = transaction;
}

/** The document of the client is fetched anew only if it has made room for others meanwhile. */
export function missingDocumentOf(context: InteractionContext): string | undefined {
  const clientId = context.transaction?.request.clientId;
  if (!namesDocument(context, clientId)) return undefined;
  return context.runtime.registrations().client(clientId) === undefined ? clientId : undefined;
}

/** @throws OAuthError where the browser is not the one that began the transaction */
export function checkBrowser({ request, transaction }: InteractionContext): void {
  if (isSameBrowser(request, required(transaction))) return;
  throw invalidRequest('This sign-in was started in another browser.', {
    detail: 'The cookie is missing or wrong.',
  });
}

function checkForm({ form }: InteractionContext): void {
  const faulty = [...form.duplicates, ...form.malformed];
  if (faulty.length > 0) throw invalidRequest('The form is malformed.', { got: faulty.join(' ') });
}

function checkCsrf({ form, transaction }: InteractionContext): void {
  if (isSameSecret(formValue(form, 'csrf') ?? '', required(transaction).csrf)) return;
  throw invalidRequest('This form is out of date.', {
    detail: 'The anti-forgery value is missing or wrong.',
  });
}

function chooseAccount(context: InteractionContext): void {
  const { form } = context;
  const transaction = required(context.transaction);
  const chosen = formValue(form, 'account');
  const subject = transaction.choices?.find(({ username }) => username === chosen);
  if (chosen !== undefined && subject === undefined)
    throw invalidRequest('This form is out of date.', {
      detail: 'This account was not offered.',
      got: chosen,
    });
  transaction.choices = null;
  transaction.subject = subject ?? null;
  context.effect = 'The sign-in form is shown. Nothing is issued yet.';
  if (subject !== undefined) context.notes.tags.push(`user:${subject.username}`);
}

async function checkPassword(context: InteractionContext): Promise<void> {
  const { form, runtime, settings, notes, nowMillis, request } = context;
  const username = formValue(form, 'username') ?? '';
  const transaction = required(context.transaction);
  const { clientId } = transaction.request;
  if (runtime.registrations().client(clientId)?.identityProvider !== undefined)
    throw invalidRequest('Users of this client sign in elsewhere.');
  const credentials = { username, secret: formValue(form, 'password') ?? '' };
  const verdict = await tryCredentials(
    { runtime, settings, notes, nowMillis, clientId, request },
    credentials,
  );
  const isOpen = runtime.transactions.find(transaction.id, nowMillis) === transaction;
  if (!isOpen) throw invalidRequest('This sign-in has ended or was never started.');
  if (verdict.outcome === 'ok') {
    signIn(context, verdict.subject, null);
    return;
  }
  context.onRefusal = 'sign-in-page';
  context.effect = 'Nothing was issued. The sign-in form is shown again.';
  throw new OAuthError(verdict.outcome === 'unavailable' ? 'temporarily_unavailable' : 'access_denied', {
    detail: verdict.why,
    got: username,
  });
}

function checkDecision(context: InteractionContext): void {
  const decision = formValue(context.form, 'decision');
  if (decision === 'allow') return;
  if (decision !== 'deny')
    throw invalidRequest('The form is malformed.', { want: 'allow or deny', got: decision ?? 'none' });
  const { runtime, notes } = context;
  const { subject, request } = required(context.transaction);
  const { clientId, scopes } = request;
  const { username } = required(subject);
  runtime.audit.emit('consent.denied', { username, clientId, scope: formatScope(scopes) }, notes);
  runtime.transactions.end(required(context.transaction));
  context.onRefusal = 'client';
  context.effect = 'Nothing was issued. The client receives an error: the user denied access.';
  throw new OAuthError('access_denied', { description: 'The user denied the request.' });
}

async function issueAfterConsent(context: InteractionContext): Promise<void> {
  const { runtime, nowMillis, notes } = context;
  const { subject, request } = required(context.transaction);
  const { clientId } = request;
  const scopes = consentScopes(request);
  const { username } = required(subject);
  const client = runtime.registrations().client(clientId);
  if (client === undefined) throw invalidRequest('The client is no longer registered.');
  runtime.consents.grant(consentHolder(required(subject)), clientId, scopes, nowMillis, request.documentHash);
  runtime.audit.emit('consent.granted', { username, clientId, scope: formatScope(scopes) }, notes);
  context.mustCommit = true;
  await issueResponse(context, client);
}
