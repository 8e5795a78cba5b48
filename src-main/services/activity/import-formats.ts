import type { ImportedEntry } from './imported-entry.ts';
import { readBurp } from './read-burp.ts';
import { readHar } from './read-har.ts';
import { readRawRequest } from './read-raw-request.ts';

/** A kind of document that exchanges are imported from. */
export interface ImportFormat {
  /** As a sentence names it. */
  readonly name: string;
  /** As a place in it names it. */
  readonly short: string;
  /** Tests whether a document, by its beginning, is of this kind. */
  detects(beginning: string): boolean;
  /** @throws ImportFault */
  read(text: string): readonly ImportedEntry[];
}

/** Where nothing else is detected, the document is read as the first. */
export const importFormats: readonly [ImportFormat, ...ImportFormat[]] = [
  {
    name: 'a HAR 1.2 document',
    short: 'HAR',
    detects: (beginning) => beginning.startsWith('{'),
    read: readHar,
  },
  {
    name: 'an XML export of Burp Suite',
    short: 'XML',
    detects: (beginning) => beginning.startsWith('<') && beginning.includes('<items'),
    read: readBurp,
  },
  {
    name: 'an HTTP request',
    short: 'request',
    detects: (beginning) => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ \S+ HTTP\/[\d.]+\r?\n/.test(beginning),
    read: readRawRequest,
  },
];

/** Characters at the beginning of a document that tell its kind. */
const beginningCharacters = 16_384;

/** The kind of a document. */
export function importFormatOf(text: string): ImportFormat {
  const beginning = text
    .slice(0, beginningCharacters)
    .replace(/^\uFEFF/, '')
    .trimStart();
  return importFormats.find((format) => format.detects(beginning)) ?? importFormats[0];
}
