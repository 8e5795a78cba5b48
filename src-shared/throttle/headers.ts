import type { Rate } from './types.ts';

const nanosPerSecond = 1_000_000_000;

/** Whole seconds for `Retry-After`: rounded up and never 0, so that who waits as told is not too early. RFC 9110 §10.2.3 */
export function retryAfterSeconds(waitNanos: number): number {
  return Math.max(1, Math.ceil(waitNanos / nanosPerSecond));
}

/**
 * `RateLimit-Policy` and `RateLimit` as alternating names and values: quota, window, tokens left, and the seconds until
 * there is one more. draft-ietf-httpapi-ratelimit-headers-11
 */
export function rateLimitHeaders(
  name: string,
  rate: Rate,
  levelTokens: number,
  waitNanos: number,
): readonly string[] {
  const policy = structuredString(name);
  const window = Math.max(1, Math.ceil(rate.durationNanos / nanosPerSecond));
  const left = Math.max(0, Math.floor(levelTokens));
  const untilNext = waitNanos > 0 ? waitNanos : (1 - (levelTokens - left)) * rate.stepNanos;
  const isFull = left >= rate.numberOfRequests;
  const seconds = isFull ? 0 : retryAfterSeconds(untilNext);
  return [
    'RateLimit-Policy',
    `${policy};q=${rate.numberOfRequests};w=${window}`,
    'RateLimit',
    `${policy};r=${left};t=${seconds}`,
  ];
}

/** A string of structured fields, without what such a string cannot hold. RFC 9651 §3.3.3 */
function structuredString(text: string): string {
  return `"${text.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '\\$&')}"`;
}
