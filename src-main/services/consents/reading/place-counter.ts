import type { RowPlace } from '#shared/consents/index.ts';

const lineBreak = /\r\n|\n|\r/g;

/** Counts the places of the records of a text, which are taken in their order. */
export class PlaceCounter {
  #records = 0;
  #emptyRows = 0;
  #nextLine = 1;

  /** The place of the record that is read next, before `emptyRows` is known to have grown. */
  next(emptyRows: number): RowPlace {
    return { row: this.#records + 1 + emptyRows, line: this.#nextLine + emptyRows - this.#emptyRows };
  }

  /** Takes a record; `emptyRows` are those of the text so far. */
  take(cells: readonly string[], emptyRows: number): RowPlace {
    const place = this.next(emptyRows);
    this.#records += 1;
    this.#emptyRows = emptyRows;
    this.#nextLine = place.line + 1 + breaksIn(cells);
    return place;
  }
}

/** Line breaks within the cells of a record, which stand in quotes. */
function breaksIn(cells: readonly string[]): number {
  let breaks = 0;
  for (const cell of cells)
    if (cell.includes('\n') || cell.includes('\r')) breaks += cell.match(lineBreak)?.length ?? 0;
  return breaks;
}
