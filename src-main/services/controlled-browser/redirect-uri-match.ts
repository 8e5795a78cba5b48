/** Tests whether an address is the redirect URI with an answer added to it, in query or fragment. RFC 6749 §4.1.2 */
export function leadsTo(redirectUri: string, url: string): boolean {
  const expected = normalised(redirectUri);
  return url.startsWith(expected) && /^(?:$|[?&#])/.test(url.slice(expected.length));
}

/** The pattern by which the browser holds requests for a redirect URI; it holds more than `leadsTo` takes. */
export function holdPattern(redirectUri: string): string {
  return `${normalised(redirectUri).replace(/[\\*?]/g, '\\$&')}*`;
}

/** The address as the browser spells it: lower-case host, no default port, at least one slash. */
function normalised(uri: string): string {
  return URL.parse(uri)?.href ?? uri;
}
