import { SaxParser } from '@cj-tech-master/excelts/xml';
import { GatehouseError } from '#shared/errors/index.ts';
import { workbookInvalid } from './archive.ts';

/** Callbacks for the elements of a part, in their order. */
export interface ElementVisitor {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
  /** Asked between pieces: true ends the walk. */
  readonly isDone?: () => boolean;
}

/** Walks through a part of a workbook. @throws import.workbook-invalid */
export async function walk(
  name: string,
  bytes: AsyncIterable<Buffer>,
  { open = () => {}, text = () => {}, close = () => {}, isDone = () => false }: ElementVisitor,
): Promise<void> {
  // Only the five entities of XML itself are known, which grow into nothing: a sheet may hold any number of them.
  const parser = new SaxParser({ position: false, invalidCharHandling: 'skip', maxEntityExpansions: 0 });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  parser.on('opentag', (tag) => open(local(tag.name), tag.attributes));
  parser.on('text', text);
  parser.on('closetag', (tag) => close(local(tag.name)));
  try {
    for await (const piece of bytes) {
      parser.write(decoder.decode(piece, { stream: true }));
      if (isDone()) return;
    }
    parser.write(decoder.decode());
    parser.close();
  } catch (error) {
    if (error instanceof GatehouseError) throw error;
    throw workbookInvalid(`The part ${name} is not valid XML.`, error);
  }
}

/** Some writers put a prefix before every name. */
function local(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}
