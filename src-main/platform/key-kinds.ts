import {
  createPrivateKey,
  createPublicKey,
  type JsonWebKey,
  type KeyObject,
  X509Certificate,
} from 'node:crypto';
import { GatehouseError } from '#shared/errors/index.ts';
import { childrenOf, type DerValue, readDer } from './der.ts';

/**
 * Keys that the TLS library of Electron does not carry and that of Node does. Both hosts refuse them, before the library is
 * asked: a workspace works in both or in neither.
 */
export type UnsupportedKey = 'Ed448' | 'X448' | 'secp256k1' | 'DSA' | 'encrypted PEM of the old kind';

/** Object identifiers in DER, in hexadecimal. RFC 8410 §3, RFC 5480 §2.1.1, SEC 2 §A.2, RFC 3279 §2.3.2 */
const byIdentifier: Readonly<Record<string, UnsupportedKey>> = {
  '2b6571': 'Ed448',
  '2b656f': 'X448',
  '2b8104000a': 'secp256k1',
  '2a8648ce380401': 'DSA',
};

const byCurve: Readonly<Record<string, UnsupportedKey>> = {
  Ed448: 'Ed448',
  X448: 'X448',
  secp256k1: 'secp256k1',
};

/** A key as PEM, as a JWK, or as the DER of PKCS#8. */
export type KeyMaterial = string | JsonWebKey | Buffer;

/** Of which kind a key, or that of a certificate, is, where no host works with it; null: it may be worked with. */
export function unsupportedKind(key: KeyMaterial): UnsupportedKey | null {
  if (Buffer.isBuffer(key)) return kindOfDer(key);
  if (typeof key === 'string') return kindOfPem(key);
  const { kty, crv } = key;
  return (kty === 'EC' || kty === 'OKP') && typeof crv === 'string' && Object.hasOwn(byCurve, crv)
    ? (byCurve[crv] ?? null)
    : null;
}

/**
 * Reads a private key.
 * @throws key.unsupported, and whatever the library says of one that is none
 */
export function privateKeyOf(key: KeyMaterial): KeyObject {
  requireSupported(key);
  if (Buffer.isBuffer(key)) return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  return typeof key === 'string' ? createPrivateKey(key) : createPrivateKey({ key, format: 'jwk' });
}

/**
 * Reads a public key, that of a certificate, or the public half of a private one.
 * @throws key.unsupported, and whatever the library says of one that is none
 */
export function publicKeyOf(key: string | JsonWebKey): KeyObject {
  requireSupported(key);
  if (typeof key !== 'string') return createPublicKey({ key, format: 'jwk' });
  return key.includes('-BEGIN CERTIFICATE-') ? new X509Certificate(key).publicKey : createPublicKey(key);
}

/** @throws key.unsupported */
export function requireSupported(key: KeyMaterial): void {
  const kind = unsupportedKind(key);
  if (kind !== null) throw unsupported(kind);
}

function unsupported(kind: UnsupportedKey): GatehouseError {
  return kind === 'encrypted PEM of the old kind'
    ? new GatehouseError('key.unsupported', 'The key is encrypted in the legacy PEM format.', {
        fix: 'Convert it to PKCS#8 without a passphrase: openssl pkey -in old.pem -out new.pem',
      })
    : new GatehouseError('key.unsupported', `Keys of type ${kind} are not supported.`, {
        fix: 'Use RSA, a NIST curve (P-256, P-384, P-521) or Ed25519.',
      });
}

function kindOfPem(text: string): UnsupportedKey | null {
  for (const { label, lines } of pemBlocks(text)) {
    // RFC 1421 §4.6.1.1
    if (lines.some((line) => line.startsWith('Proc-Type:') && line.endsWith('ENCRYPTED')))
      return 'encrypted PEM of the old kind';
    if (label === 'DSA PRIVATE KEY') return 'DSA';
    const der = Buffer.from(lines.join(''), 'base64');
    const kind = label === 'CERTIFICATE' ? kindOfCertificate(der) : kindOfDer(der);
    if (kind !== null) return kind;
  }
  return null;
}

interface PemBlock {
  readonly label: string;
  readonly lines: readonly string[];
}

/** RFC 7468 §2 */
function pemBlocks(text: string): readonly PemBlock[] {
  const blocks: PemBlock[] = [];
  let label: string | null = null;
  let lines: string[] = [];
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line.startsWith('-----BEGIN ')) {
      label = line.slice('-----BEGIN '.length).replaceAll('-', '');
      lines = [];
    } else if (line.startsWith('-----END ')) {
      if (label !== null) blocks.push({ label, lines });
      label = null;
    } else if (label !== null) lines.push(line);
  }
  return blocks;
}

function kindOfDer(der: Buffer): UnsupportedKey | null {
  const whole = readDer(der);
  return whole === null ? null : kindIn(childrenOf(whole));
}

/** RFC 5280 §4.1: the key is the seventh member, or the sixth without a version. */
function kindOfCertificate(der: Buffer): UnsupportedKey | null {
  const whole = readDer(der);
  const [toBeSigned] = whole === null ? [] : childrenOf(whole);
  const members = toBeSigned === undefined ? [] : childrenOf(toBeSigned);
  const key = members[members[0]?.tag === versionTag ? 6 : 5];
  return key === undefined ? null : kindIn(childrenOf(key));
}

const sequenceTag = 0x30;
const identifierTag = 0x06;
/** `[0]`, in which a certificate has its version and a key of SEC 1 its curve. RFC 5280 §4.1, RFC 5915 §3 */
const versionTag = 0xa0;

/**
 * The identifiers of a public key, a PKCS#8 private key or a SEC 1 private key: they are one level below it.
 */
function kindIn(members: readonly DerValue[]): UnsupportedKey | null {
  const named = members
    .filter(({ tag }) => tag === sequenceTag || tag === versionTag)
    .flatMap(childrenOf)
    .filter(({ tag }) => tag === identifierTag)
    .map(({ content }) => content.toString('hex'));
  for (const identifier of named)
    if (Object.hasOwn(byIdentifier, identifier)) return byIdentifier[identifier] ?? null;
  return null;
}
