import { closeSync, existsSync, openSync, readSync, writeSync } from 'node:fs';

const headBytes = 100;
/** So many bytes may be wrong for the file to be ours all the same. */
const maxWrong = 4;

/**
 * Bytes of the head that are the same in every state: [offset, allowed values…].
 * https://sqlite.org/fileformat2.html
 */
const constants: readonly (readonly [at: number, ...allowed: readonly (readonly number[])[]])[] = [
  [0, [...Buffer.from('SQLite format 3\0', 'latin1')]],
  // Pages of 4,096 bytes, write-ahead log, no reserved space, fractions of the payload.
  [16, [0x10, 0x00]],
  [18, [2, 2]],
  [20, [0, 64, 32, 32]],
  // Format of the schema; 0 while there is none.
  [44, [0, 0, 0, 4], [0, 0, 0, 0]],
  // No auto-vacuum.
  [52, [0, 0, 0, 0]],
  // UTF-8; 0 while there is no schema.
  [56, [0, 0, 0, 1], [0, 0, 0, 0]],
  [64, [0, 0, 0, 0]],
  [68, [0, 0, 0, 0]],
  [72, [...Buffer.alloc(20)]],
];

const differences = (head: Uint8Array, at: number, bytes: readonly number[]): number =>
  bytes.filter((byte, index) => head[at + index] !== byte).length;

/**
 * Looks at the first bytes of a database, before SQLite does: a wrong one makes it read-only, or another kind of file.
 * Those that are always the same are put right. `foreign`: it is no database of a state.
 */
export function mendDatabaseHead(file: string): 'sound' | 'mended' | 'foreign' {
  const descriptor = openSync(file, 'r+');
  try {
    const head = Buffer.alloc(headBytes);
    const size = readSync(descriptor, head, 0, headBytes, 0);
    // Not begun, or killed while it was: SQLite brings that to its end by itself.
    if (size === 0 || existsSync(`${file}-journal`)) return 'sound';
    if (size < headBytes) return 'foreign';
    let wrong = 0;
    for (const [at, ...allowed] of constants) {
      const [usual = []] = allowed;
      if (allowed.some((bytes) => differences(head, at, bytes) === 0)) continue;
      wrong += differences(head, at, usual);
      head.set(usual, at);
    }
    if (wrong === 0) return 'sound';
    if (wrong > maxWrong) return 'foreign';
    writeSync(descriptor, head, 0, headBytes, 0);
    return 'mended';
  } finally {
    closeSync(descriptor);
  }
}
