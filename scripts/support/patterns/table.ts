import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../root.ts';

/** Known verdicts on the regular expressions of the sources. */
export interface PatternTable {
  /** Those whose time grows with the length of a text alone. */
  readonly linear: readonly string[];
  /** Those of which that is not known, with what bounds the text before they run. */
  readonly bounded: Readonly<Record<string, string>>;
  /** Modules that put expressions together, with why that does no harm. */
  readonly built: Readonly<Record<string, string>>;
}

const file = join(rootDir, 'test/architecture/patterns.json');

export function readTable(): PatternTable {
  return JSON.parse(readFileSync(file, 'utf8')) as PatternTable;
}

export function writeTable(table: PatternTable): void {
  writeFileSync(file, `${JSON.stringify({ ...table, linear: table.linear.toSorted() }, null, 2)}\n`);
}
