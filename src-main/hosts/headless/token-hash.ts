import { createHash } from 'node:crypto';

/** Returns the hash by which a token is kept and found, so that no comparison tells how much of a guess was right. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
