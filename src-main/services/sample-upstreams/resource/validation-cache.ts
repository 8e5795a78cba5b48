import { hash } from 'node:crypto';
import type { ValidToken } from './valid-token.ts';

const maxKept = 1_000;

interface Kept {
  readonly valid: ValidToken;
  readonly sinceMillis: number;
}

/** Validations that were answered with yes, the oldest go first. RFC 7662 §4 */
export interface ValidationCache {
  /** One that is no older than `maximumSeconds`, for a token that has not ended since; null where there is none. */
  find(key: string, nowMillis: number, maxSeconds: number): ValidToken | null;
  keep(key: string, valid: ValidToken, nowMillis: number): void;
}

/** By what a validation is kept: never the token itself. */
export function cacheKey(token: string, audience: string | null): string {
  return hash('sha256', JSON.stringify([token, audience]), 'base64url');
}

/** Creates an empty cache. */
export function createValidationCache(): ValidationCache {
  const kept = new Map<string, Kept>();
  return {
    find(key, nowMillis, maxSeconds) {
      const entry = kept.get(key);
      if (entry === undefined) return null;
      const ageSeconds = Math.abs(nowMillis - entry.sinceMillis) / 1_000;
      // Nobody may be let in after the end, however long a validation is trusted.
      const limitSeconds = Number.isFinite(maxSeconds)
        ? Math.min(maxSeconds, entry.valid.expires_in)
        : maxSeconds;
      return ageSeconds < limitSeconds ? entry.valid : null;
    },
    keep(key, valid, nowMillis) {
      kept.delete(key);
      const oldest = kept.size >= maxKept ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      kept.set(key, { valid, sinceMillis: nowMillis });
    },
  };
}
