import { generateKeyPairSync, sign, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ecdsaSignatureFromDer } from '#main/services/authorization-server/keys/sign-jwt.ts';

/** A number as DER writes it: no byte too many, and not negative. */
function derInteger(bytes: readonly number[]): readonly number[] {
  const first = bytes.findIndex((byte) => byte !== 0);
  const plain = first === -1 ? [0] : bytes.slice(first);
  const value = (plain[0] ?? 0) >= 0x80 ? [0, ...plain] : plain;
  return [0x02, value.length, ...value];
}

describe('an ECDSA signature as JWS wants it', () => {
  test('is the two numbers side by side, whatever zeros they begin with', () => {
    const number = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 32, maxLength: 32 });
    const zeros = fc.integer({ min: 0, max: 31 });
    fc.assert(
      fc.property(number, number, zeros, zeros, (r, s, zerosOfR, zerosOfS) => {
        const one = [...Array.from({ length: zerosOfR }, () => 0), ...r].slice(0, 32);
        const other = [...Array.from({ length: zerosOfS }, () => 0), ...s].slice(0, 32);
        const content = [...derInteger(one), ...derInteger(other)];
        const der = Uint8Array.from([0x30, content.length, ...content]);
        expect([...ecdsaSignatureFromDer(der, 32)]).toEqual([...one, ...other]);
      }),
    );
  });

  test('verifies, time after time', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    for (let count = 0; count < 500; count += 1) {
      const data = Buffer.from(`token ${count}`);
      const signature = ecdsaSignatureFromDer(sign('sha256', data, privateKey), 32);
      expect(signature.length).toBe(64);
      expect(verify('sha256', data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true);
    }
  });
});
