import type { Encoding } from '../job.ts';
import type { ReadingGuess } from '../types.ts';

const utf8Mark = [0xef, 0xbb, 0xbf] as const;

/** Bytes of the byte order mark that a file of this encoding begins with; 0 where there is none. */
export function markBytes(head: Uint8Array, encoding: Encoding): number {
  if (encoding === 'utf-8') return utf8Mark.every((byte, index) => head[index] === byte) ? 3 : 0;
  if (encoding === 'utf-16le') return head[0] === 0xff && head[1] === 0xfe ? 2 : 0;
  if (encoding === 'utf-16be') return head[0] === 0xfe && head[1] === 0xff ? 2 : 0;
  return 0;
}

/**
 * Guesses how the text of a file is encoded. The samples begin with the head of the file; where they are not the whole
 * file they may cut characters.
 */
export function guessEncoding(
  samples: readonly Uint8Array[],
  isWhole: boolean,
): ReadingGuess & { readonly value: Encoding } {
  const head = samples[0] ?? new Uint8Array();
  const guess = (value: Encoding, confidence: number, reason: string) => ({
    what: 'encoding' as const,
    value,
    confidence,
    reason,
  });
  for (const encoding of ['utf-8', 'utf-16le', 'utf-16be'] as const)
    if (markBytes(head, encoding) > 0) return guess(encoding, 1, 'The file starts with the byte order mark.');
  const wide = guessWide(head);
  if (wide !== null) return guess(wide, 0.9, 'Every other byte is zero.');
  const found = samples.map((sample) => utf8Sequences(sample, isWhole));
  if (found.includes(null)) return guess('windows-1252', 0.7, 'Some bytes are not valid UTF-8.');
  return found.some((count) => count !== null && count > 0)
    ? guess('utf-8', 0.95, 'All non-ASCII bytes are valid UTF-8.')
    : guess('utf-8', 0.8, 'The sampled bytes are plain ASCII.');
}

/** Western text in UTF-16 has a zero in every pair of bytes, always at the same place. */
function guessWide(bytes: Uint8Array): Encoding | null {
  const pairs = Math.min(bytes.length >> 1, 2_048);
  const zeros = [0, 0];
  for (let index = 0; index < pairs * 2; index += 1)
    if (bytes[index] === 0) zeros[index & 1] = (zeros[index & 1] ?? 0) + 1;
  const [first = 0, second = 0] = zeros;
  if (pairs < 2 || Math.max(first, second) < pairs * 0.7 || Math.min(first, second) > pairs * 0.1)
    return null;
  return second > first ? 'utf-16le' : 'utf-16be';
}

/** Characters of several bytes; null where bytes are no UTF-8. RFC 3629 §4 */
function utf8Sequences(bytes: Uint8Array, isWhole: boolean): number | null {
  let index = 0;
  while (!isWhole && index < 3 && isContinuation(bytes[index])) index += 1;
  let count = 0;
  while (index < bytes.length) {
    const lead = bytes[index] ?? 0;
    if (lead < 0x80) {
      index += 1;
      continue;
    }
    const length =
      lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
    if (length === 0 || (isWhole && index + length > bytes.length)) return null;
    for (let next = index + 1; next < Math.min(index + length, bytes.length); next += 1)
      if (!isContinuation(bytes[next])) return null;
    index += length;
    count += 1;
  }
  return count;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** The windows-1252 characters at 0x80 to 0x9F, where Latin-1 has controls; five places are not assigned. */
const windowsBlock = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Latin-1 text as windows-1252. */
export function fromLatin1(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (char) => windowsBlock.charAt(char.charCodeAt(0) - 0x80));
}

/** Text as Latin-1 in place of windows-1252; missing characters become question marks. */
export function toLatin1(text: string): string {
  return text.replace(/[\u0080-\u009f]|[^\p{ASCII}\u00a0-\u00ff]/gu, (char) => {
    const index = windowsBlock.indexOf(char);
    return index === -1 ? '?' : String.fromCharCode(0x80 + index);
  });
}
