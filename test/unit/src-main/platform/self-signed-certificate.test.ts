import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeSelfSigned } from '#main/platform/self-signed-certificate.ts';

const nowMillis = Date.UTC(2026, 10, 20, 12);
const sources = {
  clock: { nowMillis: () => nowMillis },
  random: { bytes: (count: number) => randomBytes(count) },
};

test.each([
  ['rsa', { modulusLength: 2_048 }],
  ['ec', { namedCurve: 'prime256v1' }],
] as const)(
  'a self-signed certificate of type %s fits its key and proves itself',
  async (keyType, details) => {
    const options = { ...sources, commonName: 'Issuer of tests', keyType, lifetimeDays: 30 };
    const { key, cert } = await makeSelfSigned(options);
    const certificate = new X509Certificate(cert);
    expect(certificate.subject).toBe('CN=Issuer of tests');
    expect(certificate.issuer).toBe(certificate.subject);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true);
    expect(certificate.ca).toBe(false);
    expect(certificate.publicKey.asymmetricKeyType).toBe(keyType);
    expect(certificate.publicKey.asymmetricKeyDetails).toMatchObject(details);
    expect(certificate.validFromDate.getTime()).toBe(nowMillis - 3_600_000);
    expect(certificate.validToDate.getTime()).toBe(nowMillis - 3_600_000 + 30 * 86_400_000);
  },
);

test('a name that is too long for a certificate is cut', async () => {
  const options = { ...sources, commonName: 'x'.repeat(80), keyType: 'ec' as const, lifetimeDays: 1 };
  const { cert } = await makeSelfSigned(options);
  expect(new X509Certificate(cert).subject).toBe(`CN=${'x'.repeat(64)}`);
});
