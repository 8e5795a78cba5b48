import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { KeyAlgorithm } from '#shared/tokens/algorithms.ts';

const generate = promisify(generateKeyPair);

/** What a key is made of; algorithms that share it share the key. */
function kindOf(algorithm: KeyAlgorithm): 'rsa' | 'P-256' | 'P-384' | 'P-521' | 'ed25519' {
  if (algorithm === 'EdDSA') return 'ed25519';
  if (algorithm === 'ES256') return 'P-256';
  if (algorithm === 'ES384') return 'P-384';
  return algorithm === 'ES512' ? 'P-521' : 'rsa';
}

function makePair(kind: ReturnType<typeof kindOf>): Promise<{ readonly privateKey: KeyObject }> {
  if (kind === 'rsa') return generate('rsa', { modulusLength: 2_048 });
  return kind === 'ed25519' ? generate('ed25519') : generate('ec', { namedCurve: kind });
}

/** Private keys that are made when they are first needed, and gone when the engine stops. */
export function createSessionKeys(): (algorithm: KeyAlgorithm) => Promise<KeyObject> {
  const made = new Map<string, Promise<KeyObject>>();
  return (algorithm) => {
    const kind = kindOf(algorithm);
    const key = made.get(kind) ?? makePair(kind).then(({ privateKey }) => privateKey);
    made.set(kind, key);
    return key;
  };
}
