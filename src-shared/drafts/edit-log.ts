import { type BoundedPart, boundHistory } from './bound.ts';
import type { DraftEdit } from './draft.ts';
import type { Edit } from './replay.ts';

/** A text with the way that led to it, so that it can be undone after a restart. */
export type EditLog = BoundedPart;

/** True if an edit continues the typing (or the deleting) of the one before it, inside one line. */
function continues(before: DraftEdit | undefined, edit: Edit): boolean {
  if (before === undefined || edit.inserted.includes('\n') || edit.removed.includes('\n')) return false;
  const isTyping =
    edit.removed === '' && before.removed === '' && before.at + before.inserted.length === edit.at;
  const isDeleting = edit.inserted === '' && before.inserted === '' && before.removed !== '';
  const isAdjacent = edit.at + edit.removed.length === before.at || edit.at === before.at;
  // A new word is a new group: undo goes back word by word.
  const beginsWord = /\s$/.test(before.inserted) && /^\S/.test(edit.inserted);
  return (isTyping && !beginsWord) || (isDeleting && isAdjacent);
}

/** A log with edits added that were made at one stroke; typing goes on in the group before it. */
export function appendEdits(log: EditLog, edits: readonly Edit[]): EditLog {
  const last = log.edits.at(-1);
  const [first] = edits;
  if (first === undefined) return log;
  const isContinued = edits.length === 1 && continues(last, first);
  const group = isContinued ? (last?.group ?? 1) : (last?.group ?? 0) + 1;
  return boundHistory({ ...log, edits: [...log.edits, ...edits.map((edit) => ({ ...edit, group }))] });
}

/** The groups of a log, oldest first. */
export function groupsOf({ edits }: Pick<EditLog, 'edits'>): readonly (readonly DraftEdit[])[] {
  const groups: DraftEdit[][] = [];
  for (const edit of edits) {
    const last = groups.at(-1);
    if (last?.[0]?.group === edit.group) last.push(edit);
    else groups.push([edit]);
  }
  return groups;
}
