/** A part of a response type. OAuth 2.0 Multiple Response Types §3 */
type Part = 'code' | 'token' | 'id_token';

/** True if a response type asks for a part; one that nobody knows asks for what its words say. RFC 6749 §3.1.1 */
export function asksFor(responseType: string, ...parts: readonly Part[]): boolean {
  const words = responseType.split(' ');
  return parts.some((part) => words.includes(part));
}

/**
 * The response mode that a response type has by itself; null: nobody knows the type. A code and `none` come in the query.
 * OAuth 2.0 Multiple Response Types §3, §4, §5
 */
export function usualMode(responseType: string): 'query' | 'fragment' | null {
  if (responseType === 'code' || responseType === 'none') return 'query';
  const isKnown = responseType.split(' ').every((word) => ['code', 'token', 'id_token'].includes(word));
  return isKnown ? 'fragment' : null;
}
