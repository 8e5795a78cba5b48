import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeBytes, toBinaryText, unescapeBytes } from '#shared/flows/index.ts';
import { property } from '#test/support/property.ts';

const bytes = fc
  .uint8Array({ maxLength: 200 })
  .map((array) => Array.from(array, (byte) => String.fromCharCode(byte)).join(''));

describe('bytes that cannot be typed', () => {
  property([bytes])(
    'are written as escapes, and read back as the same bytes, whatever they are',
    (binary) => unescapeBytes(escapeBytes(binary)) === binary,
  );

  property([bytes])('are escaped in text that can be typed: no control character is left', (binary) => {
    for (const character of escapeBytes(binary)) expect(character >= ' ').toBe(true);
  });

  test.each([
    ['a line end', 'a\r\nb', 'a\\r\\nb'],
    ['a backslash', 'C:\\', 'C:\\\\'],
    ['half a character of UTF-8', '\xc3', '\\xc3'],
    ['a surrogate in UTF-8', '\xed\xa0\x80', '\\xed\\xa0\\x80'],
    ['a whole character', '\xe2\x82\xac', '€'],
    ['a zero byte', '\0', '\\0'],
  ])('%s', (_name, binary, text) => {
    expect(escapeBytes(binary)).toBe(text);
    expect(unescapeBytes(text)).toBe(binary);
  });

  test('a backslash before anything else stands for itself', () => {
    expect(unescapeBytes('\\d\\xzz\\')).toBe('\\d\\xzz\\');
  });

  property([fc.string({ unit: 'binary', maxLength: 100 })])(
    'text becomes its bytes in UTF-8',
    (text) => toBinaryText(text) === Buffer.from(text, 'utf8').toString('latin1'),
  );
});
