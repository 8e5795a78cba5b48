import { createHash, createSecretKey, type JsonWebKey, type KeyObject, X509Certificate } from 'node:crypto';
import { keyFits } from '#main/platform/jws-signatures.ts';
import { privateKeyOf, unsupportedKind } from '#main/platform/key-kinds.ts';
import type { ConnectorProperties } from '#shared/connectors/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { keyAlgorithms, macAlgorithms } from '#shared/tokens/algorithms.ts';
import { ConnectorFailure } from '../failure.ts';
import type { ReadProperty } from '../ports.ts';

/** A key that signs JWTs, and what their header says of it. */
export interface SigningKey {
  readonly algorithm: string;
  readonly key: KeyObject;
  /** Members of the header besides `alg` and `typ`. RFC 7515 §4.1.4, §4.1.8 */
  readonly header: Readonly<Record<string, string>>;
}

/** Algorithms by curve; a DSA key has none. RFC 7518 §3.1, RFC 8037 §3.1 */
const algorithms: readonly string[] = [...macAlgorithms, ...keyAlgorithms];

/** Algorithms that a key signs with where jwtAlgorithm is not set. */
const usual: Readonly<Record<string, string>> = {
  secret: 'HS256',
  rsa: 'RS256',
  'rsa-pss': 'PS256',
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
  ed25519: 'EdDSA',
};

/** Types of keys by the names that keyAlgorithm has for them. */
const keyTypes: Readonly<Record<string, readonly string[]>> = {
  RSA: ['rsa', 'rsa-pss'],
  EC: ['ec'],
  DSA: ['dsa'],
  ED25519: ['ed25519'],
};

/** Reads the key of a configuration: jwtKey, or else jwtPem. @throws ConnectorFailure CONFIGURATION */
export function readSigningKey(properties: ConnectorProperties, secret: ReadProperty): SigningKey {
  const jwk = secret('jwtKey');
  const pem = jwk === null ? secret('jwtPem') : null;
  if (jwk === null && pem === null) throw unusable('The signing key is missing.', 'Set jwtKey or jwtPem.');
  const { key, header, own } = jwk === null ? pemKey(pem ?? '', properties, secret) : jwkKey(jwk);
  const type = key.asymmetricKeyType ?? 'secret';
  const algorithm =
    properties.jwtAlgorithm ?? own ?? usual[key.asymmetricKeyDetails?.namedCurve ?? type] ?? usual[type];
  if (algorithm === undefined || !algorithms.includes(algorithm))
    throw unusable(
      `JWTs cannot be signed with ${algorithm ?? `a key of the type ${type}`}.`,
      `Set jwtAlgorithm to one of ${algorithms.join(', ')}.`,
    );
  if (!keyFits(algorithm, key))
    throw unusable(
      `The key does not match the algorithm ${algorithm}.`,
      'Set jwtAlgorithm to an algorithm for this key type.',
    );
  return { algorithm, key, header };
}

interface ReadKey {
  readonly key: KeyObject;
  readonly header: Readonly<Record<string, string>>;
  /** The algorithm that the key itself names. */
  readonly own: string | null;
}

/** Not with jose, which imports a key for one algorithm: here the key says for which. RFC 7517 §4 */
function jwkKey(text: string): ReadKey {
  try {
    const jwk = JSON.parse(text) as JsonWebKey;
    const isSecret = jwk.kty === 'oct' && typeof jwk.k === 'string';
    const key = isSecret ? createSecretKey(Buffer.from(jwk.k ?? '', 'base64url')) : privateKeyOf(jwk);
    const { kid, alg } = jwk as { readonly kid?: unknown; readonly alg?: unknown };
    return {
      key,
      header: typeof kid === 'string' ? { kid } : {},
      own: typeof alg === 'string' ? alg : null,
    };
  } catch (error) {
    requireSupportedKey(error);
    // No cause: the messages of the parsers repeat what they read.
    throw unusable(
      'jwtKey does not contain a private key.',
      'Enter a private JWK, or a JWK of the type oct, as JSON.',
    );
  }
}

function pemKey(pem: string, { keyAlgorithm }: ConnectorProperties, secret: ReadProperty): ReadKey {
  const key = readPem(pem);
  const type = key.asymmetricKeyType ?? '';
  const expected = keyTypes[(keyAlgorithm ?? '').toUpperCase()];
  if (expected !== undefined && !expected.includes(type))
    throw unusable(
      `jwtPem contains a key of the type ${type}. Expected ${keyAlgorithm}.`,
      'Correct keyAlgorithm.',
    );
  const certificate = secret('jwtCert');
  return {
    key,
    header: certificate === null ? {} : { 'x5t#S256': thumbprintOf(certificate, key) },
    own: null,
  };
}

function readPem(pem: string): KeyObject {
  if (unsupportedKind(pem) === 'DSA')
    throw unusable(
      'A DSA key cannot sign a JWT: JOSE defines no DSA algorithm.',
      'Use an RSA or EC key, or Ed25519, and register it with the remote system.',
    );
  try {
    return privateKeyOf(pem);
  } catch (error) {
    requireSupportedKey(error);
    throw unusable('jwtPem does not contain a private key.', 'Enter the key as PEM, without a passphrase.');
  }
}

/** By it a server finds the key, as PEM has no place for a name. RFC 7515 §4.1.8 */
function thumbprintOf(pem: string, key: KeyObject): string {
  const certificate = readCertificate(pem);
  if (!certificate.checkPrivateKey(key))
    throw unusable(
      'The certificate in jwtCert belongs to another key.',
      'Enter the certificate of the key in jwtPem.',
    );
  return createHash('sha256').update(certificate.raw).digest('base64url');
}

function readCertificate(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw unusable('jwtCert does not contain a certificate.', 'Enter the certificate as PEM.');
  }
}

/** @throws ConnectorFailure CONFIGURATION with what an error says of a key of a kind that no host works with */
function requireSupportedKey(error: unknown): void {
  if (error instanceof GatehouseError) throw unusable(error.message, error.fix ?? 'Use another key.');
}

function unusable(message: string, fix: string): ConnectorFailure {
  return new ConnectorFailure('CONFIGURATION', message, { fix });
}
