import { DatabaseSync } from 'node:sqlite';
import { GatehouseError } from '#shared/errors/gatehouse-error.ts';
import { defineChecksums } from './checksum.ts';
import { StateDamage } from './damage.ts';
import { migrations } from './migrations/index.ts';

const newest = migrations.at(-1)?.version ?? 0;
/** The first version whose ledger repeats the number of the version. */
export const firstRepeated = 4;

const schemaOf = (database: DatabaseSync): string =>
  database
    .prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name, type')
    .all()
    .map(({ type, name, tbl_name: table, sql }) => [type, name, table, sql].join('|'))
    .join('\n');

/** The schema that the migrations up to a version give. */
function expectedSchema(version: number): string {
  const database = new DatabaseSync(':memory:');
  try {
    defineChecksums(database);
    for (const migration of migrations) if (migration.version <= version) database.exec(migration.sql);
    return schemaOf(database);
  } finally {
    database.close();
  }
}

const versionInHead = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version']);

/** The version as it is repeated beside the data; null where nothing repeats it. */
function repeatedVersion(database: DatabaseSync): number | null {
  if (!database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'ledger'").get()) return null;
  const row = database.prepare('SELECT version FROM ledger WHERE id = 1').get();
  return row === undefined ? null : Number(row['version']);
}

/** The version whose schema this is; null where it is none that is known. */
function versionBySchema(schema: string): number | null {
  const known = [0, ...migrations.map(({ version }) => version)];
  return known.findLast((version) => expectedSchema(version) === schema) ?? null;
}

export interface SchemaVersion {
  readonly version: number;
  /** Whether the head of the file said another, and was put right. */
  readonly isMended: boolean;
}

/**
 * Says which version a state is of. The head of the file says it, and for later versions the ledger too; where they
 * differ the schema decides. A schema that is not what the migrations give is damage.
 * @throws state.newer, StateDamage
 */
export function checkSchema(database: DatabaseSync): SchemaVersion {
  const inHead = versionInHead(database);
  const schema = schemaOf(database);
  const agrees = inHead < firstRepeated || repeatedVersion(database) === inHead;
  if (agrees && inHead > newest) throw newer(inHead);
  if (agrees && expectedSchema(inHead) === schema) return { version: inHead, isMended: false };
  const version = versionBySchema(schema);
  if (version === null) {
    if (inHead > newest && repeatedVersion(database) === null) throw newer(inHead);
    throw new StateDamage('The schema is not the one of its version.');
  }
  database.exec(`PRAGMA user_version = ${version}`);
  return { version, isMended: true };
}

function newer(version: number): GatehouseError {
  return new GatehouseError(
    'state.newer',
    `The state has version ${version}; this Gatehouse knows ${newest}.`,
    {
      fix: 'Use the newer Gatehouse, or give another --state-dir. Nothing was changed.',
    },
  );
}
