import { Refusal, readOr, TokenCursor } from '../text/token-cursor.ts';
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
const tooDeep = `More than ${deepest} nested levels.`;

const operators: ReadonlyMap<string, CompareOperator> = new Map(compareOperators.map((name) => [name, name]));
const number = /^[+-]?\d+(?:\.\d+(?:[eE][+-]?\d+)?)?$/;

class Parser extends TokenCursor<QueryToken> {
  whole(): QueryFilter {
    const filter = this.#joined('or');
    const rest = this.peek();
    if (rest !== undefined)
      throw new Refusal(
        rest.kind === ')'
          ? 'This closing parenthesis has no opening parenthesis.'
          : 'Expected “and” or “or” here.',
        rest,
      );
    return filter;
  }

  #joined(kind: 'or' | 'and'): QueryFilter {
    const first = kind === 'or' ? this.#joined('and') : this.#operand();
    const parts = [first];
    while (this.takes('word', kind)) parts.push(kind === 'or' ? this.#joined('and') : this.#operand());
    if (parts.length === 1) return first;
    // Parts of the same kind are one list: so is what is printed and read again.
    return { kind, parts: parts.flatMap((part) => (part.kind === kind ? part.parts : [part])) };
  }

  #operand(): QueryFilter {
    const token = this.take('Expected a field at the end.');
    switch (token.kind) {
      case '!':
        return { kind: 'not', part: this.nested(token, deepest, tooDeep, () => this.#operand()) };
      case '(':
        return this.nested(token, deepest, tooDeep, () => this.#group(token));
      case 'word':
        return this.#comparison(token.text, token.at);
      case ')':
      case 'quoted':
        throw new Refusal('Expected a field here.', token);
    }
  }

  #group(open: QueryToken): QueryFilter {
    const filter = this.#joined('or');
    if (!this.takes(')')) throw new Refusal('This parenthesis has no closing parenthesis.', open);
    return filter;
  }

  #comparison(field: string, at: number): QueryFilter {
    const lower = field.toLowerCase();
    if (lower === 'true' || lower === 'false') return { kind: lower };
    const token = this.take('Expected an operator at the end.');
    const name = token.kind === 'word' ? token.text.toLowerCase() : '';
    if (name === 'pr') return { kind: 'present', field };
    const operator = operators.get(name);
    if (operator === undefined)
      throw new Refusal(
        `Expected an operator after “${field}”: ${compareOperators.join(', ')} or pr.`,
        token.kind === 'word' ? token : { at },
      );
    return { kind: 'compare', operator, field, value: valueOf(this.take('Expected a value at the end.')) };
  }
}

function valueOf(token: QueryToken): Comparison['value'] {
  if (token.kind === 'quoted') return token.text;
  if (token.kind !== 'word') throw new Refusal('Expected a value here.', token);
  const lower = token.text.toLowerCase();
  if (lower === 'true' || lower === 'false') return lower === 'true';
  const value = Number(token.text);
  if (!number.test(token.text) || !Number.isFinite(value))
    throw new Refusal(`“${token.text}” is not a value. Put text in quotes.`, token);
  return value;
}

/** Reads a `_queryFilter`; keywords and operators may be in upper or lower case. */
export function parseQueryFilter(text: string): ParsedQuery {
  const lexed = lexQuery(text);
  if ('problem' in lexed) return lexed;
  return readOr<ParsedQuery, ParsedQuery>(
    () => ({ filter: new Parser(lexed.tokens, text.length).whole() }),
    ({ message, at }) => ({ problem: { message, offset: at } }),
  );
}
