import { diffArrays, diffWordsWithSpace } from 'diff';
import type { DiffSegment } from '#shared/api/index.ts';
import { escapeEach } from '#shared/flows/index.ts';

/** Beyond so many insertions and removals two texts have too little in common for the marks to say anything. */
const maxEditLength = 1_000;
/** Longer texts are only said to differ: taking them apart would hold the engine's thread. */
const maxLength = 262_144;

/** Shows where two texts differ, word by word; null where they are too long or too different to say. */
export function wordSegments(left: string, right: string): readonly DiffSegment[] | null {
  if (left.length + right.length > maxLength) return null;
  const changes = diffWordsWithSpace(left, right, { maxEditLength });
  return changes?.map((change) => ({ text: change.value, in: sideOf(change) })) ?? null;
}

/** Shows where two byte strings differ, byte by byte; what is not printable ASCII is written as an escape. */
export function byteSegments(left: Buffer, right: Buffer): readonly DiffSegment[] | null {
  if (left.length + right.length > maxLength) return null;
  const changes = diffArrays([...left], [...right], { maxEditLength });
  return changes?.map((change) => ({ text: visibleBytes(change.value), in: sideOf(change) })) ?? null;
}

/** Bytes as text in which each can be seen: `\n`, `\xff`. */
export function visibleBytes(bytes: readonly number[] | Buffer): string {
  return escapeEach(Buffer.from(bytes).toString('latin1'));
}

function sideOf({
  added,
  removed,
}: {
  readonly added: boolean;
  readonly removed: boolean;
}): DiffSegment['in'] {
  return added ? 'right' : removed ? 'left' : 'both';
}
