import { createCipheriv, createDecipheriv, createHmac, createSecretKey } from 'node:crypto';
import { GatehouseError } from '#shared/errors/gatehouse-error.ts';
import { createSystemRandom } from './random.ts';

const keyIdBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;
export const sealKeyBytes = 32;

/**
 * Encrypts data at rest: AES-256-GCM, a fresh nonce each time, layout key id | nonce | ciphertext | tag. The
 * place of a value is authenticated with it, so that a value moved to another place does not decrypt there.
 */
export interface Sealer {
  /** With what all begins that this key sealed: a part of a hash of the key. */
  readonly keyId: Uint8Array;
  /** Seals a value for the place that `boundTo` names. */
  seal(plain: Uint8Array, boundTo: string): Buffer;
  /** @throws state.corrupt when the bytes were changed, moved, or sealed under another key. */
  open(sealed: Uint8Array, boundTo: string): Buffer;
  /**
   * Opens what an earlier version sealed: without a key id, and for any place.
   * @throws state.corrupt when the bytes were changed or sealed under another key.
   */
  openFormer(sealed: Uint8Array): Buffer;
  /** True if this key sealed a value: if it did and does not open it, the value is damaged. */
  isOwn(sealed: Uint8Array): boolean;
}

/**
 * Makes a sealer over a key of 32 bytes.
 * @throws secret.key-invalid when the key has another length.
 */
export function createSealer(key: Uint8Array): Sealer {
  if (key.length !== sealKeyBytes)
    throw new GatehouseError(
      'secret.key-invalid',
      `The encryption key has ${key.length} bytes instead of 32.`,
      {
        fix: 'Enter a key of 32 bytes in Base64.',
      },
    );
  // Read once: reading the bytes again for each value costs more than encrypting it.
  const secretKey = createSecretKey(key);
  const keyId = createHmac('sha256', key).update('gatehouse key id').digest().subarray(0, keyIdBytes);
  const random = createSystemRandom();

  function refusal(cause?: unknown): GatehouseError {
    return new GatehouseError('state.corrupt', 'The available key does not decrypt a stored value.', {
      cause,
    });
  }

  /** Opens nonce | ciphertext | tag. */
  function decipher(sealed: Uint8Array, boundTo: string | null): Buffer {
    try {
      const opening = createDecipheriv('aes-256-gcm', secretKey, sealed.subarray(0, nonceBytes));
      opening.setAuthTag(sealed.subarray(sealed.length - tagBytes));
      if (boundTo !== null) opening.setAAD(Buffer.from(boundTo, 'utf8'));
      const plain = opening.update(sealed.subarray(nonceBytes, sealed.length - tagBytes));
      opening.final();
      return plain;
    } catch (cause) {
      throw refusal(cause);
    }
  }

  const isOwn = (sealed: Uint8Array): boolean => keyId.equals(sealed.subarray(0, keyIdBytes));
  return {
    keyId,
    seal(plain, boundTo) {
      const nonce = random.bytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', secretKey, nonce);
      cipher.setAAD(Buffer.from(boundTo, 'utf8'));
      const body = cipher.update(plain);
      cipher.final();
      const sealed = Buffer.concat([keyId, nonce, body, cipher.getAuthTag()]);
      releaseBytes(body);
      return sealed;
    },
    open(sealed, boundTo) {
      if (!isOwn(sealed)) throw refusal();
      return decipher(sealed.subarray(keyIdBytes), boundTo);
    },
    openFormer: (sealed) => decipher(sealed, null),
    isOwn,
  };
}

/**
 * Releases the memory of bytes at once. It is outside the heap, where a thread that allocates little else
 * accumulates tens of megabytes before a collection. Bytes that share memory with others are left alone.
 */
export function releaseBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Opens a sealed value; returns null if it does not open. */
export function openOrNull(open: () => Buffer): Buffer | null {
  try {
    return open();
  } catch (error) {
    if (error instanceof GatehouseError && error.code === 'state.corrupt') return null;
    throw error;
  }
}
