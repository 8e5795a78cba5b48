import { type BinaryLike, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Random } from '#shared/time/clock.ts';

const derive = promisify<BinaryLike, BinaryLike, number, Buffer>(scrypt);
const [saltBytes, keyBytes] = [16, 32];

/** A password as it is kept: salt and key of scrypt. RFC 7914 */
export async function hashPassword(password: string, random: Random): Promise<string> {
  const salt = Buffer.from(random.bytes(saltBytes));
  const key = await derive(password, salt, keyBytes);
  return `${salt.toString('base64url')}.${key.toString('base64url')}`;
}

/** Whether a password is the one that was kept. */
export async function matchesPassword(password: string, kept: string): Promise<boolean> {
  const [salt = '', key = ''] = kept.split('.');
  const wanted = Buffer.from(key, 'base64url');
  const given = await derive(password, Buffer.from(salt, 'base64url'), keyBytes);
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}
