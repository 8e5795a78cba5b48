import { createHmac, createPublicKey } from 'node:crypto';
import type { SignatureAlgorithm, SignedXml as XmlSigner } from 'xml-crypto';
import { hashClasses, type SamlAlgorithm, samlAlgorithms, signatureClass } from './algorithms.ts';
import { envelopedTransform, exclusiveC14n } from './names.ts';
import { xmlLibraries } from './xml-libraries.ts';

/** Two that no server may take, so that its refusal can be tried. */
export type SigningAlgorithmName = SamlAlgorithm | 'RSA-SHA1' | 'HMAC-SHA256';

export interface SigningMaterial {
  readonly algorithm: SigningAlgorithmName;
  /** A private key as PEM; for HMAC any text. */
  readonly key: string;
  /** Goes into KeyInfo as it is; null: KeyInfo holds the bare public key. */
  readonly certificate: string | null;
  readonly digestUri?: string;
  /** A third transform, which no server may take. */
  readonly alienTransform?: string;
}

/** A signed document and its parts, to be put together in other ways. */
export interface SignedAssertion {
  readonly xml: string;
  readonly signatureXml: string;
}

const sha1Digest = 'http://www.w3.org/2000/09/xmldsig#sha1';
const sha256Digest = 'http://www.w3.org/2001/04/xmlenc#sha256';
const hmacUri = 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256';
const rsaSha1Uri = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';

/** Signs an assertion: enveloped, exclusive canonicalisation, the Signature after the Issuer. SAML 2.0 Core §5.4 */
export function signAssertion(xml: string, material: SigningMaterial): SignedAssertion {
  const { uri, SigningClass } = signingClass(material.algorithm);
  const digestUri = material.digestUri ?? (material.algorithm === 'RSA-SHA1' ? sha1Digest : sha256Digest);
  const { SignedXml } = xmlLibraries();
  const signer = new SignedXml({
    privateKey: material.key,
    signatureAlgorithm: uri,
    canonicalizationAlgorithm: exclusiveC14n,
    getKeyInfoContent: () => keyInfo(material),
  });
  signer.SignatureAlgorithms = { [uri]: SigningClass };
  signer.HashAlgorithms = hashClasses({ [sha256Digest]: 'sha256', [sha1Digest]: 'sha1' });
  const alien = material.alienTransform;
  if (alien !== undefined) addTransform(signer, alien);
  signer.addReference({
    xpath: '/*',
    transforms: [envelopedTransform, ...(alien === undefined ? [] : [alien]), exclusiveC14n],
    digestAlgorithm: digestUri,
  });
  signer.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: "/*/*[local-name(.)='Issuer']", action: 'after' },
  });
  return { xml: signer.getSignedXml(), signatureXml: signer.getSignatureXml() };
}

function signingClass(algorithm: SigningAlgorithmName): {
  readonly uri: string;
  readonly SigningClass: new () => SignatureAlgorithm;
} {
  if (algorithm === 'RSA-SHA1')
    return { uri: rsaSha1Uri, SigningClass: signatureClass(rsaSha1Uri, 'sha1', []) };
  if (algorithm === 'HMAC-SHA256') return { uri: hmacUri, SigningClass: HmacSha256 };
  const { uri, hash } = samlAlgorithms[algorithm];
  return { uri, SigningClass: signatureClass(uri, hash, []) };
}

/** Signs with a text that both sides know: a forger takes the certificate, which everybody knows. */
class HmacSha256 implements SignatureAlgorithm {
  getAlgorithmName = (): string => hmacUri;
  getSignature = (signedInfo: unknown, key: unknown): string =>
    createHmac('sha256', String(key)).update(String(signedInfo), 'utf8').digest('base64');
  verifySignature = (): boolean => false;
}

function addTransform(signer: XmlSigner, uri: string): void {
  signer.CanonicalizationAlgorithms = {
    ...signer.CanonicalizationAlgorithms,
    [uri]: class {
      getAlgorithmName = (): string => uri;
      process = (node: Node): Node => node;
    },
  };
}

function keyInfo({ key, certificate }: SigningMaterial): string {
  if (certificate !== null) {
    const bytes = certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '');
    return `<ds:X509Data><ds:X509Certificate>${bytes}</ds:X509Certificate></ds:X509Data>`;
  }
  const { n, e, x, y } = createPublicKey(key).export({ format: 'jwk' });
  if (n !== undefined && e !== undefined) {
    const [modulus, exponent] = [base64(n), base64(e)];
    return (
      `<ds:KeyValue><ds:RSAKeyValue><ds:Modulus>${modulus}</ds:Modulus>` +
      `<ds:Exponent>${exponent}</ds:Exponent></ds:RSAKeyValue></ds:KeyValue>`
    );
  }
  const point = Buffer.concat([
    Buffer.of(4),
    Buffer.from(x ?? '', 'base64url'),
    Buffer.from(y ?? '', 'base64url'),
  ]);
  return (
    '<ds:KeyValue><dsig11:ECKeyValue xmlns:dsig11="http://www.w3.org/2009/xmldsig11#">' +
    '<dsig11:NamedCurve URI="urn:oid:1.2.840.10045.3.1.7"/>' +
    `<dsig11:PublicKey>${point.toString('base64')}</dsig11:PublicKey></dsig11:ECKeyValue></ds:KeyValue>`
  );
}

function base64(base64url: string): string {
  return Buffer.from(base64url, 'base64url').toString('base64');
}
