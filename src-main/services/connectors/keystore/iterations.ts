import { ConnectorFailure } from '../failure.ts';

type Forge = typeof import('node-forge');
type Derive = (...given: readonly unknown[]) => unknown;

/**
 * Maximum number of iterations that keytool and OpenSSL have ever used; each thousand of them stops everything else
 * for some milliseconds.
 */
const maxIterations = 100_000;

/**
 * Opens something with the library, which derives no key with more iterations than keystores use.
 * @throws ConnectorFailure CONFIGURATION
 */
export function withBoundedIterations<T>(forge: Forge, open: () => T): T {
  const { pki, pkcs5, pkcs12 } = forge;
  // The keystore gives the number of iterations, some of it in encrypted parts.
  const derivations = [
    { holder: pkcs12, name: 'generateKey', countAt: 3 },
    { holder: Reflect.get(pki, 'pbe') as object, name: 'generatePkcs12Key', countAt: 3 },
    { holder: pkcs5, name: 'pbkdf2', countAt: 2 },
  ].map((each) => ({ ...each, derive: Reflect.get(each.holder, each.name) as Derive }));
  for (const { holder, name, derive, countAt } of derivations)
    Reflect.set(holder, name, (...given: readonly unknown[]) => {
      requireBounded(given[countAt]);
      return derive(...given);
    });
  try {
    return open();
  } finally {
    for (const { holder, name, derive } of derivations) Reflect.set(holder, name, derive);
  }
}

function requireBounded(iterations: unknown): void {
  if (typeof iterations === 'number' && iterations <= maxIterations) return;
  throw new ConnectorFailure('CONFIGURATION', 'The keystore uses too many key derivation iterations.', {
    fix: `Re-create it with at most ${maxIterations} iterations, for example with openssl pkcs12 -export -iter 10000.`,
  });
}
