import type { KeyObject } from 'node:crypto';
import { assertNever } from '#shared/errors/index.ts';
import type { PublicKeyForm } from '#shared/tokens/algorithms.ts';
import { publicJwkOf } from './keys.ts';

/** A public key as the bytes that a confused server may take for a secret; null where it has no such form. RFC 8725 §2.1 */
export function publicKeyBytes(key: KeyObject, form: PublicKeyForm): Buffer | null {
  const pem = () => key.export({ type: 'spki', format: 'pem' }).toString();
  switch (form) {
    case 'pem':
      return Buffer.from(pem());
    case 'pem-without-newline':
      return Buffer.from(pem().trimEnd());
    case 'pkcs1':
      return key.asymmetricKeyType === 'rsa'
        ? Buffer.from(key.export({ type: 'pkcs1', format: 'pem' }))
        : null;
    case 'der':
      return key.export({ type: 'spki', format: 'der' });
    case 'jwk': {
      const jwk = publicJwkOf(key);
      return jwk === null ? null : Buffer.from(JSON.stringify(jwk));
    }
    default:
      return assertNever(form);
  }
}
