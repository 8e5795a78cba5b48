import { KeyObject } from 'node:crypto';
import type { KeyAlgorithm } from '#shared/tokens/algorithms.ts';

/** Private keys that are made when they are first needed, and gone when the engine stops. */
export function createSessionKeys(): (algorithm: KeyAlgorithm) => Promise<KeyObject> {
  const made = new Map<string, Promise<KeyObject>>();
  return (algorithm) => {
    // Algorithms of RSA share their key.
    const isRsa = algorithm.startsWith('RS') || algorithm.startsWith('PS');
    const kind = isRsa ? 'RS256' : algorithm;
    const key = made.get(kind) ?? makeKey(kind);
    made.set(kind, key);
    return key;
  };
}

async function makeKey(algorithm: string): Promise<KeyObject> {
  const { generateKeyPair } = await import('jose');
  // A key of WebCrypto is bound to one algorithm; the forge signs with any.
  return KeyObject.from((await generateKeyPair(algorithm, { extractable: true })).privateKey);
}
