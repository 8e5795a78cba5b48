import { dpopAlgorithms } from '#shared/oauth/index.ts';
import type { DpopError, DpopState } from './proof.ts';

/** The challenge of a resource that takes bound tokens; further parameters come before the algorithms. RFC 9449 §7.1 */
export function dpopChallenge(parameters: readonly string[]): string {
  return `DPoP ${[...parameters, `algs="${dpopAlgorithms.join(' ')}"`].join(', ')}`;
}

/** The header that gives a client its next nonce: with the request for one, and wherever nonces are wanted. RFC 9449 §8.2 */
export function nonceHeader(
  { nonces }: DpopState,
  isWanted: boolean,
  error: DpopError | null,
  nowMillis: number,
): readonly string[] {
  return isWanted || error === 'use_dpop_nonce' ? ['DPoP-Nonce', nonces.current(nowMillis)] : [];
}

/** The values of all DPoP fields of a request, in the order in which they were sent. RFC 9449 §4.1 */
export function dpopFields(rawHeaders: readonly string[]): readonly string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'dpop');
}
