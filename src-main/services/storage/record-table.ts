import type { DatabaseSync } from 'node:sqlite';
import type { StoredRecord, StoredUsage } from '#main/platform/ports.ts';
import type { Sealer } from '#main/platform/seal.ts';
import { recordChecksum } from './checksum.ts';
import { type Ledger, noRows } from './ledger.ts';
import type { RecordGroup, WriteOperation } from './protocol.ts';
import { recordGroups } from './record-groups.ts';
import { openRecord, recordPlace, sealForms } from './record-seal.ts';

interface Row {
  readonly id: string;
  readonly checksum: string;
  readonly value: Uint8Array;
  readonly sealed: string;
  readonly expires: string | null;
}

/** A record that was to be read and could not be: it is damaged. */
export type OnUnreadable = (kind: string) => void;

const columns =
  'id, value, CAST(sealed AS TEXT) AS sealed, CAST(checksum AS TEXT) AS checksum, CAST(expires_at_millis AS TEXT) AS expires';

/** The last of several changes to one record: earlier ones in the same transaction are never seen. */
function lastChanges(operations: readonly WriteOperation[]): readonly WriteOperation[] {
  if (operations.length < 2) return operations;
  const last = new Map<string, WriteOperation>();
  for (const operation of operations) last.set(`${operation.kind} ${operation.id}`, operation);
  return last.size === operations.length ? operations : [...last.values()];
}

function recordStatements(database: DatabaseSync) {
  // In this range even where it is damaged.
  const former = database.prepare('SELECT checksum & 0xffffffff FROM records WHERE kind = ? AND id = ?');
  former.setReturnArrays(true);
  return {
    former,
    insert: database.prepare(
      `INSERT INTO records (checksum, sealed, expires_at_millis, value, kind, id) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    ),
    update: database.prepare(
      'UPDATE records SET checksum = ?, sealed = ?, expires_at_millis = ?, value = ? WHERE kind = ? AND id = ?',
    ),
    remove: database.prepare('DELETE FROM records WHERE kind = ? AND id = ?'),
    get: database.prepare(`SELECT ${columns} FROM records WHERE kind = ? AND id = ?`),
    list: database.prepare(`SELECT ${columns} FROM records WHERE kind = ? ORDER BY id`),
    usage: database.prepare(
      'SELECT count(*) AS count, coalesce(sum(length(value)), 0) AS bytes FROM records WHERE kind = ?',
    ),
    clear: database.prepare('DELETE FROM records WHERE kind = ?'),
    purge: database.prepare('DELETE FROM records WHERE expires_at_millis <= ? RETURNING kind, checksum'),
  };
}

/** Reads records, without those that a lost key has sealed: they stay as they are until they are forgotten. */
function recordReader(
  sealer: Sealer,
  onUnreadable: OnUnreadable,
): (kind: string, row: Row) => StoredRecord[] {
  return (kind, row) => {
    const { id, expires, value } = row;
    const sealed = Number(row.sealed);
    const bytes = openRecord(sealer, kind, { id, sealed, value });
    if (bytes === null && !(sealed === sealForms.bound && sealer.isOwn(value))) return [];
    try {
      if (bytes !== null && String(recordChecksum(kind, id, sealed, expires, value)) === row.checksum)
        return [{ id, value: JSON.parse(bytes.toString('utf8')) }];
    } catch {
      // No JSON, although the checksum is right: it was damaged before it got one.
    }
    onUnreadable(kind);
    return [];
  };
}

/** The statements over the records: one by one in the `records` table, the others in groups. */
export function recordTable(
  database: DatabaseSync,
  sealer: Sealer,
  ledger: Ledger,
  onUnreadable: OnUnreadable = () => undefined,
) {
  const groups = recordGroups(database, ledger, onUnreadable);
  const { former, insert, update, remove, get, list, usage, clear, purge } = recordStatements(database);
  const read = recordReader(sealer, onUnreadable);

  /** Takes the record that a change replaces or removes out of the ledger. */
  function forgetFormer(kind: string, id: string): boolean {
    const row = former.get(kind, id) as unknown as readonly [number] | undefined;
    if (row !== undefined) ledger.remove(kind, row[0]);
    return row !== undefined;
  }

  function writeOne(operation: WriteOperation): void {
    const { kind, id } = operation;
    if (operation.op === 'remove') {
      if (forgetFormer(kind, id)) remove.run(kind, id);
      return groups.remove(kind, id);
    }
    const { expiresAtMillis } = operation;
    const bytes = Buffer.from(operation.json, 'utf8');
    const value = operation.sealed ? sealer.seal(bytes, recordPlace(kind, id)) : bytes;
    const form = operation.sealed ? sealForms.bound : sealForms.plain;
    const checksum = recordChecksum(kind, id, form, expiresAtMillis, value);
    const values = [checksum, form, expiresAtMillis, value, kind, id] as const;
    // Most are new: only one that is not has to be looked at first.
    if (insert.run(...values).changes === 0 && forgetFormer(kind, id)) update.run(...values);
    ledger.add(kind, checksum);
  }

  return {
    write(operations: readonly WriteOperation[], grouped: readonly RecordGroup[]): void {
      for (const operation of lastChanges(operations)) writeOne(operation);
      for (const group of grouped) groups.write(group);
    },
    get(kind: string, id: string): unknown {
      const grouped = groups.find(kind, id);
      if (grouped !== undefined) return grouped.value;
      const row = get.get(kind, id) as unknown as Row | undefined;
      return row === undefined ? null : (read(kind, row)[0]?.value ?? null);
    },
    list(kind: string): readonly StoredRecord[] {
      const single = (list.all(kind) as unknown as Row[]).flatMap((row) => read(kind, row));
      const grouped = groups.list(kind);
      if (grouped.length === 0) return single;
      // Single ones were written by an earlier version.
      const all = new Map([...single, ...grouped].map((record) => [record.id, record]));
      return [...all.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
    },
    purgeExpired(nowMillis: number): number {
      const purged = purge.all(nowMillis);
      for (const { kind, checksum } of purged) ledger.remove(String(kind), Number(checksum));
      return purged.length + groups.purgeExpired(nowMillis);
    },
    usage(kinds: readonly string[]): StoredUsage {
      const rows = kinds.map((kind) => usage.get(kind));
      const sum = (member: string) => rows.reduce((total, row) => total + Number(row?.[member]), 0);
      const grouped = kinds.map((kind) => groups.usage(kind));
      return {
        count: grouped.reduce((total, each) => total + each.count, sum('count')),
        sizeBytes: grouped.reduce((total, each) => total + each.sizeBytes, sum('bytes')),
      };
    },
    clear(kinds: readonly string[]): number {
      return kinds.reduce((removed, kind) => {
        const count = Number(clear.run(kind).changes) + groups.clear(kind);
        ledger.setSum(kind, noRows);
        return removed + count;
      }, 0);
    },
  };
}
