import type { BasicCredential } from '#shared/gateway/types.ts';
import type { SecretValue } from '#shared/workspace/index.ts';

/** The text of a secret; null where it cannot be had. */
export type ReadSecret = (value: SecretValue) => string | null;

/** Value of Authorization; null where the password cannot be had. RFC 7617 §2 */
export function basicAuthorization(
  { username, password }: BasicCredential,
  readSecret: ReadSecret,
): string | null {
  const text = readSecret(password);
  return text === null ? null : `Basic ${Buffer.from(`${username}:${text}`, 'utf8').toString('base64')}`;
}
