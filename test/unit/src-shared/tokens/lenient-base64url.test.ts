import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeLeniently } from '#shared/tokens/lenient-base64url.ts';
import { property } from '#test/support/property.ts';

const bytes = fc.uint8Array({ maxLength: 60 });

describe('base64url that is not quite', () => {
  property([bytes])('the one right form has no fault, and the bytes that the platform reads', (given) => {
    expect(decodeLeniently(Buffer.from(given).toString('base64url'))).toEqual({
      bytes: given,
      faults: [],
    });
  });

  property([bytes])('plain Base64 is read, and told by its padding and its alphabet', (given) => {
    const plain = Buffer.from(given).toString('base64');
    const { bytes: read, faults } = decodeLeniently(plain);
    expect(read).toEqual(given);
    expect(faults.includes('padding')).toBe(plain.endsWith('='));
    expect(faults.includes('alphabet')).toBe(/[+/]/.test(plain));
  });

  test('bits that belong to no byte are told, and change nothing', () => {
    // Both say the one byte 0x4d; the second has a bit set that is left over.
    expect(decodeLeniently('TQ')).toEqual({ bytes: Uint8Array.of(0x4d), faults: [] });
    expect(decodeLeniently('TR')).toEqual({ bytes: Uint8Array.of(0x4d), faults: ['trailing-bits'] });
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/), (text) => {
        fc.pre(text.length % 4 !== 1);
        const { bytes: read, faults } = decodeLeniently(text);
        const platform = Buffer.from(text, 'base64url');
        expect(read).toEqual(new Uint8Array(platform));
        expect(faults.length === 0).toBe(platform.toString('base64url') === text);
      }),
    );
  });

  test.each([
    ['A', 'length'],
    ['AAAAA', 'length'],
    ['A*', 'characters'],
    ['é', 'characters'],
    ['A=A', 'characters'],
  ])('%s is no bytes at all', (text, fault) => {
    expect(decodeLeniently(text)).toEqual({ bytes: null, faults: [fault] });
  });
});
