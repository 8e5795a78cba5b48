import type { ExchangeNotes, HttpRequest } from '#main/platform/http.ts';
import type { AuthorizationServerSettings, Client } from '#shared/workspace/index.ts';
import { signJwt, spoilSignature } from '../keys/sign-jwt.ts';
import type { SigningKey } from '../keys/signing-keys.ts';
import type { Runtime } from '../runtime.ts';
import type { Audience } from '../stores/audience.ts';
import type { Family } from '../stores/families.ts';

/** The parts of an exchange that issuing needs, at either endpoint. */
export interface Grantor {
  readonly runtime: Runtime;
  readonly settings: AuthorizationServerSettings;
  readonly request: HttpRequest;
  readonly notes: ExchangeNotes;
  readonly nowMillis: number;
}

/** Lifetime of a client's access tokens, in seconds. */
export function accessLifetimeSeconds({ settings }: Pick<Grantor, 'settings'>, client: Client): number {
  return client.accessTokenLifetimeSeconds ?? settings.accessTokenLifetimeSeconds;
}

/** When a refresh token issued now to a client ends, in milliseconds; null where it does not. */
export function refreshExpiryMillis(
  { settings, nowMillis }: Pick<Grantor, 'settings' | 'nowMillis'>,
  client: Client,
): number | null {
  const seconds = client.refreshTokenLifetimeSeconds ?? settings.refreshTokenLifetimeSeconds;
  return seconds === null ? null : nowMillis + seconds * 1_000;
}

/** Effects of faults on the tokens of this exchange. */
export interface TokenFault {
  readonly isSignatureWrong: boolean;
  /** Difference in seconds between the expiry in responses and the true one. */
  readonly expirySkewSeconds: number;
}

const noFault: TokenFault = { isSignatureWrong: false, expirySkewSeconds: 0 };

/** The faults that are on for this path and client. */
export function tokenFault({ runtime, request, notes }: Grantor): TokenFault {
  const effects = runtime.faults?.(request.path, notes.tags) ?? [];
  if (effects.length === 0) return noFault;
  return effects.reduce<TokenFault>((fault, effect) => {
    if (effect.kind === 'wrong-signature') return { ...fault, isSignatureWrong: true };
    if (effect.kind === 'skew-expiry')
      return { ...fault, expirySkewSeconds: fault.expirySkewSeconds + effect.seconds };
    return fault;
  }, noFault);
}

/** The contents of an access token to be issued. */
export interface AccessTokenOrder {
  readonly client: Client;
  /** The grant it belongs to; null where the client acts for itself. */
  readonly family: Family | null;
  readonly scope: string;
  /** Whom it is meant for; null: as client and server are set. */
  readonly audience: Audience;
  /** The actor for the subject, as `sub` of `act`. RFC 8693 §4.1 */
  readonly actor?: string | undefined;
  /** When it ends at the latest, in milliseconds. */
  readonly endsAtMillis?: number | undefined;
  /** The thumbprint of the key that it is bound to; absent or null: it is a bearer token. RFC 9449 §6 */
  readonly boundTo?: string | null;
  /** Absent: as client and server are set. */
  readonly format?: 'jwt' | undefined;
}

/** An access token with the members of the response to the client. */
export interface IssuedAccessToken {
  readonly token: string;
  readonly expiresInSeconds: number;
}

/** Issues an access token and keeps its hash; at once, unless a signature has to be made off the thread. RFC 6749 §1.4 */
export function issueAccessToken(
  grantor: Grantor,
  order: AccessTokenOrder,
): IssuedAccessToken | Promise<IssuedAccessToken> {
  const { runtime, settings, nowMillis } = grantor;
  const format = order.format ?? order.client.accessTokenFormat ?? settings.accessTokenFormat;
  if (format === 'opaque') return keep(grantor, order, runtime.tokens.next());
  const algorithm = order.client.accessTokenAlgorithm ?? settings.accessTokenSigningAlgorithm;
  const key = runtime.keys.current(algorithm, nowMillis);
  return key instanceof Promise
    ? key.then((made) => issueJwt(grantor, order, made))
    : issueJwt(grantor, order, key);
}

function issueJwt(
  grantor: Grantor,
  order: AccessTokenOrder,
  key: SigningKey,
): IssuedAccessToken | Promise<IssuedAccessToken> {
  const signed = signJwt(key, 'at+jwt', claimsOf(grantor, order));
  return typeof signed === 'string'
    ? keep(grantor, order, signed)
    : signed.then((jwt) => keep(grantor, order, jwt));
}

function keep(grantor: Grantor, order: AccessTokenOrder, made: string): IssuedAccessToken {
  const { runtime, nowMillis } = grantor;
  const { client, family, scope, boundTo = null } = order;
  const fault = tokenFault(grantor);
  const token = fault.isSignatureWrong && made.includes('.') ? spoilSignature(made) : made;
  const expiresAtMillis = endOf(grantor, order);
  if (family !== null) family.lastUsedAtMillis = nowMillis;
  runtime.accessTokens.add(token, {
    clientId: client.clientId,
    username: family === null ? null : family.username,
    scope,
    issuedAtMillis: nowMillis,
    expiresAtMillis,
    family,
    audience: audienceOf(grantor, order),
    boundTo,
    revoked: false,
  });
  return {
    token,
    expiresInSeconds: Math.floor((expiresAtMillis - nowMillis) / 1_000) + fault.expirySkewSeconds,
  };
}

/** When a token issued now ends, in milliseconds. */
function endOf(grantor: Grantor, { client, endsAtMillis }: AccessTokenOrder): number {
  const end = grantor.nowMillis + accessLifetimeSeconds(grantor, client) * 1_000;
  return endsAtMillis === undefined ? end : Math.min(end, endsAtMillis);
}

/** Whom a token is meant for; null: nobody in particular. */
function audienceOf({ settings }: Grantor, { client, audience }: AccessTokenOrder): Audience {
  return audience ?? client.audiences[0] ?? settings.audience ?? null;
}

/** RFC 9068 §2.2 */
function claimsOf(grantor: Grantor, order: AccessTokenOrder): object {
  const { runtime, nowMillis } = grantor;
  const { client, family, scope, actor, boundTo = null } = order;
  const issuer = runtime.issuer();
  const expiresAt = Math.floor(endOf(grantor, order) / 1_000) + tokenFault(grantor).expirySkewSeconds;
  return {
    iss: issuer,
    sub: family === null ? client.clientId : family.username,
    aud: audienceOf(grantor, order) ?? issuer,
    exp: expiresAt,
    iat: Math.floor(nowMillis / 1_000),
    jti: runtime.tokens.next(),
    client_id: client.clientId,
    ...(scope === '' ? {} : { scope }),
    ...(family === null || family.authTimeMillis === 0
      ? {}
      : { auth_time: Math.floor(family.authTimeMillis / 1_000) }),
    ...(actor === undefined ? {} : { act: { sub: actor } }),
    ...(boundTo === null ? {} : { cnf: { jkt: boundTo } }),
  };
}
