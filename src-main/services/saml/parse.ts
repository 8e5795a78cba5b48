import { allElements, isComment, isText } from './dom.ts';
import { refusal } from './saml-error.ts';
import { checkWellFormed } from './well-formed.ts';
import { xmlLibraries } from './xml-libraries.ts';

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';
const declarationNamespace = 'http://www.w3.org/2000/xmlns/';

/** A document that passed the checks of its form. Nothing in it is proved by anybody. */
export interface ParsedDocument {
  readonly xml: string;
  readonly root: Element;
  /** Names of the elements with a comment in their text. */
  readonly commentedValues: readonly string[];
}

/**
 * Parses a document that is well-formed in the strictest sense and names no two elements alike. XML Signature §8.1
 * @throws SamlError parse
 */
export function parseDocument(xml: string): ParsedDocument {
  const root = parseWellFormed(xml);
  const elements = allElements(root);
  checkIds(elements);
  return { xml, root, commentedValues: elements.filter(isCommented).map(({ tagName }) => tagName) };
}

/**
 * The root of a well-formed document, in which two elements may still have one ID: to be looked at, not to be trusted.
 * @throws SamlError parse
 */
export function parseWellFormed(xml: string): Element {
  checkWellFormed(xml);
  const root = parseTree(xml);
  for (const element of allElements(root)) checkNamespaces(element);
  return root;
}

function parseTree(xml: string): Element {
  const refuse = (message: unknown): never => {
    throw refusal('parse', 'The document is not well-formed.', undefined, String(message));
  };
  const { DOMParser } = xmlLibraries();
  const parser = new DOMParser({
    locator: null,
    errorHandler: { warning: refuse, error: refuse, fatalError: refuse },
  });
  return parser.parseFromString(xml, 'text/xml').documentElement;
}

/** Namespaces in XML 1.0: every prefix is declared, and no two attributes of an element are the same. */
function checkNamespaces(element: Element): void {
  if (element.prefix && !element.namespaceURI) throw undeclared(element.tagName);
  const seen = new Set<string>();
  for (const attribute of Array.from(element.attributes)) {
    const { name, value, prefix } = attribute;
    if (name === 'xmlns' || prefix === 'xmlns') checkDeclaration(name, value);
    else if (name.startsWith('xmlns'))
      throw refusal('parse', 'An attribute has a reserved name.', undefined, name);
    else if (prefix && !attribute.namespaceURI) throw undeclared(name);
    const full = `${prefix ? (attribute.namespaceURI ?? '') : ''} ${attribute.localName}`;
    if (name !== 'xmlns' && seen.has(full)) {
      throw refusal('parse', 'An element has two attributes with the same name.', undefined, name);
    }
    if (name !== 'xmlns') seen.add(full);
  }
}

function checkDeclaration(name: string, value: string): void {
  const isReserved = name === 'xmlns:xml' || name === 'xmlns:xmlns';
  const isReservedValue = value === xmlNamespace || value === declarationNamespace;
  if (!isReserved && !isReservedValue && (name === 'xmlns' || value !== '')) return;
  throw refusal('parse', 'A namespace declaration is not allowed.', undefined, `${name}="${value}"`);
}

function undeclared(name: string) {
  return refusal('parse', 'A namespace prefix is not declared.', undefined, name);
}

/** Checks that a look-up by ID finds the element that was signed: no value occurs twice, however spelt. */
function checkIds(elements: readonly Element[]): void {
  const seen = new Set<string>();
  for (const element of elements) {
    for (const { localName, value } of Array.from(element.attributes)) {
      if (localName.toLowerCase() !== 'id') continue;
      if (seen.has(value)) throw refusal('parse', 'Two elements have the same ID.', undefined, value);
      seen.add(value);
    }
  }
}

function isCommented(element: Element): boolean {
  const nodes = Array.from(element.childNodes);
  return nodes.some(isComment) && nodes.some((node) => isText(node) && /\S/.test(node.nodeValue ?? ''));
}
