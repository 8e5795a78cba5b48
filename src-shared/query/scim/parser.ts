import { lexScim, type ScimToken } from './lexer.ts';
import {
  type ParsedScimFilter,
  type ScimComparison,
  type ScimFilter,
  type ScimOperator,
  type ScimProblem,
  scimOperators,
} from './types.ts';

/** Parentheses, brackets and negations that may stand in each other. */
const deepest = 128;

const operators: ReadonlyMap<string, ScimOperator> = new Map(scimOperators.map((name) => [name, name]));
const attributePath = /^(?:urn:.+:)?[A-Za-z$][\w$-]*(?:\.[A-Za-z$][\w$-]*)*$/;
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

class Refusal extends Error {
  readonly problem: ScimProblem;

  constructor(message: string, offset: number, operator?: string) {
    super(message);
    this.problem = { message, offset, ...(operator === undefined ? {} : { operator }) };
  }
}

class Parser {
  readonly #tokens: readonly ScimToken[];
  readonly #end: number;
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly ScimToken[], end: number) {
    this.#tokens = tokens;
    this.#end = end;
  }

  whole(): ScimFilter {
    const filter = this.#joined('or');
    const rest = this.#tokens[this.#next];
    if (rest === undefined) return filter;
    const closes = rest.kind === ')' || rest.kind === ']';
    throw new Refusal(
      closes ? `This “${rest.kind}” closes nothing.` : '“and” or “or” is expected here.',
      rest.at,
    );
  }

  /** “and” binds before “or”. */
  #joined(kind: 'or' | 'and'): ScimFilter {
    const read = () => (kind === 'or' ? this.#joined('and') : this.#operand());
    const parts = [read()];
    while (this.#takesWord(kind)) parts.push(read());
    const [first] = parts;
    return first !== undefined && parts.length === 1 ? first : { kind, parts };
  }

  #takesWord(wanted: string): boolean {
    const token = this.#tokens[this.#next];
    if (token?.kind !== 'word' || token.text.toLowerCase() !== wanted) return false;
    this.#next += 1;
    return true;
  }

  #take(expected: string): ScimToken {
    const token = this.#tokens[this.#next];
    if (token === undefined) throw new Refusal(`${expected} is expected at the end.`, this.#end);
    this.#next += 1;
    return token;
  }

  #operand(): ScimFilter {
    const token = this.#take('An attribute');
    if (token.kind === '(') return this.#enclosed(token, ')');
    if (token.kind !== 'word') throw new Refusal('An attribute is expected here.', token.at);
    const next = this.#tokens[this.#next];
    if (token.text.toLowerCase() === 'not' && next?.kind === '(') {
      this.#next += 1;
      return { kind: 'not', part: this.#enclosed(next, ')') };
    }
    return this.#attribute(token);
  }

  #enclosed(open: ScimToken, close: ')' | ']'): ScimFilter {
    this.#depth += 1;
    if (this.#depth > deepest) throw new Refusal(`More than ${deepest} parts stand in each other.`, open.at);
    const filter = this.#joined('or');
    if (this.#tokens[this.#next]?.kind !== close)
      throw new Refusal(`This “${open.kind}” is not closed.`, open.at);
    this.#next += 1;
    this.#depth -= 1;
    return filter;
  }

  #attribute({ text, at }: { readonly text: string; readonly at: number }): ScimFilter {
    if (!attributePath.test(text)) throw new Refusal(`“${text}” is no attribute.`, at);
    const path = text.slice(text.lastIndexOf(':') + 1).split('.');
    const token = this.#take('An operator');
    if (token.kind === '[') return { kind: 'some', path, part: this.#enclosed(token, ']') };
    const name = token.kind === 'word' ? token.text.toLowerCase() : '';
    if (name === 'pr') return { kind: 'present', path };
    if (name === 'in') throw new Refusal('The operator “in” is no longer supported.', token.at, 'in');
    const operator = operators.get(name);
    if (operator === undefined)
      throw new Refusal(
        `After “${text}” an operator is expected: ${scimOperators.join(', ')} or pr.`,
        token.at,
      );
    return { kind: 'compare', operator, path, value: valueOf(this.#take('A value')) };
  }
}

function valueOf(token: ScimToken): ScimComparison['value'] {
  if (token.kind === 'text') return token.text;
  if (token.kind !== 'word') throw new Refusal('A value is expected here.', token.at);
  const { text, at } = token;
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  if (!number.test(text)) throw new Refusal(`“${text}” is no value: a text stands in quotes.`, at);
  return Number(text);
}

/** Reads a SCIM filter; operators may be in upper or lower case, and `in` is refused by its name. RFC 7644 §3.4.2.2 */
export function parseScimFilter(text: string): ParsedScimFilter {
  const lexed = lexScim(text);
  if ('problem' in lexed) return lexed;
  try {
    return { filter: new Parser(lexed.tokens, text.length).whole() };
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    return { problem: refusal.problem };
  }
}
