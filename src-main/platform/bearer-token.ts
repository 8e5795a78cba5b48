import { parseForm } from '#shared/oauth/index.ts';
import type { HttpRequest } from './http.ts';

/** Where a request carries its access token. RFC 6750 §2, RFC 9449 §7.1 */
export type BearerToken =
  | ({ readonly found: 'one' } & SentToken)
  | { readonly found: 'none' }
  | { readonly found: 'invalid'; readonly why: string };

/** RFC 6750 §2.1: b64token */
const tokenForm = /^[A-Za-z0-9\-._~+/]+=*$/;

export type TokenScheme = 'Bearer' | 'DPoP';

/** A token as a request carries it; empty where its parameter is. */
export interface SentToken {
  readonly method: 'header' | 'body' | 'query';
  /** With DPoP the sender proves a key too. */
  readonly scheme: TokenScheme;
  readonly token: string;
}

/** Every token that a request carries, in the order of RFC 6750 §2; a form body counts only where the method has one. */
export function sentTokens(request: HttpRequest): readonly SentToken[] {
  const { authorization, 'content-type': type } = request.headers;
  const [, name, header] = /^(Bearer|DPoP) +(.*)$/is.exec(authorization ?? '') ?? [];
  const scheme = name?.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer';
  const isForm = type?.toLowerCase().startsWith('application/x-www-form-urlencoded') === true;
  const hasBody = isForm && request.method !== 'GET';
  return [
    ...(header === undefined ? [] : [{ method: 'header', scheme, token: header } as const]),
    ...(hasBody ? tokensIn(request.body.toString('utf8'), 'body') : []),
    ...tokensIn(request.query, 'query'),
  ];
}

function tokensIn(form: string, method: SentToken['method']): readonly SentToken[] {
  const { fields } = parseForm(form);
  return fields.flatMap(({ name, value }) =>
    name === 'access_token' ? [{ method, scheme: 'Bearer', token: value }] : [],
  );
}

/** Tests whether a text has the characters of a bearer token. RFC 6750 §2.1 */
export function isBearerToken(text: string): boolean {
  return tokenForm.test(text);
}

/** Finds the bearer token of a request: in the header, the form body or the query, and in one of them only. */
export function findBearerToken(request: HttpRequest): BearerToken {
  const sent = sentTokens(request);
  if (sent.some(({ method, token }) => method === 'header' && !isBearerToken(token)))
    return { found: 'invalid', why: 'the Authorization header contains no bearer token' };
  if (isGivenTwice(sent)) return { found: 'invalid', why: 'access_token is sent twice' };
  const [first, ...others] = sent.filter(({ token }) => token !== '');
  if (others.length > 0) return { found: 'invalid', why: 'the token is sent in more than one way' };
  return first === undefined ? { found: 'none' } : { found: 'one', ...first };
}

/** Tests whether one way of sending a token was used twice. RFC 6749 §3.1 */
export function isGivenTwice(sent: readonly SentToken[]): boolean {
  return new Set(sent.map(({ method }) => method)).size < sent.length;
}
