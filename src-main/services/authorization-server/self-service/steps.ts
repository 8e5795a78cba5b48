import type { PipelineDefinition, Step } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import { revokeTokens } from '../admin/revocation.ts';
import { browserSecrets } from '../authorize/browser-binding.ts';
import { sessionCookie } from '../authorize/session-cookie.ts';
import { invalidRequest, OAuthError, unavailable } from '../errors.ts';
import { isUnwritable } from '../keeping.ts';
import { tellClients } from '../logout/tell-clients.ts';
import { tryCredentials } from '../passwords/guarded.ts';
import { consentHolder } from '../subject.ts';
import { required } from '../token/context.ts';
import type { SelfServiceContext } from './context.ts';
import { isOwnForm, visitorSecret } from './forgery.ts';

/** The client for which people sign in here: the server itself. */
export const ownClientId = 'grants-page';

const effect = ({ effect: words }: SelfServiceContext): string => words || 'Nothing changed.';

const formStep: Step<SelfServiceContext> = {
  id: 'form',
  rule: 'Body repeats no parameter',
  clause: 'RFC 6749 §3.1',
  check: ({ form }) => {
    const faulty = [...form.duplicates, ...form.malformed];
    if (faulty.length > 0) throw invalidRequest('The form is malformed.', { got: faulty.join(' ') });
  },
};

/** Somebody says who they are, to see what they allowed. */
export const selfServiceSignInPipeline: PipelineDefinition<SelfServiceContext> = {
  id: 'grants.sign-in',
  steps: [
    formStep,
    {
      id: 'csrf',
      rule: 'Form carries the token of this page',
      clause: 'RFC 6749 §10.12',
      check: ({ form, request }) => checkOwnForm(visitorSecret(request), formValue(form, 'csrf')),
    },
    {
      id: 'password-matches',
      rule: 'User name and password are correct',
      clause: 'RFC 6749 §3.1',
      check: checkPassword,
      describe: ({ subject }) => `User is signed in as ${required(subject).username}`,
    },
  ],
  effect,
};

/** Checks that a post comes from the page that a signed-in user was shown. */
const signedInSteps: readonly Step<SelfServiceContext>[] = [
  formStep,
  { id: 'signed-in', rule: 'User is signed in', clause: 'RFC 6749 §10.12', check: checkSignedIn },
  {
    id: 'csrf',
    rule: 'Form carries the token of this page',
    clause: 'RFC 6749 §10.12',
    check: ({ form, sessionId }) => checkOwnForm(sessionId, formValue(form, 'csrf')),
  },
];

/** Somebody takes back what they allowed a client: its consent, and every token that came of it. */
export const selfServiceRevokePipeline: PipelineDefinition<SelfServiceContext> = {
  id: 'grants.revoke',
  steps: [
    ...signedInSteps,
    {
      id: 'revoke',
      rule: 'Consent is withdrawn and its tokens revoked',
      clause: 'RFC 7009 §1',
      check: revoke,
    },
  ],
  effect,
};

/** Somebody leaves this browser: nobody is signed in in it any more. Tokens that were issued go on working. */
export const selfServiceSignOutPipeline: PipelineDefinition<SelfServiceContext> = {
  id: 'grants.sign-out',
  steps: [
    ...signedInSteps,
    {
      id: 'sign-out',
      rule: 'Session is ended on the server and in the browser',
      clause: 'RFC 6265 §3.1',
      check: signOut,
    },
  ],
  effect,
};

function checkOwnForm(browserSecret: string, given: string | undefined): void {
  if (isOwnForm(browserSecret, given)) return;
  throw invalidRequest('This form is out of date.', {
    detail: 'The anti-forgery value is missing or wrong.',
  });
}

function checkSignedIn({ subject }: SelfServiceContext): void {
  if (subject === null) throw invalidRequest('You are no longer signed in.');
}

async function checkPassword(context: SelfServiceContext): Promise<void> {
  const { runtime, settings, notes, nowMillis, form, sessionId, request } = context;
  const username = formValue(form, 'username') ?? '';
  const credentials = { username, secret: formValue(form, 'password') ?? '' };
  const attempt = { runtime, settings, notes, nowMillis, clientId: ownClientId, request };
  const verdict = await tryCredentials(attempt, credentials);
  if (verdict.outcome !== 'ok') {
    context.fault = verdict.outcome === 'unavailable' ? 'unavailable' : 'wrong';
    throw new OAuthError(verdict.outcome === 'unavailable' ? 'temporarily_unavailable' : 'access_denied', {
      detail: verdict.why,
      got: username,
    });
  }
  context.subject = verdict.subject;
  // Where sessions are off, this page still needs one: it lasts as long as a visit.
  const lifetimeSeconds = settings.sessionLifetimeSeconds === 0 ? 600 : settings.sessionLifetimeSeconds;
  const nextId = runtime.tokens.next();
  const expiresAtMillis = nowMillis + lifetimeSeconds * 1_000;
  runtime.sessions.signIn(sessionId, nextId, { subject: verdict.subject, provider: null, expiresAtMillis });
  context.headers = sessionCookie(nextId, runtime.issuer(), lifetimeSeconds);
  context.effect = `${username} is signed in and sees the granted access.`;
}

async function revoke(context: SelfServiceContext): Promise<void> {
  const { runtime, form, notes } = context;
  const clientId = formValue(form, 'client_id') ?? '';
  const holder = consentHolder(required(context.subject));
  const { username } = required(context.subject);
  if (runtime.consents.withdraw(holder, clientId)) {
    const reason = 'The user withdrew the consent.';
    runtime.audit.emit('consent.revoked', { username, clientId, reason }, notes);
  }
  const { grants, tokens } = await revokeTokens(runtime, {
    target: { kind: 'client', clientId, holder },
    by: 'user',
    reason: '',
  }).catch((error: unknown) => {
    if (!isUnwritable(error)) throw error;
    throw unavailable('The withdrawal could not be stored');
  });
  notes.tags.push(`user:${username}`, `client:${clientId}`);
  context.effect = `${username} withdrew the consent to ${clientId}. Grants revoked: ${grants}. Tokens revoked: ${tokens}.`;
}

function signOut(context: SelfServiceContext): void {
  const { runtime, request, sessionId, nowMillis, notes } = context;
  const accounts = runtime.sessions.accounts(sessionId, nowMillis);
  const names = accounts.map(({ subject }) => subject.username);
  runtime.sessions.end(sessionId);
  // The next person at this browser must not find a page that only waits to be allowed.
  runtime.transactions.endSignedIn(browserSecrets(request));
  context.headers = sessionCookie('', runtime.issuer(), 0);
  for (const username of names) {
    runtime.audit.emit('user.signed_out', { username }, notes);
    notes.tags.push(`user:${username}`);
  }
  const told = tellClients(runtime, accounts);
  context.effect =
    `Signed out in this browser: ${names.join(', ')}. Their tokens stay valid.` +
    (told.length === 0 ? '' : ` Clients notified: ${told.join(', ')}.`);
}
