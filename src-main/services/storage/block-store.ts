import type { DatabaseSync } from 'node:sqlite';
import type { StoredSummary } from '#main/platform/exchange-summary.ts';
import { openOrNull, releaseBytes, type Sealer } from '#main/platform/seal.ts';
import type { EncodedBlock } from './block-writer.ts';
import { type DecodedBlock, decodeBlock } from './exchange-block.ts';
import { decodeSummaries } from './summary-block.ts';

/** What is known of a block without opening it. */
export interface BlockEntry {
  readonly sequence: number;
  readonly revision: number;
  /** Smallest and largest id in it. */
  readonly firstId: string;
  readonly lastId: string;
  readonly count: number;
  readonly sizeBytes: number;
  /** Whether it only holds exchanges on which something was noted: these stay. */
  readonly isNoted: boolean;
}

/** Reads the directory of all blocks, the oldest first. */
export function blockDirectory(database: DatabaseSync): () => readonly BlockEntry[] {
  const statement = database.prepare(
    `SELECT sequence, revision, first_id, last_id, exchange_count, size_bytes, is_noted
     FROM exchange_blocks ORDER BY sequence`,
  );
  return () =>
    statement.all().map((row) => ({
      sequence: Number(row['sequence']),
      revision: Number(row['revision']),
      firstId: String(row['first_id']),
      lastId: String(row['last_id']),
      count: Number(row['exchange_count']),
      sizeBytes: Number(row['size_bytes']),
      isNoted: row['is_noted'] === 1,
    }));
}

/** Reads the summaries of a block; null where it is gone, or the key does not open it. */
export function summaryReader(
  database: DatabaseSync,
  sealer: Sealer,
): (sequence: number) => readonly StoredSummary[] | null {
  const statement = database.prepare('SELECT summaries FROM exchange_blocks WHERE sequence = ?');
  return (sequence) => {
    const sealed = statement.get(sequence)?.['summaries'];
    const plain = sealed instanceof Uint8Array ? openOrNull(sealer, sealed) : null;
    return plain === null ? null : decodeSummaries(plain.toString('utf8'));
  };
}

/** Gives the memory of a block back at once: nobody needs it any more. */
export function releaseBlock({ summaries, contents }: EncodedBlock): void {
  releaseBytes(summaries);
  releaseBytes(contents);
}

export type BlockStore = ReturnType<typeof createBlockStore>;

/** The blocks on disk with a directory in memory. Every change is a part of its caller's transaction. */
export function createBlockStore(database: DatabaseSync, sealer: Sealer) {
  const readDirectory = blockDirectory(database);
  const insert = database.prepare(
    `INSERT INTO exchange_blocks (revision, first_id, last_id, exchange_count, size_bytes, is_noted, summaries, contents)
     VALUES (1, ?, ?, ?, ?, 0, ?, ?)`,
  );
  const update = database.prepare(
    `UPDATE exchange_blocks SET revision = revision + 1, first_id = ?, last_id = ?, exchange_count = ?, size_bytes = ?,
     summaries = ?, contents = ?, is_noted = ? WHERE sequence = ?`,
  );
  const remove = database.prepare('DELETE FROM exchange_blocks WHERE sequence = ?');
  const contents = database.prepare('SELECT contents FROM exchange_blocks WHERE sequence = ?');
  let entries: BlockEntry[] = [...readDirectory()];
  /** The block that was opened last: who asks for one exchange mostly asks for its neighbour next. */
  let opened: { readonly sequence: number; readonly revision: number; readonly block: DecodedBlock } | null =
    null;

  function seal({ firstId, lastId, count, ...plain }: EncodedBlock) {
    const summaries = sealer.seal(plain.summaries);
    const text = sealer.seal(plain.contents);
    const sizeBytes = summaries.length + text.length;
    return { firstId, lastId, count, sizeBytes, summaries, text };
  }

  function drop(gone: readonly BlockEntry[]): void {
    for (const { sequence } of gone) remove.run(sequence);
    const removed = new Set(gone);
    entries = entries.filter((entry) => !removed.has(entry));
  }

  return {
    entries: (): readonly BlockEntry[] => entries,
    summaries: summaryReader(database, sealer),
    /** Reads the directory again: after a transaction that was rolled back, or a change by others. */
    reload(): void {
      entries = [...readDirectory()];
      opened = null;
    },
    /** The block's own bytes stay with the caller, who may need them again after a transaction that failed. */
    insert(block: EncodedBlock): void {
      const { summaries, text, ...entry } = seal(block);
      const { firstId, lastId, count, sizeBytes } = entry;
      const { lastInsertRowid } = insert.run(firstId, lastId, count, sizeBytes, summaries, text);
      releaseBytes(summaries);
      releaseBytes(text);
      entries.push({ ...entry, sequence: Number(lastInsertRowid), revision: 1, isNoted: false });
    },
    drop,
    /** Puts a block in the place of some that follow each other; it takes the number of the last. */
    replace(former: readonly BlockEntry[], block: EncodedBlock, isNoted: boolean): void {
      const last = former.at(-1);
      if (last === undefined) return;
      const { summaries, text, ...changes } = seal(block);
      const { firstId, lastId, count, sizeBytes } = changes;
      releaseBlock(block);
      update.run(firstId, lastId, count, sizeBytes, summaries, text, isNoted ? 1 : 0, last.sequence);
      drop(former.slice(0, -1));
      entries[entries.indexOf(last)] = { ...last, ...changes, revision: last.revision + 1, isNoted };
    },
    /** Opens a block; null where the key at hand does not. */
    open({ sequence, revision }: BlockEntry): DecodedBlock | null {
      if (opened?.sequence === sequence && opened.revision === revision) return opened.block;
      const sealed = contents.get(sequence)?.['contents'];
      const plain = sealed instanceof Uint8Array ? openOrNull(sealer, sealed) : null;
      if (plain === null) return null;
      opened = { sequence, revision, block: decodeBlock(plain.toString('utf8')) };
      return opened.block;
    },
  };
}
