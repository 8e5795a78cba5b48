import type { PipelineDefinition } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import { type ClientContext, required } from './context.ts';
import { askProvider } from './provider-call.ts';
import { refuse } from './refusal.ts';
import { signInStep } from './sign-in.ts';
import { checkForm, findProvider } from './start.ts';
import { claimsOf, validateToken } from './validate-token.ts';

/** A provider's answer arrives, or something that passes itself off as one. RFC 6749 §4.1.2 */
export const callbackPipeline: PipelineDefinition<ClientContext> = {
  id: 'client.callback',
  steps: [
    { id: 'form', rule: 'Response repeats no parameter', clause: 'RFC 6749 §3.1', check: checkForm },
    {
      id: 'session-known',
      rule: 'This browser started a sign-in',
      clause: 'RFC 6749 §10.12',
      check: checkSession,
    },
    {
      id: 'state-same',
      rule: 'Response belongs to a sign-in of this browser',
      clause: 'RFC 6749 §10.12',
      check: findPending,
    },
    {
      id: 'provider-of-path',
      rule: 'Response arrives at the callback of its identity provider',
      clause: 'RFC 9700 §4.4.2.2',
      check: checkPath,
    },
    {
      id: 'issuer-same',
      rule: 'Response is from the identity provider that was asked',
      clause: 'RFC 9207 §2.4',
      check: checkIssuer,
      describe: ({ form }) =>
        formValue(form, 'iss') === undefined
          ? 'Response has no iss, and its provider never sends one'
          : 'Response is from the identity provider that was asked',
    },
    { id: 'finished-once', rule: 'Sign-in is completed only once', clause: 'RFC 6749 §10.12', check: finish },
    {
      id: 'no-error',
      rule: 'Response is not an error',
      clause: 'RFC 6749 §4.1.2.1',
      check: checkError,
    },
    {
      id: 'code-redeemed',
      rule: 'Identity provider accepts the code',
      clause: 'RFC 6749 §4.1.3',
      check: redeem,
    },
    {
      id: 'id-token-ours',
      rule: 'ID token is for this application and this sign-in',
      clause: 'OpenID Connect Core §3.1.3.7',
      check: checkIdToken,
      applies: ({ tokens }) => required(tokens).id_token !== undefined,
    },
    {
      id: 'person-known',
      rule: 'User is known',
      clause: 'RFC 9700 §2.1.1',
      check: findPerson,
      describe: ({ person }) => `User is known: ${person?.name ?? 'a user'}`,
    },
    signInStep,
  ],
  effect: ({ effect }) => effect || 'No user is signed in.',
};

function checkSession({ session }: ClientContext): void {
  if (session === null || session.pending.length === 0)
    throw refuse('This browser has not started a sign-in, or has completed it.');
}

function findPending(context: ClientContext): void {
  const { form, session } = context;
  const state = formValue(form, 'state');
  const pending = required(session).pending.find((each) => each.state === state);
  if (pending === undefined)
    throw refuse('The response does not belong to a sign-in of this browser.', { got: state ?? 'no state' });
  takeUp(context, pending);
}

/** Goes on with a sign-in that was begun. */
export function takeUp(context: ClientContext, pending: NonNullable<ClientContext['pending']>): void {
  context.pending = pending;
  context.next = pending.next;
  findProvider(context, pending.provider);
  // Discovered endpoints count for the response as they did for the request. RFC 9700 §4.4.2
  if (pending.connection !== undefined) context.provider = pending.connection.provider;
}

function checkPath({ request, provider }: ClientContext): void {
  const { redirectUri } = required(provider);
  const got = `${request.origin}${request.path}`;
  if (got !== redirectUri)
    throw refuse('The response arrived at the callback of another provider.', { want: redirectUri, got });
}

function checkIssuer({ form, provider }: ClientContext): void {
  const { issuer, namesIssuer } = required(provider);
  const got = formValue(form, 'iss');
  if (got === issuer || (got === undefined && !namesIssuer)) return;
  throw refuse('The response is from another provider than the one that was asked.', {
    want: issuer,
    got: got ?? 'none',
  });
}

function finish({ session, pending }: ClientContext): void {
  const open = required(session);
  open.pending = open.pending.filter((each) => each !== pending);
}

function checkError({ form }: ClientContext): void {
  const error = formValue(form, 'error');
  if (error !== undefined)
    throw refuse(`The provider rejected the request: ${formValue(form, 'error_description') ?? error}`, {
      got: error,
    });
  if (formValue(form, 'code') === undefined) throw refuse('The response has no code.');
}

async function redeem(context: ClientContext): Promise<void> {
  const { ports, form, provider, pending, session } = context;
  const { tokenEndpoint, clientId, secret, redirectUri } = required(provider);
  const { verifier, connection } = required(pending);
  const { status, body, fault } = await askProvider(ports, {
    tokenEndpoint,
    clientId,
    secret,
    fields: [
      ['grant_type', 'authorization_code'],
      ['code', formValue(form, 'code') ?? ''],
      ['redirect_uri', redirectUri],
      ...(verifier === null ? [] : [['code_verifier', verifier] as const]),
      ...(connection === undefined ? [] : [['resource', connection.resource] as const]),
    ],
  });
  const { access_token: token, id_token: idToken, refresh_token: refreshToken } = body;
  if (status !== 200 || typeof token !== 'string')
    throw refuse('The provider rejected the code.', { got: fault });
  context.tokens = { access_token: token, ...(typeof idToken === 'string' ? { id_token: idToken } : {}) };
  if (connection !== undefined)
    required(session).connection = {
      ...connection,
      accessToken: token,
      refreshToken: typeof refreshToken === 'string' ? refreshToken : null,
    };
}

async function checkIdToken({ tokens, provider, pending, nowMillis }: ClientContext): Promise<void> {
  const { iss, aud, nonce, exp } = await claimsOf(required(tokens).id_token ?? '');
  const { issuer, clientId } = required(provider);
  const isForUs = [aud].flat().includes(clientId);
  const isInTime = typeof exp === 'number' && nowMillis / 1_000 < exp;
  if (iss === issuer && isForUs && isInTime && nonce === required(pending).nonce) return;
  throw refuse('The ID token is not for this application, or not for this sign-in.', {
    want: `iss ${issuer}, aud ${clientId}, nonce ${required(pending).nonce}`,
    got: `iss ${String(iss)}, aud ${String(aud)}, nonce ${String(nonce)}`,
  });
}

async function findPerson(context: ClientContext): Promise<void> {
  const { ports, provider, tokens } = context;
  const { access_token: token, id_token: idToken } = required(tokens);
  const { sub: subject, sid } = idToken === undefined ? {} : await claimsOf(idToken);
  const name =
    typeof subject === 'string' ? subject : (await validateToken(ports, required(provider), token))?.username;
  context.person = { name: name ?? null, ...(typeof sid === 'string' ? { sid } : {}) };
}
