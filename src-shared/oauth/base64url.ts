const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const none = 255;
/** The six bits of each character code below 128; 255: it is not of the alphabet. */
const sextets = new Uint8Array(128).fill(none);
for (let bits = 0; bits < alphabet.length; bits += 1) sextets[alphabet.charCodeAt(bits)] = bits;

/** Encodes bytes as base64url without padding. RFC 4648 §5, RFC 7636 Appendix A. */
export function base64urlEncode(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const second = bytes[index + 1];
    const third = bytes[index + 2];
    const group = ((bytes[index] ?? 0) << 16) | ((second ?? 0) << 8) | (third ?? 0);
    text += alphabet.charAt(group >> 18) + alphabet.charAt((group >> 12) & 63);
    if (second !== undefined) text += alphabet.charAt((group >> 6) & 63);
    if (third !== undefined) text += alphabet.charAt(group & 63);
  }
  return text;
}

/** Decodes base64url without padding; null where it is not the one encoding of some bytes. RFC 4648 §3.5 and §5. */
export function base64urlDecode(text: string): Uint8Array | null {
  if (text.length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let buffered = 0;
  let written = 0;
  for (let index = 0; index < text.length; index += 1) {
    const value = sextets[text.charCodeAt(index)] ?? none;
    if (value === none) return null;
    bits = (bits << 6) | value;
    buffered += 6;
    if (buffered >= 8) {
      buffered -= 8;
      bytes[written] = (bits >> buffered) & 255;
      written += 1;
      bits &= (1 << buffered) - 1;
    }
  }
  return bits === 0 ? bytes : null;
}
