import { type Edit, groupsOf, replay } from '#shared/drafts/index.ts';
import type { DraftTracker, TrackedChange } from './draft-tracker.ts';

/** A change of a text that no editor shows, with the text after it. */
export interface OwnChange extends TrackedChange {
  readonly text: string;
}

/** The smallest single edit that makes one text of another; null where they are equal. */
export function differenceOf(before: string, after: string): Edit | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let at = 0;
  while (at < shorter && before[at] === after[at]) at += 1;
  let same = 0;
  while (same < shorter - at && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return {
    at,
    removed: before.slice(at, before.length - same),
    inserted: after.slice(at, after.length - same),
  };
}

/** The step back: the last group of the log is taken away; null where there is none. */
export function undoChange({ log, stateIds, baseStateId }: DraftTracker): OwnChange | null {
  const last = groupsOf(log).at(-1);
  if (last === undefined) return null;
  const kept = log.edits.length - last.length;
  const text = replay(log.baseText, log.edits.slice(0, kept));
  if (text === null) return null;
  const inverse = last.toReversed().map(({ at, removed, inserted }) => ({
    at,
    removed: inserted,
    inserted: removed,
  }));
  return { kind: 'undo', edits: inverse, text, stateId: stateIds[kept - 1] ?? baseStateId };
}

/** The step forth again; null where nothing was undone, or other changes followed. */
export function redoChange({ undone }: DraftTracker, text: string): OwnChange | null {
  const next = undone.at(-1);
  const stateId = next?.stateIds.at(-1);
  if (next === undefined || stateId === undefined) return null;
  const after = replay(text, next.edits);
  return after === null ? null : { kind: 'redo', edits: next.edits, text: after, stateId };
}
