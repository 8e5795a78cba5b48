import { createHmac, generateKeySync } from 'node:crypto';

const stepMillis = 30_000;

/** Nonces that need no store: a MAC of the time, which only this server makes. RFC 9449 §8 */
export interface Nonces {
  /** The nonce of this half minute. */
  current(nowMillis: number): string;
  /** Tests whether a nonce was given out in this half minute or the one before. */
  isFresh(nonce: unknown, nowMillis: number): boolean;
}

/** Creates nonces under a key of their own, so that those of another server are none here. */
export function createNonces(): Nonces {
  const key = generateKeySync('hmac', { length: 256 });
  const made = new Map<number, string>();
  const nonceOf = (step: number): string => {
    const known = made.get(step);
    if (known !== undefined) return known;
    // Two are needed at any time, the current and the one before.
    if (made.size >= 2) made.clear();
    const nonce = createHmac('sha256', key).update(String(step)).digest('base64url');
    made.set(step, nonce);
    return nonce;
  };
  return {
    current: (nowMillis) => nonceOf(Math.floor(nowMillis / stepMillis)),
    isFresh(nonce, nowMillis) {
      const step = Math.floor(nowMillis / stepMillis);
      return nonce === nonceOf(step) || nonce === nonceOf(step - 1);
    },
  };
}
