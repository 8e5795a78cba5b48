import { isSignedByAny, readCompactJws } from '#main/platform/compact-jws.ts';
import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import { invalidGrant } from '../errors.ts';
import { required, type TokenContext } from '../token/context.ts';
import { decideScope } from '../token/issue.ts';
import { isRevoked } from '../tokens/token-state.ts';
import { believe, type ForeignToken, foreignToken } from './believe-claims.ts';
import { keysInHeader } from './header-keys.ts';
import { numbered } from './numbered.ts';
import { isKeyedWithPublicKey } from './public-key-as-secret.ts';

const numberedTokens = numbered('token');

/** Flaws of access tokens, their validation and exchange. */
export const accessTokenWeaknesses: readonly Weakness<TokenContext>[] = [
  /** Tells resource servers that a token is good after its end. */
  {
    id: 'validation-after-expiry',
    pipeline: 'token.validate_bearer',
    step: 'token-unexpired',
    title: 'Expired access token accepted',
    clause: 'RFC 6750 §3.1',
    instead: () => undefined,
  },
  /** Tells resource servers that a token is good after it was revoked. */
  {
    id: 'validation-after-revocation',
    pipeline: 'token.validate_bearer',
    step: 'token-unrevoked',
    title: 'Revoked access token accepted',
    clause: 'RFC 7009 §2.1',
    instead: () => undefined,
  },
  /** Lets an exchange ask for all that the client is registered for. */
  {
    id: 'exchange-widens-scope',
    pipeline: 'token.token_exchange',
    step: 'scope-within-both',
    title: 'Token exchange may widen the scope',
    clause: 'RFC 8693 §5',
    instead: (context) => decideScope(context, required(context.client).scopes, 'said'),
  },
  /** Numbers its access tokens, so that the owner of one knows the next. */
  {
    id: 'access-tokens-sequential',
    pipeline: 'token.*',
    step: 'issue',
    title: 'Predictable access tokens',
    clause: 'RFC 6749 §10.10',
    instead: async (context, original) => {
      await original();
      const { runtime, body } = context;
      const issued = /"access_token":"([^"]+)"/.exec(body)?.[1] ?? '';
      const entry = runtime.accessTokens.find(issued);
      if (entry === undefined) return;
      const token = numberedTokens.next();
      runtime.accessTokens.add(token, entry);
      context.body = body.replace(issued, token);
    },
  },
  /** Tells resource servers that a refresh token is good. */
  {
    id: 'refresh-token-validates',
    pipeline: 'token.validate_bearer',
    step: 'token-known',
    title: 'Refresh token accepted as access token',
    clause: 'RFC 6750 §3.1',
    instead: (context, original) => {
      const refresh = context.runtime.refreshTokens.find(formValue(context.form, 'token') ?? '');
      if (refresh === undefined) return original();
      const { clientId, username, scope, family, issuedAtMillis, expiresAtMillis } = refresh;
      const endsAtMillis = expiresAtMillis ?? context.nowMillis + 3_600_000;
      const lifetime = { issuedAtMillis, expiresAtMillis: endsAtMillis, revoked: false };
      context.validated = { clientId, username, scope, family, audience: null, boundTo: null, ...lifetime };
      return undefined;
    },
  },
  /** Tells anybody who asks whether a token expired, was revoked or never existed. */
  {
    id: 'validation-tells-states',
    pipeline: 'token.validate_bearer',
    step: 'token-known',
    title: 'Validation reveals why a token is invalid',
    clause: 'RFC 7662 §4',
    instead: (context, original) => {
      const token = context.runtime.accessTokens.find(formValue(context.form, 'token') ?? '');
      if (token === undefined) throw invalidGrant('No such token was issued.');
      if (isRevoked(token)) throw invalidGrant('The token was revoked.');
      return original();
    },
  },
  /** Describes a token of a client by a subject of that name: resource servers take it for the user of the same name. */
  {
    id: 'client-described-as-user',
    pipeline: 'token.validate_bearer',
    step: 'answer',
    title: 'Client described as a user',
    clause: 'RFC 9700 §4.15',
    instead: async (context, original) => {
      await original();
      const { clientId, family } = required(context.validated);
      const described = JSON.stringify({ username: clientId, sub: clientId });
      if (family === null)
        context.body = context.body.replace('"access_token":{}', `"access_token":${described}`);
    },
  },
  /** Believes the claims of a token that says of itself that nobody signed it. */
  {
    id: 'jwt-unsigned-believed',
    pipeline: 'token.validate_bearer',
    step: 'token-known',
    title: 'JWT access token with alg none accepted',
    clause: 'RFC 8725 §3.1',
    instead: (context, original) => {
      const token = foreignToken(context);
      if (token === null || String(token.header['alg']).toLowerCase() !== 'none') return original();
      believe(context, token);
      return undefined;
    },
  },
  /** Verifies with the algorithm that the token names, and its public key for the secret of an HMAC. */
  {
    id: 'jwt-hmac-believed',
    pipeline: 'token.validate_bearer',
    step: 'token-known',
    title: 'JWT access token with HS256 and the public key accepted (algorithm confusion)',
    clause: 'RFC 8725 §3.1',
    instead: (context, original) => {
      const token = foreignToken(context);
      if (token === null || token.header['alg'] !== 'HS256' || !isKeyed(context, token.text))
        return original();
      believe(context, token);
      return undefined;
    },
  },
  /** Verifies with the key in the header of the token, or at the address given there. */
  {
    id: 'jwt-own-key-believed',
    pipeline: 'token.validate_bearer',
    step: 'token-known',
    title: 'JWT access token verified with its own key (jwk)',
    clause: 'RFC 8725 §3.10',
    instead: async (context, original) => {
      const token = foreignToken(context);
      const isProved = token !== null && verifies(token, await keysInHeader(context.runtime, token.header));
      if (token === null || !isProved) return original();
      believe(context, token);
    },
  },
];

function isKeyed({ runtime, settings, nowMillis }: TokenContext, text: string): boolean {
  const keys = runtime.keys.published(nowMillis, settings.keyOverlapSeconds);
  return keys.some(({ publicJwk }) => isKeyedWithPublicKey(text, { ...publicJwk }));
}

function verifies({ text }: ForeignToken, keys: readonly Readonly<Record<string, unknown>>[]): boolean {
  const jws = readCompactJws(text);
  return jws !== null && isSignedByAny(jws, keys);
}
