import { createRecordWriter, guardFormula } from './cells.ts';

const write = createRecordWriter(',', '"');

/**
 * Rows as CSV. A text never runs as a formula where a spreadsheet opens it; numbers stay numbers, whatever their sign.
 * RFC 4180 §2
 */
export function csvText(rows: Iterable<readonly (string | number)[]>): string {
  let text = '';
  for (const row of rows)
    text += write(row.map((cell) => (typeof cell === 'number' ? String(cell) : guardFormula(cell))));
  return text;
}
