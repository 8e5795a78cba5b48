import { closeSync, openSync, readSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { RowSettlement } from '#shared/consents/index.ts';
import { eachPiece, eachSpan } from './lines.ts';
import type { TaskContext } from './tasks.ts';

const windowBytes = 1_048_576;
/** Number of bytes read before a line that is looked for: rows that were sent together are settled in any order. */
const lookBackBytes = 131_072;

/** How rows were settled; of a row's settlements the last holds. */
export interface Settlements {
  /** Rows that are settled. */
  readonly size: number;
  of(row: number): RowSettlement | null;
  close(): void;
}

/**
 * Reads the position of each row's last settlement. The settlements stay in the file: for a million rows they
 * take 300 MB, and they are read nearly in the order in which they were written.
 */
export async function openSettlements(
  file: string,
  rows: number,
  context: TaskContext,
): Promise<Settlements> {
  if ((await stat(file).catch(() => null)) === null) return { size: 0, of: () => null, close: () => {} };
  const offsets = new Float64Array(rows + 1);
  const lengths = new Int32Array(rows + 1);
  let size = 0;
  await eachPiece(file, context, (bytes, offset) =>
    eachSpan(bytes, (begin, end) => {
      const { row } = JSON.parse(bytes.toString('utf8', begin, end)) as RowSettlement;
      if (row < 1 || row > rows) return;
      if (lengths[row] === 0) size += 1;
      offsets[row] = offset + begin;
      lengths[row] = end - begin;
    }),
  );
  const descriptor = openSync(file, 'r');
  let window: Buffer = Buffer.alloc(0);
  let windowBegin = 0;

  function bytesAt(offset: number, length: number): Buffer {
    if (offset < windowBegin || offset + length > windowBegin + window.length) {
      windowBegin = Math.max(0, offset - lookBackBytes);
      const wanted = Buffer.allocUnsafe(Math.max(windowBytes, offset - windowBegin + length));
      window = wanted.subarray(0, readSync(descriptor, wanted, 0, wanted.length, windowBegin));
    }
    return window.subarray(offset - windowBegin, offset - windowBegin + length);
  }

  return {
    size,
    of(row) {
      const length = lengths[row] ?? 0;
      if (length === 0) return null;
      return JSON.parse(bytesAt(offsets[row] ?? 0, length).toString()) as RowSettlement;
    },
    close: () => closeSync(descriptor),
  };
}
