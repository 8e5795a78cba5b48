import type { Step } from '#main/platform/pipeline.ts';
import { type Form, formValue, idJagDraft, idJagTokenType, idJagTyp } from '#shared/oauth/index.ts';
import { authenticationClaims } from '../authentication.ts';
import { invalidGrant, invalidRequest, OAuthError } from '../errors.ts';
import { signJwt } from '../keys/sign-jwt.ts';
import { attributesOf } from '../subject.ts';
import { type JagSubject, required, type TokenContext, wantsJag } from '../token/context.ts';
import { decideScope } from '../token/issue.ts';
import { readIdToken } from '../tokens/read-id-token.ts';

const lifetimeSeconds = 300;
const idTokenType = 'urn:ietf:params:oauth:token-type:id_token';
const refreshTokenType = 'urn:ietf:params:oauth:token-type:refresh_token';
const takenTypes = [idTokenType, refreshTokenType];

const onlyJags = { applies: wantsJag, isUnlisted: true } as const;

/** Steps by which a token exchange issues an ID-JAG: a grant for the server that `audience` names. RFC 8693 §2.1 */
export const jagIssueSteps: readonly Step<TokenContext>[] = [
  {
    id: 'jag-client-confidential',
    rule: 'Client is confidential',
    clause: idJagDraft,
    check: checkConfidential,
    ...onlyJags,
  },
  {
    id: 'jag-target',
    rule: 'Audience and resource are allowed by the policy',
    clause: 'RFC 8693 §2.1',
    check: checkTarget,
    ...onlyJags,
    describe: ({ form }) => {
      const { audience, resource = 'no resource' } = targetOf(form);
      return `Audience and resource are allowed by the policy: ${audience}, ${resource}`;
    },
  },
  {
    id: 'jag-subject',
    rule: 'Subject token was issued to this client and is valid',
    clause: idJagDraft,
    check: findJagSubject,
    ...onlyJags,
    describe: ({ jagSubject }) =>
      `Subject token was issued to this client and is valid: ${required(jagSubject).username}`,
  },
  {
    id: 'jag-scope',
    rule: 'Scope is within the registration',
    clause: 'RFC 6749 §3.3',
    check: (context) => decideScope(context, required(context.client).scopes, 'said'),
    ...onlyJags,
  },
  { id: 'jag-issue', rule: 'ID-JAG is issued', clause: 'RFC 8693 §2.2.1', check: issueJag, ...onlyJags },
];

/** @throws OAuthError unauthorized_client */
function checkConfidential({ client }: TokenContext): void {
  const { isPublic, clientId } = required(client);
  if (!isPublic) return;
  throw new OAuthError('unauthorized_client', {
    description: 'Only confidential clients get ID-JAGs.',
    got: clientId,
  });
}

/** @throws OAuthError invalid_request, invalid_target */
function checkTarget({ form, settings }: TokenContext): void {
  const { audience, resource } = targetOf(form);
  if (formValue(form, 'actor_token') !== undefined)
    throw invalidRequest('actor_token is not supported for ID-JAGs.');
  const isAllowed = settings.idJagTargets.some(
    (target) => target.audience === audience && target.resource === resource,
  );
  if (isAllowed) return;
  throw new OAuthError('invalid_target', {
    description: 'ID-JAGs are not issued for this audience and resource.',
    detail: 'The settings of the server do not list them together.',
    want: settings.idJagTargets
      .map((target) => `${target.audience} ${target.resource ?? ''}`.trim())
      .join(', '),
    got: `${audience} ${resource ?? ''}`.trim(),
  });
}

/** One server, and one of its resources at most. @throws OAuthError invalid_request */
function targetOf(form: Form): { readonly audience: string; readonly resource: string | undefined } {
  const [audience, resource] = (['audience', 'resource'] as const).map((name) => {
    const [first, ...others] = form.fields.filter((field) => field.name === name && field.value !== '');
    if (others.length > 0) throw invalidRequest(`An ID-JAG has one ${name}.`);
    return first?.value;
  });
  if (audience === undefined) throw invalidRequest('audience parameter is required');
  return { audience, resource };
}

