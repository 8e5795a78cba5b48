import type { RequestFact } from '#shared/contract/facts.ts';

const tokenNames: ReadonlySet<string> = new Set(['token', 'token.oauth2', 'access_token']);
const authorizationNames: ReadonlySet<string> = new Set([
  'authorize',
  'authorization.oauth2',
  'par',
  'par.oauth2',
  'device_authorization',
]);
const parents: ReadonlySet<string> = new Set(['as', 'oauth2', 'oauth']);

/** Tests whether a request asks for tokens. RFC 6749 §3.2 */
export function isTokenRequest(fact: RequestFact): boolean {
  return fact.method === 'POST' && isAt(fact, tokenNames) && fact.form.has('grant_type');
}

/** Tests whether a request begins an authorization, pushed or not. RFC 6749 §3.1, RFC 9126 §2 */
export function isAuthorizationRequest(fact: RequestFact): boolean {
  return isAt(fact, authorizationNames) && parameterOf(fact, 'client_id') !== null;
}

/** A parameter with its location; null: the request has none of that name. */
export function parameterOf(
  fact: RequestFact,
  name: string,
): { readonly part: 'query' | 'form'; readonly value: string } | null {
  const query = fact.query.get(name)?.[0];
  if (query !== undefined) return { part: 'query', value: query };
  const form = fact.form.get(name)?.[0];
  return form === undefined ? null : { part: 'form', value: form };
}

function isAt({ host, segments }: RequestFact, names: ReadonlySet<string>): boolean {
  // A path that is a placeholder alone may be anything.
  if (segments.length === 0) return host !== 'platform';
  if (!names.has(segments.at(-1) ?? '')) return false;
  return host === 'authorization' || parents.has(segments.at(-2) ?? '');
}
