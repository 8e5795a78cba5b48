import type { TextEdit } from '#shared/contract/facts.ts';

/** The edits that make all changes; null: one of them cannot be made. */
export function allEdits<Change>(
  changes: readonly Change[],
  editsOf: (change: Change) => readonly TextEdit[] | null,
): readonly TextEdit[] | null {
  const edits: TextEdit[] = [];
  for (const change of changes) {
    const made = editsOf(change);
    if (made === null) return null;
    edits.push(...made);
  }
  return edits;
}
