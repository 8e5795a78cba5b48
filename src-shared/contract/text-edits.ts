/** An edit of a text, in UTF-16 units. */
export interface PlainEdit {
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

/** A text with edits made, which do not overlap. */
export function applyEdits(text: string, edits: readonly PlainEdit[]): string {
  return edits
    .toSorted((one, other) => other.at - one.at)
    .reduce((soFar, edit) => soFar.slice(0, edit.at) + edit.text + soFar.slice(edit.at + edit.length), text);
}
