import { type KeyObject, X509Certificate } from 'node:crypto';
import { unsupportedKind } from '#main/platform/key-kinds.ts';
import { hashClasses, samlAlgorithms, samlDigests, signatureClass } from './algorithms.ts';
import { allElements, attributeOf, isNamed, onlyChild, textOf } from './dom.ts';
import {
  envelopedTransform,
  exclusiveC14n,
  exclusiveC14nWithComments,
  samlNamespace,
  signatureNamespace,
} from './names.ts';
import { parseDocument } from './parse.ts';
import { known, type SamlRun } from './run.ts';
import { refusal, SamlError } from './saml-error.ts';
import { readSignatureForm, type SignatureForm } from './signature-structure.ts';
import { xmlLibraries } from './xml-libraries.ts';

const hashes = hashClasses(samlDigests);

/**
 * Verifies the signature with the certificates of the issuer, whatever KeyInfo says, and continues with the
 * signed content. RFC 7522 §3 (9)
 * @throws SamlError signature
 */
export function signatureStep(run: SamlRun, nowMillis: number): void {
  const { xml, root } = known(run.parsed);
  const form = readSignatureForm(run.claimed ?? root);
  const keys = usableKeys(known(run.issuer).certificatesPem, form, nowMillis);
  const signed = parseSigned(verifiedXml(xml, form, keys));
  checkSameAssertion(run, signed);
  run.content = signed;
  run.id = attributeOf(signed, 'ID') ?? null;
  run.algorithm = form.algorithm;
}

/** The keys of all certificates that are valid now and fit the algorithm. */
function usableKeys(
  certificatesPem: readonly string[],
  { algorithm }: SignatureForm,
  nowMillis: number,
): readonly KeyObject[] {
  const faults: string[] = [];
  const keys = certificatesPem.flatMap((pem) => {
    const certificate = readCertificate(pem);
    const fault =
      certificate === null ? 'one cannot be read' : certificateFault(certificate, algorithm, nowMillis);
    if (fault !== null) faults.push(fault);
    return certificate === null || fault !== null ? [] : [certificate.publicKey];
  });
  if (keys.length > 0) return keys;
  throw refusal(
    'signature',
    'The issuer has no certificate for this signature.',
    `a valid ${samlAlgorithms[algorithm].keyType.toUpperCase()} certificate`,
    faults.join('; ') || 'none',
  );
}

function certificateFault(
  certificate: X509Certificate,
  algorithm: SignatureForm['algorithm'],
  nowMillis: number,
): string | null {
  const { keyType } = samlAlgorithms[algorithm];
  if (nowMillis < certificate.validFromDate.getTime())
    return `one is valid only from ${certificate.validFrom}`;
  if (nowMillis > certificate.validToDate.getTime()) return `one expired on ${certificate.validTo}`;
  const unsupported = unsupportedKind(certificate.toString());
  if (unsupported !== null) return `one has an unsupported key type ${unsupported}`;
  if (certificate.publicKey.asymmetricKeyType !== keyType) return 'one has a key for other algorithms';
  return null;
}

function readCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

/** The canonical bytes that one of the keys signed, as text. */
function verifiedXml(xml: string, { element, algorithm }: SignatureForm, keys: readonly KeyObject[]): string {
  const { uri, hash } = samlAlgorithms[algorithm];
  const { SignedXml } = xmlLibraries();
  const verifier = new SignedXml({ getCertFromKeyInfo: () => null });
  verifier.idAttributes = ['ID'];
  verifier.CanonicalizationAlgorithms = Object.fromEntries(
    Object.entries(verifier.CanonicalizationAlgorithms).filter(([name]) => acceptedTransforms.includes(name)),
  );
  verifier.HashAlgorithms = hashes;
  verifier.SignatureAlgorithms = { [uri]: signatureClass(uri, hash, keys) };
  // Only the class above decides with which keys; the verifier wants one to be there.
  const [anyKey] = keys;
  if (anyKey !== undefined) verifier.publicCert = anyKey;
  try {
    verifier.loadSignature(element);
    if (!verifier.checkSignature(xml))
      throw mismatch('the digest differs: the content was changed after signing');
  } catch (error) {
    if (error instanceof SamlError) throw error;
    const isWrongKey =
      error instanceof Error && error.message.startsWith('invalid signature: the signature value');
    throw mismatch(isWrongKey ? 'no certificate of the issuer matches the signature' : String(error));
  }
  const [signed, ...others] = verifier.getSignedReferences();
  if (signed === undefined || others.length > 0)
    throw mismatch('the signature does not cover exactly one element');
  return signed;
}

const acceptedTransforms = [envelopedTransform, exclusiveC14n, exclusiveC14nWithComments];

function parseSigned(xml: string): Element {
  try {
    return parseDocument(xml).root;
  } catch (error) {
    if (error instanceof SamlError)
      throw mismatch(error.evidence.detail ?? 'the signed content cannot be read');
    throw error;
  }
}

/** Checks that the signed element is the assertion that the steps before this one looked at. */
function checkSameAssertion(run: SamlRun, signed: Element): void {
  const want = known(run.issuer).issuer;
  const isAssertion = isNamed(signed, samlNamespace, 'Assertion');
  const isSame = attributeOf(signed, 'ID') === attributeOf(run.claimed ?? known(run.parsed).root, 'ID');
  const isSealed = !allElements(signed).some((each) => isNamed(each, signatureNamespace, 'Signature'));
  if (!isAssertion || !isSame || !isSealed) throw mismatch('the signature covers another element');
  const got = textOf(onlyChild(signed, samlNamespace, 'Issuer', 'signature'), 'signature');
  if (got !== want) throw refusal('signature', 'The signed issuer differs.', want, got);
}

function mismatch(got: string): SamlError {
  return refusal('signature', 'The signature does not verify the assertion.', undefined, got);
}
