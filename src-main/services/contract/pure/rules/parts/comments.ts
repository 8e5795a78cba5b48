import type { ScriptFact } from '#shared/contract/facts.ts';
import { lastBefore } from './match-positions.ts';

/** Where the comments of a text begin and end, in their order. */
interface Comments {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const known = new WeakMap<ScriptFact, Comments>();

/** Tests whether a place of a script is in a comment. */
export function isCommented(script: ScriptFact, at: number): boolean {
  const comments = known.get(script) ?? commentsOf(script);
  known.set(script, comments);
  const index = lastBefore(comments.starts, at + 1);
  return index >= 0 && at < (comments.ends[index] ?? 0);
}

/** Reads the text once. What looks like a comment within a text is none: an address, a media type such as any of any. */
function commentsOf({ text, language }: ScriptFact): Comments {
  const starts: number[] = [];
  const ends: number[] = [];
  const isCode = language === 'javascript' || language === 'groovy';
  const isHttp = language === 'http';
  const marks = isCode ? /["'`]|\/[/*]/g : isHttp ? /^[ \t]*(?:#|\/\/)/gm : /\\|["']|(?<![^\s;&|(])#/g;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const isComment = isHttp || /[#/]/.test(mark[0]);
    const end = isComment ? endOfComment(text, mark) : endOfText(text, mark, { isCode });
    if (isComment) {
      starts.push(mark.index);
      ends.push(end);
    }
    marks.lastIndex = Math.max(end, mark.index + 1);
  }
  return { starts, ends };
}

function endOfComment(text: string, { 0: mark, index }: RegExpExecArray): number {
  const end = text.indexOf(mark === '/*' ? '*/' : '\n', index + mark.length);
  return end < 0 ? text.length : end;
}

function endOfText(
  text: string,
  { 0: quote, index }: RegExpExecArray,
  { isCode }: { readonly isCode: boolean },
): number {
  // In a shell, an escaped character is no quote.
  if (quote === '\\') return index + 2;
  const triple = quote.repeat(3);
  if (isCode && quote !== '`' && text.startsWith(triple, index)) {
    const end = text.indexOf(triple, index + 3);
    return end < 0 ? text.length : end + 3;
  }
  const isRaw = !isCode && quote === "'";
  const isLine = isCode && quote !== '`';
  for (let at = index + 1; at < text.length; at += 1) {
    const unit = text[at];
    if (unit === '\\' && !isRaw) at += 1;
    else if (unit === quote) return at + 1;
    else if (unit === '\n' && isLine) return at;
  }
  return text.length;
}
