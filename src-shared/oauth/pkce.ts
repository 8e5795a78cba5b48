import { base64urlEncode } from './base64url.ts';
import { utf8Encode } from './utf8.ts';

/** The ways in which a challenge can be made from a verifier. RFC 7636 §4.2. */
export const pkceMethods = ['S256', 'plain'] as const;
export type PkceMethod = (typeof pkceMethods)[number];

const unreserved = /^[A-Za-z0-9\-._~]{43,128}$/;
const s256Challenge = /^[A-Za-z0-9_-]{43}$/;

/** True if text is a valid code verifier: 43 to 128 unreserved characters. RFC 7636 §4.1. */
export function isCodeVerifier(text: string): boolean {
  return unreserved.test(text);
}

/** True if text is a valid challenge for this method. RFC 7636 §4.2. */
export function isCodeChallenge(text: string, method: PkceMethod): boolean {
  return method === 'S256' ? s256Challenge.test(text) : unreserved.test(text);
}

/** Reads `code_challenge_method`; absent means `plain`, null is a method nobody knows. RFC 7636 §4.3. */
export function parsePkceMethod(text: string | undefined): PkceMethod | null {
  if (text === undefined) return 'plain';
  return pkceMethods.find((method) => method === text) ?? null;
}

/** The challenge that belongs to a verifier. RFC 7636 §4.2. */
export function codeChallenge(
  verifier: string,
  method: PkceMethod,
  sha256: (bytes: Uint8Array) => Uint8Array,
): string {
  return method === 'plain' ? verifier : base64urlEncode(sha256(utf8Encode(verifier)));
}
