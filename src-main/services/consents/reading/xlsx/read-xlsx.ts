import { placeName, type RowPlace, type XlsxReading } from '#shared/consents/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { maxRecordBytes } from '../csv.ts';
import type { RecordReader, TakeRecord } from '../record-reader.ts';
import { readHandle, whileUnchanged } from '../source-file.ts';
import { type Archive, openArchive } from './archive.ts';
import { createSheetVisitor } from './sheet.ts';
import { readDateStyles, readSharedStrings, readWorkbook, type Workbook } from './workbook.ts';
import { walk } from './xml.ts';

/**
 * Workbooks are read part by part, by the streaming XML reader of excelts. Its reader of whole workbooks was measured
 * beside it, on 200,000 rows of five cells: 2.7 s of CPU and 425 MB, where this takes 1.9 s and 290 MB, since that one
 * makes objects with styles of all cells. It also sends sheets that stand before the shared strings, where
 * spreadsheets put them, through temporary files, reads a formula that gives a truth value as NaN, and bounds nothing
 * that a part inflates to. Of the others hucre, read-excel-file and exceljs take as long and more memory, and SheetJS
 * has known vulnerabilities.
 * @throws import.sheet-missing, import.cell-too-large, import.workbook-invalid, import.workbook-too-large
 */
export const readXlsx: RecordReader<XlsxReading> = (file, reading, context, onRecord) =>
  whileUnchanged(file, async (handle, sizeBytes) => {
    const facts = await readHandle(handle, sizeBytes, { ...context, onProgress: () => {} }, async () => {});
    const archive = await openArchive(handle, sizeBytes, context.signal);
    const workbook = await readWorkbook(archive);
    let width = 0;
    await readSheet(archive, workbook, reading, {
      onPacked: context.onProgress,
      onRow(cells, records, place) {
        if (records === Math.max(1, reading.headerRow ?? 1)) width = cells.length;
        onRecord(padded(cells, width), records, place);
      },
    });
    return facts;
  });

/** How the rows of a sheet are taken. */
export interface SheetTaking {
  /** Rows are counted from 1, header included. */
  readonly onRow: TakeRecord;
  readonly onPacked?: (done: number, total: number) => void;
  readonly isDone?: () => boolean;
}

/** Reads the rows of a sheet. @throws import.sheet-missing, import.cell-too-large, import.workbook-invalid */
export async function readSheet(
  archive: Archive,
  { sheets }: Workbook,
  { sheet, dateSystem }: Pick<XlsxReading, 'sheet' | 'dateSystem'>,
  { onRow, onPacked = () => {}, isDone = () => false }: SheetTaking,
): Promise<void> {
  const part = sheets.find(({ name }) => name === sheet)?.part;
  if (part === undefined)
    throw sheetMissing(
      sheet,
      sheets.map(({ name }) => name),
    );
  const [dateStyles, strings] = [await readDateStyles(archive), await readSharedStrings(archive)];
  let records = 0;
  const visitor = createSheetVisitor({ strings, dateStyles, dateSystem }, (cells, row) => {
    records += 1;
    const place = { row, line: 0 };
    if (cells.some((cell) => cell.length > maxRecordBytes)) throw cellTooLarge(place);
    onRow(cells, records, place);
  });
  await walk(part, archive.part(part, onPacked), { ...visitor, isDone });
}

/** Cells that are empty at the end of a row are not there in the file. */
function padded(cells: readonly string[], width: number): readonly string[] {
  return cells.length >= width ? cells : Array.from({ length: width }, (_, index) => cells[index] ?? '');
}

function cellTooLarge(place: RowPlace): GatehouseError {
  return new GatehouseError('import.cell-too-large', `${placeName(place)} has a cell of more than 1 MB.`, {
    cause: new Error(
      'Spreadsheet applications allow 32,767 characters per cell, so another program wrote the file.',
    ),
    fix: 'Shorten the cell in the file.',
  });
}

function sheetMissing(sheet: string, names: readonly string[]): GatehouseError {
  return new GatehouseError('import.sheet-missing', `The workbook has no sheet “${sheet}”.`, {
    cause: new Error(
      names.length === 0 ? 'The workbook has no sheets.' : `The sheets are ${names.join(', ')}.`,
    ),
    fix: 'Choose another sheet.',
  });
}
