import type { DatabaseSync } from 'node:sqlite';
import type { StoredRecord, StoredUsage } from '#main/platform/ports.ts';
import { openOrNull, type Sealer } from '#main/platform/seal.ts';
import type { RecordGroup, WriteOperation } from './protocol.ts';
import { recordGroups } from './record-groups.ts';

interface Row {
  readonly id: string;
  readonly value: Uint8Array;
  readonly sealed: number;
}

/** The statements over the records: one by one in the `records` table, the others in groups. */
export function recordTable(database: DatabaseSync, sealer: Sealer) {
  const groups = recordGroups(database);
  const put = database.prepare(
    `INSERT INTO records (kind, id, value, sealed, expires_at_millis) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET value = excluded.value, sealed = excluded.sealed, expires_at_millis = excluded.expires_at_millis`,
  );
  const remove = database.prepare('DELETE FROM records WHERE kind = ? AND id = ?');
  const get = database.prepare('SELECT id, value, sealed FROM records WHERE kind = ? AND id = ?');
  const list = database.prepare('SELECT id, value, sealed FROM records WHERE kind = ? ORDER BY id');
  const usage = database.prepare(
    'SELECT count(*) AS count, coalesce(sum(length(value)), 0) AS bytes FROM records WHERE kind = ?',
  );
  const clear = database.prepare('DELETE FROM records WHERE kind = ?');
  const purge = database.prepare('DELETE FROM records WHERE expires_at_millis <= ?');
  /** What cannot be opened is left out: its key is lost, and it stays as it is until it is forgotten. */
  const read = (row: Row): StoredRecord[] => {
    const bytes = row.sealed === 1 ? openOrNull(sealer, row.value) : Buffer.from(row.value);
    return bytes === null ? [] : [{ id: row.id, value: JSON.parse(bytes.toString('utf8')) }];
  };
  function writeOne(operation: WriteOperation): void {
    const { kind, id } = operation;
    if (operation.op === 'remove') {
      remove.run(kind, id);
      return groups.remove(kind, id);
    }
    const bytes = Buffer.from(operation.json, 'utf8');
    const value = operation.sealed ? sealer.seal(bytes) : bytes;
    put.run(kind, id, value, operation.sealed ? 1 : 0, operation.expiresAtMillis);
  }

  return {
    write(operations: readonly WriteOperation[], grouped: readonly RecordGroup[]): void {
      for (const operation of operations) writeOne(operation);
      for (const group of grouped) groups.write(group);
    },
    get(kind: string, id: string): unknown {
      const grouped = groups.find(kind, id);
      if (grouped !== undefined) return grouped.value;
      const row = get.get(kind, id) as unknown as Row | undefined;
      return row === undefined ? null : (read(row)[0]?.value ?? null);
    },
    list(kind: string): readonly StoredRecord[] {
      const single = (list.all(kind) as unknown as Row[]).flatMap(read);
      const grouped = groups.list(kind);
      if (grouped.length === 0) return single;
      // Those that stand alone were put by an earlier version.
      const all = new Map([...single, ...grouped].map((record) => [record.id, record]));
      return [...all.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
    },
    purgeExpired: (nowMillis: number): number =>
      Number(purge.run(nowMillis).changes) + groups.purgeExpired(nowMillis),
    usage(kinds: readonly string[]): StoredUsage {
      const rows = kinds.map((kind) => usage.get(kind));
      const sum = (member: string) => rows.reduce((total, row) => total + Number(row?.[member]), 0);
      const grouped = kinds.map((kind) => groups.usage(kind));
      return {
        count: grouped.reduce((total, each) => total + each.count, sum('count')),
        sizeBytes: grouped.reduce((total, each) => total + each.sizeBytes, sum('bytes')),
      };
    },
    clear: (kinds: readonly string[]): number =>
      kinds.reduce((removed, kind) => removed + Number(clear.run(kind).changes) + groups.clear(kind), 0),
  };
}
