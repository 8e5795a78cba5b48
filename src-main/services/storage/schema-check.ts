import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { GatehouseError } from '#shared/errors/gatehouse-error.ts';
import { StateDamage } from './damage.ts';
import { migrations } from './migrations/index.ts';

const newest = migrations.at(-1)?.version ?? 0;
/** The first version whose ledger repeats the number of the version. */
export const firstRepeated = 4;

/** The fingerprint of a schema; that of none is 0. */
export function schemaFingerprint(database: DatabaseSync): number {
  const rows = database
    .prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name, type')
    .all()
    // Quotes and space are not ours where SQLite changed a statement: its versions may do it differently.
    .map(({ type, name, tbl_name: table, sql }) =>
      [type, name, table, String(sql).replace(/["\s]+/g, '')].join('|'),
    );
  return crc32(rows.join('\n'));
}

/** Of the schema that the migrations up to a version give; undefined where there is no such version. */
function expectedFingerprint(version: number): number | undefined {
  return version === 0 ? 0 : migrations.find((migration) => migration.version === version)?.fingerprint;
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
function versionBySchema(fingerprint: number): number | null {
  const known = [0, ...migrations.map(({ version }) => version)];
  return known.findLast((version) => expectedFingerprint(version) === fingerprint) ?? null;
}

export interface SchemaVersion {
  readonly version: number;
  /** True if the head of the file gave another version, and was put right. */
  readonly isMended: boolean;
}

/**
 * Says which version a state is of. The head of the file says it, and for later versions the ledger too; where they
 * differ the schema decides. A schema that is not what the migrations give is damage.
 * @throws state.newer, StateDamage
 */
export function checkSchema(database: DatabaseSync): SchemaVersion {
  const inHead = versionInHead(database);
  const fingerprint = schemaFingerprint(database);
  const agrees = inHead < firstRepeated || repeatedVersion(database) === inHead;
  if (agrees && inHead > newest) throw newer(inHead);
  if (agrees && expectedFingerprint(inHead) === fingerprint) return { version: inHead, isMended: false };
  const version = versionBySchema(fingerprint);
  // Where nothing is left of the schema it says nothing about the head.
  if (version === null || version === 0) {
    if (inHead > newest && repeatedVersion(database) === null) throw newer(inHead);
    throw new StateDamage('The schema does not match its version.');
  }
  database.exec(`PRAGMA user_version = ${version}`);
  return { version, isMended: true };
}

function newer(version: number): GatehouseError {
  return new GatehouseError(
    'state.newer',
    `The state has version ${version}. This version of Gatehouse supports up to version ${newest}.`,
    {
      fix: 'Use the newer version of Gatehouse, or choose another --state-dir. Nothing was changed.',
    },
  );
}
