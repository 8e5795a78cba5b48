import { type WrittenText, withReplaced } from './script-text.ts';
import { TokenBrackets } from './token-brackets.ts';
import type { ScriptToken } from './tokenizer.ts';

/** A piece that is put into a formatted text: a text, or the placeholder of a value. */
interface Argument {
  readonly name: string | null;
  readonly text: string;
}

const formatField = /\{\{|\}\}|\{([\w.]*)(?:\[[^\]{}]{0,100}\])?(?:![rsa])?(?::[^{}]{0,100})?\}/g;
const percentField = /%%|%(?:\(([\w.]{1,100})\))?[-+ #0]{0,5}\d{0,5}(?:\.\d{1,5})?[sdrifxX]/g;

/**
 * Tokens in which texts that are formatted, `'…'.format(…)` and `'…' % …`, are texts with placeholders; what only
 * changes their bytes is left out.
 */
export function withFormattedTexts(tokens: readonly ScriptToken[]): readonly ScriptToken[] {
  const brackets = new TokenBrackets(tokens);
  const made: ScriptToken[] = [];
  for (let index = 0; index < tokens.length; ) {
    const token = tokens[index];
    if (token === undefined) break;
    const [text, next] = token.written === null ? [token, index + 1] : formatted(tokens, brackets, index);
    made.push(text);
    index = next;
  }
  return made;
}

function formatted(
  tokens: readonly ScriptToken[],
  brackets: TokenBrackets,
  start: number,
): readonly [ScriptToken, next: number] {
  const token = tokens[start];
  let written = token?.written ?? null;
  let next = start + 1;
  if (token === undefined || written === null) throw new Error('The token is not a string');
  for (;;) {
    const call = callOn(tokens, brackets, next);
    if (call?.name === 'format') written = filledBraces(written, argumentsIn(tokens, brackets, call.open));
    else if (call === null && tokens[next]?.source === '%' && tokens[next + 1] !== undefined) {
      const end = endOfOperand(tokens, brackets, next + 1);
      written = filledPercents(written, operandsIn(tokens, brackets, next + 1, end));
      next = end;
      continue;
    } else if (call === null || !/^(?:encode|strip|rstrip|lstrip)$/.test(call.name)) break;
    next = call.end;
  }
  const last = tokens[next - 1] ?? token;
  return [{ ...token, written, length: last.at + last.length - token.at }, next];
}

function callOn(tokens: readonly ScriptToken[], brackets: TokenBrackets, at: number) {
  const [dot, name, open] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (dot?.source !== '.' || name?.kind !== 'name' || open?.source !== '(') return null;
  return { name: name.source, open: at + 2, end: brackets.endOf(at + 2) + 1 };
}

/** The arguments between two brackets, or the members of a dictionary. */
function argumentsIn(
  tokens: readonly ScriptToken[],
  brackets: TokenBrackets,
  open: number,
): readonly Argument[] {
  const close = brackets.endOf(open);
  const found: Argument[] = [];
  let begin = open + 1;
  for (let index = open + 1; index <= close; index += 1) {
    if (index < close && tokens[index]?.source !== ',') {
      index = brackets.endOf(index);
      continue;
    }
    if (index > begin) found.push(argumentOf(tokens.slice(begin, index)));
    begin = index + 1;
  }
  return found;
}

function argumentOf(tokens: readonly ScriptToken[]): Argument {
  const isNamed = tokens[1]?.source === ':' && tokens[0]?.kind !== 'mark';
  const value = isNamed ? tokens.slice(2) : tokens;
  const name = isNamed ? (tokens[0]?.written?.text ?? tokens[0]?.source ?? '') : null;
  return { name, text: textOf(value) };
}

function textOf(tokens: readonly ScriptToken[]): string {
  const [only, ...more] = tokens;
  if (only !== undefined && more.length === 0) {
    if (only.written !== null) return only.written.text;
    if (only.kind === 'number') return only.source;
  }
  const source = tokens.map((each) => each.source).join('');
  return /^[A-Za-z_][\w.]{0,200}$/.test(source) ? `\${${source}}` : '${value}';
}

function endOfOperand(tokens: readonly ScriptToken[], brackets: TokenBrackets, start: number): number {
  let end = brackets.endOf(start) + 1;
  while (tokens[end]?.source === '.' || tokens[end]?.source === '(' || tokens[end]?.source === '[')
    end = tokens[end]?.source === '.' ? end + 2 : brackets.endOf(end) + 1;
  return Math.min(end, tokens.length);
}

function operandsIn(
  tokens: readonly ScriptToken[],
  brackets: TokenBrackets,
  start: number,
  end: number,
): readonly Argument[] {
  const isList = brackets.endOf(start) === end - 1 && /^[({]$/.test(tokens[start]?.source ?? '');
  return isList ? argumentsIn(tokens, brackets, start) : [argumentOf(tokens.slice(start, end))];
}

function filledBraces(written: WrittenText, given: readonly Argument[]): WrittenText {
  const inOrder = given.filter(({ name }) => name === null);
  let number = 0;
  return filled(written, formatField, (all, field = '') => {
    if (all === '{{' || all === '}}') return all.slice(1);
    const [head = ''] = field.split('.');
    const named = given.find(({ name }) => name !== null && name === head);
    if (named !== undefined) return field === head ? named.text : '${value}';
    const found = inOrder[/^\d{1,3}$/.test(head) ? Number(head) : number];
    if (head === '') number += 1;
    return found?.text ?? '${value}';
  });
}

function filledPercents(written: WrittenText, given: readonly Argument[]): WrittenText {
  let number = 0;
  return filled(written, percentField, (all, field) => {
    if (all === '%%') return '%';
    if (field !== undefined) return given.find(({ name }) => name === field)?.text ?? '${value}';
    number += 1;
    return given[number - 1]?.text ?? '${value}';
  });
}

function filled(
  written: WrittenText,
  fields: RegExp,
  textFor: (all: string, field: string | undefined) => string,
): WrittenText {
  const found = [...written.text.matchAll(fields)].map(({ 0: all, 1: field, index }) => ({
    at: index,
    length: all.length,
    text: textFor(all, field),
  }));
  return withReplaced(written, found);
}
