import { isSecretParameter, secretKindOfName } from '#shared/exchange/redaction.ts';
import { replaceWebTokens } from '#shared/exchange/web-tokens.ts';
import { percentDecodedOrAsIs } from '#shared/text/decoding.ts';
import { isAddressColumn, isSecretColumn } from './roles.ts';
import type { AddressParts } from './row-plan.ts';

const absolute = /^[a-z][a-z0-9+.-]*:\/\//i;
const webAddress = /^https?:\/\//i;
/** RFC 9112 §3 */
const requestLine = /^([A-Z]{3,20}) (\S+)( HTTP\/\d[\d.]*)?$/;

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

/** An address in which secrets of its query, its fragment, its user and its path are replaced by their hashes. */
export function withoutSecrets(uri: string, { hash, withoutQueries }: AddressOptions): string {
  const end = endOfPath(uri);
  const path = end < 0 ? uri : uri.slice(0, end);
  const rest = end < 0 || withoutQueries ? '' : uri.slice(end);
  const safe = rest === '' ? '' : withoutParameters(rest, hash);
  return replaceWebTokens(withoutUser(path) + safe, hash);
}

/** Where the query or the fragment of an address begins; −1: it has neither. */
function endOfPath(uri: string): number {
  const question = uri.indexOf('?');
  const fragment = uri.indexOf('#');
  return question < 0 || (fragment >= 0 && fragment < question) ? fragment : question;
}

/** A text of any column: an address in it, or what looks like the parameters of one, is kept without its secrets. */
export function withoutAddressSecrets(name: string, text: string, options: AddressOptions): string {
  if (!text.includes('=') && !text.includes('?') && !text.includes('://')) return text;
  const line = requestLine.exec(text);
  if (line !== null) {
    const [, method = '', target = '', version = ''] = line;
    return `${method} ${withoutSecrets(target, options)}${version}`;
  }
  if (webAddress.test(text) || text.startsWith('/') || isAddressColumn(name))
    return withoutSecrets(text, options);
  return replaceWebTokens(withoutParameters(text, options.hash), options.hash);
}

function withoutParameters(text: string, hash: (text: string) => string): string {
  // Expiry and rights of a shared access signature say as much about it as its signature.
  const isSigned = /[?&#]sig=/i.test(text);
  return text.replace(
    /((?:^|[?&#])([^=&#?]*)=)([^&#]*)/g,
    (whole, start: string, name: string, value: string) =>
      value === '' || !isSecretParameterName(name, isSigned) ? whole : start + hash(value),
  );
}

const maxKnown = 1_000;
/** Addresses of a log have few parameters, and many of each. */
const known = new Map<string, boolean>();

function isSecretParameterName(name: string, isSigned: boolean): boolean {
  if (isSigned && /^(?:se|sp)$/i.test(name)) return true;
  const before = known.get(name);
  if (before !== undefined) return before;
  const isSecret = tellsSecret(name.includes('%') ? percentDecodedOrAsIs(name) : name);
  if (known.size < maxKnown) known.set(name, isSecret);
  return isSecret;
}

function tellsSecret(name: string): boolean {
  return secretKindOfName(name) !== undefined || isSecretParameter(name) || isSecretColumn(name);
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
