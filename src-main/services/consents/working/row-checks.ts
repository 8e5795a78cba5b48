import { isEmptyRow, placeName, type RowPlace } from '#shared/consents/index.ts';
import type { Problem } from '#shared/errors/index.ts';
import { isFormula } from '#shared/sheets/cells.ts';

/** Maximum number of problems that are reported one by one; the others are counted. */
const maxProblems = 1_000;

/** Checks rows as they are read, and collects their problems. */
export interface RowChecks {
  take(place: RowPlace, cells: readonly string[]): void;
  found(): { readonly problems: readonly Problem[]; readonly problemCount: number };
}

/** Creates the checks of a file with these columns; `header` is the header row of the file. */
export function createRowChecks(columns: readonly string[], header: readonly string[] | null): RowChecks {
  const problems: Problem[] = [];
  let problemCount = 0;

  function tell(problem: Problem): void {
    problemCount += 1;
    if (problems.length < maxProblems) problems.push(problem);
  }

  function checkCell(row: string, cell: string, index: number): void {
    const column = columns[index] ?? `Column ${index + 1}`;
    if (cell.includes('\0')) tell(nulCharacter(row, column));
    else if (isFormula(cell) && runs.test(cell)) tell(formulaValue(row, column, cell));
  }

  return {
    take(place, cells) {
      if (isEmptyRow(cells)) return;
      const row = placeName(place);
      if (cells.length !== columns.length) {
        const beyond = cells.slice(columns.length);
        if (cells.length < columns.length || beyond.some((cell) => cell !== ''))
          tell(raggedRow(row, cells.length, columns.length));
      }
      for (let index = 0; index < cells.length; index += 1) checkCell(row, cells[index] ?? '', index);
      if (header !== null && cells[0] === header[0] && cells.every((cell, index) => cell === header[index]))
        tell(headerRepeated(row));
    },
    found: () => ({ problems, problemCount }),
  };
}

/** Cells that run as formulas, and are not merely telephone numbers or names. */
const runs = /^(?:=|[+\-@][A-Za-z(])/;

function nulCharacter(row: string, column: string): Problem {
  return {
    code: 'import.nul',
    severity: 'error',
    message: `${row} contains a NUL character in the column “${column}”. The row is not sent.`,
    cause:
      'Text contains no NUL characters. The file is damaged there, or has another encoding, such as UTF-16.',
    fix: 'Choose another encoding, or remove the character from the file.',
  };
}

function formulaValue(row: string, column: string, cell: string): Problem {
  return {
    code: 'import.formula-value',
    severity: 'warning',
    message: `${row} has a formula in the column “${column}”: “${cell.slice(0, 40)}”.`,
    cause: 'The cell is imported as text. Formulas are not evaluated.',
    fix: 'Replace it with its value in the file, or correct the cell here.',
  };
}

function raggedRow(row: string, cells: number, columns: number): Problem {
  return {
    code: 'import.ragged-row',
    severity: cells > columns ? 'error' : 'warning',
    message: `${row} has ${cells} cells instead of ${columns}.`,
    cause:
      cells > columns
        ? 'An unquoted cell contains a delimiter, or the quote character is wrong.'
        : 'Cells are missing at the end of the row, or an unquoted cell contains a line break.',
    fix: 'Fix the row in the file. Rows with extra cells or with missing mapped cells are not sent.',
  };
}

function headerRepeated(row: string): Problem {
  return {
    code: 'import.header-repeated',
    severity: 'warning',
    message: `${row} repeats the header.`,
    cause: 'Several files were joined together with their headers.',
    fix: 'Exclude the row. Otherwise, Gatehouse looks up its user by the name of the column.',
  };
}
