import { X509Certificate } from 'node:crypto';
import { createRequire } from 'node:module';

// xmldsigjs wants a parser and XPath handed to it; it brings both, and another version of the parser than ours.
const here = createRequire(import.meta.url);
const there = createRequire(here.resolve('xmldsigjs'));
there('xml-core').setNodeDependencies({ ...there('@xmldom/xmldom'), xpath: there('xpath') });
const { Application, Parse, SignedXml } = here('xmldsigjs') as typeof import('xmldsigjs');
Application.setEngine('WebCrypto', crypto);

/** Tests whether xmldsigjs verifies the one signature of a document by a certificate. */
export async function holdsForXmldsigjs(xml: string, algorithm: string, pem: string): Promise<boolean> {
  const spki = new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' });
  const ec = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: algorithm.replace('RS', 'SHA-') };
  const scheme = algorithm === 'ES256' ? ec : rsa;
  const key = await crypto.subtle.importKey('spki', new Uint8Array(spki), scheme, true, ['verify']);
  const document = Parse(xml);
  const [signature] = Array.from(
    document.getElementsByTagNameNS('http://www.w3.org/2000/09/xmldsig#', 'Signature'),
  );
  if (signature === undefined) throw new Error('There is no signature');
  const signed = new SignedXml(document);
  signed.LoadXml(signature);
  // It reads no curve from the signature, and cannot do without.
  if (algorithm === 'ES256') signed.Algorithm = ec;
  return signed.Verify(key);
}
