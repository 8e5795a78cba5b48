import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';

const headBytes = 32;
const frameHeadBytes = 24;
const framesAtATime = 256;
/** Its lowest bit says in which order of bytes the checksums are computed. */
const magic = 0x377f0682;

type Pair = readonly [number, number];

/** The checksum of the write-ahead log, over whole pairs of words. https://sqlite.org/fileformat2.html#checksum_algorithm */
export function logChecksum(bytes: DataView, isBigEndian: boolean, [first, second]: Pair): Pair {
  let one = first;
  let two = second;
  for (let at = 0; at < bytes.byteLength; at += 8) {
    one = (one + bytes.getUint32(at, !isBigEndian) + two) >>> 0;
    two = (two + bytes.getUint32(at + 4, !isBigEndian) + one) >>> 0;
  }
  return [one, two];
}

interface LogHead {
  readonly isBigEndian: boolean;
  readonly pageBytes: number;
  readonly salts: Pair;
  readonly sums: Pair;
}

const pairAt = (view: DataView, at: number): Pair => [view.getUint32(at), view.getUint32(at + 4)];
const areSame = ([one, two]: Pair, [first, second]: Pair): boolean => one === first && two === second;

/** Null where the head is not as SQLite writes it. */
function readHead(bytes: Buffer): LogHead | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, headBytes);
  const isBigEndian = (view.getUint32(0) & 1) === 1;
  if ((view.getUint32(0) & ~1) >>> 0 !== magic) return null;
  const sums = logChecksum(new DataView(bytes.buffer, bytes.byteOffset, 24), isBigEndian, [0, 0]);
  if (!areSame(sums, pairAt(view, 24))) return null;
  return { isBigEndian, pageBytes: view.getUint32(8), salts: pairAt(view, 16), sums };
}

/**
 * Follows the frames of a log. After the first that is not right SQLite takes none: where one that ends a transaction
 * comes behind it, or it is one itself, commits are lost. Frames of an earlier round have both salts different; one
 * that is the same shows that the other was changed.
 */
class FrameWalk {
  readonly #head: LogHead;
  #sums: Pair;
  #isBroken = false;
  isLost = false;

  constructor(head: LogHead) {
    this.#head = head;
    this.#sums = head.sums;
  }

  take(frame: DataView): void {
    const { isBigEndian, salts, pageBytes } = this.#head;
    const [one, two] = pairAt(frame, 8);
    if (!this.#isBroken && areSame([one, two], salts) && frame.getUint32(0) > 0) {
      const start = frame.byteOffset;
      const begun = logChecksum(new DataView(frame.buffer, start, 8), isBigEndian, this.#sums);
      const page = new DataView(frame.buffer, start + frameHeadBytes, pageBytes);
      this.#sums = logChecksum(page, isBigEndian, begun);
      if (areSame(this.#sums, pairAt(frame, 16))) return;
    }
    this.#isBroken = true;
    const endsTransaction = frame.getUint32(4) > 0;
    if (endsTransaction && (one === salts[0] || two === salts[1])) this.isLost = true;
  }
}

/**
 * Tests whether the write-ahead log of a database has lost commits: SQLite reads it as far as it is right, and says
 * nothing of the rest. Checked before SQLite opens it.
 */
export function hasLostCommits(file: string): boolean {
  if (!existsSync(file)) return false;
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    // A log that was not finished when the process ended holds no commit.
    if (size <= headBytes + frameHeadBytes) return false;
    const bytes = Buffer.alloc(headBytes);
    readSync(descriptor, bytes, 0, headBytes, 0);
    const head = readHead(bytes);
    if (head === null) return true;
    const walk = new FrameWalk(head);
    const frameBytes = frameHeadBytes + head.pageBytes;
    const buffer = Buffer.alloc(frameBytes * framesAtATime);
    for (let at = headBytes; at + frameBytes <= size && !walk.isLost; ) {
      const read = readSync(descriptor, buffer, 0, buffer.length, at);
      const whole = Math.floor(read / frameBytes);
      if (whole === 0) break;
      for (let index = 0; index < whole; index += 1)
        walk.take(new DataView(buffer.buffer, buffer.byteOffset + index * frameBytes, frameBytes));
      at += whole * frameBytes;
    }
    return walk.isLost;
  } finally {
    closeSync(descriptor);
  }
}
