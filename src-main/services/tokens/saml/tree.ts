import { isComment, isElement, isText } from '#main/services/saml/index.ts';
import type { SamlNode } from '#shared/api/index.ts';
import type { FoundSignature } from './signatures.ts';

/** The nodes of a document in their order, and the number of each element. */
export interface SamlTree {
  readonly nodes: SamlNode[];
  readonly idOf: (element: Element) => number;
  readonly coveredBy: (element: Element) => number[];
}

/** Lays a document out in a list; each node says which signatures cover it. Space between elements is left out. */
export function layOut(root: Element, signatures: readonly FoundSignature[]): SamlTree {
  const coverings = signatures.map(coveringOf);
  const ids = new Map<Node, number>();
  const nodes: SamlNode[] = [];
  const coveredBy = (node: Node) => coverings.flatMap((covers, index) => (covers.has(node) ? [index] : []));
  const add = (node: Node, depth: number, parts: Pick<SamlNode, 'kind'> & Partial<SamlNode>) => {
    ids.set(node, nodes.length);
    const empty = { name: '', namespace: '', attributes: [], text: '' };
    nodes.push({ ...empty, ...parts, id: nodes.length, depth, coveredBy: coveredBy(node) });
  };
  const visit = (node: Node, depth: number): void => {
    if (isElement(node)) {
      const attributes = Array.from(node.attributes).map(({ name, value }) => ({ name, value }));
      add(node, depth, {
        kind: 'element',
        name: node.tagName,
        namespace: node.namespaceURI ?? '',
        attributes,
      });
      for (const each of Array.from(node.childNodes)) visit(each, depth + 1);
    } else if (isComment(node)) add(node, depth, { kind: 'comment', text: node.nodeValue ?? '' });
    else if (isText(node) && /\S/.test(node.nodeValue ?? ''))
      add(node, depth, { kind: 'text', text: node.nodeValue ?? '' });
  };
  visit(root, 0);
  return { nodes, idOf: (element) => ids.get(element) ?? -1, coveredBy };
}

/**
 * Returns the nodes that a signature's reference takes in. No canonical form has comments in it, so that none covers
 * them.
 */
function coveringOf({ covered, element, isEnveloped }: FoundSignature): ReadonlySet<Node> {
  const nodes = new Set<Node>();
  const take = (node: Node): void => {
    if (isComment(node) || (isEnveloped && node === element)) return;
    nodes.add(node);
    if (isElement(node)) for (const each of Array.from(node.childNodes)) take(each);
  };
  if (covered !== null) take(covered);
  return nodes;
}
