import { algorithmOf, type SamlAlgorithm, samlAlgorithms, samlDigests } from './algorithms.ts';
import { allElements, attributeOf, childElements, isComment, isNamed, textOf } from './dom.ts';
import { envelopedTransform, exclusiveC14n, exclusiveC14nWithComments, signatureNamespace } from './names.ts';
import { refusal } from './saml-error.ts';

/** A signature of the one form that is taken, still to be verified. */
export interface SignatureForm {
  readonly element: Element;
  readonly algorithm: SamlAlgorithm;
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
const canonicalisations = [exclusiveC14n, exclusiveC14nWithComments];

/**
 * Finds the signature of an assertion and sees that it signs that very assertion, all of it, and nothing else.
 * SAML 2.0 Core §5.4, XML Signature §4
 * @throws SamlError signature
 */
export function readSignatureForm(assertion: Element): SignatureForm {
  const root = assertion.ownerDocument.documentElement;
  const [element, ...others] = allElements(root).filter((each) =>
    isNamed(each, signatureNamespace, 'Signature'),
  );
  if (element === undefined)
    throw refusal('signature', 'The assertion is not signed.', '1 Signature', 'none');
  if (others.length > 0) {
    throw refusal('signature', 'The assertion has more than one signature.', '1', `${others.length + 1}`);
  }
  if (element.parentNode !== assertion) {
    throw refusal(
      'signature',
      'The signature is not a child of the assertion.',
      'Assertion',
      parentName(element),
    );
  }
  if (allElements(element).some((each) => Array.from(each.childNodes).some(isComment))) {
    throw refusal('signature', 'The signature contains a comment.');
  }
  const parts = childElements(element);
  const keyInfo = parts.length === 3 ? ['KeyInfo'] : [];
  // An Object could hold the signed assertion while another is read.
  const [signedInfo, value] = expectChildren(element, ['SignedInfo', 'SignatureValue', ...keyInfo]);
  const [canonicalisation, method, reference] = expectChildren(signedInfo, [
    'CanonicalizationMethod',
    'SignatureMethod',
    'Reference',
  ]);
  expectAlgorithm(canonicalisation, canonicalisations);
  const algorithm = readMethod(method);
  checkBase64(value);
  checkReference(reference, assertion);
  return { element, algorithm };
}

function checkReference(reference: Element | undefined, assertion: Element): void {
  const want = `#${attributeOf(assertion, 'ID') ?? ''}`;
  const uri = reference === undefined ? undefined : attributeOf(reference, 'URI');
  if (uri !== want) {
    throw refusal('signature', 'The signature does not cover this assertion.', want, uri ?? 'no URI');
  }
  const [transforms, digestMethod, digestValue] = expectChildren(reference, [
    'Transforms',
    'DigestMethod',
    'DigestValue',
  ]);
  const [enveloped, canonical] = expectChildren(transforms, ['Transform', 'Transform']);
  expectAlgorithm(enveloped, [envelopedTransform]);
  expectAlgorithm(canonical, canonicalisations);
  expectAlgorithm(digestMethod, Object.keys(samlDigests));
  checkBase64(digestValue);
}

function readMethod(method: Element | undefined): SamlAlgorithm {
  const accepted = Object.values(samlAlgorithms).map(({ uri }) => uri);
  const algorithm = algorithmOf(expectAlgorithm(method, accepted));
  if (algorithm === undefined) throw refusal('signature', 'The algorithm is not accepted.');
  return algorithm;
}

/** Exactly these children, in this order. */
function expectChildren(parent: Element | undefined, names: readonly string[]): readonly Element[] {
  const children = parent === undefined ? [] : childElements(parent);
  const isAsWanted =
    children.length === names.length &&
    children.every((child, index) => isNamed(child, signatureNamespace, names[index] ?? ''));
  if (isAsWanted) return children;
  throw refusal(
    'signature',
    `${parent?.localName ?? 'The signature'} has parts that are not accepted.`,
    names.join(' '),
    children.map(({ localName }) => localName).join(' '),
  );
}

/** One of these algorithms, with no parameter but the prefix list of exclusive canonicalisation. */
function expectAlgorithm(element: Element | undefined, accepted: readonly string[]): string {
  const algorithm = element === undefined ? '' : (attributeOf(element, 'Algorithm') ?? '');
  if (element === undefined || !accepted.includes(algorithm)) {
    const name = element?.localName ?? 'Transform';
    throw refusal('signature', `The ${name} is not accepted.`, accepted.join(' '), algorithm);
  }
  const isPlain = childElements(element).every(
    (child) =>
      isNamed(child, exclusiveC14n, 'InclusiveNamespaces') &&
      canonicalisations.includes(algorithm) &&
      child.childNodes.length === 0,
  );
  if (!isPlain) throw refusal('signature', `The ${element.localName} has a parameter.`, 'none');
  return algorithm;
}

function checkBase64(element: Element | undefined): void {
  if (element === undefined) return;
  const text = textOf(element, 'signature').replaceAll(/[ \t\r\n]/g, '');
  if (!base64.test(text))
    throw refusal('signature', `The ${element.localName} is not Base64.`, undefined, text);
}

function parentName(element: Element): string {
  return element.parentNode?.nodeName ?? 'none';
}
