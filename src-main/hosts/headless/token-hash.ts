import { createHash } from 'node:crypto';

/** What a token is kept and found by, so that no comparison tells how much of a guess was right. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
