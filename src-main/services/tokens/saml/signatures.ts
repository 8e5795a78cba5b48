import { X509Certificate } from 'node:crypto';
import {
  allElements,
  attributeOf,
  childElements,
  childrenNamed,
  envelopedTransform,
  isNamed,
  signatureNamespace,
} from '#main/services/saml/index.ts';
import type { SamlSignature } from '#shared/api/index.ts';

/** A Signature of a document, with the element that its reference finds. */
export interface FoundSignature extends Omit<SamlSignature, 'nodeId' | 'coversNodeId'> {
  readonly element: Element;
  /** Null where the reference finds nothing, or not one thing. */
  readonly covered: Element | null;
  /** True if it covers the document without its own content. */
  readonly isEnveloped: boolean;
}

/** Signatures that are looked at: a document that is made to cost time has hundreds. */
export const maxSignatures = 20;

/** The Signatures of a document in their order, up to 20. XML Signature §4 */
export function findSignatures(root: Element): readonly FoundSignature[] {
  return allElements(root)
    .filter((element) => isNamed(element, signatureNamespace, 'Signature'))
    .slice(0, maxSignatures)
    .map((element) => readSignature(root, element));
}

function readSignature(root: Element, element: Element): FoundSignature {
  const signedInfo = child(element, 'SignedInfo');
  const references = signedInfo === null ? [] : childrenNamed(signedInfo, signatureNamespace, 'Reference');
  const [reference = null] = references;
  const transforms = childrenOf(child(reference, 'Transforms'), 'Transform').map(algorithmAttribute);
  const uri = reference === null ? null : (attributeOf(reference, 'URI') ?? null);
  const { covers, covered } = references.length > 1 ? several : coverage(root, element, uri);
  return {
    element,
    inside: element.parentNode?.nodeName ?? '',
    algorithm: algorithmAttribute(child(signedInfo, 'SignatureMethod')),
    digest: algorithmAttribute(child(reference, 'DigestMethod')),
    canonicalisation: algorithmAttribute(child(signedInfo, 'CanonicalizationMethod')),
    transforms,
    reference: uri ?? '',
    covers,
    covered,
    isEnveloped: transforms.includes(envelopedTransform),
    certificate: certificateIn(element),
  };
}

const several = { covers: 'several', covered: null } as const;

/** Resolves a reference: the element with that ID, or the whole document. XML Signature §4.4.3.2 */
function coverage(
  root: Element,
  signature: Element,
  uri: string | null,
): Pick<FoundSignature, 'covers' | 'covered'> {
  if (uri === '') return { covers: 'document', covered: root };
  if (uri === null || !uri.startsWith('#')) return { covers: 'nothing', covered: null };
  const id = uri.slice(1);
  const named = allElements(root).filter((element) =>
    Array.from(element.attributes).some(
      ({ localName, value }) => localName.toLowerCase() === 'id' && value === id,
    ),
  );
  const [covered, ...others] = named;
  if (covered === undefined) return { covers: 'nothing', covered: null };
  if (others.length > 0) return { covers: 'ambiguous', covered: null };
  return { covers: covered === signature.parentNode ? 'parent' : 'elsewhere', covered };
}

function child(parent: Element | null, name: string): Element | null {
  return childrenOf(parent, name)[0] ?? null;
}

function childrenOf(parent: Element | null, name: string): readonly Element[] {
  return parent === null
    ? []
    : childElements(parent).filter((each) => isNamed(each, signatureNamespace, name));
}

function algorithmAttribute(element: Element | null): string {
  return element === null ? '' : (attributeOf(element, 'Algorithm') ?? '');
}

function certificateIn(signature: Element): string | null {
  const keyInfo = child(signature, 'KeyInfo');
  const found =
    keyInfo === null ? undefined : allElements(keyInfo).find((each) => each.localName === 'X509Certificate');
  if (found === undefined) return null;
  try {
    return certificateWords(new X509Certificate(Buffer.from(found.textContent ?? '', 'base64')));
  } catch {
    return null;
  }
}

/** A certificate in a line: whose it is, and its fingerprint. */
export function certificateWords({ subject, fingerprint256 }: X509Certificate): string {
  return `${subject.replaceAll('\n', ', ')}, SHA-256 ${fingerprint256}`;
}
