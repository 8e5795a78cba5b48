import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GatehouseError } from '#shared/errors/index.ts';

const sealedRows = [
  'SELECT 1 FROM records WHERE sealed > 0 LIMIT 1',
  'SELECT 1 FROM exchange_blocks LIMIT 1',
  'SELECT 1 FROM exchanges LIMIT 1',
] as const;

/** The database of a state. */
export function stateFile(stateDirectory: string): string {
  return join(stateDirectory, 'state.db');
}

/**
 * Tests whether a state holds anything that only its key opens. Checked only if the key is gone: a database that
 * cannot be read is the storage's to judge.
 */
export function holdsSealedValues(stateDirectory: string): boolean {
  const file = stateFile(stateDirectory);
  if (!existsSync(file)) return false;
  const { DatabaseSync } = sqlite();
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      return sealedRows.some((sql) => hasRow(database, sql));
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

function hasRow(database: InstanceType<ReturnType<typeof sqlite>['DatabaseSync']>, sql: string): boolean {
  try {
    return database.prepare(sql).get() !== undefined;
  } catch {
    // A version without that table.
    return false;
  }
}

/** Loaded when it is needed: a start should not wait for it. */
function sqlite() {
  const module = process.getBuiltinModule('node:sqlite');
  if (module !== undefined) return module;
  throw new GatehouseError('state.unwritable', 'This Node.js version has no SQLite.', {
    fix: 'Use Node.js 24.',
  });
}
