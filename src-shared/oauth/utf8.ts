/** Encodes text as UTF-8; lone surrogates become U+FFFD. RFC 3629 §3. */
export function utf8Encode(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text.toWellFormed()) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x8_00) bytes.push(0xc0 | (code >> 6), tail(code));
    else if (code < 0x1_00_00) bytes.push(0xe0 | (code >> 12), tail(code >> 6), tail(code));
    else bytes.push(0xf0 | (code >> 18), tail(code >> 12), tail(code >> 6), tail(code));
  }
  return Uint8Array.from(bytes);
}

/** Decodes UTF-8; null where the bytes are not well formed (overlong forms and surrogates included). RFC 3629 §3. */
export function utf8Decode(bytes: Uint8Array): string | null {
  let encoded = '';
  for (const byte of bytes) encoded += byte < 0x10 ? `%0${byte.toString(16)}` : `%${byte.toString(16)}`;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

function tail(code: number): number {
  return 0x80 | (code & 0x3f);
}
