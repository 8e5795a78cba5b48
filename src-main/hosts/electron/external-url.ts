/**
 * The address to hand to the system's browser, or null when it may not leave: https anywhere, http only on loopback.
 * Parsed parts are compared, never texts.
 */
export function externalUrl(candidate: unknown): string | null {
  if (typeof candidate !== 'string') return null;
  const url = URL.parse(candidate);
  if (url === null || url.username !== '' || url.password !== '') return null;
  if (url.protocol === 'https:') return url.href;
  const isLoopback = url.hostname === '127.0.0.1' || url.hostname === '[::1]' || url.hostname === 'localhost';
  return url.protocol === 'http:' && isLoopback ? url.href : null;
}
