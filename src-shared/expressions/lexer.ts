/** A piece of an expression with its place in the source. */
export interface Token {
  readonly kind: 'number' | 'string' | 'word' | 'sign' | 'end';
  /** A string without its quotes and escapes. */
  readonly text: string;
  readonly offset: number;
  readonly length: number;
}

/** A syntax error with its place. */
export class SyntaxRefusal extends Error {
  readonly fix: string;
  readonly offset: number;
  readonly length: number;

  constructor(message: string, fix: string, offset: number, length: number) {
    super(message);
    this.fix = fix;
    this.offset = offset;
    this.length = length;
  }
}

const blank = /\s*/y;
const number = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const word = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const sign = /&&|\|\||[<>=!]=|[-+*/%<>!?:.,()[\]}]/y;

/** Reads the token at a place; strings end before the end of the source. @throws SyntaxRefusal */
export function tokenAt(source: string, from: number): Token {
  const offset = from + matchAt(blank, source, from).length;
  if (offset >= source.length) return { kind: 'end', text: '', offset, length: 0 };
  const first = source.charAt(offset);
  if (first === '"' || first === "'") return stringAt(source, offset, first);
  for (const [kind, pattern] of [
    ['number', number],
    ['word', word],
    ['sign', sign],
  ] as const) {
    const text = matchAt(pattern, source, offset);
    if (text !== '') return { kind, text, offset, length: text.length };
  }
  const character = String.fromCodePoint(source.codePointAt(offset) ?? 0);
  throw new SyntaxRefusal(
    `The character “${character}” is not allowed in an expression.`,
    'Put text in quotes. Valid operators: + - * / % < > <= >= == != && || ! empty and ?:.',
    offset,
    character.length,
  );
}

function matchAt(pattern: RegExp, source: string, offset: number): string {
  pattern.lastIndex = offset;
  return pattern.exec(source)?.[0] ?? '';
}

function stringAt(source: string, offset: number, quote: string): Token {
  let text = '';
  for (let at = offset + 1; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character === quote) return { kind: 'string', text, offset, length: at + 1 - offset };
    const next = source.charAt(at + 1);
    if (character === '\\' && (next === '\\' || next === '"' || next === "'")) {
      text += next;
      at += 1;
    } else text += character;
  }
  throw new SyntaxRefusal('The text has no closing quote.', `Add ${quote}.`, offset, source.length - offset);
}
