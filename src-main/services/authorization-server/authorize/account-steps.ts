import type { Step } from '#main/platform/pipeline.ts';
import { OAuthError } from '../errors.ts';
import type { SessionAccount } from '../stores/sessions.ts';
import { attributesOf, consentHolder, type Subject } from '../subject.ts';
import { required } from '../token/context.ts';
import { consentScopes } from './claims-steps.ts';
import { consentCurrentStep } from './consent-current-step.ts';
import type { AuthorizeContext, FrontContext, InteractionContext } from './context.ts';
import { checkHinted } from './id-token-hint.ts';
import { issueResponse } from './issue-response.ts';
import { sessionCookie, sessionIdOf } from './session-cookie.ts';

/**
 * Steps that find the account, as far as the browser knows it, and whether there is anything left to ask. OpenID
 * Connect Core §3.1.2.3
 */
export const accountSteps: readonly Step<AuthorizeContext>[] = [
  {
    id: 'account-known',
    rule: 'User is signed in, or must sign in or choose an account',
    clause: 'OpenID Connect Core §3.1.2.3',
    check: findAccount,
    describe: ({ transaction }) =>
      describeAccount(required(transaction).subject, required(transaction).choices),
  },
  consentCurrentStep,
  {
    id: 'issue-or-ask',
    rule: 'Response is issued, or consent is requested',
    clause: 'RFC 6749 §4.1.2',
    check: issueOrAsk,
    applies: ({ transaction }) => required(transaction).subject !== null,
    describe: ({ responseParameters }) =>
      responseParameters === null ? 'Consent is requested' : 'Consent exists: response is issued',
  },
];

function describeAccount(subject: Subject | null, choices: readonly Subject[] | null): string {
  if (subject !== null) return `${subject.username} is signed in already`;
  return choices === null ? 'Ask the user to sign in' : 'Ask the user to choose an account';
}

function findAccount(context: AuthorizeContext): void {
  const transaction = required(context.transaction);
  const accounts = usableAccounts(context);
  const isSilent = context.prompts.has('none');
  const mustChoose = context.prompts.has('select_account') || accounts.length > 1;
  const [first] = accounts;
  if (first === undefined) {
    if (isSilent) throw new OAuthError('login_required', { description: 'The user must sign in.' });
    return;
  }
  if (!mustChoose) {
    transaction.subject = first.subject;
    context.notes.tags.push(`user:${first.subject.username}`);
    return;
  }
  if (isSilent)
    throw new OAuthError('account_selection_required', { description: 'The user must choose an account.' });
  transaction.choices = accounts.map(({ subject }) => subject);
  context.effect = 'The request is accepted. The user is asked to choose an account. Nothing is issued yet.';
}

/** Accounts of this browser that the request lets through: still there, recent enough, and the one that it hints at. */
function usableAccounts(context: AuthorizeContext): readonly SessionAccount[] {
  const { runtime, request, nowMillis, prompts, maxAgeSeconds, client, hintedUsername, isClassEssential } =
    context;
  if (prompts.has('login')) return [];
  const hint = required(context.transaction).request.loginHint;
  const provider = required(client).identityProvider;
  return runtime.sessions.accounts(sessionIdOf(request), nowMillis).filter(({ subject, provider: at }) => {
    if (attributesOf(runtime, subject) === null) return false;
    if (hintedUsername !== null && subject.username !== hintedUsername) return false;
    if (maxAgeSeconds !== null && isTooOld(subject, maxAgeSeconds, nowMillis)) return false;
    if (provider !== undefined && at !== provider) return false;
    if (isClassEssential && subject.methods.length === 0) return false;
    return hint === '' || subject.username === hint || prompts.has('select_account');
  });
}

/** 0 asks for a sign-in now, and a clock that was set back makes none younger. OpenID Connect Core §3.1.2.1 */
function isTooOld({ authTimeMillis }: Subject, maxAgeSeconds: number, nowMillis: number): boolean {
  return maxAgeSeconds === 0 || Math.abs(nowMillis - authTimeMillis) > maxAgeSeconds * 1_000;
}

/** Signs in a user who has just authenticated, here or at an identity provider. */
export function signIn(context: FrontContext, subject: Subject, provider: string | null): void {
  const transaction = required(context.transaction);
  transaction.subject = subject;
  transaction.choices = null;
  context.signedIn = { subject, provider };
  context.notes.tags.push(`user:${subject.username}`);
}

/** The user who signed in or was chosen is the one that the client means. OpenID Connect Core §3.1.2.1 */
export const hintedStep: Step<InteractionContext> = {
  id: 'hint-kept',
  rule: 'User is the one that the request names',
  clause: 'OpenID Connect Core §3.1.2.1',
  check: checkHinted,
  applies: ({ transaction }) => {
    const { request, subject } = required(transaction);
    return request.hintedUsername !== null && subject !== null;
  },
};

/** Makes the browser remember the user who signed in, by a new id that it did not bring along. RFC 6265 §8.4 */
export const rememberStep: Step<FrontContext> = {
  id: 'browser-remembered',
  rule: 'Browser has a new id',
  clause: 'RFC 6265 §8.4',
  check: (context) => remember(context, context.runtime.tokens.next()),
  applies: ({ signedIn, settings }) => signedIn !== null && settings.sessionLifetimeSeconds > 0,
};

/** Keeps who signed in under an id, and gives that to the browser. */
export function remember(context: FrontContext, nextId: string): void {
  const { runtime, settings, request, nowMillis } = context;
  const { sessionLifetimeSeconds: lifetimeSeconds } = settings;
  const expiresAtMillis = nowMillis + lifetimeSeconds * 1_000;
  const account = { ...required(context.signedIn), expiresAtMillis };
  // From here on it names its session, as what is issued in it has to.
  required(context.transaction).subject = runtime.sessions.signIn(sessionIdOf(request), nextId, account);
  context.headers = [...context.headers, ...sessionCookie(nextId, runtime.issuer(), lifetimeSeconds)];
}

/**
 * Issues where the user has allowed it before, else asks.
 * @throws OAuthError consent_required where the request forbids to ask
 */
export function issueOrAsk(context: FrontContext): void | Promise<void> {
  const { runtime } = context;
  const transaction = required(context.transaction);
  const { clientId, prompts } = transaction.request;
  const scopes = consentScopes(transaction.request);
  const subject = required(transaction.subject);
  const client = runtime.registrations().client(clientId);
  const isAllowed =
    client?.skipConsent === true || runtime.consents.covers(consentHolder(subject), clientId, scopes);
  if (client !== undefined && isAllowed && !prompts.has('consent')) return issueResponse(context, client);
  if (prompts.has('none'))
    throw new OAuthError('consent_required', { description: 'The user must consent to the client.' });
  transaction.csrf = runtime.tokens.next();
  context.effect = `${subject.username} has signed in and is asked for consent. Nothing is issued yet.`;
}
