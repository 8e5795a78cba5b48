import type { DraftEdit } from '#shared/api/index.ts';
import { appendEdits, type Edit, type EditLog, groupsOf } from '#shared/drafts/index.ts';

/** A change as an editor reports it: new edits, or an undo or redo to a state that the text had before. */
export interface TrackedChange {
  readonly kind: 'edit' | 'undo' | 'redo';
  readonly edits: readonly Edit[];
  readonly stateId: number;
}

/** A log of edits that follows an editor's undo and redo. */
export interface DraftTracker {
  readonly log: EditLog;
  /** The state after each edit of the log. */
  readonly stateIds: readonly number[];
  readonly baseStateId: number;
  /** The undone edits that can be redone, the next one last. */
  readonly undone: readonly { readonly edits: readonly DraftEdit[]; readonly stateIds: readonly number[] }[];
}

/** Begins to follow an editor that has made a log's edits again; `groupStates` are the states after its groups. */
export function beginTracking(
  log: EditLog,
  baseStateId: number,
  groupStates: readonly number[],
): DraftTracker {
  const stateIds = groupsOf(log).flatMap((group, index) =>
    group.map(() => groupStates[index] ?? baseStateId),
  );
  return { log, stateIds, baseStateId, undone: [] };
}

function added(tracker: DraftTracker, { edits, stateId }: TrackedChange): DraftTracker {
  const log = appendEdits(tracker.log, edits);
  // The oldest edits may have become part of the beginning.
  const stateIds = [...tracker.stateIds, ...edits.map(() => stateId)].slice(-log.edits.length || undefined);
  return { ...tracker, log, stateIds: log.edits.length === 0 ? [] : stateIds, undone: [] };
}

function undoneTo(tracker: DraftTracker, change: TrackedChange): DraftTracker {
  const kept = change.stateId === tracker.baseStateId ? 0 : tracker.stateIds.lastIndexOf(change.stateId) + 1;
  // A state from before the beginning of the log: the step back is one more edit.
  if (kept === 0 && change.stateId !== tracker.baseStateId) return added(tracker, change);
  const { edits } = tracker.log;
  return {
    ...tracker,
    log: { ...tracker.log, edits: edits.slice(0, kept) },
    stateIds: tracker.stateIds.slice(0, kept),
    undone: [...tracker.undone, { edits: edits.slice(kept), stateIds: tracker.stateIds.slice(kept) }],
  };
}

function redone(tracker: DraftTracker, change: TrackedChange): DraftTracker {
  const next = tracker.undone.at(-1);
  if (next?.stateIds.at(-1) !== change.stateId) return added(tracker, change);
  return {
    ...tracker,
    log: { ...tracker.log, edits: [...tracker.log.edits, ...next.edits] },
    stateIds: [...tracker.stateIds, ...next.stateIds],
    undone: tracker.undone.slice(0, -1),
  };
}

/** The tracker after a change of the editor's text. */
export function track(tracker: DraftTracker, change: TrackedChange): DraftTracker {
  if (change.kind === 'undo') return undoneTo(tracker, change);
  return change.kind === 'redo' ? redone(tracker, change) : added(tracker, change);
}
