const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::(\d{1,5}))?(?=[/?]|$)(.*)$/s;
const absoluteUri = /^[A-Za-z][A-Za-z0-9+.-]*:[\x21\x23-\x7e]+$/;

/**
 * Tests whether the redirect URI of a request is the registered one: the same characters, except that the port of an
 * `http` URI on a loopback literal may differ where the client is native. RFC 9700 §2.1, RFC 8252 §7.3.
 */
export function isSameRedirectUri(registered: string, given: string, loopbackPortMayVary: boolean): boolean {
  if (registered === given) return true;
  if (!loopbackPortMayVary) return false;
  const ours = loopback.exec(registered);
  const theirs = loopback.exec(given);
  if (ours === null || theirs === null) return false;
  return ours[1] === theirs[1] && ours[3] === theirs[3] && Number(theirs[2] ?? 80) <= 65_535;
}

/** True if text is a possible redirect URI: absolute, without a fragment, printable ASCII. RFC 6749 §3.1.2. */
export function isRedirectUri(text: string): boolean {
  return absoluteUri.test(text) && !text.includes('#');
}

const dangerousScheme = /^(?:javascript|vbscript|data|about|blob|file):/i;

/** True if a browser would run or read the URI instead of going there. RFC 7591 §5 */
export function hasDangerousScheme(uri: string): boolean {
  return dangerousScheme.test(uri);
}

/** Adds an encoded query to a redirect URI, keeping the query it has. RFC 6749 §3.1.2. */
export function withQuery(redirectUri: string, encodedQuery: string): string {
  const at = redirectUri.indexOf('?');
  if (at === -1) return `${redirectUri}?${encodedQuery}`;
  return at === redirectUri.length - 1 || redirectUri.endsWith('&')
    ? `${redirectUri}${encodedQuery}`
    : `${redirectUri}&${encodedQuery}`;
}
