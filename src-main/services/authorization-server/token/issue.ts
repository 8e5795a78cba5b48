import type { Step } from '#main/platform/pipeline.ts';
import {
  type ClaimsRequest,
  formatScope,
  formValue,
  isScopeSubset,
  parseScope,
  scopesOutside,
} from '#shared/oauth/index.ts';
import { OAuthError } from '../errors.ts';
import { type Audience, audienceOfNames, namesIn } from '../stores/audience.ts';
import type { Family } from '../stores/families.ts';
import type { Subject } from '../subject.ts';
import { accessLifetimeSeconds, type IssuedAccessToken, issueAccessToken } from '../tokens/access-token.ts';
import { issueIdToken } from '../tokens/id-token.ts';
import { required, type TokenContext } from './context.ts';
import { checkResources, resourcesIn } from './resources.ts';

/**
 * Decides the scope to grant: the requested one where `allowed` holds it all, else all that is allowed. RFC 6749 §3.3.
 * @throws OAuthError invalid_scope
 */
export function decideScope(
  context: TokenContext,
  allowed: readonly string[],
  whenOmitted: 'said' | 'unsaid',
): void {
  const text = formValue(context.form, 'scope');
  if (text === undefined) {
    context.scope = formatScope(allowed);
    context.scopeDiffers = whenOmitted === 'said';
    return;
  }
  const requested = parseScope(text);
  if (requested === null || !isScopeSubset(requested, allowed)) throw scopeTooWide(text, requested, allowed);
  context.scope = formatScope(requested);
}

function scopeTooWide(
  text: string,
  requested: readonly string[] | null,
  allowed: readonly string[],
): OAuthError {
  return new OAuthError('invalid_scope', {
    description: 'The requested scope(s) must be blank or a subset of the provided scopes.',
    detail:
      requested === null
        ? 'The scope is malformed.'
        : `Not allowed: ${formatScope(scopesOutside(requested, allowed))}.`,
    want: formatScope(allowed),
    got: text,
  });
}

/**
 * Whom the tokens are meant for, by every `audience` and `resource`; null where the request names nobody. RFC 8693 §2.1,
 * RFC 8707 §2
 * @throws OAuthError invalid_target
 */
export function decideAudience({ form, client }: TokenContext): Audience {
  const wanted = form.fields
    .filter(({ name, value }) => (name === 'audience' || name === 'resource') && value !== '')
    .map(({ value }) => value);
  if (wanted.length === 0) return null;
  const { audiences } = required(client);
  checkResources(resourcesIn(form), audiences);
  const outside = wanted.filter((name) => !audiences.includes(name));
  if (outside.length === 0) return audienceOfNames(wanted);
  throw new OAuthError('invalid_target', {
    description: 'The requested audience or resource is not allowed for this client.',
    want: audiences.join(' '),
    got: outside.join(' '),
  });
}

/** Decision of a grant about the tokens to issue; the scope is in the context. */
export interface Issuance {
  /** The grant that the tokens belong to; null where the client acts for itself. */
  readonly family: Family | null;
  /** Issues a refresh token too, of this scope, which ends at that instant (milliseconds; null: never). */
  readonly refresh?: { readonly scope: string; readonly expiresAtMillis: number | null } | null;
  /** Present if an ID token goes with it where the scope asks for one, with this nonce. */
  readonly idToken?: { readonly nonce: string | null };
  readonly audience?: Audience;
  /** The form of the access token where the request says which; absent: as client and server are set. */
  readonly format?: 'jwt' | undefined;
  readonly actor?: string | undefined;
  readonly endsAtMillis?: number | undefined;
  /** `issued_token_type` of a token exchange. RFC 8693 §2.2.1 */
  readonly issuedTokenType?: string;
  /** Effect shown in the trace. */
  readonly effect: string;
}

/** The last step of an issuing grant: mints the decided tokens, keeps them and answers. RFC 6749 §5.1 */
export function issueStep(
  clause: string,
  decide: (context: TokenContext) => Issuance,
  described?: { readonly rule: string; readonly describe: (context: TokenContext) => string },
): Step<TokenContext> {
  return {
    id: 'issue',
    rule: 'Access token is issued',
    clause,
    check: (context) => mint(context, decide(context)),
    ...described,
  };
}

/** Begins the grant from which all tokens of this request come. */
export function beginFamily(
  context: TokenContext,
  id: string,
  subject: Subject,
  grantType: string,
  audience: Audience = null,
  claims: ClaimsRequest | null = null,
): Family {
  const { runtime, nowMillis, client, scope } = context;
  const family: Family = {
    id,
    clientId: required(client).clientId,
    username: subject.username,
    authority: subject.authority,
    attributes: subject.attributes,
    authTimeMillis: subject.authTimeMillis,
    methods: subject.methods,
    ...(subject.sid === undefined ? {} : { sid: subject.sid }),
    grantType,
    scope,
    audience,
    claims,
    beganAtMillis: nowMillis,
    lastUsedAtMillis: nowMillis,
    revoked: false,
    endsAtMillis: nowMillis + accessLifetimeSeconds(context, required(client)) * 1_000,
  };
  runtime.families.create(family, nowMillis);
  return family;
}

