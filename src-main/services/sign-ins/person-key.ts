import { createHash } from 'node:crypto';

/** A person at a target: what is kept of a sign-in is kept for both together. */
export interface PersonAtTarget {
  /** The name of the target's file. */
  readonly target: string;
  readonly username: string;
}

/** The id of a record about a person at a target: it tells neither name, and fits whatever names there are. */
export function personKey({ target, username }: PersonAtTarget): string {
  return createHash('sha256')
    .update(JSON.stringify([target, username]))
    .digest('base64url');
}
