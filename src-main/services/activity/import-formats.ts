import { ImportFault } from './import-fault.ts';
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
  /** The way out where it cannot be read. */
  readonly fix: string;
  /** Tests whether a document, by its beginning, is of this kind. */
  detects(beginning: string): boolean;
  /** @throws ImportFault */
  read(text: string): readonly ImportedEntry[];
}

/** Exchanges are imported from these. */
const importFormats: readonly ImportFormat[] = [
  {
    name: 'a HAR 1.2 document',
    short: 'HAR',
    fix: 'Export it again from the browser’s network panel, as HAR.',
    detects: (beginning) => beginning.startsWith('{') || beginning.startsWith('['),
    read: readHar,
  },
  {
    name: 'an XML export of Burp Suite',
    short: 'XML',
    fix: 'Select the items in Burp Suite, and save them as XML again.',
    detects: (beginning) => beginning.startsWith('<') && beginning.includes('<items'),
    read: readBurp,
  },
  {
    name: 'an HTTP request',
    short: 'request',
    fix: 'Write a request line, headers that include Host, an empty line, and the body.',
    detects: (beginning) => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ \S+ HTTP\/[\d.]+\r?\n/.test(beginning),
    read: readRawRequest,
  },
];

const unknown: ImportFormat = {
  name: 'a text in a supported import format',
  short: 'text',
  fix: 'Use a HAR 1.2 document, an XML export of Burp Suite, curl commands, or one HTTP request.',
  detects: () => true,
  read() {
    throw new ImportFault('it does not start like any of the formats', 1, 1);
  },
};

/** Characters at the beginning of a document that tell its kind. */
const beginningCharacters = 16_384;

/** The kind of a document. */
export function importFormatOf(text: string): ImportFormat {
  const beginning = text
    .slice(0, beginningCharacters)
    .replace(/^\uFEFF/, '')
    .trimStart();
  return importFormats.find((format) => format.detects(beginning)) ?? unknown;
}
