import { percentEncode } from '../../oauth/percent.ts';

const outsidePath = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]/gu;
const outsideQuery = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~!$'()*+,;=:@/?%&]/gu;

/**
 * A path as written, with characters that are not allowed percent-encoded; existing encodings are kept. RFC
 * 3986 §3.3
 */
export function escapePath(text: string): string {
  return text.toWellFormed().replace(outsidePath, percentEncode);
}

/** The same for a query. RFC 3986 §3.4 */
export function escapeQuery(text: string): string {
  return text.toWellFormed().replace(outsideQuery, percentEncode);
}

/** Pairs and whole queries as one; those that are empty are left out. */
export function joinQuery(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('&');
}
