import { withoutEnd } from '../../text/ends.ts';

/** Characters that change what a reader sees without being seen: controls, and those that turn the direction of text. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text in which nothing is invisible; line breaks and tabs stay where `keepLines` is set. */
export function visible(text: string, keepLines = false): string {
  const lines = keepLines ? text.replaceAll('\r\n', '\n') : text.replace(/[\r\n]+/g, ' ');
  return lines
    .toWellFormed()
    .replace(unseen, (character) =>
      keepLines && (character === '\n' || character === '\t')
        ? character
        : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
    );
}

/** A text as words in Markdown: no character of it is markup. CommonMark §2.4 */
export function words(text: string): string {
  return visible(text)
    .replace(/[!-/:-@[-`{-~]/g, (character) => `\\${character}`)
    .trim();
}

/** A text as one line of code in Markdown, whatever backticks it holds. CommonMark §6.1 */
export function inlineCode(text: string): string {
  const line = visible(text);
  const ticks = '`'.repeat(longestRun(line) + 1);
  return `${ticks} ${line} ${ticks}`;
}

/** A text as a fenced block that nothing in it can end. CommonMark §4.5 */
export function fenced(text: string, language: string): string {
  const lines = visible(text, true);
  const fence = '`'.repeat(Math.max(3, longestRun(lines) + 1));
  return `${fence}${language}\n${withoutEnd(lines, '\n')}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
