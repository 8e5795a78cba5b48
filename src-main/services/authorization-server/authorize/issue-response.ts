import { formatScope, parseResponseType } from '#shared/oauth/index.ts';
import type { Client } from '#shared/workspace/index.ts';
import { invalidRequest, OAuthError } from '../errors.ts';
import type { AuthorizationRequest } from '../stores/transactions.ts';
import { attributesOf, type Subject } from '../subject.ts';
import { required } from '../token/context.ts';
import { accessLifetimeSeconds, issueAccessToken } from '../tokens/access-token.ts';
import { issueIdToken } from '../tokens/id-token.ts';
import type { FrontContext, ResponseParameter } from './context.ts';

/** Data for an answer that is issued at once for a subject, as the request wanted it. */
interface IssueRequest {
  readonly client: Client;
  readonly subject: Subject;
  readonly request: AuthorizationRequest;
  readonly scope: string;
  readonly familyId: string;
}

/**
 * Issues what the transaction was begun for, ends it and leaves the answer in the context: a code, tokens, or both.
 * RFC 6749 §4.1.2 and §4.2.2, OpenID Connect Core §3.3.2.5
 * @throws OAuthError access_denied where the user is gone
 */
export async function issueResponse(context: FrontContext, client: Client): Promise<void> {
  const { runtime } = context;
  const transaction = required(context.transaction);
  const { request } = transaction;
  const subject = required(transaction.subject);
  // An ID token would name somebody whom nobody knows any more.
  if (attributesOf(runtime, subject) === null)
    throw new OAuthError('access_denied', { description: 'The user is no longer registered.' });
  const issuing = {
    client,
    subject,
    request,
    scope: formatScope(request.scopes),
    familyId: runtime.tokens.next(),
  };
  const type = required(parseResponseType(request.responseType) ?? null);
  usePushed(context, request);
  if (subject.sid !== undefined) runtime.sessions.join(subject.sid, client.clientId);
  runtime.transactions.end(transaction);
  const code = type.code ? issueCode(context, issuing) : undefined;
  const token = type.token ? await issueToken(context, issuing) : undefined;
  const idToken = type.idToken
    ? await issueIdToken(context, {
        client,
        subject,
        scope: issuing.scope,
        nonce: request.nonce,
        accessToken: token?.token,
        code,
        hasClaims: !type.token && !type.code,
        asked: request.claims?.idToken,
      })
    : undefined;
  const answer: ResponseParameter[] = [];
  if (code !== undefined) answer.push(['code', code]);
  if (token !== undefined) answer.push(...tokenParameters(issuing, token));
  if (idToken !== undefined) answer.push(['id_token', idToken]);
  context.responseParameters = answer;
  context.effect = effectOf(context, issuing, answer);
}

/**
 * Uses up the request that the client pushed, in the same turn in which the response is issued: of two pages that were
 * opened with it, one gets a response. RFC 9126 §4
 * @throws OAuthError invalid_request
 */
function usePushed(context: FrontContext, { pushedUri }: AuthorizationRequest): void {
  if (pushedUri === null) return;
  context.mustCommit = true;
  if (context.runtime.pushedRequests.use(pushedUri)) return;
  throw invalidRequest('The pushed request was used before.', {
    detail: 'Another page that was opened with this request_uri got the response.',
  });
}

function issueCode(
  context: FrontContext,
  { client, subject, request, scope, familyId }: IssueRequest,
): string {
  const { runtime, nowMillis, settings, notes, codes } = context;
  const expiresAtMillis = nowMillis + settings.codeLifetimeSeconds * 1_000;
  const code = codes.next();
  runtime.codes.add(code, {
    clientId: client.clientId,
    subject,
    scope,
    scopeDiffers: request.scopeDiffers,
    redirectUri: request.redirectUri,
    redirectUriGiven: request.redirectUriGiven,
    challenge: request.challenge,
    nonce: request.nonce,
    audience: request.audience,
    claims: request.claims,
    boundTo: request.dpopJkt,
    issuedAtMillis: nowMillis,
    expiresAtMillis,
    familyId,
    used: false,
    rememberedUntilMillis: expiresAtMillis,
  });
  const { clientId } = client;
  const { username } = subject;
  runtime.audit.emit('code.issued', { clientId, username, scope, family: familyId }, notes);
  return code;
}

async function issueToken(
  context: FrontContext,
  { client, subject, request, scope, familyId }: IssueRequest,
) {
  const { runtime, nowMillis, notes } = context;
  const { username } = subject;
  const family = {
    id: familyId,
    clientId: client.clientId,
    ...subject,
    grantType: request.responseType,
    scope,
    audience: request.audience,
    claims: request.claims,
    beganAtMillis: nowMillis,
    lastUsedAtMillis: nowMillis,
    revoked: false,
    endsAtMillis: nowMillis + accessLifetimeSeconds(context, client) * 1_000,
  };
  runtime.families.create(family, nowMillis);
  const { clientId } = client;
  const fields = { clientId, username, scope, grantType: request.responseType, family: familyId };
  runtime.audit.emit('token.issued', fields, notes);
  return issueAccessToken(context, { client, family, scope, audience: request.audience });
}

/** The document spells the type in lower case here. RFC 6749 §4.2.2 */
function tokenParameters(
  { request, scope }: IssueRequest,
  { token, expiresInSeconds }: { readonly token: string; readonly expiresInSeconds: number },
): readonly ResponseParameter[] {
  const parameters: ResponseParameter[] = [
    ['access_token', token],
    ['token_type', 'bearer'],
    ['expires_in', String(expiresInSeconds)],
  ];
  if (request.scopeDiffers && scope !== '') parameters.push(['scope', scope]);
  return parameters;
}

function effectOf(
  { settings }: FrontContext,
  { subject }: IssueRequest,
  answer: readonly ResponseParameter[],
): string {
  const names = new Set(answer.map(([name]) => name));
  const parts = [
    ...(names.has('code') ? ['a code'] : []),
    ...(names.has('access_token') ? ['an access token'] : []),
    ...(names.has('id_token') ? ['an ID token'] : []),
  ];
  const life = names.has('code') ? `, valid for ${settings.codeLifetimeSeconds} s` : '';
  return `Issued ${parts.join(' and ')} for ${subject.username}${life}.`;
}
