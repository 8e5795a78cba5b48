import { utf8Decode, utf8Encode } from '../oauth/index.ts';

/** Bytes as text with one character from U+0000 to U+00FF a byte: what a request is put together from. */
export type BinaryText = string;

/** The bytes of a text in UTF-8, one character a byte. */
export function toBinaryText(text: string): BinaryText {
  if (isAscii(text)) return text;
  let binary = '';
  for (const byte of utf8Encode(text)) binary += String.fromCharCode(byte);
  return binary;
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}

const escapes: Readonly<Record<string, string>> = { r: '\r', n: '\n', t: '\t', 0: '\0', '\\': '\\' };

/**
 * Text with escapes for characters that cannot be typed (`\r`, `\n`, `\t`, `\0`, `\\`, `\xNN`), as bytes; all
 * else is UTF-8. A backslash before anything else represents itself.
 */
export function unescapeBytes(text: string): BinaryText {
  if (!text.includes('\\')) return toBinaryText(text);
  return toBinaryText(text).replace(
    /\\(?:x([0-9A-Fa-f]{2})|([rnt0\\]))/g,
    (_whole, hex?: string, short = '') =>
      hex === undefined ? (escapes[short] ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Text in which no character is an escape any more: what `unescapeBytes` gives back as it is. */
export function escapeBackslashes(text: string): string {
  return text.replaceAll('\\', '\\\\');
}

/** Bytes as text that can be typed, the reverse of `unescapeBytes`: what is not UTF-8 or not printable is escaped. */
export function escapeBytes(binary: BinaryText): string {
  let text = '';
  for (const part of binary.split(
    /((?:[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})+)/,
  ))
    text += /^[\xc2-\xf4]/.test(part)
      ? (utf8Decode(Uint8Array.from(part, (byte) => byte.charCodeAt(0))) ?? escapeEach(part))
      : escapeEach(part);
  return text;
}

const names = new Map(Object.entries(escapes).map(([name, character]) => [character, `\\${name}`]));

/** Bytes as printable ASCII: every other byte is an escape, whether it is a part of UTF-8 or not. */
export function escapeEach(binary: BinaryText): string {
  return Array.from(binary, (byte) => {
    const short = names.get(byte);
    if (short !== undefined) return short;
    return byte >= ' ' && byte <= '~' ? byte : `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`;
  }).join('');
}
