import type { SigningAlgorithm } from '#shared/workspace/index.ts';
import type { Runtime } from '../runtime.ts';

/** Puts a new key in place of the one that signs with this algorithm; the former verifies for `keyOverlapSeconds`. */
export async function rotateKey(
  { keys, clock, audit }: Pick<Runtime, 'keys' | 'clock' | 'audit'>,
  algorithm: SigningAlgorithm,
): Promise<string> {
  const { kid } = await keys.rotate(algorithm, clock.nowMillis());
  audit.emit('key.rotated', { keyId: kid, reason: `A new ${algorithm} key is active.` });
  return kid;
}
