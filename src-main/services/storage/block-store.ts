import type { DatabaseSync } from 'node:sqlite';
import type { StoredSummary } from '#main/platform/exchange-summary.ts';
import { releaseBytes, type Sealer } from '#main/platform/seal.ts';
import { blockForms, openPart, openParts, type PlainParts, sealParts } from './block-seal.ts';
import type { EncodedBlock } from './block-writer.ts';
import { type DecodedBlock, decodeBlock } from './exchange-block.ts';
import { decodeSummaries } from './summary-block.ts';

/** Facts about a block that are known without opening it. */
export interface BlockEntry {
  readonly sequence: number;
  readonly revision: number;
  /** Smallest and largest id in it. */
  readonly firstId: string;
  readonly lastId: string;
  readonly count: number;
  readonly sizeBytes: number;
  /** True if it only holds exchanges on which something was noted: these stay. */
  readonly isNoted: boolean;
  /** How its parts are sealed. */
  readonly form: number;
}

const directoryColumns =
  'sequence, revision, first_id, last_id, exchange_count, size_bytes, is_noted, seal_form';

function entryOf(row: Record<string, unknown>): BlockEntry {
  return {
    sequence: Number(row['sequence']),
    revision: Number(row['revision']),
    firstId: String(row['first_id']),
    lastId: String(row['last_id']),
    count: Number(row['exchange_count']),
    sizeBytes: Number(row['size_bytes']),
    isNoted: row['is_noted'] === 1,
    form: Number(row['seal_form']),
  };
}

/** Reads the directory of all blocks, the oldest first. */
export function blockDirectory(database: DatabaseSync): () => readonly BlockEntry[] {
  const statement = database.prepare(`SELECT ${directoryColumns} FROM exchange_blocks ORDER BY sequence`);
  return () => statement.all().map(entryOf);
}

/** Reads the summaries of a block; null where it is gone, or the key does not open it. */
export function summaryReader(
  database: DatabaseSync,
  sealer: Sealer,
): (sequence: number) => readonly StoredSummary[] | null {
  // Apart: what the index holds is read from it, and not from behind the long values.
  const head = database.prepare(
    `SELECT ${directoryColumns} FROM exchange_blocks INDEXED BY exchange_block_directory WHERE sequence = ?`,
  );
  const summaries = database.prepare('SELECT summaries FROM exchange_blocks WHERE sequence = ?');
  return (sequence) => {
    const row = head.get(sequence);
    const sealed = summaries.get(sequence)?.['summaries'];
    if (row === undefined || !(sealed instanceof Uint8Array)) return null;
    const plain = openPart(sealer, 'summaries', entryOf(row), sealed);
    return plain === null ? null : decodeSummaries(plain.toString('utf8'));
  };
}

/** Gives the memory of a block back at once: nobody needs it any more. */
export function releaseBlock({ summaries, contents }: EncodedBlock): void {
  releaseBytes(summaries);
  releaseBytes(contents);
}

type PlainBlock = PlainParts & Pick<BlockEntry, 'firstId' | 'lastId' | 'count'>;

export type BlockStore = ReturnType<typeof createBlockStore>;

function blockStatements(database: DatabaseSync) {
  return {
    insert: database.prepare(
      `INSERT INTO exchange_blocks (revision, first_id, last_id, exchange_count, size_bytes, is_noted, summaries, contents,
       seal_form, checksum) VALUES (1, ?, ?, ?, ?, 0, ?, ?, ${blockForms.bound}, ?)`,
    ),
    update: database.prepare(
      `UPDATE exchange_blocks SET revision = revision + 1, first_id = ?, last_id = ?, exchange_count = ?, size_bytes = ?,
       summaries = ?, contents = ?, is_noted = ?, seal_form = ${blockForms.bound}, checksum = ? WHERE sequence = ?`,
    ),
    remove: database.prepare('DELETE FROM exchange_blocks WHERE sequence = ?'),
    contents: database.prepare('SELECT contents FROM exchange_blocks WHERE sequence = ?'),
    parts: database.prepare('SELECT summaries, contents FROM exchange_blocks WHERE sequence = ?'),
  };
}

/** Blocks that did not open and are to be looked at more closely, each once. */
function createSuspects() {
  const waiting = new Set<number>();
  const known = new Set<number>();
  return {
    add(sequence: number): void {
      if (!known.has(sequence)) waiting.add(sequence);
      known.add(sequence);
    },
    take(): readonly number[] {
      const taken = [...waiting];
      waiting.clear();
      return taken;
    },
  };
}

