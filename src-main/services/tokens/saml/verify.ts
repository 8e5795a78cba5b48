import { type KeyObject, X509Certificate } from 'node:crypto';
import { requireSupported } from '#main/platform/key-kinds.ts';
import {
  childrenNamed,
  hashClasses,
  loadXmlLibraries,
  parseWellFormed,
  SamlError,
  samlAlgorithms,
  samlDigests,
  samlNamespace,
  signatureClass,
  xmlLibraries,
} from '#main/services/saml/index.ts';
import type { SamlVerdict } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { SamlIssuer } from '#shared/workspace/index.ts';
import { certificateWords, type FoundSignature, findSignatures } from './signatures.ts';

export interface SamlTrust {
  readonly issuers: readonly Pick<SamlIssuer, 'issuer' | 'certificatesPem'>[];
  /** Takes the place of the issuers. */
  readonly pasted: string | null;
}

const sha1 = {
  signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
};
/** SHA-1 is verified too: the report says that it is broken, and a tester wants to know whether it is right. */
const hashes: Readonly<Record<string, string>> = {
  [sha1.signature]: 'sha1',
  ...Object.fromEntries(Object.values(samlAlgorithms).map(({ uri, hash }) => [uri, hash])),
};

/** Verifies each Signature of a document by itself, whatever KeyInfo says. @throws token.unsuited, token.key-unreadable, key.unsupported */
export async function verifySaml(xml: string, trust: SamlTrust, nowMillis: number): Promise<SamlVerdict[]> {
  await loadXmlLibraries();
  try {
    const root = parseWellFormed(xml);
    if (trust.pasted !== null) requireSupported(trust.pasted);
    const pasted = trust.pasted === null ? null : readCertificates([trust.pasted]);
    if (pasted?.length === 0)
      throw new GatehouseError('token.key-unreadable', 'The text is not a valid certificate.', {
        fix: 'Paste a certificate as PEM.',
      });
    return findSignatures(root).map((signature) => verdictOf(xml, root, signature, trust, pasted, nowMillis));
  } catch (error) {
    if (!(error instanceof SamlError)) throw error;
    throw new GatehouseError('token.unsuited', error.evidence.detail ?? 'The document is not well-formed.', {
      fix: 'This document is not processed.',
    });
  }
}

function readCertificates(pems: readonly string[]): readonly X509Certificate[] {
  return pems.flatMap((pem) => {
    try {
      requireSupported(pem);
      return [new X509Certificate(pem)];
    } catch {
      return [];
    }
  });
}

const noVerdict = (outcome: SamlVerdict['outcome'], detail: string): SamlVerdict => ({
  outcome,
  detail,
  issuer: null,
  certificate: null,
});

function verdictOf(
  xml: string,
  root: Element,
  signature: FoundSignature,
  trust: SamlTrust,
  pasted: readonly X509Certificate[] | null,
  nowMillis: number,
): SamlVerdict {
  const named = issuerOf(signature.covered ?? root);
  const issuer = trust.issuers.find((each) => each.issuer === named);
  const certificates = pasted ?? readCertificates(issuer?.certificatesPem ?? []);
  if (pasted === null && issuer === undefined)
    return noVerdict('no-key', `The workspace does not trust the issuer ${named ?? 'without a name'}.`);
  if (certificates.length === 0) return noVerdict('no-key', 'No valid certificate is available.');
  if (hashes[signature.algorithm] === undefined)
    return noVerdict(
      'failed',
      `${signature.algorithm || 'A missing algorithm'} cannot be verified with a certificate.`,
    );
  const faults = certificates.map((certificate) => faultOf(xml, signature, certificate.publicKey));
  const found = certificates[faults.indexOf(null)];
  if (found === undefined) return noVerdict('failed', faults[0] ?? '');
  const proof = { issuer: pasted === null ? named : null, certificate: certificateWords(found) };
  const isInForce = found.validFromDate.getTime() <= nowMillis && nowMillis <= found.validToDate.getTime();
  return isInForce
    ? { outcome: 'verified', detail: 'A certificate verifies the Signature.', ...proof }
    : { outcome: 'failed', detail: 'The matching certificate is expired or not valid yet.', ...proof };
}

function issuerOf(covered: Element): string | null {
  const [issuer] = childrenNamed(covered, samlNamespace, 'Issuer');
  return issuer?.textContent ?? null;
}

/** Why a key does not prove a signature; null where it does. */
function faultOf(xml: string, { element, algorithm, covers }: FoundSignature, key: KeyObject): string | null {
  if (covers === 'ambiguous') return 'Two elements have the referenced ID.';
  const { SignedXml } = xmlLibraries();
  const verifier = new SignedXml({ getCertFromKeyInfo: () => null });
  verifier.HashAlgorithms = hashClasses({ ...samlDigests, [sha1.digest]: 'sha1' });
  verifier.SignatureAlgorithms = { [algorithm]: signatureClass(algorithm, hashes[algorithm] ?? '', [key]) };
  verifier.publicCert = key;
  try {
    verifier.loadSignature(element);
    return verifier.checkSignature(xml) ? null : 'The signed content was changed after signing.';
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.startsWith('invalid signature: the signature value')
      ? 'No trusted certificate matches.'
      : `The Signature cannot be verified: ${message}.`;
  }
}
