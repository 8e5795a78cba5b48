import type { ReadingGuess, RowPlace, SourcePreview, XlsxReading } from '#shared/consents/index.ts';
import { type Given, previewRecords } from '../preview-csv.ts';
import { whileUnchanged } from '../source-file.ts';
import { type Archive, openArchive } from './archive.ts';
import { readSheet } from './read-xlsx.ts';
import { readWorkbook } from './workbook.ts';
import { walk } from './xml.ts';

const maxRecords = 200;

/**
 * Previews a workbook by the first rows of a sheet.
 * @throws engine.stopped, import.sheet-missing, import.cell-too-large, import.workbook-encrypted,
 * import.workbook-invalid, import.workbook-too-large
 */
export function previewXlsx(
  file: string,
  given: Given<XlsxReading>,
  signal: AbortSignal,
): Promise<SourcePreview> {
  return whileUnchanged(file, async (handle, sizeBytes) => {
    const archive = await openArchive(handle, sizeBytes, signal);
    const workbook = await readWorkbook(archive);
    const sheets: { name: string; rows: number | null }[] = [];
    // One after the other: a hostile workbook has thousands, and each takes memory while it is open.
    for (const { name, part } of workbook.sheets) sheets.push({ name, rows: await rowsOf(archive, part) });
    // The largest: the others are notes, mostly.
    const [largest] = sheets.toSorted((a, b) => (b.rows ?? 0) - (a.rows ?? 0));
    const sheet = given.sheet ?? largest?.name ?? '';
    const dateSystem = given.dateSystem ?? workbook.dateSystem;
    const records: (readonly string[])[] = [];
    const places: RowPlace[] = [];
    await readSheet(
      archive,
      workbook,
      { sheet, dateSystem },
      {
        onRow(cells, _record, place) {
          records.push(cells);
          places.push(place);
        },
        isDone: () => records.length >= maxRecords,
      },
    );
    const guesses: ReadingGuess[] = [];
    if (given.sheet === undefined)
      guesses.push({
        what: 'sheet',
        value: sheet,
        confidence: sheets.length === 1 ? 1 : 0.7,
        reason: sheets.length === 1 ? 'The workbook has one sheet.' : 'The sheet has the most rows.',
      });
    if (given.dateSystem === undefined)
      guesses.push({
        what: 'dateSystem',
        value: String(dateSystem),
        confidence: 1,
        reason: 'The workbook specifies the date system.',
      });
    return {
      ...previewRecords(
        { records: records.slice(0, maxRecords), places: places.slice(0, maxRecords) },
        given.headerRow,
        (headerRow): XlsxReading => ({ kind: 'xlsx', sheet, headerRow, dateSystem }),
        guesses,
        [],
      ),
      sheets,
      sizeBytes,
    };
  });
}

/** The last row that a sheet says it has; null where it does not say. */
async function rowsOf(archive: Archive, part: string): Promise<number | null> {
  let rows: number | null = null;
  let isPast = false;
  await walk(part, archive.part(part), {
    open(name, { ref }) {
      if (name === 'dimension') rows = Number(/\d{1,10}$/.exec(ref ?? '')?.[0] ?? Number.NaN) || null;
      if (name === 'dimension' || name === 'sheetData') isPast = true;
    },
    isDone: () => isPast,
  });
  return rows;
}
