import type { Mapping } from '../job.ts';

/** Where the mapped cells of a row stand; null: a value holds for all rows. */
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

/** Why a row cannot be read as one: its last mapped cell is missing, or cells stand beyond the last column. */
export type RowFault = 'too-few' | 'too-many' | 'nul';

/** Makes the check of rows as they stand in the file; `last` is the last column that has to be there. */
export function rowFaultOf(cells: readonly string[], width: number, last: number): RowFault | null {
  if (cells.length <= last) return 'too-few';
  for (let index = width; index < cells.length; index += 1) if (cells[index] !== '') return 'too-many';
  for (const cell of cells) if (cell.includes('\0')) return 'nul';
  return null;
}
