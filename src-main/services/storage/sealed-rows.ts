import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Sealer } from '#main/platform/seal.ts';
import { blockForms, type PlainParts, sealParts } from './block-seal.ts';
import { recordChecksum } from './checksum.ts';
import type { Ledger } from './ledger.ts';
import { recordPlace, sealForms } from './record-seal.ts';

/** Records and blocks per read, so that a large state is never in memory as a whole. */
const recordsAtATime = 200;
const blocksAtATime = 8;

export interface SealedRecord {
  readonly kind: string;
  readonly id: string;
  readonly checksum: number;
  readonly sealed: number;
  readonly expires_at_millis: number | null;
  readonly value: Uint8Array;
}

export interface SealedBlock {
  readonly sequence: number;
  readonly first_id: string;
  readonly last_id: string;
  readonly exchange_count: number;
  readonly is_noted: number;
  readonly seal_form: number;
  readonly summaries: Uint8Array;
  readonly contents: Uint8Array;
}

/** Returns the properties of a block that are known in clear, and how it is sealed. */
export const headOf = (row: Omit<SealedBlock, 'contents'>) => ({
  firstId: row.first_id,
  lastId: row.last_id,
  count: row.exchange_count,
  isNoted: row.is_noted === 1,
  form: row.seal_form,
});

/** Reads rows a few at a time, in the order of their keys. */
function* inPieces<Row>(read: (after: Row | null) => readonly Row[]): Generator<readonly Row[]> {
  for (let rows = read(null); rows.length > 0; rows = read(rows.at(-1) ?? null)) yield rows;
}

/** The statements on sealed values. Every change is a part of its caller's transaction. */
export function sealedRows(database: DatabaseSync, ledger: Ledger) {
  const recordsAfter = database.prepare(
    `SELECT kind, id, checksum, sealed, expires_at_millis, value FROM records
     WHERE sealed > 0 AND (kind, id) > (?, ?) ORDER BY kind, id LIMIT ${recordsAtATime}`,
  );
  const blocksAfter = database.prepare(
    `SELECT sequence, first_id, last_id, exchange_count, is_noted, seal_form, summaries, contents FROM exchange_blocks
     WHERE sequence > ? ORDER BY sequence LIMIT ${blocksAtATime}`,
  );
  const putRecord = database.prepare(
    'UPDATE records SET value = ?, sealed = ?, checksum = ? WHERE kind = ? AND id = ?',
  );
  const putBlock = database.prepare(
    `UPDATE exchange_blocks SET summaries = ?, contents = ?, size_bytes = ?, seal_form = ${blockForms.bound}, checksum = ?
     WHERE sequence = ?`,
  );
  const removeRecord = database.prepare('DELETE FROM records WHERE kind = ? AND id = ?');
  const removeBlock = database.prepare('DELETE FROM exchange_blocks WHERE sequence = ?');
  const formerAfter = database.prepare(
    `SELECT kind, id, checksum, sealed, expires_at_millis, value FROM records
     WHERE sealed = ${sealForms.former} AND (kind, id) > (?, ?) ORDER BY kind, id LIMIT ${recordsAtATime}`,
  );
  // In the index the form is separate from the long values.
  const formerHeads = database.prepare(
    `SELECT sequence, first_id, last_id, exchange_count, is_noted, ${blockForms.former} AS seal_form, summaries
     FROM exchange_blocks INDEXED BY exchange_block_directory WHERE seal_form = ${blockForms.former}`,
  );
  const piecesOf = (statement: StatementSync) =>
    inPieces<SealedRecord>(
      (after) => statement.all(after?.kind ?? '', after?.id ?? '') as unknown as readonly SealedRecord[],
    );
  return {
    /** Those that earlier versions sealed. */
    formerRecords: () => piecesOf(formerAfter),
    /** Of the blocks that earlier versions sealed all but the contents, which are all that is large in a state. */
    formerHeads: () => formerHeads.iterate() as Iterable<unknown> as Iterable<Omit<SealedBlock, 'contents'>>,
    records: () => piecesOf(recordsAfter),
    blocks: () =>
      inPieces<SealedBlock>(
        (after) => blocksAfter.all(after?.sequence ?? 0) as unknown as readonly SealedBlock[],
      ),
    sealRecord(row: SealedRecord, plain: Uint8Array, sealer: Sealer): void {
      const { kind, id } = row;
      const value = sealer.seal(plain, recordPlace(kind, id));
      const checksum = recordChecksum(kind, id, sealForms.bound, row.expires_at_millis, value);
      putRecord.run(value, sealForms.bound, checksum, kind, id);
      ledger.remove(kind, row.checksum);
      ledger.add(kind, checksum);
    },
    sealBlock(row: SealedBlock, plain: PlainParts, sealer: Sealer): void {
      const { summaries, contents, sizeBytes, checksum } = sealParts(sealer, headOf(row), plain);
      putBlock.run(summaries, contents, sizeBytes, checksum, row.sequence);
    },
    removeRecord({ kind, id, checksum }: SealedRecord): void {
      removeRecord.run(kind, id);
      ledger.remove(kind, checksum);
    },
    removeBlock: ({ sequence }: SealedBlock): void => void removeBlock.run(sequence),
  };
}
