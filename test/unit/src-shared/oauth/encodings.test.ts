import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  base64urlDecode,
  base64urlEncode,
  cleanErrorDescription,
  utf8Decode,
  utf8Encode,
} from '#shared/oauth/index.ts';

describe('base64url and UTF-8', () => {
  test('agree with the platform in both directions', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const encoded = base64urlEncode(bytes);
        expect(encoded).toBe(Buffer.from(bytes).toString('base64url'));
        expect(base64urlDecode(encoded)).toEqual(new Uint8Array(bytes));
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const bytes = utf8Encode(text);
        expect(bytes).toEqual(new Uint8Array(new TextEncoder().encode(text)));
        expect(utf8Decode(bytes)).toBe(text.toWellFormed());
      }),
    );
  });

  test('refuse what is not the one encoding of some bytes', () => {
    for (const text of ['A', 'AB', 'AA=', 'A+', 'A/', 'AAAAA', 'ä']) expect(base64urlDecode(text)).toBeNull();
    for (const bytes of [[0xc0, 0x80], [0xed, 0xa0, 0x80], [0xff], [0xe2, 0x82]]) {
      expect(utf8Decode(Uint8Array.from(bytes))).toBeNull();
    }
  });
});

describe('error_description', () => {
  test('holds only the characters that it may', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(cleanErrorDescription(text)).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]*$/);
      }),
    );
    expect(cleanErrorDescription('say "x\\y"\r\nä')).toBe("say 'x/y'???");
  });
});
