import { hash } from 'node:crypto';

/** By what an assertion is remembered: the hash of its issuer and ID, for neither is ours to bound or to keep. */
export function replayKeyOf(issuer: string, id: string): string {
  return hash('sha256', JSON.stringify([issuer, id]), 'base64url');
}
