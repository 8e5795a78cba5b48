import { base64urlDecode } from '../oauth/base64url.ts';

/** An irregularity in a text that should be base64url. */
export type Base64urlFault = 'padding' | 'alphabet' | 'trailing-bits' | 'length' | 'characters';

export interface LenientBytes {
  /** Null where no reader could make bytes of it. */
  readonly bytes: Uint8Array | null;
  /** Empty for the one encoding that JOSE allows. RFC 7515 §2 */
  readonly faults: readonly Base64urlFault[];
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Reads what lenient readers take for base64url (padding, the alphabet of plain Base64, bits left over) and says in
 * what it differs from the one form that is right. RFC 4648 §3.5 and §5
 */
export function decodeLeniently(text: string): LenientBytes {
  const strict = base64urlDecode(text);
  if (strict !== null) return { bytes: strict, faults: [] };
  const faults: Base64urlFault[] = [];
  const bare = text.replace(/={1,2}$/, '');
  if (bare !== text) faults.push('padding');
  const plain = bare.replaceAll('+', '-').replaceAll('/', '_');
  if (plain !== bare) faults.push('alphabet');
  if (!/^[A-Za-z0-9_-]*$/.test(plain)) return { bytes: null, faults: [...faults, 'characters'] };
  if (plain.length % 4 === 1) return { bytes: null, faults: [...faults, 'length'] };
  const whole = withoutTrailingBits(plain);
  if (whole !== plain) faults.push('trailing-bits');
  return { bytes: base64urlDecode(whole), faults };
}

/** The last character with the bits cleared that belong to no byte. */
function withoutTrailingBits(text: string): string {
  const spare = text.length % 4 === 2 ? 0b1111 : text.length % 4 === 3 ? 0b11 : 0;
  const last = alphabet.indexOf(text.charAt(text.length - 1));
  return spare === 0 || last === -1 ? text : text.slice(0, -1) + alphabet.charAt(last & ~spare);
}
