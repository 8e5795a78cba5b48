import type { DatabaseSync } from 'node:sqlite';
import type { StoredRecord, StoredUsage } from '#main/platform/ports.ts';
import { releaseBytes } from '#main/platform/seal.ts';
import { groupChecksum } from './checksum.ts';
import type { Ledger } from './ledger.ts';
import type { RecordGroup } from './protocol.ts';

type Entry = readonly [id: string, expiresAtMillis: number | null, value: unknown];

/** @throws Error where the column holds no bytes, or no JSON */
export function parseEntries(entries: unknown): readonly Entry[] {
  if (!(entries instanceof Uint8Array)) throw new Error('A group of records has no entries.');
  return JSON.parse(`[${Buffer.from(entries.buffer, entries.byteOffset, entries.length).toString('utf8')}]`);
}

function groupStatements(database: DatabaseSync) {
  return {
    insert: database.prepare(
      `INSERT INTO record_groups (kind, checksum, entry_count, size_bytes, expires_at_millis, entries)
       VALUES (?, ?, ?, ?, ?, ?)`,
    ),
    ofKind: database.prepare(
      `SELECT sequence, CAST(checksum AS TEXT) AS checksum, entry_count, CAST(expires_at_millis AS TEXT) AS expires,
       entries FROM record_groups WHERE kind = ? ORDER BY sequence DESC`,
    ),
    update: database.prepare(
      'UPDATE record_groups SET checksum = ?, entry_count = ?, size_bytes = ?, entries = ? WHERE sequence = ?',
    ),
    removeGroup: database.prepare('DELETE FROM record_groups WHERE sequence = ?'),
    usage: database.prepare(
      'SELECT coalesce(sum(entry_count), 0) AS count, coalesce(sum(size_bytes), 0) AS bytes FROM record_groups WHERE kind = ?',
    ),
    clear: database.prepare('DELETE FROM record_groups WHERE kind = ? RETURNING entry_count'),
    purge: database.prepare(
      'DELETE FROM record_groups WHERE expires_at_millis <= ? RETURNING kind, checksum, entry_count',
    ),
  };
}

/** The records that are kept in groups. Every change is a part of its caller's transaction. */
export function recordGroups(database: DatabaseSync, ledger: Ledger, onUnreadable: (kind: string) => void) {
  const { insert, ofKind, update, removeGroup, usage, clear, purge } = groupStatements(database);
  const counted = (rows: readonly Record<string, unknown>[]): number =>
    rows.reduce((sum, row) => sum + Number(row['entry_count']), 0);

  /** The entries of a kind, the latest group first. A group that cannot be read is left out, and told. */
  function* groupsOf(
    kind: string,
    rows: Iterable<Record<string, unknown>> = ofKind.iterate(kind),
  ): Generator<{ readonly row: Record<string, unknown>; readonly entries: readonly Entry[] }> {
    for (const row of rows) {
      const { checksum, entry_count: count, expires, entries } = row;
      try {
        const computed = groupChecksum(kind, Number(count), expires as string | null, entries as Uint8Array);
        if (String(computed) !== checksum) throw new Error('The checksum does not match.');
        yield { row, entries: parseEntries(entries) };
      } catch {
        onUnreadable(kind);
      }
    }
  }

  return {
    write({ kind, count, expiresAtMillis, entries }: RecordGroup): void {
      const checksum = groupChecksum(kind, count, expiresAtMillis, entries);
      insert.run(kind, checksum, count, entries.length, expiresAtMillis, entries);
      ledger.add(kind, checksum);
      releaseBytes(entries);
    },
    /** The record as it was put last; undefined where no group of the kind holds it. */
    find(kind: string, id: string): StoredRecord | undefined {
      for (const { entries } of groupsOf(kind)) {
        const entry = entries.findLast(([entryId]) => entryId === id);
        if (entry !== undefined) return { id, value: entry[2] };
      }
      return undefined;
    },
    list(kind: string): readonly StoredRecord[] {
      const latest = new Map<string, StoredRecord>();
      for (const { entries } of groupsOf(kind))
        for (const [id, , value] of entries.toReversed()) if (!latest.has(id)) latest.set(id, { id, value });
      return [...latest.values()];
    },
    /** Looks through all groups of the kind: it is not what they are for. */
    remove(kind: string, id: string): void {
      for (const { row, entries } of groupsOf(kind, ofKind.all(kind))) {
        const kept = entries.filter(([entryId]) => entryId !== id);
        if (kept.length === entries.length) continue;
        const sequence = Number(row['sequence']);
        ledger.remove(kind, Number(row['checksum']));
        if (kept.length === 0) {
          removeGroup.run(sequence);
          continue;
        }
        const bytes = Buffer.from(kept.map((entry) => JSON.stringify(entry)).join(','), 'utf8');
        const checksum = groupChecksum(kind, kept.length, row['expires'] as string | null, bytes);
        update.run(checksum, kept.length, bytes.length, bytes, sequence);
        ledger.add(kind, checksum);
      }
    },
    usage(kind: string): StoredUsage {
      const row = usage.get(kind);
      return { count: Number(row?.['count']), sizeBytes: Number(row?.['bytes']) };
    },
    clear: (kind: string): number => counted(clear.all(kind)),
    purgeExpired(nowMillis: number): number {
      const purged = purge.all(nowMillis);
      for (const { kind, checksum } of purged) ledger.remove(String(kind), Number(checksum));
      return counted(purged);
    },
  };
}
