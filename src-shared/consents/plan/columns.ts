import type { Mapping } from '../job.ts';

/** Positions of the mapped cells of a row; null: a value applies to all rows. */
export interface MappedColumns {
  readonly user: number;
  readonly agreement: number | null;
  readonly language: number | null;
  readonly consentedAt: number | null;
  /** Names of mapped columns that the file does not have. */
  readonly missing: readonly string[];
}

/** Finds the columns of a mapping in a file. */
export function locateColumns(mapping: Mapping, columns: readonly string[]): MappedColumns {
  const missing: string[] = [];
  const locate = (column: string) => {
    const index = columns.indexOf(column);
    if (index === -1) missing.push(column);
    return index;
  };
  const optional = (part: Mapping['agreement'] | Mapping['language'] | Mapping['consentedAt']) =>
    'column' in part ? locate(part.column) : null;
  return {
    user: locate(mapping.user.column),
    agreement: optional(mapping.agreement),
    language: optional(mapping.language),
    consentedAt: optional(mapping.consentedAt),
    missing,
  };
}

/** True if no cell of a row holds anything. */
export function isEmptyRow(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/** Reason why a row is invalid: its last mapped cell is missing, or it has cells beyond the last column. */
export type RowFault = 'too-few' | 'too-many' | 'nul';

/** Creates the check of rows of the file; `last` is the last required column. */
export function rowFaultOf(cells: readonly string[], width: number, last: number): RowFault | null {
  if (cells.length <= last) return 'too-few';
  for (let index = width; index < cells.length; index += 1) if (cells[index] !== '') return 'too-many';
  for (const cell of cells) if (cell.includes('\0')) return 'nul';
  return null;
}
