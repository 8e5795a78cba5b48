import { allElements, attributeOf, isNamed } from './dom.ts';
import { samlNamespace, signatureNamespace } from './names.ts';
import { parseDocument } from './parse.ts';
import { known, type SamlRun } from './run.ts';
import { refusal, SamlError } from './saml-error.ts';
import { xmlLibraries } from './xml-libraries.ts';

/** Behaves like a server that forgets to verify: the assertion is read as it came. Stands in a weakness alone. */
export function readUnsigned(run: SamlRun): void {
  const assertion = known(run.claimed ?? run.parsed?.root ?? null);
  run.content = assertion;
  run.id = attributeOf(assertion, 'ID') ?? null;
  run.algorithm = 'none';
}

/**
 * Behaves like a server that asks its parser for the first text of an element: a name ends at a comment, which
 * canonicalisation takes out before the signature is made. Stands in a weakness alone.
 */
export function cutAtComments(run: SamlRun): void {
  const parsed = known(run.parsed);
  run.parsed = { ...parsed, commentedValues: [] };
  const asSent = nameIdIn(parsed.root)?.firstChild?.nodeValue;
  const asSigned = run.content === null ? undefined : nameIdIn(run.content);
  if (asSigned !== undefined && asSent !== null && asSent !== undefined) asSigned.textContent = asSent;
}

/** Behaves like a server that looks for an assertion anywhere in the document. Stands in a weakness alone. */
export function firstAssertion(run: SamlRun): void {
  const { root } = known(run.parsed);
  const first = allElements(root).find((element) => isNamed(element, samlNamespace, 'Assertion'));
  if (first === undefined) throw refusal('shape', 'The document has no assertion.', '1 Assertion', 'none');
  run.claimed = first;
}

/** The accepted keys, and the content that is read once a signature was verified. */
export interface LooseVerification {
  readonly keys: 'issuer' | 'message';
  readonly reads: 'signed' | 'first';
}

/**
 * Behaves like a server that asks its library whether there is a good signature, and no more. Stands in weaknesses
 * alone.
 * @throws SamlError signature
 */
export function verifyLoosely(run: SamlRun, { keys, reads }: LooseVerification): void {
  const { xml, root } = known(run.parsed);
  const signature = allElements(root).find((each) => isNamed(each, signatureNamespace, 'Signature'));
  if (signature === undefined)
    throw refusal('signature', 'The assertion is not signed.', '1 Signature', 'none');
  const { SignedXml } = xmlLibraries();
  const [certificate = ''] = known(run.issuer).certificatesPem;
  const verifier = new SignedXml(
    keys === 'message' ? { getCertFromKeyInfo: SignedXml.getCertFromKeyInfo } : { publicCert: certificate },
  );
  verifier.idAttributes = ['ID'];
  let signed: string | undefined;
  try {
    verifier.loadSignature(signature);
    signed = verifier.checkSignature(xml) ? verifier.getSignedReferences()[0] : undefined;
  } catch (error) {
    if (error instanceof SamlError) throw error;
    throw refusal('signature', 'The signature is not valid.', undefined, String(error));
  }
  if (signed === undefined) throw refusal('signature', 'The signature is not valid.');
  run.content = reads === 'signed' ? parseDocument(signed).root : known(run.claimed);
  run.id = attributeOf(run.content, 'ID') ?? null;
  run.algorithm = verifier.signatureAlgorithm ?? 'unknown';
}

function nameIdIn(root: Element): Element | undefined {
  return allElements(root).find((element) => isNamed(element, samlNamespace, 'NameID'));
}
