import type { Step } from '#main/platform/pipeline.ts';
import { userClaims } from '#shared/oauth/index.ts';
import { hintedStep, issueOrAsk, rememberStep, signIn } from '../authorize/account-steps.ts';
import { classStep } from '../authorize/claims-steps.ts';
import { consentCurrentStep } from '../authorize/consent-current-step.ts';
import { invalidRequest } from '../errors.ts';
import { ownPage } from '../own-page.ts';
import { userSubject } from '../subject.ts';
import { required } from '../token/context.ts';
import type { CallbackContext, Claims } from './callback-context.ts';
import { callProvider, readResponse } from './provider-call.ts';
import { ProviderRefusal, providerFailed } from './provider-refusal.ts';

const maxNameLength = 256;

/** Steps that find out who the user is, and what they get. */
export const personSteps: readonly Step<CallbackContext>[] = [
  {
    id: 'userinfo',
    rule: 'Userinfo describes the same user',
    clause: 'OpenID Connect Core §5.3.2',
    check: askUserinfo,
    applies: ({ metadata, accessToken }) =>
      accessToken !== null && required(metadata).userinfoEndpoint !== null,
  },
  {
    id: 'username',
    rule: 'Claim with the user name is a valid name',
    clause: 'OpenID Connect Core §5.7',
    check: readUsername,
    describe: ({ provider, username }) =>
      `${required(provider).usernameClaim} identifies the user: ${username}`,
  },
  {
    id: 'person-accepted',
    rule: 'User is allowed to sign in',
    clause: 'OpenID Connect Core §5.7',
    check: acceptPerson,
  },
  { id: 'signed-in', rule: 'Sign-in has not expired', clause: 'RFC 6749 §10.12', check: letIn },
  hintedStep,
  classStep,
  rememberStep,
  consentCurrentStep,
  {
    id: 'issue-or-ask',
    rule: 'Response is issued, or consent is requested',
    clause: 'RFC 6749 §4.1.2',
    check: issueOrLead,
    describe: ({ responseParameters }) =>
      responseParameters === null ? 'Consent is requested' : 'Consent exists: response is issued',
  },
];

async function askUserinfo(context: CallbackContext): Promise<void> {
  const { accessToken, metadata } = context;
  const url = required(required(metadata).userinfoEndpoint);
  const headers = ['Authorization', `Bearer ${required(accessToken)}`];
  const response = await callProvider(context, required(context.provider), { method: 'GET', url, headers });
  const userinfo = readResponse(response, 'userinfo endpoint');
  const claims = required(context.claims);
  if (typeof userinfo['sub'] !== 'string' || userinfo['sub'] !== claims['sub'])
    throw providerFailed('Userinfo and ID token refer to different users.', {
      want: String(claims['sub']).slice(0, 200),
      got: String(userinfo['sub']).slice(0, 200),
    });
  // Signed claims outweigh unsigned ones.
  context.claims = { ...userinfo, ...claims };
}

function readUsername(context: CallbackContext): void {
  const claims = required(context.claims);
  const { usernameClaim } = required(context.provider);
  const name = Object.hasOwn(claims, usernameClaim) ? claims[usernameClaim] : undefined;
  if (typeof name !== 'string' || name === '' || name.length > maxNameLength) {
    throw new ProviderRefusal('provider-unaccepted', {
      detail: `The claim ${usernameClaim} is missing, or not a string of 1 to ${maxNameLength} characters.`,
      got: typeof name,
    });
  }
  // Anybody can write somebody else's address into an account that nobody has checked. OpenID Connect Core §5.7
  if (usernameClaim === 'email' && claims['email_verified'] === false)
    throw new ProviderRefusal('provider-unaccepted', {
      detail: 'The provider has not verified the email address that identifies the user.',
    });
  context.username = name;
}

function acceptPerson(context: CallbackContext): void {
  const { runtime, username, nowMillis } = context;
  const provider = required(context.provider);
  const claims = required(context.claims);
  const user = runtime.registrations().user(username);
  const authTimeMillis = authTimeOf(claims, nowMillis);
  if (provider.accepts === 'user') {
    if (user === undefined)
      throw new ProviderRefusal('provider-unaccepted', {
        detail: 'The provider is trusted only for users of the workspace, and none has this name.',
        got: username,
      });
    context.subject = userSubject(user, authTimeMillis, []);
    return;
  }
  // Somebody else of the same name would be taken for the user by every client and API.
  if (user !== undefined)
    throw new ProviderRefusal('provider-unaccepted', {
      detail: 'A user of the workspace already has this name.',
      got: username,
    });
  context.subject = {
    username,
    authority: provider.name,
    attributes: userClaims(claims),
    authTimeMillis,
    methods: [],
  };
}

function authTimeOf(claims: Claims, nowMillis: number): number {
  const { auth_time: authTime } = claims;
  return typeof authTime === 'number' ? Math.min(authTime * 1_000, nowMillis) : nowMillis;
}

function letIn(context: CallbackContext): void {
  const { runtime, nowMillis, notes, username } = context;
  const transaction = required(context.transaction);
  // While the provider was asked, the sign-in may have ended in another tab.
  if (runtime.transactions.find(transaction.id, nowMillis) !== transaction)
    throw invalidRequest('This sign-in has ended or was never started.');
  const { clientId } = transaction.request;
  const { issuer, name } = required(context.provider);
  signIn(context, required(context.subject), name);
  runtime.audit.emit('user.signed_in', { username, clientId, issuer }, notes);
}

async function issueOrLead(context: CallbackContext): Promise<void> {
  await issueOrAsk(context);
  // The page that asks has an address of its own: neither the code nor the state stays in the address bar.
  if (context.responseParameters === null)
    context.location = ownPage(context.runtime, required(context.transaction));
}
