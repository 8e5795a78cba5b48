import type { DatabaseSync } from 'node:sqlite';
import type { StoredRecord, StoredUsage } from '#main/platform/ports.ts';
import { releaseBytes } from '#main/platform/seal.ts';
import type { RecordGroup } from './protocol.ts';

type Entry = readonly [id: string, expiresAtMillis: number | null, value: unknown];

/** @throws Error where the column holds no bytes */
function parse(entries: unknown): readonly Entry[] {
  if (!(entries instanceof Uint8Array)) throw new Error('A group of records has no entries.');
  return JSON.parse(`[${Buffer.from(entries.buffer, entries.byteOffset, entries.length).toString('utf8')}]`);
}

/** The records that are kept in groups. Every change is a part of its caller's transaction. */
export function recordGroups(database: DatabaseSync) {
  const insert = database.prepare(
    'INSERT INTO record_groups (kind, entry_count, size_bytes, expires_at_millis, entries) VALUES (?, ?, ?, ?, ?)',
  );
  const ofKind = database.prepare(
    'SELECT sequence, entries FROM record_groups WHERE kind = ? ORDER BY sequence DESC',
  );
  const update = database.prepare(
    'UPDATE record_groups SET entry_count = ?, size_bytes = ?, entries = ? WHERE sequence = ?',
  );
  const removeGroup = database.prepare('DELETE FROM record_groups WHERE sequence = ?');
  const usage = database.prepare(
    'SELECT coalesce(sum(entry_count), 0) AS count, coalesce(sum(size_bytes), 0) AS bytes FROM record_groups WHERE kind = ?',
  );
  const clear = database.prepare('DELETE FROM record_groups WHERE kind = ? RETURNING entry_count');
  const purge = database.prepare(
    'DELETE FROM record_groups WHERE expires_at_millis <= ? RETURNING entry_count',
  );
  const counted = (rows: readonly Record<string, unknown>[]): number =>
    rows.reduce((sum, row) => sum + Number(row['entry_count']), 0);

  return {
    write({ kind, count, expiresAtMillis, entries }: RecordGroup): void {
      insert.run(kind, count, entries.length, expiresAtMillis, entries);
      releaseBytes(entries);
    },
    /** The record as it was put last; undefined where no group of the kind holds it. */
    find(kind: string, id: string): StoredRecord | undefined {
      for (const { entries } of ofKind.iterate(kind)) {
        const entry = parse(entries).findLast(([entryId]) => entryId === id);
        if (entry !== undefined) return { id, value: entry[2] };
      }
      return undefined;
    },
    list(kind: string): readonly StoredRecord[] {
      const latest = new Map<string, StoredRecord>();
      for (const { entries } of ofKind.iterate(kind))
        for (const [id, , value] of parse(entries).toReversed())
          if (!latest.has(id)) latest.set(id, { id, value });
      return [...latest.values()];
    },
    /** Looks through all groups of the kind: it is not what they are for. */
    remove(kind: string, id: string): void {
      for (const { sequence, entries } of ofKind.all(kind)) {
        const before = parse(entries);
        const kept = before.filter(([entryId]) => entryId !== id);
        if (kept.length === before.length) continue;
        const bytes = Buffer.from(kept.map((entry) => JSON.stringify(entry)).join(','), 'utf8');
        if (kept.length === 0) removeGroup.run(Number(sequence));
        else update.run(kept.length, bytes.length, bytes, Number(sequence));
      }
    },
    usage(kind: string): StoredUsage {
      const row = usage.get(kind);
      return { count: Number(row?.['count']), sizeBytes: Number(row?.['bytes']) };
    },
    clear: (kind: string): number => counted(clear.all(kind)),
    purgeExpired: (nowMillis: number): number => counted(purge.all(nowMillis)),
  };
}
