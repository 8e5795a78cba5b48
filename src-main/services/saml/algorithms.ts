import { createHash, createPrivateKey, type KeyObject, sign, verify } from 'node:crypto';
import type { HashAlgorithm, SignatureAlgorithm } from 'xml-crypto';

/** The signature algorithms that are taken. RFC 9231 §2.3 */
export type SamlAlgorithm = 'RS256' | 'RS384' | 'RS512' | 'ES256';

interface AlgorithmEntry {
  readonly uri: string;
  readonly hash: 'sha256' | 'sha384' | 'sha512';
  readonly keyType: 'rsa' | 'ec';
}

/** SHA-1, MD5 and HMAC are left out: the first two are broken, and a certificate is no shared secret. */
export const samlAlgorithms: Readonly<Record<SamlAlgorithm, AlgorithmEntry>> = {
  RS256: { uri: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', hash: 'sha256', keyType: 'rsa' },
  RS384: { uri: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384', hash: 'sha384', keyType: 'rsa' },
  RS512: { uri: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', hash: 'sha512', keyType: 'rsa' },
  ES256: { uri: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256', hash: 'sha256', keyType: 'ec' },
};

/** The URIs of the digests that are taken, and what Node calls them. RFC 9231 §2.1 */
export const samlDigests: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
};

/** The algorithm behind a SignatureMethod; undefined for one that is not taken. */
export function algorithmOf(uri: string): SamlAlgorithm | undefined {
  const names = Object.keys(samlAlgorithms) as SamlAlgorithm[];
  return names.find((name) => samlAlgorithms[name].uri === uri);
}

/** Digests as xml-crypto wants them: by URI, and none but `digests`. */
export function hashClasses(
  digests: Readonly<Record<string, string>>,
): Record<string, new () => HashAlgorithm> {
  return Object.fromEntries(
    Object.entries(digests).map(([uri, hash]) => [
      uri,
      class implements HashAlgorithm {
        getAlgorithmName = (): string => uri;
        getHash = (xml: string): string => createHash(hash).update(xml, 'utf8').digest('base64');
      },
    ]),
  );
}

/** One algorithm as xml-crypto wants it: it verifies with whichever of `keys` fits and signs with the key it is given. */
export function signatureClass(
  uri: string,
  hash: string,
  keys: readonly KeyObject[],
): new () => SignatureAlgorithm {
  return class implements SignatureAlgorithm {
    getAlgorithmName = (): string => uri;
    getSignature = (signedInfo: unknown, key: unknown): string =>
      sign(hash, bytesOf(signedInfo), {
        key: createPrivateKey(String(key)),
        dsaEncoding: 'ieee-p1363',
      }).toString('base64');
    verifySignature = (material: string, _key: unknown, signatureValue: string): boolean => {
      const signature = Buffer.from(signatureValue, 'base64');
      // RFC 9231 §2.3.6: two numbers of one length, not the sequence that certificates have.
      return keys.some((key) =>
        verify(hash, bytesOf(material), { key, dsaEncoding: 'ieee-p1363' }, signature),
      );
    };
  };
}

function bytesOf(text: unknown): Uint8Array {
  return Buffer.from(String(text), 'utf8');
}
