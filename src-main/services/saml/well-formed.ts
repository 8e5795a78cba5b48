import { refusal } from './saml-error.ts';

/** How deep elements may nest, and how many nodes a document may have: far more than an assertion needs. */
export const maxDepth = 32;
export const maxNodes = 4_000;

const space = '[ \\t\\n\\r]';
const nameStart =
  'A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F' +
  '\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD';
const localName = `[${nameStart}][${nameStart}0-9.\\-\\u00B7\\u0300-\\u036F\\u203F\\u2040]*`;
const name = `${localName}(?::${localName})?`;
const attribute = `${space}+${name}${space}*=${space}*(?:"[^<"]*"|'[^<']*')`;

const startTag = new RegExp(`<(${name})((?:${attribute})*)${space}*(/?)>`, 'y');
const endTag = new RegExp(`</(${name})${space}*>`, 'y');
const declaration =
  /^<\?xml[ \t\n\r]+version=["']1\.0["'](?:[ \t\n\r]+encoding=["'][Uu][Tt][Ff]-8["'])?(?:[ \t\n\r]+standalone=["'](?:yes|no)["'])?[ \t\n\r]*\?>/;
const attributeCount = /=[ \t\n\r]*(?:"[^"]*"|'[^']*')/g;
// U+0085 and U+2028 are characters of XML 1.0, yet some readers take them for line ends: then the signed content would be ambiguous.
const strangeCharacter = /[^\t\n\r\u0020-\u0084\u0086-\u2027\u2029-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const strangeReference = /&(?!(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});)[^;&<\s]{0,40};?/;
const characterReference = /&#(x?)([0-9A-Fa-f]+);/g;

interface Scan {
  readonly xml: string;
  readonly open: string[];
  at: number;
  nodes: number;
  hasRoot: boolean;
}

/**
 * Checks that a text is well-formed XML of the plainest kind: no DOCTYPE, no entities of its own, no processing
 * instructions, one root. The tree is built by a lenient parser, so nothing may get there that parsers read in two ways.
 * @throws SamlError parse
 */
export function checkWellFormed(xml: string): void {
  const strange = strangeCharacter.exec(xml);
  if (strange !== null) throw fault(xml, strange.index, 'A character is not allowed in an assertion');
  const scan: Scan = { xml, open: [], at: declaration.exec(xml)?.[0].length ?? 0, nodes: 0, hasRoot: false };
  while (scan.at < xml.length) {
    const next = xml.indexOf('<', scan.at);
    const end = next === -1 ? xml.length : next;
    if (end > scan.at) checkText(scan, end);
    scan.at = end;
    if (end < xml.length) readMarkup(scan);
    if (scan.nodes > maxNodes) throw refusal('parse', 'The document has too many nodes.', `${maxNodes}`);
  }
  const unclosed = scan.open.at(-1);
  if (unclosed !== undefined) throw fault(xml, xml.length, `The element ${unclosed} is not closed`);
  if (!scan.hasRoot) throw refusal('parse', 'The document has no element.');
}

function readMarkup(scan: Scan): void {
  const { xml, at } = scan;
  scan.nodes += 1;
  if (xml.startsWith('<!--', at)) return readComment(scan);
  if (xml.startsWith('<![CDATA[', at)) return readCharacterData(scan);
  if (xml.startsWith('<!', at)) throw fault(xml, at, 'A DOCTYPE or declaration is not allowed');
  if (xml.startsWith('<?', at)) throw fault(xml, at, 'A processing instruction is not allowed');
  if (xml.startsWith('</', at)) return readEndTag(scan);
  return readStartTag(scan);
}

function readComment(scan: Scan): void {
  const { xml, at } = scan;
  const end = xml.indexOf('--', at + 4);
  if (end === -1 || xml[end + 2] !== '>') throw fault(xml, at, 'A comment is not closed or contains “--”');
  scan.at = end + 3;
}

function readCharacterData(scan: Scan): void {
  const { xml, at, open } = scan;
  const end = xml.indexOf(']]>', at);
  if (end === -1 || open.length === 0) throw fault(xml, at, 'A CDATA section is misplaced or not closed');
  // An empty one is a node without text, which canonicalisers do not agree on.
  if (end === at + '<![CDATA['.length) throw fault(xml, at, 'A CDATA section is empty');
  scan.at = end + 3;
}

function readStartTag(scan: Scan): void {
  const { xml, at, open } = scan;
  if (open.length === 0 && scan.hasRoot) throw fault(xml, at, 'The document has a second root element');
  startTag.lastIndex = at;
  const match = startTag.exec(xml);
  if (match === null) throw fault(xml, at, 'A tag is malformed');
  const [whole, tagName = '', attributes = '', slash] = match;
  checkReferences(scan, attributes, at);
  scan.nodes += attributes.match(attributeCount)?.length ?? 0;
  scan.hasRoot = true;
  if (slash !== '/') open.push(tagName);
  if (open.length > maxDepth)
    throw refusal('parse', 'The elements are nested too deeply.', `${maxDepth} levels`);
  scan.at = at + whole.length;
}

function readEndTag(scan: Scan): void {
  const { xml, at, open } = scan;
  endTag.lastIndex = at;
  const match = endTag.exec(xml);
  if (match === null || match[1] !== open.pop())
    throw fault(xml, at, 'An end tag does not match its start tag');
  scan.at = at + match[0].length;
}

function checkText(scan: Scan, end: number): void {
  const { xml, at, open } = scan;
  const text = xml.slice(at, end);
  scan.nodes += 1;
  if (open.length === 0 && /[^ \t\n\r]/.test(text))
    throw fault(xml, at, 'The document has text outside the root element');
  if (text.includes(']]>')) throw fault(xml, at, 'The text contains “]]>”');
  checkReferences(scan, text, at);
}

function checkReferences({ xml }: Scan, text: string, at: number): void {
  if (!text.includes('&')) return;
  const strange = strangeReference.exec(text);
  if (strange !== null) throw fault(xml, at, `An entity is not allowed: ${strange[0]}`);
  for (const [whole, hexadecimal, digits = ''] of text.matchAll(characterReference)) {
    const point = Number.parseInt(digits, hexadecimal === 'x' ? 16 : 10);
    if (point > 0x10_ff_ff || strangeCharacter.test(String.fromCodePoint(point))) {
      throw fault(xml, at, `A character reference is not allowed: ${whole}`);
    }
  }
}

function fault(xml: string, at: number, detail: string) {
  return refusal('parse', `${detail} (character ${at + 1}).`, undefined, xml.slice(at, at + 60));
}
