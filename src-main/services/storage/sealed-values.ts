import type { DatabaseSync } from 'node:sqlite';
import { createSealer, type Sealer } from '#main/platform/seal.ts';
import { GatehouseError } from '#shared/errors/gatehouse-error.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { openOrNull } from './tables.ts';

/** A sealer whose key can be replaced. */
export interface Keyring extends Sealer {
  replace(sealer: Sealer): void;
}

/**
 * Makes a keyring over a key of 32 bytes.
 * @throws secret.key-invalid
 */
export function createKeyring(key: Uint8Array): Keyring {
  let current = createSealer(key);
  return {
    seal: (plain) => current.seal(plain),
    open: (sealed) => current.open(sealed),
    replace(sealer) {
      current = sealer;
    },
  };
}

/** Rows that are read at a time, so that a large state does not stand in memory as a whole. */
const rowsAtATime = 500;
/** Values tried when the state is opened; one that does not open is enough to say that the key is lost. */
const mostTried = 1_000;

const tables = [
  { name: 'records', column: 'value', where: 'sealed = 1' },
  { name: 'exchanges', column: 'content', where: 'true' },
] as const;

type Table = (typeof tables)[number];
interface SealedRow {
  readonly rowKey: readonly string[];
  readonly bytes: Uint8Array;
}

/** Everything that lies sealed in a state, whatever it is. */
export function sealedValues(database: DatabaseSync, keyring: Keyring) {
  function transaction(change: () => number): number {
    database.exec('BEGIN IMMEDIATE');
    try {
      const changed = change();
      database.exec('COMMIT');
      return changed;
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  }

  function unopened(): number {
    return tables.reduce((count, table) => {
      const rows = [...firstRows(database, table, mostTried)];
      return count + rows.filter(({ bytes }) => openOrNull(keyring, bytes) === null).length;
    }, 0);
  }

  return {
    /** Says so where the key does not open what is stored. */
    problems(): readonly Problem[] {
      const count = unopened();
      return count === 0 ? [] : [keyLost(count)];
    },
    rotateKey(newKey: Uint8Array): number {
      const next = createSealer(newKey);
      const changed = transaction(() =>
        eachRow(database, (table, { rowKey, bytes }) => {
          const plain = openOrNull(keyring, bytes);
          if (plain === null) return false;
          update(database, table, rowKey, next.seal(plain));
          return true;
        }),
      );
      keyring.replace(next);
      // What the former key sealed shall not lie about in the log of the database.
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      return changed;
    },
    forgetUnopened: (): number =>
      transaction(() =>
        eachRow(database, (table, { rowKey, bytes }) => {
          if (openOrNull(keyring, bytes) !== null) return false;
          remove(database, table, rowKey);
          return true;
        }),
      ),
  };
}

function keyLost(count: number): Problem {
  return new GatehouseError(
    'secret.key-lost',
    `${count} stored secrets and records cannot be opened with the key at hand.`,
    {
      fix: 'Start with the former key; or store the secrets anew and forget what was sealed under it. Until then it stays untouched.',
    },
  ).toProblem();
}

const keyColumns = (table: Table): readonly string[] => (table.name === 'records' ? ['kind', 'id'] : ['id']);

function firstRows(
  database: DatabaseSync,
  table: Table,
  limit: number,
  after: readonly string[] = keyColumns(table).map(() => ''),
): readonly SealedRow[] {
  const columns = keyColumns(table);
  const marks = columns.map(() => '?').join(', ');
  const rows = database
    .prepare(
      `SELECT ${columns.join(', ')}, ${table.column} AS bytes FROM ${table.name}
       WHERE ${table.where} AND (${columns.join(', ')}) > (${marks}) ORDER BY ${columns.join(', ')} LIMIT ?`,
    )
    .all(...after, limit);
  return rows.map((row) => ({
    rowKey: columns.map((column) => String(row[column])),
    bytes: row['bytes'] as Uint8Array,
  }));
}

/** Visits every sealed row; returns for how many the visit was true. */
function eachRow(database: DatabaseSync, visit: (table: Table, row: SealedRow) => boolean): number {
  let changed = 0;
  for (const table of tables) {
    let rows = firstRows(database, table, rowsAtATime);
    while (rows.length > 0) {
      for (const row of rows) if (visit(table, row)) changed += 1;
      rows = firstRows(database, table, rowsAtATime, rows.at(-1)?.rowKey);
    }
  }
  return changed;
}

const isRow = (table: Table): string =>
  keyColumns(table)
    .map((column) => `${column} = ?`)
    .join(' AND ');

function update(database: DatabaseSync, table: Table, rowKey: readonly string[], bytes: Uint8Array): void {
  database
    .prepare(`UPDATE ${table.name} SET ${table.column} = ? WHERE ${isRow(table)}`)
    .run(bytes, ...rowKey);
}

function remove(database: DatabaseSync, table: Table, rowKey: readonly string[]): void {
  database.prepare(`DELETE FROM ${table.name} WHERE ${isRow(table)}`).run(...rowKey);
}
