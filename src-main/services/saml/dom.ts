import { refusal, type SamlStep } from './saml-error.ts';

const elementType = 1;
const textType = 3;
const characterDataType = 4;
const commentType = 8;

/** Tests whether a node is an element. */
export function isElement(node: Node): node is Element {
  return node.nodeType === elementType;
}

/** Tests whether a node is text, in whichever way it is written. */
export function isText(node: Node): boolean {
  return node.nodeType === textType || node.nodeType === characterDataType;
}

/** Tests whether a node is a comment. */
export function isComment(node: Node): boolean {
  return node.nodeType === commentType;
}

/** The child elements, in order. */
export function childElements(parent: Element): readonly Element[] {
  return Array.from(parent.childNodes).filter(isElement);
}

/** The child elements of one name. */
export function childrenNamed(parent: Element, namespace: string, name: string): readonly Element[] {
  return childElements(parent).filter((child) => isNamed(child, namespace, name));
}

/** Tests whether an element has this name in this namespace. */
export function isNamed(element: Element, namespace: string, name: string): boolean {
  return element.localName === name && element.namespaceURI === namespace;
}

/** All elements of a tree, the root first. */
export function allElements(root: Element): readonly Element[] {
  return [root, ...childElements(root).flatMap(allElements)];
}

/** The value of an attribute that is in no namespace; undefined where it is absent. */
export function attributeOf(element: Element, name: string): string | undefined {
  return element.getAttributeNode(name)?.value;
}

/**
 * The only child element of a name.
 * @throws SamlError where there is none, or more than one
 */
export function onlyChild(parent: Element, namespace: string, name: string, step: SamlStep): Element {
  const [first, ...others] = childrenNamed(parent, namespace, name);
  if (first === undefined || others.length > 0) {
    const got = first === undefined ? 'none' : `${others.length + 1}`;
    throw refusal(step, `${parent.localName} must have one ${name}.`, '1', got);
  }
  return first;
}

/**
 * The text of an element that holds nothing else: a comment or an element in it would let readers see different values.
 * @throws SamlError
 */
export function textOf(element: Element, step: SamlStep): string {
  const text = plainText(element);
  if (text === null) throw refusal(step, `${element.localName} must contain only text.`);
  return text;
}

/** The text of an element, or null where it holds anything else. */
export function plainText(element: Element): string | null {
  const nodes = Array.from(element.childNodes);
  return nodes.every(isText) ? nodes.map((node) => node.nodeValue ?? '').join('') : null;
}
