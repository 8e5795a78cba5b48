import { createCipheriv, createDecipheriv, createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { CryptoDocument } from '#shared/workspace/index.ts';

/** The result of decryption: the text, or why there is none. */
export type Decrypted =
  | { readonly text: string }
  | { readonly keyMissing: string }
  | { readonly unreadable: string };

/** Strict Base64; the decoder itself skips unknown characters. */
const base64 = z.base64().transform((text) => Buffer.from(text, 'base64'));

const encryptedSchema = z.object({
  key: z.string().min(1).max(124),
  cipher: z.string(),
  data: base64,
  iv: base64.optional(),
});

const hashSchema = z.object({ algorithm: z.string(), data: base64 });

const aesBlockBytes = 16;
const modes: Readonly<Record<string, 'cbc' | 'ecb'>> = {
  'AES/CBC/PKCS5Padding': 'cbc',
  'AES/ECB/PKCS5Padding': 'ecb',
};
const keySizesBytes: ReadonlySet<number> = new Set([16, 24, 32]);

/** Digest sizes in bytes by the names that salted hashes use. */
const digests: Readonly<Record<string, { readonly name: string; readonly sizeBytes: number }>> = {
  MD5: { name: 'md5', sizeBytes: 16 },
  'SHA-1': { name: 'sha1', sizeBytes: 20 },
  'SHA-256': { name: 'sha256', sizeBytes: 32 },
  'SHA-384': { name: 'sha384', sizeBytes: 48 },
  'SHA-512': { name: 'sha512', sizeBytes: 64 },
};

/** Name of the stored secret that holds a key of the products, in Base64, by the alias that their documents use. */
export function keySecretName(alias: string): string {
  return `key.${alias.replace(/[^A-Za-z0-9._-]/g, '_')}`;
}

/** The stored secret that a document needs to be read; null where none would help. */
export function keySecretOf({ type, value }: CryptoDocument): string | null {
  const alias = value['key'];
  return type === 'x-simple-encryption' && typeof alias === 'string' ? keySecretName(alias) : null;
}

/** Tests whether a document is a hash, which verifies a password and gives none. */
export function isSaltedHash({ type }: CryptoDocument): boolean {
  return type === 'salted-hash';
}

/** Opens a document of the type `x-simple-encryption`: a JSON text, padded and encrypted under a key by its alias. */
export function decryptDocument(
  { type, value }: CryptoDocument,
  resolveSecret: (name: string) => string | null,
): Decrypted {
  if (type === 'salted-hash')
    return { unreadable: 'The value is a hash, which verifies a password but does not contain it.' };
  if (type !== 'x-simple-encryption') return { unreadable: `The type ${type} is unknown.` };
  const parsed = encryptedSchema.safeParse(value);
  if (!parsed.success) return { unreadable: 'key, cipher or data is missing or has an unknown format.' };
  const mode = Object.hasOwn(modes, parsed.data.cipher) ? modes[parsed.data.cipher] : undefined;
  if (mode === undefined) return { unreadable: `The cipher ${parsed.data.cipher} is unknown.` };
  const stored = resolveSecret(keySecretName(parsed.data.key));
  if (stored === null) return { keyMissing: keySecretName(parsed.data.key) };
  const key = base64.safeParse(stored.trim());
  if (!key.success || !keySizesBytes.has(key.data.length))
    return {
      unreadable: `The stored key ${keySecretName(parsed.data.key)} is not Base64 of 16, 24 or 32 bytes.`,
    };
  return decrypt(mode, key.data, parsed.data.iv ?? null, parsed.data.data);
}

/**
 * A text as a document of the type `x-simple-encryption`, under the stored key of an alias; null where that key is not
 * stored, or is none.
 * @param iv 16 random bytes
 */
export function encryptDocument(
  text: string,
  alias: string,
  iv: Uint8Array,
  resolveSecret: (name: string) => string | null,
): { readonly $crypto: CryptoDocument } | null {
  const key = base64.safeParse(resolveSecret(keySecretName(alias))?.trim());
  if (!key.success || !keySizesBytes.has(key.data.length)) return null;
  const cipher = createCipheriv(`aes-${key.data.length * 8}-cbc`, key.data, iv);
  const data = Buffer.concat([cipher.update(JSON.stringify(text), 'utf8'), cipher.final()]);
  const value = {
    key: alias,
    cipher: 'AES/CBC/PKCS5Padding',
    iv: Buffer.from(iv).toString('base64'),
    data: data.toString('base64'),
  };
  return { $crypto: { type: 'x-simple-encryption', value } };
}

/** Tests whether a password is the one behind a salted hash; a document of another form matches none. */
export function matchesSaltedHash({ type, value }: CryptoDocument, password: string): boolean {
  const parsed = hashSchema.safeParse(value);
  if (type !== 'salted-hash' || !parsed.success) return false;
  const { algorithm, data } = parsed.data;
  const digest = Object.hasOwn(digests, algorithm) ? digests[algorithm] : undefined;
  // Without a salt it is not of this form.
  if (digest === undefined || data.length <= digest.sizeBytes) return false;
  const salt = data.subarray(digest.sizeBytes);
  const actual = createHash(digest.name).update(password, 'utf8').update(salt).digest();
  return timingSafeEqual(actual, data.subarray(0, digest.sizeBytes));
}

function decrypt(mode: 'cbc' | 'ecb', key: Uint8Array, iv: Uint8Array | null, data: Uint8Array): Decrypted {
  if (mode === 'cbc' && iv?.length !== aesBlockBytes) return { unreadable: 'An iv of 16 bytes is missing.' };
  try {
    const decipher = createDecipheriv(`aes-${key.length * 8}-${mode}`, key, mode === 'cbc' ? iv : null);
    const plain = Buffer.concat([decipher.update(data), decipher.final()]);
    const text: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain));
    return typeof text === 'string' ? { text } : { unreadable: 'The decrypted value is not text.' };
  } catch {
    // The reason would speak of padding, which a wrong key spoils like anything else does.
    return { unreadable: 'The available key does not decrypt it.' };
  }
}
