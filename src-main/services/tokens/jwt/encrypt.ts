import type { KeyObject } from 'node:crypto';
import { GatehouseError } from '#shared/errors/index.ts';
import { readJsonObject, withMember } from '#shared/tokens/json-text.ts';
import type { CandidateKey } from './keys.ts';

/** A JWE, and its header as it was written. */
export interface EncryptedToken {
  readonly token: string;
  readonly header: string;
}

/** How a key of this type takes part in an encryption; undefined: it can only sign. RFC 7518 §4.1 */
function algorithmFor({ asymmetricKeyType: type }: KeyObject): string | undefined {
  if (type === 'rsa') return 'RSA-OAEP-256';
  return type === 'ec' || type === 'x25519' ? 'ECDH-ES' : undefined;
}

/**
 * A token that anybody can make who has a public key: encrypted for it, and signed by nobody. RFC 7516 §5.1, RFC 8725 §2.3
 * @throws token.key-unreadable, token.invalid-json, token.unsuited
 */
export async function encryptToken(
  keys: readonly CandidateKey[],
  headerText: string,
  content: string,
): Promise<EncryptedToken> {
  const key = keys.find((each) => algorithmFor(each.key) !== undefined)?.key;
  const algorithm = key === undefined ? undefined : algorithmFor(key);
  if (key === undefined || algorithm === undefined)
    throw new GatehouseError('token.key-unreadable', 'None of the keys can encrypt a token.', {
      fix: 'Paste an RSA or EC public key.',
    });
  const named = withMember(withMember(headerText, 'alg', algorithm), 'enc', 'A256GCM');
  const header = readJsonObject(named)?.value;
  if (header === undefined)
    throw new GatehouseError('token.invalid-json', 'The header of the token is not a JSON object.', {
      fix: 'Fix the header.',
    });
  const { CompactEncrypt } = await import('jose');
  try {
    const token = await new CompactEncrypt(Buffer.from(content, 'utf8'))
      .setProtectedHeader({ ...header, alg: algorithm, enc: 'A256GCM' })
      .encrypt(key);
    const written = Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString('utf8');
    return { token, header: written };
  } catch {
    throw new GatehouseError('token.unsuited', 'The token cannot be encrypted with this header.', {
      fix: 'Remove crit, epk, zip and other encryption parameters.',
    });
  }
}
