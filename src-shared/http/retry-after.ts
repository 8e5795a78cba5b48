/**
 * How long `Retry-After` asks to wait from now on, in milliseconds: seconds, or a date. null: it is neither. RFC 9110
 * §10.2.3
 */
export function retryAfterMillis(text: string, nowMillis: number): number | null {
  const trimmed = text.trim();
  if (/^\d{1,9}$/.test(trimmed)) return Number(trimmed) * 1_000;
  // Of a number with a sign or a fraction a date would be made that has long passed.
  const atMillis = /^[a-z]{3}/i.test(trimmed) ? Date.parse(trimmed) : Number.NaN;
  return Number.isNaN(atMillis) ? null : Math.max(0, atMillis - nowMillis);
}
