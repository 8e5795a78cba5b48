import { createSecretKey } from 'node:crypto';
import { isRightSignature, jwsAlgorithm } from '#main/platform/jws-signatures.ts';
import { weakSecrets } from '#shared/tokens/weak-secrets.ts';
import { type Jws, textMember } from './read-jws.ts';

/** The secret of the built-in list that made the MAC of a token; null: none of them did. RFC 8725 §3.5 */
export function weakSecretOf({ header, parts, signature: { bytes } }: Jws): string | null {
  const algorithm = textMember(header.json, 'alg') ?? '';
  if (bytes === null || jwsAlgorithm(algorithm)?.family !== 'mac') return null;
  const input = `${parts[0]}.${parts[1]}`;
  const made = (secret: string) =>
    isRightSignature(algorithm, createSecretKey(Buffer.from(secret, 'utf8')), input, bytes);
  return weakSecrets.find(made) ?? null;
}
