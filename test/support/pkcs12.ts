import { createPrivateKey, X509Certificate } from 'node:crypto';
import forge from 'node-forge';

/** A private key with its certificates, as a keystore holds them. */
export interface StoredKey {
  readonly alias: string;
  /** PEM. */
  readonly key: string;
  /** PEM, one after the other. */
  readonly cert: string;
  /** Password of the key. */
  readonly password: string;
}

const { asn1, pki } = forge;
const { UNIVERSAL, CONTEXT_SPECIFIC } = asn1.Class;
const { BMPSTRING, INTEGER, OCTETSTRING, OID, SEQUENCE, SET } = asn1.Type;

const sequence = (...parts: forge.asn1.Asn1[]) => asn1.create(UNIVERSAL, SEQUENCE, true, parts);
const set = (...parts: forge.asn1.Asn1[]) => asn1.create(UNIVERSAL, SET, true, parts);
const context = (part: forge.asn1.Asn1) => asn1.create(CONTEXT_SPECIFIC, 0, true, [part]);
const integer = (value: number) =>
  asn1.create(UNIVERSAL, INTEGER, false, asn1.integerToDer(value).getBytes());
const octets = (bytes: string) => asn1.create(UNIVERSAL, OCTETSTRING, false, bytes);
const oid = (name: string) =>
  asn1.create(UNIVERSAL, OID, false, asn1.oidToDer(pki.oids[name] ?? '').getBytes());
const der = (value: forge.asn1.Asn1) => asn1.toDer(value).getBytes();
const data = (value: forge.asn1.Asn1) => sequence(oid('data'), context(octets(der(value))));

/** How often hashes are taken for a keystore. */
interface Iterations {
  readonly keyIterations?: number;
  /** Absent: it has no MAC; a wrong one otherwise. */
  readonly macIterations?: number;
}

/** A PKCS#12 keystore of keys of any type, each with its own password. RFC 7292 §4 */
export function makeKeystore(
  keys: readonly StoredKey[],
  { keyIterations = 1_000, macIterations }: Iterations = {},
): Buffer {
  const keyBags = keys.map(({ alias, key, password }) => {
    const pkcs8 = createPrivateKey(key).export({ format: 'der', type: 'pkcs8' }).toString('latin1');
    const options = { algorithm: 'aes256', count: keyIterations } as const;
    const shrouded = pki.encryptPrivateKeyInfo(asn1.fromDer(pkcs8), password, options);
    const name = sequence(oid('friendlyName'), set(asn1.create(UNIVERSAL, BMPSTRING, false, alias)));
    return sequence(oid('pkcs8ShroudedKeyBag'), context(shrouded), set(name));
  });
  const certificates = keys.flatMap(
    ({ cert }) => cert.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g) ?? [],
  );
  const certBags = [...new Set(certificates)].map((pem) => {
    const raw = new X509Certificate(pem).raw.toString('latin1');
    return sequence(oid('certBag'), context(sequence(oid('x509Certificate'), context(octets(raw)))));
  });
  const safe = sequence(data(sequence(...certBags)), data(sequence(...keyBags)));
  const mac = macIterations === undefined ? [] : [macData(macIterations)];
  return Buffer.from(der(sequence(integer(3), data(safe), ...mac)), 'latin1');
}

function macData(iterations: number): forge.asn1.Asn1 {
  const digest = sequence(sequence(oid('sha1')), octets('x'.repeat(20)));
  return sequence(digest, octets('saltsalt'), integer(iterations));
}

/** A key that is too small to be of use, with its certificate. */
export function weakPair(): { readonly key: string; readonly cert: string } {
  const pair = pki.rsa.generateKeyPair(1_024);
  const certificate = pki.createCertificate();
  certificate.publicKey = pair.publicKey;
  certificate.serialNumber = '01';
  certificate.validity.notAfter = new Date(certificate.validity.notBefore.getTime() + 86_400_000);
  certificate.setSubject([{ name: 'commonName', value: 'hr-client' }]);
  certificate.setIssuer([{ name: 'commonName', value: 'hr-client' }]);
  certificate.sign(pair.privateKey, forge.md.sha256.create());
  return { key: pki.privateKeyToPem(pair.privateKey), cert: pki.certificateToPem(certificate) };
}

/** A keystore with one RSA key, its contents and its MAC under one password. */
export function makeRsaKeystore({ alias, key, cert, password }: StoredKey): Buffer {
  const store = forge.pkcs12.toPkcs12Asn1(
    pki.privateKeyFromPem(key),
    pki.certificateFromPem(cert),
    password,
    {
      friendlyName: alias,
      algorithm: '3des',
    },
  );
  return Buffer.from(der(store), 'latin1');
}
