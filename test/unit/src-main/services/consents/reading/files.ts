import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { onTestFinished } from 'vitest';
import { readRecords } from '#main/services/consents/reading/index.ts';
import { type Encoding, type Reading, toLatin1 } from '#shared/consents/index.ts';

/** A folder that is removed when the test ends. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-import-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a file into a folder of its own, and gives its path. */
export function makeFile(name: string, content: string | Uint8Array): string {
  const path = join(makeFolder(), name);
  writeFileSync(path, content);
  return path;
}

/** Text in an encoding, as other programs write it. */
export function encoded(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'windows-1252') return Buffer.from(toLatin1(text), 'latin1');
  const units = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16be' ? units.swap16() : units;
}

export const quietContext = { signal: new AbortController().signal, onProgress: () => {} };

export const plainReading: Extract<Reading, { kind: 'csv' }> = {
  kind: 'csv',
  encoding: 'utf-8',
  delimiter: ',',
  quote: '"',
  headerRow: 1,
};

/** All records of a file. */
export async function recordsOf(file: string, reading: Reading): Promise<readonly (readonly string[])[]> {
  const records: (readonly string[])[] = [];
  await readRecords(file, reading, quietContext, (cells) => records.push(cells));
  return records;
}

/** Parts of a workbook, in the order in which spreadsheets write them. */
export interface WorkbookParts {
  readonly sheets: Readonly<Record<string, string>>;
  readonly strings?: readonly string[];
  readonly styles?: string;
  readonly date1904?: boolean;
}

/** Makes a workbook of the XML of its rows, as it stands between `sheetData`. */
export function makeWorkbook({
  sheets,
  strings = [],
  styles = '',
  date1904 = false,
}: WorkbookParts): Uint8Array {
  const names = Object.keys(sheets);
  const xml = (body: string) => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`);
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return zipSync({
    'xl/workbook.xml': xml(
      `<workbook ${main} xmlns:r="${relations}"><workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets>${names
        .map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
        .join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships>${names
        .map((_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`)
        .join('')}</Relationships>`,
    ),
    ...Object.fromEntries(
      names.map((name, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        xml(`<worksheet ${main}><sheetData>${sheets[name]}</sheetData></worksheet>`),
      ]),
    ),
    'xl/styles.xml': xml(`<styleSheet ${main}>${styles}</styleSheet>`),
    'xl/sharedStrings.xml': xml(`<sst ${main}>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`),
  });
}
