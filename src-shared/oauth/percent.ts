/** Percent-encodes everything but the unreserved characters; lone surrogates become U+FFFD. RFC 3986 §2.1. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Encodes a form or query from ordered pairs; spaces become `+`. RFC 6749 Appendix B. */
export function formatForm(pairs: readonly (readonly [name: string, value: string])[]): string {
  return pairs.map(([name, value]) => `${formEncode(name)}=${formEncode(value)}`).join('&');
}

/** Encodes one name or value of a form; a space becomes `+`. RFC 6749 Appendix B. */
export function formEncode(text: string): string {
  return percentEncode(text).replaceAll('%20', '+');
}

/**
 * A value in the encoding in which it arrived, made safe to stand in a query: what decodes, decodes to the same bytes,
 * and nothing can end the value or the header line. RFC 6749 §4.1.2 (`state` comes back exactly as it was sent).
 */
export function echoEncoded(raw: string): string {
  return raw
    .toWellFormed()
    .replace(/%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~%+]/gu, (character) => percentEncode(character));
}
