import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { derSignature } from '#main/platform/ecdsa-signatures.ts';

const curves = ['prime256v1', 'secp256k1', 'secp384r1', 'secp521r1'] as const;
const message = Buffer.from('header.claims');

describe('an ECDSA signature of a JWT in the form of X.509', () => {
  test.each(curves)('is the one that Node makes of it: %s', (curve) => {
    const { publicKey: key, privateKey } = generateKeyPairSync('ec', { namedCurve: curve });
    for (let round = 0; round < 60; round += 1) {
      const raw = sign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' });
      // Now and then R or S begins with a zero.
      expect(verify('sha256', message, key, derSignature(raw, curve) ?? Buffer.alloc(0))).toBe(true);
      const changed = Buffer.from(raw);
      changed[round % raw.length] = (changed[round % raw.length] ?? 0) ^ 1;
      expect(verify('sha256', message, key, derSignature(changed, curve) ?? Buffer.alloc(0))).toBe(false);
    }
  });

  test('has numbers without sign, and without zeros before them', () => {
    const raw = Buffer.alloc(64);
    raw[31] = 0x80;
    raw[63] = 0x7f;
    expect(derSignature(raw, 'prime256v1')?.toString('hex')).toBe('30070202008002017f');
    expect(derSignature(Buffer.alloc(64), 'prime256v1')?.toString('hex')).toBe('3006020100020100');
  });

  test('is none for another curve or another length', () => {
    expect(derSignature(Buffer.alloc(64), 'secp384r1')).toBeNull();
    expect(derSignature(Buffer.alloc(63), 'prime256v1')).toBeNull();
    expect(derSignature(Buffer.alloc(64), 'ed25519')).toBeNull();
  });
});