/** The blocks on disk with a directory in memory. Every change is a part of its caller's transaction. */
export function createBlockStore(database: DatabaseSync, sealer: Sealer) {
  const readDirectory = blockDirectory(database);
  const readSummaries = summaryReader(database, sealer);
  const { insert, update, remove, contents, parts } = blockStatements(database);
  let entries: BlockEntry[] = [...readDirectory()];
  /** The block that was opened last: who asks for one exchange mostly asks for its neighbour next. */
  let opened: { readonly sequence: number; readonly revision: number; readonly block: DecodedBlock } | null =
    null;
  const suspects = createSuspects();

  /** Replaces a block by its new version, sealed anew. */
  function put(former: BlockEntry, block: PlainBlock, isNoted: boolean): void {
    const { firstId, lastId, count } = block;
    const sealed = sealParts(sealer, { firstId, lastId, count, isNoted }, block);
    const { sizeBytes, summaries, checksum, contents: text } = sealed;
    const noted = isNoted ? 1 : 0;
    update.run(firstId, lastId, count, sizeBytes, summaries, text, noted, checksum, former.sequence);
    releaseBytes(summaries);
    releaseBytes(text);
    const revision = former.revision + 1;
    const changes = { revision, firstId, lastId, count, sizeBytes, isNoted, form: blockForms.bound };
    entries[entries.indexOf(former)] = { ...former, ...changes };
  }

  /** The bytes of the contents; null where the key at hand does not open them. */
  function openContents(entry: BlockEntry): Buffer | null {
    const sealed = contents.get(entry.sequence)?.['contents'];
    if (!(sealed instanceof Uint8Array)) return null;
    const plain = openPart(sealer, 'contents', entry, sealed);
    if (plain === null) suspects.add(entry.sequence);
    return plain;
  }

  function drop(gone: readonly BlockEntry[]): void {
    for (const { sequence } of gone) remove.run(sequence);
    const removed = new Set(gone);
    entries = entries.filter((entry) => !removed.has(entry));
  }

  return {
    entries: (): readonly BlockEntry[] => entries,
    summaries(sequence: number): readonly StoredSummary[] | null {
      const found = readSummaries(sequence);
      if (found === null) suspects.add(sequence);
      return found;
    },
    /** Reads the directory again: after a transaction that was rolled back, or a change by others. */
    reload(): void {
      entries = [...readDirectory()];
      opened = null;
    },
    /** The block's own bytes stay with the caller, who may need them again after a transaction that failed. */
    insert(block: EncodedBlock): void {
      const { firstId, lastId, count } = block;
      const head = { firstId, lastId, count, isNoted: false };
      const { sizeBytes, summaries, checksum, contents: text } = sealParts(sealer, head, block);
      const { lastInsertRowid } = insert.run(firstId, lastId, count, sizeBytes, summaries, text, checksum);
      releaseBytes(summaries);
      releaseBytes(text);
      const sequence = Number(lastInsertRowid);
      entries.push({ ...head, sizeBytes, form: blockForms.bound, sequence, revision: 1 });
    },
    drop,
    /** Puts a block in the place of some that follow each other; it takes the number of the last. */
    replace(former: readonly BlockEntry[], block: EncodedBlock, isNoted: boolean): void {
      const last = former.at(-1);
      if (last === undefined) return;
      put(last, block, isNoted);
      releaseBlock(block);
      drop(former.slice(0, -1));
    },
    /** Seals a block of an earlier version anew, for its place, if the key at hand opens it. */
    bind(entry: BlockEntry): void {
      const row = parts.get(entry.sequence);
      const plain =
        row === undefined ? null : openParts(sealer, entry, { summaries: null, contents: null, ...row });
      if (plain !== null) put(entry, { ...entry, ...plain }, entry.isNoted);
    },
    /** Takes the numbers of the blocks that did not open: they are damaged, or another key sealed them. */
    takeUnreadable: suspects.take,
    /** Opens a block; null where the key at hand does not. */
    open(entry: BlockEntry): DecodedBlock | null {
      const { sequence, revision } = entry;
      if (opened?.sequence === sequence && opened.revision === revision) return opened.block;
      const plain = openContents(entry);
      if (plain === null) return null;
      opened = { sequence, revision, block: decodeBlock(plain.toString('utf8')) };
      return opened.block;
    },
  };
}
