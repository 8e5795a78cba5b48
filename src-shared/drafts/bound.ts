import type { DraftEdit } from './draft.ts';
import { applyEdit, type Edit } from './replay.ts';

/** How many edits a draft keeps at most. */
export const maxEdits = 2_000;
/** How much text its edits hold at most, in UTF-16 units: 512 KiB. */
export const maxEditUnits = 262_144;

/** The part of a draft that grows with every keystroke. */
export interface BoundedPart {
  readonly baseText: string;
  readonly edits: readonly DraftEdit[];
}

/**
 * The same way to the same text, not longer than is kept: the oldest edits move into `baseText`, whole groups at a
 * time. One that is short enough comes back as it is.
 */
export function boundHistory({ baseText, edits }: BoundedPart): BoundedPart {
  const dropped = tooMany(edits);
  if (dropped === 0) return { baseText, edits };
  let text = baseText;
  for (const edit of edits.slice(0, dropped)) text = applyEdit(text, edit) ?? text;
  return { baseText: text, edits: edits.slice(dropped) };
}

/** How many of the oldest edits have to go. */
function tooMany(edits: readonly DraftEdit[]): number {
  let units = 0;
  let kept = 0;
  for (const edit of edits.toReversed()) {
    units += unitsOf(edit);
    if (kept >= maxEdits || units > maxEditUnits) break;
    kept += 1;
  }
  let dropped = edits.length - kept;
  // Half a group would be undone to a text that never was.
  while (dropped > 0 && dropped < edits.length && edits[dropped]?.group === edits[dropped - 1]?.group)
    dropped += 1;
  return dropped;
}

const unitsOf = ({ removed, inserted }: Edit): number => removed.length + inserted.length;
