/** One change of a text. */
export interface Edit {
  /** UTF-16 offset. */
  readonly at: number;
  readonly removed: string;
  readonly inserted: string;
}

/** The text after an edit; null where the edit is not one of this text. */
export function applyEdit(text: string, { at, removed, inserted }: Edit): string | null {
  if (at > text.length || !text.startsWith(removed, at)) return null;
  return text.slice(0, at) + inserted + text.slice(at + removed.length);
}

/** The text after all edits, the oldest first; null where one of them is not an edit of the text before it. */
export function replay(baseText: string, edits: readonly Edit[]): string | null {
  let text: string | null = baseText;
  for (const edit of edits) {
    if (text === null) return null;
    text = applyEdit(text, edit);
  }
  return text;
}
