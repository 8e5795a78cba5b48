import { difference } from '#renderer/ui/difference.ts';
import type { LintFinding } from '#shared/contract/index.ts';

type Edit = NonNullable<LintFinding['fix']>['edits'][number];

/** The present and the future form of a stretch of text, with its surroundings on the line. */
export interface FixPreview {
  readonly line: number;
  readonly lead: string;
  readonly removed: string;
  readonly added: string;
  readonly tail: string;
}

/** Of the line around an edit, so many characters on either side are shown. */
const contextLength = 60;

/** The position behind the string that begins at `at`; the end where it is never closed. */
function stringEnd(text: string, at: number): number {
  for (let index = at + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === '"') return index + 1;
  }
  return text.length;
}

/** Positions of the objects in the list that begins at `at`, one after the other, up to number `last`. */
function objectStart(text: string, at: number, last: number): number | null {
  let depth = 0;
  let count = -1;
  for (let index = at + 1; index < text.length; index += 1) {
    const sign = text[index];
    if (sign === '"') {
      index = stringEnd(text, index) - 1;
    } else if (sign === '{' || sign === '[') {
      if (depth === 0) count += 1;
      if (depth === 0 && count === last) return index;
      depth += 1;
    } else if (sign === '}' || sign === ']') {
      if (depth === 0) return null;
      depth -= 1;
    }
  }
  return null;
}

/** Where an entry of a HAR document begins, in UTF-16 units; null: it has no such entry. HAR 1.2, `log.entries` */
export function entryStart(text: string, entry: number): number | null {
  const list = /"entries"\s*:\s*\[/.exec(text);
  return list === null ? null : objectStart(text, list.index + list[0].length - 1, entry);
}

/** Where an edit begins, from the beginning of the text. */
function startOf(text: string, { entry, at }: Edit): number | null {
  if (entry === undefined) return at;
  const start = entryStart(text, entry);
  return start === null ? null : start + at;
}

/** An edit without its unchanged words at both ends. */
function narrow(removed: string, added: string): { readonly head: number; readonly tail: number } {
  const { before, after } = difference(removed, added);
  let head = before.length;
  while (head > 0 && /\w/.test(before.charAt(head - 1))) head -= 1;
  const tail = after.replace(/^\w+/, '').length;
  return { head, tail };
}

/** Returns the effect of each edit on a text, with its line; edits whose place is not in the text are left out. */
export function previewFix(text: string, edits: readonly Edit[]): readonly FixPreview[] {
  return edits.flatMap((edit): readonly FixPreview[] => {
    const whole = startOf(text, edit);
    if (whole === null || whole + edit.length > text.length) return [];
    const { head, tail } = narrow(text.slice(whole, whole + edit.length), edit.text);
    const start = whole + head;
    const end = whole + edit.length - tail;
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    const lineBreak = text.indexOf('\n', end);
    const lineEnd = lineBreak < 0 ? text.length : lineBreak;
    const leadFrom = Math.max(lineStart, start - contextLength);
    const tailTo = Math.min(lineEnd, end + contextLength);
    return [
      {
        line: text.slice(0, start).split('\n').length,
        lead: `${leadFrom > lineStart ? '…' : ''}${text.slice(leadFrom, start).trimStart()}`,
        removed: text.slice(start, end),
        added: edit.text.slice(head, edit.text.length - tail),
        tail: `${text.slice(end, tailTo).trimEnd()}${tailTo < lineEnd ? '…' : ''}`,
      },
    ];
  });
}
