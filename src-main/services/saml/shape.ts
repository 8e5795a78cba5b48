import { allElements, attributeOf, isNamed, onlyChild, textOf } from './dom.ts';
import { samlNamespace } from './names.ts';
import { parseDocument } from './parse.ts';
import { known, type SamlRun, type TrustedIssuer } from './run.ts';
import { refusal } from './saml-error.ts';

const identifier = /^[A-Za-z_][A-Za-z0-9._-]{0,255}$/;

/**
 * Parses the document: plain, strictly well-formed XML of bounded size.
 * @throws SamlError parse
 */
export function parseStep(run: SamlRun): void {
  run.parsed = parseDocument(known(run.xml));
}

/**
 * Sees that the document is one assertion and holds no other, wherever it might hide. RFC 7522 §2.1
 * @throws SamlError shape
 */
export function shapeStep(run: SamlRun): void {
  const { root } = known(run.parsed);
  if (!isNamed(root, samlNamespace, 'Assertion')) {
    const got = `${root.localName} of ${root.namespaceURI ?? 'no namespace'}`;
    throw refusal(
      'shape',
      'The document is not a bare SAML 2.0 assertion.',
      `Assertion of ${samlNamespace}`,
      got,
    );
  }
  for (const element of allElements(root).slice(1)) {
    if (/^(?:Encrypted)?Assertion$/.test(element.localName)) {
      throw refusal('shape', 'The assertion contains a second assertion.', '1 assertion', element.tagName);
    }
  }
  const version = attributeOf(root, 'Version');
  if (version !== '2.0') throw refusal('shape', 'The version is not 2.0.', '2.0', version ?? 'none');
  const id = attributeOf(root, 'ID') ?? '';
  if (!identifier.test(id)) {
    throw refusal(
      'shape',
      'The assertion has no ID, or a malformed one.',
      'an ID of up to 256 characters',
      id,
    );
  }
  run.claimed = root;
}

/**
 * Finds whose assertion it claims to be. RFC 7522 §3 (1)
 * @throws SamlError issuer
 */
export function issuerStep<Issuer extends TrustedIssuer>(
  run: SamlRun<Issuer>,
  trust: readonly Issuer[],
): void {
  const claimed = textOf(onlyChild(known(run.claimed), samlNamespace, 'Issuer', 'issuer'), 'issuer');
  const issuer = trust.find((candidate) => candidate.issuer === claimed);
  if (issuer === undefined) {
    const names = trust.map((candidate) => candidate.issuer).join(' ');
    throw refusal(
      'issuer',
      'No trusted issuer has this name.',
      names === '' ? 'no issuer is trusted' : names,
      claimed,
    );
  }
  run.issuer = issuer;
}
