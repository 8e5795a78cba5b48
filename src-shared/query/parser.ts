import { lexQuery, type QueryToken } from './lexer.ts';
import {
  type CompareOperator,
  type Comparison,
  compareOperators,
  type ParsedQuery,
  type QueryFilter,
} from './types.ts';

/** Parentheses and exclamation marks that may stand in each other. */
const deepest = 256;

const operators: ReadonlyMap<string, CompareOperator> = new Map(compareOperators.map((name) => [name, name]));
const number = /^[+-]?\d+(?:\.\d+(?:[eE][+-]?\d+)?)?$/;

class Refusal extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

class Parser {
  readonly #tokens: readonly QueryToken[];
  readonly #end: number;
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly QueryToken[], end: number) {
    this.#tokens = tokens;
    this.#end = end;
  }

  whole(): QueryFilter {
    const filter = this.#joined('or');
    const rest = this.#tokens[this.#next];
    if (rest !== undefined)
      throw new Refusal(
        rest.kind === ')' ? 'This parenthesis closes nothing.' : '“and” or “or” is expected here.',
        rest.at,
      );
    return filter;
  }

  #joined(kind: 'or' | 'and'): QueryFilter {
    const first = kind === 'or' ? this.#joined('and') : this.#operand();
    const parts = [first];
    while (this.#takesKeyword(kind)) parts.push(kind === 'or' ? this.#joined('and') : this.#operand());
    if (parts.length === 1) return first;
    // Parts of the same kind are one list: so is what is printed and read again.
    return { kind, parts: parts.flatMap((part) => (part.kind === kind ? part.parts : [part])) };
  }

  #takesKeyword(keyword: string): boolean {
    const token = this.#tokens[this.#next];
    if (token?.kind !== 'word' || token.text.toLowerCase() !== keyword) return false;
    this.#next += 1;
    return true;
  }

  #take(expected: string): QueryToken {
    const token = this.#tokens[this.#next];
    if (token === undefined) throw new Refusal(`${expected} is expected at the end.`, this.#end);
    this.#next += 1;
    return token;
  }

  #operand(): QueryFilter {
    const token = this.#take('A field');
    switch (token.kind) {
      case '!':
        return { kind: 'not', part: this.#nested(token, () => this.#operand()) };
      case '(':
        return this.#nested(token, () => this.#group(token));
      case 'word':
        return this.#comparison(token.text, token.at);
      case ')':
      case 'quoted':
        throw new Refusal('A field is expected here.', token.at);
    }
  }

  #group(open: QueryToken): QueryFilter {
    const filter = this.#joined('or');
    if (this.#tokens[this.#next]?.kind !== ')') throw new Refusal('This parenthesis is not closed.', open.at);
    this.#next += 1;
    return filter;
  }

  #nested(token: QueryToken, read: () => QueryFilter): QueryFilter {
    this.#depth += 1;
    if (this.#depth > deepest) throw new Refusal(`More than ${deepest} parts stand in each other.`, token.at);
    const filter = read();
    this.#depth -= 1;
    return filter;
  }

  #comparison(field: string, at: number): QueryFilter {
    const lower = field.toLowerCase();
    if (lower === 'true' || lower === 'false') return { kind: lower };
    const token = this.#take('An operator');
    const name = token.kind === 'word' ? token.text.toLowerCase() : '';
    if (name === 'pr') return { kind: 'present', field };
    const operator = operators.get(name);
    if (operator === undefined)
      throw new Refusal(
        `After “${field}” an operator is expected: ${compareOperators.join(', ')} or pr.`,
        token.kind === 'word' ? token.at : at,
      );
    return { kind: 'compare', operator, field, value: valueOf(this.#take('A value')) };
  }
}

function valueOf(token: QueryToken): Comparison['value'] {
  if (token.kind === 'quoted') return token.text;
  if (token.kind !== 'word') throw new Refusal('A value is expected here.', token.at);
  const lower = token.text.toLowerCase();
  if (lower === 'true' || lower === 'false') return lower === 'true';
  const value = Number(token.text);
  if (!number.test(token.text) || !Number.isFinite(value))
    throw new Refusal(`“${token.text}” is no value: a text stands in quotes.`, token.at);
  return value;
}

/** Reads a `_queryFilter`; keywords and operators may be in upper or lower case. */
export function parseQueryFilter(text: string): ParsedQuery {
  const lexed = lexQuery(text);
  if ('problem' in lexed) return lexed;
  try {
    return { filter: new Parser(lexed.tokens, text.length).whole() };
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    return { problem: { message: refusal.message, offset: refusal.offset } };
  }
}
