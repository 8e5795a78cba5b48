import type { Random } from '#shared/time/clock.ts';

/** A random UUID of version 4. RFC 9562 §5.4 */
export function newId(random: Random): string {
  const bytes = Buffer.from(random.bytes(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** ISO 8601 in UTC with milliseconds, as the platform writes every time. */
export function isoTime(millis: number): string {
  return new Date(millis).toISOString();
}
