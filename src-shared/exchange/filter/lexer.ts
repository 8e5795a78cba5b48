import { type FilterError, type FilterOperator, filterOperators } from './filter-node.ts';

interface Place {
  readonly at: number;
  readonly length: number;
}

/** A piece of a filter's text with its place. `word` has no field where `field` is null. */
export type Token =
  | (Place & { readonly kind: 'open' | 'close' | 'or' | 'and' | 'not' })
  | (Place & {
      readonly kind: 'word';
      readonly field: string | null;
      readonly operator: FilterOperator;
      readonly value: string;
      /** Where the value begins, after the field and its operator. */
      readonly valueAt: number;
      readonly isQuoted: boolean;
    });

export type WordToken = Extract<Token, { kind: 'word' }>;

export interface Lexed {
  readonly tokens: readonly Token[];
  /** An unclosed quote; its content is in the last token all the same. */
  readonly error: FilterError | null;
}

const symbols: Readonly<Record<string, 'open' | 'close' | 'or'>> = { '(': 'open', ')': 'close', '|': 'or' };
const fieldStart = /[A-Za-z][A-Za-z-]*:/y;
const bare = /[^\s()|"]+/y;
const blank = /\s+/y;
/** Longest first: `>=` is not `>` and a value that begins with `=`. */
const operatorsByLength = filterOperators
  .filter((operator) => operator !== '=')
  .toSorted((a, b) => b.length - a.length);

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

interface Value {
  readonly text: string;
  readonly end: number;
  readonly isQuoted: boolean;
  readonly isOpen: boolean;
}

/** A value in quotes, in which `\"` and `\\` are escapes, or a run of other characters. */
function readValue(text: string, at: number): Value {
  if (text[at] !== '"') {
    const run = matchAt(bare, text, at);
    return { text: run, end: at + run.length, isQuoted: false, isOpen: false };
  }
  let value = '';
  let end = at + 1;
  while (end < text.length && text[end] !== '"') {
    if (text[end] === '\\' && (text[end + 1] === '"' || text[end + 1] === '\\')) end += 1;
    value += text[end] ?? '';
    end += 1;
  }
  const isOpen = end >= text.length;
  return { text: value, end: isOpen ? end : end + 1, isQuoted: true, isOpen };
}

function readWord(text: string, at: number): { token: WordToken; isOpen: boolean } {
  const name = matchAt(fieldStart, text, at);
  const afterName = at + name.length;
  const operator =
    name === '' ? undefined : operatorsByLength.find((sign) => text.startsWith(sign, afterName));
  const valueAt = afterName + (operator?.length ?? 0);
  const value = readValue(text, valueAt);
  const token: WordToken = {
    kind: 'word',
    at,
    length: value.end - at,
    field: name === '' ? null : name.slice(0, -1).toLowerCase(),
    operator: operator ?? '=',
    value: value.text,
    valueAt,
    isQuoted: value.isQuoted,
  };
  return { token, isOpen: value.isOpen };
}

function keywordOf({ field, value, isQuoted }: WordToken): 'or' | 'and' | null {
  const lower = value.toLowerCase();
  return field === null && !isQuoted && (lower === 'or' || lower === 'and') ? lower : null;
}

/** Cuts a filter's text into tokens; any text has some. */
export function lexFilter(text: string): Lexed {
  const tokens: Token[] = [];
  let error: FilterError | null = null;
  let at = 0;
  while (at < text.length) {
    const gap = matchAt(blank, text, at);
    if (gap !== '') {
      at += gap.length;
      continue;
    }
    const symbol = symbols[text[at] ?? ''] ?? (text[at] === '-' ? 'not' : undefined);
    if (symbol !== undefined) {
      tokens.push({ kind: symbol, at, length: 1 });
      at += 1;
      continue;
    }
    const { token, isOpen } = readWord(text, at);
    const keyword = keywordOf(token);
    tokens.push(keyword === null ? token : { kind: keyword, at, length: token.length });
    if (isOpen) error = { message: 'Expected a closing quote for this text.', at, length: token.length };
    at += token.length;
  }
  return { tokens, error };
}
