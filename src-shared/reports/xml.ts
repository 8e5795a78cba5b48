import { escapeAttribute } from './escape.ts';

export type Attributes = Readonly<Record<string, string | number>>;

/** An element of XML; its content is mark-up already. */
export function element(name: string, attributes: Attributes, content: string): string {
  const parts = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeAttribute(String(value))}"`,
  );
  return `<${name}${parts.join('')}>${content}</${name}>`;
}

/** A document of one element, with the declaration before it. XML 1.0 §2.8 */
export function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}