/** @throws OAuthError invalid_request, invalid_grant */
function findJagSubject(context: TokenContext): void {
  context.jagSubject = subjectOf(context, required(context.client).clientId);
}

/**
 * The subject of the token that a request shows; `clientId`: whose it has to be, null: anybody's.
 * @throws OAuthError invalid_request, invalid_grant
 */
export function subjectOf(context: TokenContext, clientId: string | null): JagSubject {
  const type = formValue(context.form, 'subject_token_type');
  if (type === idTokenType) return subjectOfIdToken(context, clientId);
  if (type === refreshTokenType) return subjectOfRefreshToken(context, clientId);
  throw invalidRequest('The subject_token_type is not supported for ID-JAGs.', {
    want: takenTypes.join(' '),
    got: type ?? 'none',
  });
}

function subjectOfIdToken({ form, runtime, nowMillis }: TokenContext, clientId: string | null): JagSubject {
  const read = readIdToken(runtime, formValue(form, 'subject_token') ?? '', clientId);
  if ('fault' in read) throw refused(read.fault);
  const { exp, auth_time: authTime, acr, amr } = read.claims;
  if (typeof exp !== 'number' || exp * 1_000 <= nowMillis) throw refused('The ID token has expired.');
  if (!isStillKnown(runtime, read.subject)) throw refused('The user has been removed.');
  return { username: read.subject, claims: { auth_time: authTime, acr, amr } };
}

/** A user of the workspace, or somebody whom another authority vouched for and who has a grant here. */
function isStillKnown({ registrations, families }: TokenContext['runtime'], username: string): boolean {
  if (registrations().user(username) !== undefined) return true;
  return [...families.all()].some(
    (family) => family.username === username && family.attributes !== null && !family.revoked,
  );
}

function subjectOfRefreshToken(
  { form, runtime, nowMillis }: TokenContext,
  clientId: string | null,
): JagSubject {
  const token = runtime.refreshTokens.find(formValue(form, 'subject_token') ?? '');
  if (token === undefined) throw refused('The server does not know this refresh token.');
  const { family, username, expiresAtMillis, rolledAtMillis } = token;
  if (clientId !== null && token.clientId !== clientId) throw refused('It was issued to another client.');
  if (family.revoked) throw refused('The grant was revoked.');
  if (expiresAtMillis !== null && nowMillis >= expiresAtMillis)
    throw refused('The refresh token has expired.');
  if (rolledAtMillis !== null) throw refused('The refresh token was rotated.');
  if (attributesOf(runtime, family) === null) throw refused('The user has been removed.');
  const authTime = Math.floor(family.authTimeMillis / 1_000);
  return { username, claims: { auth_time: authTime, ...authenticationClaims(family.methods) } };
}

function refused(detail: string): OAuthError {
  return invalidGrant('The subject_token is invalid.', { detail });
}

async function issueJag(context: TokenContext): Promise<void> {
  const { runtime, nowMillis, scope, form, notes } = context;
  const { audience, resource } = targetOf(form);
  const { username, claims } = required(context.jagSubject);
  const { clientId, idTokenAlgorithm } = required(context.client);
  const issuedAt = Math.floor(nowMillis / 1_000);
  const key = await runtime.keys.current(idTokenAlgorithm, nowMillis);
  const jag = await signJwt(key, idJagTyp, {
    iss: runtime.issuer(),
    sub: username,
    aud: audience,
    client_id: clientId,
    jti: runtime.tokens.next(),
    exp: issuedAt + lifetimeSeconds,
    iat: issuedAt,
    ...(resource === undefined ? {} : { resource }),
    ...(scope === '' ? {} : { scope }),
    ...claims,
  });
  notes.tags.push(`user:${username}`);
  const { grantType } = context;
  runtime.audit.emit('token.issued', { clientId, username, scope, grantType, audience }, notes);
  context.effect = `Issued an ID-JAG for ${username}, for ${audience}.`;
  // The member is called access_token whatever the type of the token. RFC 8693 §2.2.1
  context.body = JSON.stringify({
    access_token: jag,
    issued_token_type: idJagTokenType,
    token_type: 'N_A',
    expires_in: lifetimeSeconds,
    ...(scope === '' ? {} : { scope }),
  });
}
