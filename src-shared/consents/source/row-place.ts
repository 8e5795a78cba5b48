/** The place of a row in its file. */
export interface RowPlace {
  /** As spreadsheets number it: header, empty rows and all. */
  readonly row: number;
  /** The line of a text on which it begins; 0 in a workbook, which has no lines. */
  readonly line: number;
}

/** The place in a sentence: both numbers where a spreadsheet and a text editor count differently. */
export function placeName({ row, line }: RowPlace): string {
  return line === 0 || line === row ? `Row ${row}` : `Row ${row} (line ${line})`;
}

/** The places of rows that lie below each other without empty rows or line breaks in cells, after `above` records. */
export function plainPlace(row: number, above: number): RowPlace {
  return { row: row + above, line: 0 };
}
