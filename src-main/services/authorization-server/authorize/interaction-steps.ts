import { formValue } from '#shared/oauth/index.ts';
import { invalidRequest, OAuthError } from '../errors.ts';
import type { PipelineDefinition, Step } from '../pipeline.ts';
import { found } from '../token/context.ts';
import { isSameBrowser, isSameSecret } from './browser-binding.ts';
import type { InteractionContext } from './context.ts';
import { issueCode } from './issue-code.ts';

const pageSteps: readonly Step<InteractionContext>[] = [
  {
    id: 'transaction-open',
    rule: 'Sign-in is still open',
    clause: 'RFC 6749 §10.12',
    check: findTransaction,
  },
  { id: 'same-browser', rule: 'Browser is the one that began', clause: 'RFC 9700 §4.7', check: checkBrowser },
];

const postSteps: readonly Step<InteractionContext>[] = [
  { id: 'form', rule: 'Body has no repeats', clause: 'RFC 6749 §3.1', check: checkForm },
  ...pageSteps,
  { id: 'csrf', rule: 'Form is the one that was shown', clause: 'RFC 6749 §10.12', check: checkCsrf },
];

const effect = (context: InteractionContext): string => context.effect || 'Nothing issued.';

/** One of our own pages is opened again. */
export const resumePipeline: PipelineDefinition<InteractionContext> = {
  id: 'authorize.resume',
  steps: pageSteps,
  effect: (context) =>
    context.failure === null ? 'The page is shown again; nothing changed.' : 'Nothing issued.',
};

/** The user says who they are. RFC 6749 §3.1. */
export const signInPipeline: PipelineDefinition<InteractionContext> = {
  id: 'authorize.sign-in',
  steps: [
    ...postSteps,
    {
      id: 'password-matches',
      rule: 'User name and password match',
      clause: 'RFC 6749 §3.1',
      check: checkPassword,
      describe: ({ transaction }) => `Signed in as ${found(transaction).username}`,
    },
    {
      id: 'issue-or-ask',
      rule: 'Issue code, or ask for consent',
      clause: 'RFC 6749 §4.1.2',
      check: issueOrAsk,
      describe: ({ location }) =>
        location === null ? 'Ask for consent' : 'Consent is there already: issue code',
    },
  ],
  effect,
};

/** The user allows or denies. RFC 6749 §4.1.1. */
export const consentPipeline: PipelineDefinition<InteractionContext> = {
  id: 'authorize.consent',
  steps: [
    ...postSteps,
    { id: 'user-allows', rule: 'User allows access', clause: 'RFC 6749 §4.1.2.1', check: checkDecision },
    {
      id: 'issue',
      rule: 'Remember consent, issue code',
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
    throw invalidRequest('This sign-in is over or was never begun.', {
      detail: 'No open transaction has this id.',
    });
  }
  const { clientId } = transaction.request;
  context.notes.tags.push(`txn:${transaction.id}`, `client:${clientId}`);
  if (transaction.username !== null) context.notes.tags.push(`user:${transaction.username}`);
  context.transaction = transaction;
}

function checkBrowser({ request, transaction }: InteractionContext): void {
  if (isSameBrowser(request, found(transaction))) return;
  throw invalidRequest('This sign-in was begun in another browser.', {
    detail: 'The cookie is missing or wrong.',
  });
}

function checkForm({ form }: InteractionContext): void {
  const faulty = [...form.duplicates, ...form.malformed];
  if (faulty.length > 0) throw invalidRequest('The form is malformed.', { got: faulty.join(' ') });
}

function checkCsrf({ form, transaction }: InteractionContext): void {
  if (isSameSecret(formValue(form, 'csrf') ?? '', found(transaction).csrf)) return;
  throw invalidRequest('This form is out of date.', {
    detail: 'The anti-forgery value is missing or wrong.',
  });
}

async function checkPassword(context: InteractionContext): Promise<void> {
  const { form, runtime } = context;
  const registrations = runtime.registrations();
  const username = formValue(form, 'username') ?? '';
  const user = registrations.user(username);
  // An unknown name costs a comparison too, so that the time does not tell which names exist.
  const compared = user ?? registrations.users()[0];
  const matches = (await compared?.verifyPassword(formValue(form, 'password') ?? '')) ?? false;
  const transaction = found(context.transaction);
  const isOpen = runtime.transactions.find(transaction.id, context.nowMillis) === transaction;
  if (!isOpen) throw invalidRequest('This sign-in is over or was never begun.');
  if (user === undefined || !matches) {
    context.onRefusal = 'sign-in-page';
    context.effect = 'Nothing issued. The sign-in form is shown again.';
    throw new OAuthError('access_denied', {
      detail: user === undefined ? 'There is no such user.' : 'The password is wrong.',
      got: username,
    });
  }
  transaction.username = user.username;
  context.notes.tags.push(`user:${user.username}`);
}

function issueOrAsk(context: InteractionContext): void {
  const { runtime } = context;
  const transaction = found(context.transaction);
  const { clientId, scopes } = transaction.request;
  const username = found(transaction.username);
  const client = runtime.registrations().client(clientId);
  if (client?.skipConsent === true || runtime.consents.covers(username, clientId, scopes)) {
    issueCode(context);
    return;
  }
  transaction.csrf = runtime.tokens.next();
  context.effect = `${username} has signed in and is asked for consent. Nothing is issued yet.`;
}

function checkDecision(context: InteractionContext): void {
  const decision = formValue(context.form, 'decision');
  if (decision === 'allow') return;
  if (decision !== 'deny')
    throw invalidRequest('The form is malformed.', { want: 'allow or deny', got: decision ?? 'none' });
  context.runtime.transactions.end(found(context.transaction));
  context.onRefusal = 'client';
  context.effect = 'Nothing issued. The client is told that the user refused.';
  throw new OAuthError('access_denied', { description: 'The user denied the request.' });
}

function issueAfterConsent(context: InteractionContext): void {
  const { username, request } = found(context.transaction);
  context.runtime.consents.grant(found(username), request.clientId, request.scopes, context.nowMillis);
  context.mustCommit = true;
  issueCode(context);
}
