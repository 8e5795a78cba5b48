import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryDirectory } from '../storage.ts';

type Rows = ReadonlyMap<string, ReadonlyMap<string, string>>;

const queries = [
  "SELECT CAST(kind AS TEXT) AS kind, hex(kind) || hex(id) AS place, hex(id) || '|' || CAST(checksum AS TEXT) || '|' || CAST(sealed AS TEXT) || '|' || coalesce(CAST(expires_at_millis AS TEXT), '') || '|' || hex(value) AS row FROM records",
  "SELECT CAST(kind AS TEXT) AS kind, CAST(sequence AS TEXT) AS place, CAST(checksum AS TEXT) || '|' || CAST(entry_count AS TEXT) || '|' || coalesce(CAST(expires_at_millis AS TEXT), '') || '|' || hex(entries) AS row FROM record_groups",
  "SELECT 'exchange' AS kind, CAST(sequence AS TEXT) AS place, first_id || last_id || CAST(exchange_count AS TEXT) || '|' || CAST(is_noted AS TEXT) || '|' || CAST(seal_form AS TEXT) || '|' || CAST(checksum AS TEXT) || '|' || hex(summaries) || hex(contents) AS row FROM exchange_blocks",
];

/** All rows of a state, read past the program: what each kind holds. Null where SQLite cannot read them. */
export function rowsOf(state: string): Rows | null {
  const copy = temporaryDirectory();
  cpSync(state, copy.path, { recursive: true });
  const found = new Map<string, Map<string, string>>();
  try {
    const database = new DatabaseSync(join(copy.path, 'state.db'));
    try {
      for (const query of queries)
        for (const { kind, place, row } of database.prepare(query).iterate()) {
          const ofKind = found.get(String(kind)) ?? new Map<string, string>();
          ofKind.set(String(place), String(row));
          found.set(String(kind), ofKind);
        }
    } finally {
      database.close();
    }
    return found;
  } catch {
    return null;
  } finally {
    copy.remove();
  }
}

/** How the rows of a kind differ from what they were. */
export interface Difference {
  /** Those that were not there so before. */
  readonly changed: number;
  /** Those that were there before, and are so no more. */
  readonly gone: number;
}

/** The kinds of which rows are missing, are new or are others than before. */
export function differencesOf(before: Rows, after: Rows): ReadonlyMap<string, Difference> {
  const nothing: ReadonlyMap<string, string> = new Map();
  const found = new Map<string, Difference>();
  for (const kind of new Set([...before.keys(), ...after.keys()])) {
    const [one, other] = [before.get(kind) ?? nothing, after.get(kind) ?? nothing];
    const changed = [...other].filter(([place, row]) => one.get(place) !== row).length;
    const gone = [...one].filter(([place, row]) => other.get(place) !== row).length;
    if (changed + gone > 0) found.set(kind, { changed, gone });
  }
  return found;
}
