import { headerValue } from '#main/platform/raw-http.ts';

/** The values of cache directives that count for a private cache. RFC 9111 §5.2.2 */
const noCache = /(?:^|,)\s*(?:no-store|no-cache)\s*(?:[,=]|$)/i;
const maxAge = /(?:^|,)\s*max-age\s*=\s*"?(\d{1,12})"?\s*(?:,|$)/i;

/**
 * How long a response may be cached by its own headers, in seconds; 0: not at all, or not said. RFC 9111 §4.2.1
 */
export function headerLifetimeSeconds(headers: readonly string[], nowMillis: number): number {
  const control = headerValue(headers, 'cache-control') ?? '';
  if (noCache.test(control)) return 0;
  const ageSeconds = Number(/^\d{1,12}$/.exec(headerValue(headers, 'age') ?? '')?.[0] ?? 0);
  const seconds = maxAge.exec(control)?.[1];
  if (seconds !== undefined) return Math.max(0, Number(seconds) - ageSeconds);
  const expiresMillis = Date.parse(headerValue(headers, 'expires') ?? '');
  const dateMillis = Date.parse(headerValue(headers, 'date') ?? '');
  if (Number.isNaN(expiresMillis)) return 0;
  const fromMillis = Number.isNaN(dateMillis) ? nowMillis : dateMillis;
  return Math.max(0, Math.floor((expiresMillis - fromMillis) / 1_000) - ageSeconds);
}

/** The same within the bounds of the server. draft-ietf-oauth-client-id-metadata-document-02 §5.2 */
export function lifetimeSeconds(
  headers: readonly string[],
  nowMillis: number,
  {
    minCacheSeconds,
    maxCacheSeconds,
  }: { readonly minCacheSeconds: number; readonly maxCacheSeconds: number },
): number {
  return Math.min(maxCacheSeconds, Math.max(minCacheSeconds, headerLifetimeSeconds(headers, nowMillis)));
}
