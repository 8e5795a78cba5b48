import type { QueryProblem } from './types.ts';

/** A piece of the text of a filter with its place. */
export type QueryToken =
  | { readonly kind: '(' | ')' | '!'; readonly at: number }
  | { readonly kind: 'word' | 'quoted'; readonly text: string; readonly at: number };

export type LexedQuery = { readonly tokens: readonly QueryToken[] } | { readonly problem: QueryProblem };

const word = /[^ ()]+/y;

/** Cuts a filter into tokens: spaces separate, and nothing else does; parentheses stand for themselves. */
export function lexQuery(text: string): LexedQuery {
  const tokens: QueryToken[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === ' ') at += 1;
    else if (character === '(' || character === ')' || character === '!') {
      tokens.push({ kind: character, at });
      at += 1;
    } else if (character === '"' || character === "'") {
      const quoted = readQuoted(text, at);
      if (quoted === null)
        return { problem: { message: `This text has no closing ${character}.`, offset: at } };
      tokens.push({ kind: 'quoted', text: quoted.text, at });
      at = quoted.end;
    } else {
      word.lastIndex = at;
      const run = word.exec(text)?.[0] ?? character;
      tokens.push({ kind: 'word', text: run, at });
      at += run.length;
    }
  }
  return { tokens };
}

/** Reads the text between two quotes; a character after a backslash stands for itself. */
function readQuoted(text: string, from: number): { readonly text: string; readonly end: number } | null {
  const quote = text.charAt(from);
  let value = '';
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === quote) return { text: value, end: at + 1 };
    if (character === '\\') at += 1;
    value += text.charAt(at);
  }
  return null;
}
