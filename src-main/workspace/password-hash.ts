import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** A password as it is kept for comparing. */
export interface SaltedPassword {
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
}

const hashBytes = 32;

/** Hashes a password with a salt of its own, off the thread. RFC 7914 */
export async function saltPassword(password: string): Promise<SaltedPassword> {
  const salt = randomBytes(16);
  return { salt, hash: await derive(password, salt) };
}

/** Whether a password is the one that was hashed; takes as long for any. RFC 7914 */
export async function matchesSalted({ salt, hash }: SaltedPassword, given: string): Promise<boolean> {
  return timingSafeEqual(await derive(given, salt), hash);
}

function derive(password: string, salt: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, hashBytes, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
