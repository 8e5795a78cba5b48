import { describe, expect, test } from 'vitest';
import { decodeAssertion, encodeAssertion } from '#main/services/saml/index.ts';
import { refusedAt } from './parties.ts';

// Its bytes take both characters in which the two alphabets differ.
const text = '<a>????>>>>ÿÿ¿¿ü</a>';
const bytes = Buffer.from(text);

describe('the assertion parameter', () => {
  test('is Base64-URL without padding, as RFC 7522 asks for', () => {
    expect(decodeAssertion(encodeAssertion(text))).toEqual({
      xml: text,
      encoding: 'base64url',
      sizeBytes: bytes.length,
    });
  });

  test('may have the padding of Base64-URL', () => {
    const padded = Buffer.from('<a/>1').toString('base64').replaceAll('+', '-').replaceAll('/', '_');
    expect(padded).toMatch(/=$/);
    expect(decodeAssertion(padded)).toMatchObject({ xml: '<a/>1', encoding: 'base64url' });
  });

  test('may be plain Base64, with and without padding, and that is said', () => {
    const plain = bytes.toString('base64');
    expect(plain).toMatch(/[+/]/);
    expect(decodeAssertion(plain)).toMatchObject({ xml: text, encoding: 'base64' });
    expect(decodeAssertion(plain.replaceAll('=', ''))).toMatchObject({ xml: text, encoding: 'base64' });
  });

  test('loses a byte order mark', () => {
    expect(decodeAssertion(Buffer.from('\uFEFF<a/>').toString('base64url')).xml).toBe('<a/>');
  });

  test.each([
    ['both alphabets at once', 'ab-+'],
    ['line breaks', 'PGEv\r\nPg=='],
    ['a blank, which an unescaped plus becomes in a form', 'PGEv Pg=='],
    ['padding in the middle', 'PG==Ev'],
    ['padding that does not fit', 'PGEvPg='],
    ['too much padding', 'PGEvPg==='],
    ['one character too many', 'PGEvP'],
    ['bits that no byte has', 'PGEvPh'],
    ['XML as it is', '<a/>'],
  ])('is refused with %s', (_, given) => {
    refusedAt('encoding', () => decodeAssertion(given));
  });

  test('is refused where its bytes are not UTF-8', () => {
    const latin1 = Buffer.from([0x3c, 0x61, 0x3e, 0xe9, 0x3c, 0x2f, 0x61, 0x3e]).toString('base64url');
    expect(refusedAt('encoding', () => decodeAssertion(latin1))).toContain('UTF-8');
  });

  test('holds 48 KiB and no byte more', () => {
    const largest = 'x'.repeat(48 * 1_024);
    expect(decodeAssertion(encodeAssertion(largest)).sizeBytes).toBe(49_152);
    expect(refusedAt('encoding', () => decodeAssertion(encodeAssertion(`${largest}x`)))).toContain(
      'too large',
    );
    expect(refusedAt('encoding', () => decodeAssertion('A'.repeat(50_000_000)))).toContain('too large');
  });
});
