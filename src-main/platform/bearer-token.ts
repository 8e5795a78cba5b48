import { formValue, parseForm } from '#shared/oauth/index.ts';
import type { HttpRequest } from './http.ts';

/** Where a request carries its bearer token. RFC 6750 §2 */
export type BearerToken =
  | { readonly found: 'one'; readonly token: string; readonly method: 'header' | 'body' | 'query' }
  | { readonly found: 'none' }
  | { readonly found: 'invalid'; readonly why: string };

/** RFC 6750 §2.1: b64token */
const tokenForm = /^[A-Za-z0-9\-._~+/]+=*$/;

/** Finds the bearer token of a request: in the header, the form body or the query, and in one of them only. */
export function findBearerToken(request: HttpRequest): BearerToken {
  const { authorization } = request.headers;
  const isForm =
    request.headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded') === true;
  const body = isForm && request.method !== 'GET' ? parseForm(request.body.toString('utf8')) : null;
  const query = parseForm(request.query);
  const header = authorization === undefined ? null : /^Bearer +(.*)$/i.exec(authorization)?.[1];
  if (header !== undefined && header !== null && !tokenForm.test(header))
    return { found: 'invalid', why: 'the Authorization header holds no bearer token' };
  if (body?.duplicates.includes('access_token') === true || query.duplicates.includes('access_token'))
    return { found: 'invalid', why: 'access_token is given twice' };
  const candidates = [
    { method: 'header', token: header },
    { method: 'body', token: body === null ? undefined : formValue(body, 'access_token') },
    { method: 'query', token: formValue(query, 'access_token') },
  ] as const;
  const given = candidates.filter(({ token }) => token !== undefined && token !== null && token !== '');
  const [first] = given;
  if (given.length > 1) return { found: 'invalid', why: 'the token is given in more than one way' };
  if (first === undefined) return { found: 'none' };
  return { found: 'one', token: first.token ?? '', method: first.method };
}
