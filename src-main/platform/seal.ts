import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';
import { GatehouseError } from '#shared/errors/gatehouse-error.ts';
import { createSystemRandom } from './random.ts';

const nonceBytes = 12;
const tagBytes = 16;
export const sealKeyBytes = 32;

/** Encrypts what lies at rest: AES-256-GCM, a fresh nonce each time, layout nonce | ciphertext | tag. */
export interface Sealer {
  seal(plain: Uint8Array): Buffer;
  /** @throws state.corrupt when the bytes were changed or sealed under another key. */
  open(sealed: Uint8Array): Buffer;
}

/**
 * Makes a sealer over a key of 32 bytes.
 * @throws secret.key-invalid when the key has another length.
 */
export function createSealer(key: Uint8Array): Sealer {
  if (key.length !== sealKeyBytes)
    throw new GatehouseError('secret.key-invalid', `The sealing key has ${key.length} bytes instead of 32.`, {
      fix: 'Give the key as 32 bytes in Base64.',
    });
  // Read once: reading the bytes again for each value costs more than encrypting it.
  const secretKey = createSecretKey(key);
  const random = createSystemRandom();
  return {
    seal(plain) {
      const nonce = random.bytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', secretKey, nonce);
      const body = cipher.update(plain);
      cipher.final();
      const sealed = Buffer.concat([nonce, body, cipher.getAuthTag()]);
      releaseBytes(body);
      return sealed;
    },
    open(sealed) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', secretKey, sealed.subarray(0, nonceBytes));
        decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
        const plain = decipher.update(sealed.subarray(nonceBytes, sealed.length - tagBytes));
        decipher.final();
        return plain;
      } catch (cause) {
        throw new GatehouseError('state.corrupt', 'A sealed value cannot be opened with the key at hand.', {
          cause,
        });
      }
    },
  };
}

/**
 * Gives the memory of bytes back at once. It lies outside of the heap, where a thread that allocates little else lets
 * tens of megabytes gather before they are collected. What shares its memory with others is left alone.
 */
export function releaseBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** The bytes behind sealed ones, or null where the key at hand does not open them. */
export function openOrNull(sealer: Sealer, sealed: Uint8Array): Buffer | null {
  try {
    return sealer.open(sealed);
  } catch (error) {
    if (error instanceof GatehouseError && error.code === 'state.corrupt') return null;
    throw error;
  }
}
