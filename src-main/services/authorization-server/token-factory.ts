import { hash } from 'node:crypto';
import type { Random } from '#shared/time/clock.ts';

/** 168 bits: 28 characters of base64url. RFC 6749 §10.10 asks for 128. */
const tokenBytes = 21;
const pooledTokens = 256;

/** Makes opaque values: codes, tokens, identifiers. */
export interface TokenFactory {
  /** 28 characters of base64url from 168 random bits. RFC 6749 §10.10. */
  next(): string;
}

/** Draws random bytes in bulk, since one call for each token costs more than the token. */
export function createTokenFactory(random: Random): TokenFactory {
  let pool = Buffer.alloc(0);
  let offset = 0;
  return {
    next() {
      if (offset >= pool.length) {
        pool = Buffer.from(random.bytes(tokenBytes * pooledTokens));
        offset = 0;
      }
      const token = pool.toString('base64url', offset, offset + tokenBytes);
      pool.fill(0, offset, offset + tokenBytes);
      offset += tokenBytes;
      return token;
    },
  };
}

/** The form in which tokens are kept: SHA-256 in base64url. A token of 168 bits needs no salt. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url');
}
