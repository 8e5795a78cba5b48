import type { PackedExchange } from '#main/platform/exchange-codec.ts';
import { isImportedId } from '#main/platform/exchange-ids.ts';
import type { BlockEntry, BlockStore } from './block-store.ts';
import { encodeBlocks, maxInBlock } from './block-writer.ts';

/** Number of adjacent blocks of one size before they are merged. */
const joinedAtOnce = 16;
/** Most exchanges and bytes of a joined block. */
const maxJoined = { exchanges: 2 * maxInBlock, characters: 2 * 1_048_576 };
const largeBytes = 524_288;

/** Sizes by which blocks are joined: each exchange is written anew twice at most. */
function sizeClass({ count, sizeBytes }: BlockEntry): 'tiny' | 'small' | 'large' {
  if (count >= maxInBlock || sizeBytes >= largeBytes) return 'large';
  return count >= joinedAtOnce ? 'small' : 'tiny';
}

function areAlike(one: BlockEntry, other: BlockEntry): boolean {
  return (
    one.isNoted === other.isNoted &&
    isImportedId(one.firstId) === isImportedId(other.firstId) &&
    sizeClass(one) === sizeClass(other)
  );
}

/** The first blocks that are to be joined: alike, neighbours, and enough of them. */
function findJoinable(entries: readonly BlockEntry[]): readonly BlockEntry[] {
  let run: BlockEntry[] = [];
  for (const entry of entries) {
    const [first] = run;
    if (sizeClass(entry) === 'large') run = [];
    else if (first === undefined || areAlike(first, entry)) run.push(entry);
    else run = [entry];
    if (run.length === joinedAtOnce) return run;
  }
  return [];
}

function withinBounds(run: readonly BlockEntry[]): readonly BlockEntry[] {
  let count = 0;
  let bytes = 0;
  return run.filter((entry, index) => {
    count += entry.count;
    bytes += entry.sizeBytes;
    return index < 2 || (count <= maxJoined.exchanges && bytes <= maxJoined.characters);
  });
}

/** All exchanges of a block; null where the key at hand does not open it. */
export function exchangesOf(store: BlockStore, entry: BlockEntry): readonly PackedExchange[] | null {
  const block = store.open(entry);
  return block === null ? null : block.ids.map((_, index) => block.at(index));
}

/**
 * Merges some small blocks into one; false if there is nothing to merge. It takes a few milliseconds: blocks
 * written one by one must not remain a hundred thousand.
 */
export function joinSmallBlocks(store: BlockStore): boolean {
  const run = withinBounds(findJoinable(store.entries()));
  const [first] = run;
  if (first === undefined) return false;
  const contents = run.map((entry) => exchangesOf(store, entry));
  // Sealed under a key that is lost: it stays as it is.
  if (contents.some((exchanges) => exchanges === null)) return false;
  const [block, ...more] = encodeBlocks(
    contents.flatMap((exchanges) => exchanges ?? []),
    {
      exchanges: Number.POSITIVE_INFINITY,
      characters: Number.POSITIVE_INFINITY,
    },
  );
  if (block === undefined || more.length > 0) return false;
  store.replace(run, block, first.isNoted);
  return true;
}
