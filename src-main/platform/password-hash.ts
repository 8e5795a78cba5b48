import { scrypt, timingSafeEqual } from 'node:crypto';
import type { Random } from '#shared/time/clock.ts';

/** Cost of one hash. RFC 7914 §2 */
export interface ScryptCost {
  /** The power of two that is N. */
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/** 16 MiB for each hash, five times over. OWASP, Password Storage Cheat Sheet */
export const strongCost: ScryptCost = { logN: 14, r: 8, p: 5 };
/** Cost of hashes that do not record their own. */
const formerCost: ScryptCost = { logN: 14, r: 8, p: 1 };

/**
 * Result of comparing a password with the one that is kept; `outdated`: it is right, and was hashed at another cost
 * than the one required now.
 */
export type PasswordVerdict = 'wrong' | 'right' | 'outdated';

/** Hashes passwords and compares with hashes, off the thread. */
export interface PasswordHasher {
  /** A password as it is kept: cost, salt and key. */
  hash(password: string): Promise<string>;
  /** Takes as long for any password; compares at the cost at which the hash was made. */
  verify(password: string, kept: string): Promise<PasswordVerdict>;
}

interface KeptPassword {
  readonly cost: ScryptCost;
  readonly salt: Uint8Array;
  readonly key: Buffer;
  readonly isNormalised: boolean;
}

const [saltBytes, keyBytes] = [16, 32];
/** Beyond it a hash is none that this program made. */
const maxCost: ScryptCost = { logN: 20, r: 32, p: 16 };

/** Makes a hasher at a cost. */
export function createPasswordHasher(
  random: Pick<Random, 'bytes'>,
  cost: ScryptCost = strongCost,
): PasswordHasher {
  return {
    async hash(password) {
      const salt = random.bytes(saltBytes);
      const key = await derive(password.normalize('NFKC'), salt, cost);
      const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
      return `scrypt$${cost.logN}$${cost.r}$${cost.p}$${text(salt)}$${text(key)}`;
    },
    async verify(password, kept) {
      const known = readKept(kept);
      if (known === null) return 'wrong';
      const given = known.isNormalised ? password.normalize('NFKC') : password;
      const key = await derive(given, known.salt, known.cost);
      if (known.key.length !== key.length || !timingSafeEqual(known.key, key)) return 'wrong';
      const { logN, r, p } = known.cost;
      const isCurrent = known.isNormalised && logN === cost.logN && r === cost.r && p === cost.p;
      return isCurrent ? 'right' : 'outdated';
    },
  };
}

function readKept(kept: string): KeptPassword | null {
  const bytes = (text = '') => Buffer.from(text, 'base64url');
  const parts = kept.split('$');
  if (parts.length === 6 && parts[0] === 'scrypt') {
    const [logN = 0, r = 0, p = 0] = parts.slice(1, 4).map(Number);
    const isSound = isWithin(logN, maxCost.logN) && isWithin(r, maxCost.r) && isWithin(p, maxCost.p);
    if (!isSound) return null;
    return { cost: { logN, r, p }, salt: bytes(parts[4]), key: bytes(parts[5]), isNormalised: true };
  }
  const [salt, key, ...rest] = kept.split('.');
  if (key === undefined || rest.length > 0) return null;
  return { cost: formerCost, salt: bytes(salt), key: bytes(key), isNormalised: false };
}

function isWithin(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= max;
}

function derive(password: string, salt: Uint8Array, { logN, r, p }: ScryptCost): Promise<Buffer> {
  const N = 2 ** logN;
  // The memory needed for N, r and p, and a little more for the library itself.
  const options = { N, r, p, maxmem: 128 * r * (N + p) + 1_048_576 };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, keyBytes, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
