import { withoutEnd } from '#shared/text/ends.ts';
import { visible } from '#shared/text/visible.ts';

/** A text as words in Markdown: no character of it is markup. CommonMark §2.4 */
export function words(text: string): string {
  return visible(text)
    .replace(/[!-/:-@[-`{-~]/g, (character) => `\\${character}`)
    .trim();
}

/** A text as one line of code in Markdown, whatever backticks it holds. CommonMark §6.1 */
export function inlineCode(text: string): string {
  const line = visible(text);
  const ticks = '`'.repeat(maxRunLength(line) + 1);
  return `${ticks} ${line} ${ticks}`;
}

/** A text as a fenced block that nothing in it can end. CommonMark §4.5 */
export function fenced(text: string, language: string): string {
  const lines = visible(text, true);
  const fence = '`'.repeat(Math.max(3, maxRunLength(lines) + 1));
  return `${fence}${language}\n${withoutEnd(lines, '\n')}\n${fence}`;
}

function maxRunLength(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
