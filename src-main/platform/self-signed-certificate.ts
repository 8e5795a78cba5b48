import type { Clock, Random } from '#shared/time/clock.ts';
import { type KeyAndCertificate, loadLibrary, serialNumber, toPem } from './certificate-authority.ts';

export interface SelfSignedOptions {
  readonly commonName: string;
  readonly keyType: 'rsa' | 'ec';
  readonly lifetimeDays: number;
  readonly clock: Clock;
  readonly random: Random;
}

const dayMillis = 86_400_000;
/** A client whose clock is a little behind must accept a new certificate too. */
const backdateMillis = 3_600_000;

const rsa = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2_048,
  publicExponent: new Uint8Array([1, 0, 1]),
} as const;
const ec = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** Makes a key pair (RSA of 2,048 bits, or P-256) and a certificate of its own that may sign data. RFC 5280 §4.2.1.3 */
export async function makeSelfSigned(options: SelfSignedOptions): Promise<KeyAndCertificate> {
  const { commonName, clock, random } = options;
  const x509 = await loadLibrary();
  const algorithm = options.keyType === 'rsa' ? rsa : ec;
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const notBeforeMillis = clock.nowMillis() - backdateMillis;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      name: [{ CN: [commonName.slice(0, 64)] }],
      keys,
      serialNumber: serialNumber(random),
      notBefore: new Date(notBeforeMillis),
      notAfter: new Date(notBeforeMillis + options.lifetimeDays * dayMillis),
      signingAlgorithm: algorithm,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, crypto),
      ],
    },
    crypto,
  );
  return { key: await toPem(keys.privateKey), cert: `${certificate.toString('pem')}\n` };
}
