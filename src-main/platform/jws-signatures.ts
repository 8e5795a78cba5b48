import { constants, createHmac, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto';
import { derSignature } from './ecdsa-signatures.ts';

/**
 * Signatures for those who read and make what jose refuses: the token inspector. It takes RSA keys below 2048 bits, the
 * curves secp256k1 and Ed448, and headers that say anything.
 */
interface JwsAlgorithm {
  readonly family: 'mac' | 'rsa' | 'ec' | 'okp';
  /** Null: the algorithm brings its own. */
  readonly hash: 'sha256' | 'sha384' | 'sha512' | null;
  /** The curves that it may be used with, as Node calls them. */
  readonly curves?: readonly string[];
  readonly isPss?: boolean;
}

const table: Readonly<Record<string, JwsAlgorithm>> = {
  HS256: { family: 'mac', hash: 'sha256' },
  HS384: { family: 'mac', hash: 'sha384' },
  HS512: { family: 'mac', hash: 'sha512' },
  RS256: { family: 'rsa', hash: 'sha256' },
  RS384: { family: 'rsa', hash: 'sha384' },
  RS512: { family: 'rsa', hash: 'sha512' },
  PS256: { family: 'rsa', hash: 'sha256', isPss: true },
  PS384: { family: 'rsa', hash: 'sha384', isPss: true },
  PS512: { family: 'rsa', hash: 'sha512', isPss: true },
  ES256: { family: 'ec', hash: 'sha256', curves: ['prime256v1'] },
  ES384: { family: 'ec', hash: 'sha384', curves: ['secp384r1'] },
  ES512: { family: 'ec', hash: 'sha512', curves: ['secp521r1'] },
  ES256K: { family: 'ec', hash: 'sha256', curves: ['secp256k1'] },
  EdDSA: { family: 'okp', hash: null, curves: ['ed25519', 'ed448'] },
  Ed25519: { family: 'okp', hash: null, curves: ['ed25519'] },
  Ed448: { family: 'okp', hash: null, curves: ['ed448'] },
};

/** The algorithm of a name, character for character; undefined for one that proves nothing. RFC 7518 §3.1, RFC 9864 */
export function jwsAlgorithm(name: string): JwsAlgorithm | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Tests whether a key is of the kind that an algorithm requires. RFC 8725 §3.1 */
export function keyFits(name: string, key: KeyObject): boolean {
  const algorithm = jwsAlgorithm(name);
  const { asymmetricKeyType: type = 'secret', asymmetricKeyDetails: details } = key;
  if (algorithm === undefined) return false;
  if (algorithm.family === 'mac') return type === 'secret';
  if (algorithm.family === 'rsa') return type === 'rsa' || (type === 'rsa-pss' && algorithm.isPss === true);
  const curve = type === 'ec' ? (details?.namedCurve ?? '') : type;
  return algorithm.curves?.includes(curve) === true;
}

function pssOptions(algorithm: JwsAlgorithm) {
  // RFC 7518 §3.5: the salt is as long as the digest.
  return algorithm.isPss === true
    ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
    : {};
}

/** The MAC of a text under a secret. RFC 7518 §3.2 */
export function macOf(name: string, secret: Uint8Array, input: string): Buffer {
  return createHmac(jwsAlgorithm(name)?.hash ?? 'sha256', secret)
    .update(input, 'latin1')
    .digest();
}

/** Tests whether a signature is right; the key has to fit the algorithm. RFC 7515 §5.2 */
export function isRightSignature(
  name: string,
  key: KeyObject,
  input: string,
  signature: Uint8Array,
): boolean {
  const algorithm = jwsAlgorithm(name);
  if (algorithm === undefined || !keyFits(name, key)) return false;
  if (algorithm.family === 'mac') {
    const mac = macOf(name, key.export(), input);
    return mac.length === signature.length && timingSafeEqual(mac, signature);
  }
  const bytes = Buffer.from(input, 'latin1');
  try {
    if (algorithm.isPss === true)
      return verify(algorithm.hash, bytes, { key, ...pssOptions(algorithm) }, signature);
    const taken =
      algorithm.family === 'ec'
        ? derSignature(signature, key.asymmetricKeyDetails?.namedCurve ?? '')
        : signature;
    return taken !== null && verify(algorithm.hash, bytes, key, taken);
  } catch {
    // A key that is too small for the digest made no signature with it.
    return false;
  }
}

/** Signs a text; the key has to fit the algorithm. RFC 7515 §5.1 */
export function makeSignature(name: string, key: KeyObject, input: string): Buffer {
  const algorithm = jwsAlgorithm(name);
  if (algorithm === undefined || !keyFits(name, key)) throw new TypeError(`The key does not match ${name}`);
  if (algorithm.family === 'mac') return macOf(name, key.export(), input);
  const bytes = Buffer.from(input, 'latin1');
  return sign(algorithm.hash, bytes, { key, dsaEncoding: 'ieee-p1363', ...pssOptions(algorithm) });
}
