import type { PipelineDefinition, Step } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import { documentSteps } from '../client-documents/steps.ts';
import { invalidRequest } from '../errors.ts';
import { isOwnForm } from '../self-service/forgery.ts';
import { namesDocument, required } from '../token/context.ts';
import { readIdToken } from '../tokens/read-id-token.ts';
import { type EndSessionContext, hasHint, isOwnPost, namesClient, wantsToReturn } from './context.ts';
import { leavingSteps } from './leaving-steps.ts';

/** Steps that find out who asks, and where the browser may go. */
const requestSteps: readonly Step<EndSessionContext>[] = [
  {
    id: 'form',
    rule: 'Request repeats no parameter',
    clause: 'RFC 6749 §3.1',
    check: ({ form }) => {
      const faulty = [...form.duplicates, ...form.malformed];
      if (faulty.length > 0) throw invalidRequest('The request is malformed.', { got: faulty.join(' ') });
    },
  },
  {
    id: 'form-own',
    rule: 'Form carries the token of this page',
    clause: 'RFC 6749 §10.12',
    check: ({ form, sessionId }) => {
      if (isOwnForm(sessionId, formValue(form, 'csrf'), 'end-session')) return;
      throw invalidRequest('This form is out of date.', {
        detail: 'The anti-forgery value is missing or wrong.',
      });
    },
    applies: isOwnPost,
    isUnlisted: true,
  },
  {
    id: 'hint-ours',
    rule: 'id_token_hint was issued by this server',
    clause: 'OpenID Connect RP-Initiated Logout §4',
    check: takeHint,
    applies: hasHint,
    describe: ({ hint }) => `id_token_hint was issued here, for ${required(hint).username}`,
  },
  ...documentSteps<EndSessionContext>(documentIdOf),
  {
    id: 'client-known',
    rule: 'Client is registered, and the one of the ID token',
    clause: 'OpenID Connect RP-Initiated Logout §2',
    check: findClient,
    applies: namesClient,
  },
  {
    id: 'return-registered',
    rule: 'post_logout_redirect_uri is registered for the client',
    clause: 'OpenID Connect RP-Initiated Logout §3',
    check: checkReturn,
    applies: wantsToReturn,
  },
  {
    id: 'user-wants',
    rule: 'User is the one of the ID token, or is asked',
    clause: 'OpenID Connect RP-Initiated Logout §2',
    check: decideWhoLeaves,
    describe: describeLeaving,
  },
];

/** A client signs its user out. OpenID Connect RP-Initiated Logout §2 */
export const endSessionPipeline: PipelineDefinition<EndSessionContext> = {
  id: 'end-session',
  steps: [...requestSteps, ...leavingSteps],
  effect: ({ effect }) => effect || 'Nothing changed.',
};

/** @throws OAuthError invalid_request */
function takeHint(context: EndSessionContext): void {
  const read = readIdToken(context.runtime, formValue(context.form, 'id_token_hint') ?? '', null);
  if ('fault' in read) throw notOurs(read.fault);
  const { aud, sub, sid } = read.claims;
  if (typeof aud !== 'string' || typeof sub !== 'string') throw notOurs('It has no aud or no sub.');
  context.hint = { clientId: aud, username: sub, sid: typeof sid === 'string' ? sid : null };
}

function notOurs(detail: string): Error {
  return invalidRequest('id_token_hint is not an ID token of this server.', { detail });
}

function documentIdOf(context: EndSessionContext): string | undefined {
  const clientId = formValue(context.form, 'client_id') ?? context.hint?.clientId;
  return namesDocument(context, clientId) ? clientId : undefined;
}

/** @throws OAuthError invalid_request */
function findClient(context: EndSessionContext): void {
  const { form, hint, runtime, notes } = context;
  const named = formValue(form, 'client_id');
  const clientId = named ?? required(hint).clientId;
  if (hint !== null && clientId !== hint.clientId)
    throw invalidRequest('id_token_hint was issued to another client.', {
      want: hint.clientId,
      got: clientId,
    });
  const client = runtime.registrations().client(clientId);
  if (client === undefined) throw invalidRequest('The client is not registered.', { got: clientId });
  notes.tags.push(`client:${clientId}`);
  context.client = client;
}

/** @throws OAuthError invalid_request */
function checkReturn(context: EndSessionContext): void {
  const { client, form } = context;
  const wanted = formValue(form, 'post_logout_redirect_uri') ?? '';
  if (client === null)
    throw invalidRequest('post_logout_redirect_uri needs client_id or id_token_hint.', { got: wanted });
  const { redirectUris } = client.logout;
  if (!redirectUris.includes(wanted))
    throw invalidRequest('post_logout_redirect_uri is not registered for this client.', {
      want: redirectUris.join(' '),
      got: wanted,
    });
  context.returnTo = wanted;
}

/** Everything but an ID token of the user of this browser can come from a page of somebody else. */
function decideWhoLeaves(context: EndSessionContext): void {
  const { accounts, form, hint } = context;
  if (accounts.length === 0) {
    context.leaving = [];
    context.effect = 'No user is signed in in this browser. Nothing changed.';
    return;
  }
  if (isOwnPost(context)) {
    context.stays = formValue(form, 'decision') !== 'sign-out';
    context.leaving = context.stays ? [] : accountsMeant(context);
    if (context.stays) context.effect = 'The user stays signed in. Nothing changed.';
    return;
  }
  const meant = accounts.filter(
    ({ subject }) =>
      hint !== null && subject.username === hint.username && (hint.sid ?? subject.sid) === subject.sid,
  );
  if (meant.length > 0) context.leaving = meant;
  else context.effect = 'The user is asked. Nothing is changed yet.';
}

/** The account that `logout_hint` means, otherwise all of this browser. OpenID Connect RP-Initiated Logout §2 */
export function accountsMeant({ accounts, form }: EndSessionContext): EndSessionContext['accounts'] {
  const name = formValue(form, 'logout_hint');
  const meant = accounts.filter(({ subject }) => subject.username === name);
  return meant.length === 0 ? accounts : meant;
}

function describeLeaving({ leaving, stays, accounts }: EndSessionContext): string {
  if (leaving === null) return 'No ID token of the user of this browser: the user is asked';
  if (stays) return 'User was asked, and stays';
  const names = leaving.map(({ subject }) => subject.username).join(', ');
  return accounts.length === 0 ? 'No user is signed in in this browser' : `User wants to sign out: ${names}`;
}