/** How the last step of a grant reads that may bring a refresh token. */
export const issuesBoth = {
  rule: 'Access and refresh token are issued',
  describe: (context: TokenContext) =>
    mayRefresh(context) ? 'Access and refresh token are issued' : 'Access token is issued',
} as const;

/** Tests whether the client may have refresh tokens. */
export function mayRefresh({ client }: TokenContext): boolean {
  return required(client).grantTypes.has('refresh_token');
}

/** Mints the decided tokens, keeps them and answers with them. RFC 6749 §5.1 */
export function mint(context: TokenContext, issuance: Issuance): void | Promise<void> {
  const { family, audience = null, actor, endsAtMillis, format } = issuance;
  const client = required(context.client);
  const { scope, notes } = context;
  if (family !== null) notes.tags.push(`user:${family.username}`);
  const boundTo = context.dpop?.thumbprint ?? null;
  const order = { client, family, scope, audience, actor, endsAtMillis, format, boundTo };
  const issued = issueAccessToken(context, order);
  if (issued instanceof Promise) return issued.then((token) => complete(context, issuance, token));
  return complete(context, issuance, issued);
}

function complete(
  context: TokenContext,
  issuance: Issuance,
  accessToken: IssuedAccessToken,
): void | Promise<void> {
  const { family, refresh = null, idToken, audience, effect } = issuance;
  const refreshToken =
    refresh === null || family === null
      ? null
      : issueRefreshToken(context, family, refresh.scope, refresh.expiresAtMillis);
  context.effect = effect;
  const { clientId } = required(context.client);
  context.runtime.audit.emit(
    'token.issued',
    {
      clientId,
      ...(family === null ? {} : { username: family.username, family: family.id }),
      scope: context.scope,
      grantType: context.grantType,
      ...(audience === null || audience === undefined ? {} : { audience: namesIn(audience).join(' ') }),
    },
    context.notes,
  );
  const answer = (jwt: string | null): void =>
    void (context.body = tokenResponse(context, issuance, accessToken, refreshToken, jwt));
  const wantsIdentity = idToken !== undefined && family !== null && asksForIdentity(context.scope);
  if (!wantsIdentity) return answer(null);
  return issueIdToken(context, {
    client: required(context.client),
    subject: family,
    scope: context.scope,
    nonce: idToken.nonce,
    accessToken: accessToken.token,
    hasClaims: false,
    asked: family.claims?.idToken,
  }).then(answer);
}

function asksForIdentity(scope: string): boolean {
  return scope.includes('openid') && parseScope(scope)?.includes('openid') === true;
}

/** Issues a refresh token that ends at `expiresAtMillis` and keeps its hash; the answer waits for the commit. */
function issueRefreshToken(
  context: TokenContext,
  family: Family,
  scope: string,
  expiresAtMillis: number | null,
): string {
  const token = context.runtime.tokens.next();
  context.runtime.refreshTokens.add(token, {
    clientId: family.clientId,
    username: family.username,
    scope,
    issuedAtMillis: context.nowMillis,
    expiresAtMillis,
    family,
    boundTo: refreshBinding(context),
    rolledAtMillis: null,
  });
  context.mustCommit = true;
  return token;
}

/**
 * A public client proves nothing but its key, so its refresh tokens are bound to that; those of others are bound to the
 * client. RFC 9449 §5
 */
function refreshBinding({ client, dpop, refreshToken }: TokenContext): string | null {
  return required(client).isPublic ? (dpop?.thumbprint ?? refreshToken?.boundTo ?? null) : null;
}

/** `scope` is named only if it differs from the requested one. RFC 6749 §5.1 */
function tokenResponse(
  context: TokenContext,
  { issuedTokenType }: Issuance,
  { token, expiresInSeconds }: IssuedAccessToken,
  refreshToken: string | null,
  idToken: string | null,
): string {
  const tokenType = context.dpop === null ? 'Bearer' : 'DPoP';
  const type = issuedTokenType === undefined ? '' : `,"issued_token_type":"${issuedTokenType}"`;
  const refresh = refreshToken === null ? '' : `,"refresh_token":"${refreshToken}"`;
  const identity = idToken === null ? '' : `,"id_token":"${idToken}"`;
  const scope =
    context.scopeDiffers && context.scope !== '' ? `,"scope":${JSON.stringify(context.scope)}` : '';
  return `{"access_token":"${token}"${type},"token_type":"${tokenType}","expires_in":${expiresInSeconds}${refresh}${identity}${scope}}`;
}
