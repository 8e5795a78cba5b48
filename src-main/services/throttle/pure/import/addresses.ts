import { secretKindOfName } from '#shared/exchange/redaction.ts';
import { replaceWebTokens } from '#shared/exchange/web-tokens.ts';
import { isSecretColumn } from './roles.ts';
import type { AddressParts } from './row-plan.ts';

const absolute = /^[a-z][a-z0-9+.-]*:\/\//i;

/** The address of a request as a log tells it; empty: it tells none. */
function addressOf({ uri, host, scheme, query }: AddressParts): string {
  if (uri === '' && host === '') return '';
  if (absolute.test(uri)) return uri;
  const path = uri === '' ? '/' : uri;
  if (!path.startsWith('/')) return path;
  const asked = query === '' || path.includes('?') ? '' : query.startsWith('?') ? query : `?${query}`;
  const name = scheme.toLowerCase() === 'https' ? 'https' : 'http';
  return `${name}://${host === '' ? 'localhost' : host}${path}${asked}`;
}

/** The text that tells addresses of one log apart: of a path alone nothing has to be made for each line. */
export function rawAddress(parts: AddressParts): string {
  return parts.host === '' && parts.scheme === '' && parts.query === '' ? parts.uri : addressOf(parts);
}

/** The address that a path alone stands for. */
export function wholeAddress(raw: string): string {
  return raw.startsWith('/') ? addressOf({ uri: raw, host: '', scheme: '', query: '' }) : raw;
}

export interface AddressOptions {
  readonly hash: (text: string) => string;
  readonly withoutQueries: boolean;
}

/** An address in which secrets of its query, its user and its path are replaced by their hashes. */
export function withoutSecrets(uri: string, { hash, withoutQueries }: AddressOptions): string {
  const question = uri.indexOf('?');
  const path = question < 0 ? uri : uri.slice(0, question);
  const query = question < 0 || withoutQueries ? '' : uri.slice(question);
  const safe = query.replace(
    /([?&]([^=&#?]*)=)([^&#]*)/g,
    (whole, start: string, name: string, value: string) =>
      value === '' || (secretKindOfName(name) === undefined && !isSecretColumn(name))
        ? whole
        : start + hash(value),
  );
  return replaceWebTokens(withoutUser(path) + safe, hash);
}

/** RFC 3986 §3.2.1 */
function withoutUser(address: string): string {
  const begin = address.indexOf('://');
  if (begin < 0) return address;
  const end = address.indexOf('/', begin + 3);
  const authority = address.slice(begin + 3, end < 0 ? undefined : end);
  const at = authority.lastIndexOf('@');
  if (at < 0) return address;
  return address.slice(0, begin + 3) + authority.slice(at + 1) + (end < 0 ? '' : address.slice(end));
}
