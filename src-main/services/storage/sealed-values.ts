import type { DatabaseSync } from 'node:sqlite';
import { createSealer, openOrNull, type Sealer } from '#main/platform/seal.ts';
import { GatehouseError } from '#shared/errors/gatehouse-error.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { rollBack } from './roll-back.ts';

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

/** Values tried when the state is opened; one that does not open is enough to say that the key is lost. */
const mostTried = 1_000;

type RowKey = readonly (string | number)[];

interface Table {
  readonly name: string;
  /** The columns of its key, and a key before the first. */
  readonly key: readonly string[];
  readonly before: RowKey;
  readonly sealed: readonly string[];
  /** Those of them that say whether the key opens a row: always all or none of it does. */
  readonly tried: readonly string[];
  readonly where: string;
  /** Rows that are read at a time, so that a large state does not stand in memory as a whole. */
  readonly rowsAtATime: number;
}

const tables: readonly Table[] = [
  {
    name: 'records',
    key: ['kind', 'id'],
    before: ['', ''],
    sealed: ['value'],
    tried: ['value'],
    where: 'sealed = 1',
    rowsAtATime: 200,
  },
  {
    name: 'exchange_blocks',
    key: ['sequence'],
    before: [0],
    sealed: ['summaries', 'contents'],
    // The contents are all that is large in a state: opening them all would hold up its start.
    tried: ['summaries'],
    where: 'true',
    rowsAtATime: 8,
  },
  // What version 1 of the state kept and the key did not open when it was converted.
  {
    name: 'exchanges',
    key: ['id'],
    before: [''],
    sealed: ['content'],
    tried: ['content'],
    where: 'true',
    rowsAtATime: 200,
  },
];

interface SealedRow {
  readonly rowKey: RowKey;
  readonly values: readonly Uint8Array[];
}

/** The plain values of a row, or null where the key at hand does not open one of them. */
function openRow(sealer: Sealer, { values }: SealedRow): readonly Buffer[] | null {
  const plain = values.map((value) => openOrNull(sealer, value));
  return plain.includes(null) ? null : plain.flatMap((value) => value ?? []);
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
      rollBack(database);
      throw error;
    }
  }

  function unopened(): number {
    return tables.reduce((count, table) => {
      const rows = readRows(database, table, table.tried, mostTried);
      return count + rows.filter((row) => openRow(keyring, row) === null).length;
    }, 0);
  }

  return {
    unopened,
    /** Says so where the key does not open what is stored. */
    problems(): readonly Problem[] {
      const count = unopened();
      return count === 0 ? [] : [keyLost(count)];
    },
    rotateKey(newKey: Uint8Array): number {
      const next = createSealer(newKey);
      const changed = transaction(() =>
        eachRow(database, (table, row) => {
          const plain = openRow(keyring, row);
          if (plain === null) return false;
          const sealed = plain.map((value) => next.seal(value));
          update(database, table, { ...row, values: sealed });
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
        eachRow(database, (table, row) => {
          if (openRow(keyring, row) !== null) return false;
          remove(database, table, row.rowKey);
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
      actions: [{ kind: 'forget-sealed' }],
    },
  ).toProblem();
}

function readRows(
  database: DatabaseSync,
  { name, key, before, where }: Table,
  sealed: readonly string[],
  limit: number,
  after: RowKey = before,
): readonly SealedRow[] {
  const columns = key.join(', ');
  const marks = key.map(() => '?').join(', ');
  const rows = database
    .prepare(
      `SELECT ${columns}, ${sealed.join(', ')} FROM ${name}
       WHERE ${where} AND (${columns}) > (${marks}) ORDER BY ${columns} LIMIT ?`,
    )
    .all(...after, limit);
  return rows.map((row) => ({
    rowKey: key.map((column) => row[column] as string | number),
    values: sealed.map((column) => row[column] as Uint8Array),
  }));
}

/** Visits every sealed row; returns for how many the visit was true. */
function eachRow(database: DatabaseSync, visit: (table: Table, row: SealedRow) => boolean): number {
  let changed = 0;
  for (const table of tables) {
    const next = (after?: RowKey) => readRows(database, table, table.sealed, table.rowsAtATime, after);
    for (let rows = next(); rows.length > 0; rows = next(rows.at(-1)?.rowKey))
      for (const row of rows) if (visit(table, row)) changed += 1;
  }
  return changed;
}

const isRow = ({ key }: Table): string => key.map((column) => `${column} = ?`).join(' AND ');

function update(database: DatabaseSync, table: Table, { rowKey, values }: SealedRow): void {
  const changes = table.sealed.map((column) => `${column} = ?`).join(', ');
  database.prepare(`UPDATE ${table.name} SET ${changes} WHERE ${isRow(table)}`).run(...values, ...rowKey);
}

function remove(database: DatabaseSync, table: Table, rowKey: RowKey): void {
  database.prepare(`DELETE FROM ${table.name} WHERE ${isRow(table)}`).run(...rowKey);
}
