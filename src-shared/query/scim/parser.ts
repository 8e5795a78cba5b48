import { Refusal, readOr, TokenCursor } from '../../text/token-cursor.ts';
import { lexScim, type ScimToken } from './lexer.ts';
import {
  type ParsedScimFilter,
  type ScimComparison,
  type ScimFilter,
  type ScimOperator,
  scimOperators,
} from './types.ts';

/** Parentheses, brackets and negations that may stand in each other. */
const deepest = 128;

const operators: ReadonlyMap<string, ScimOperator> = new Map(scimOperators.map((name) => [name, name]));
const attributePath = /^(?:urn:.+:)?[A-Za-z$][\w$-]*(?:\.[A-Za-z$][\w$-]*)*$/;
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** An operator that is known and no longer taken. */
class FormerOperator extends Refusal {}

class Parser extends TokenCursor<ScimToken> {
  whole(): ScimFilter {
    const filter = this.#joined('or');
    const rest = this.peek();
    if (rest === undefined) return filter;
    const closes = rest.kind === ')' || rest.kind === ']';
    throw new Refusal(
      closes ? `This “${rest.kind}” has no opening counterpart.` : 'Expected “and” or “or” here.',
      rest,
    );
  }

  /** “and” binds before “or”. */
  #joined(kind: 'or' | 'and'): ScimFilter {
    const read = () => (kind === 'or' ? this.#joined('and') : this.#operand());
    const parts = [read()];
    while (this.takes('word', kind)) parts.push(read());
    const [first] = parts;
    return first !== undefined && parts.length === 1 ? first : { kind, parts };
  }

  #operand(): ScimFilter {
    const token = this.take('Expected an attribute at the end.');
    if (token.kind === '(') return this.#enclosed(token, ')');
    if (token.kind !== 'word') throw new Refusal('Expected an attribute here.', token);
    const next = this.peek();
    if (token.text.toLowerCase() === 'not' && next !== undefined && this.takes('('))
      return { kind: 'not', part: this.#enclosed(next, ')') };
    return this.#attribute(token);
  }

  #enclosed(open: ScimToken, close: ')' | ']'): ScimFilter {
    return this.nested(open, deepest, `More than ${deepest} nested levels.`, () => {
      const filter = this.#joined('or');
      if (!this.takes(close)) throw new Refusal(`This “${open.kind}” has no closing counterpart.`, open);
      return filter;
    });
  }

  #attribute({ text, at }: { readonly text: string; readonly at: number }): ScimFilter {
    if (!attributePath.test(text)) throw new Refusal(`“${text}” is not an attribute.`, { at });
    const path = text.slice(text.lastIndexOf(':') + 1).split('.');
    const token = this.take('Expected an operator at the end.');
    if (token.kind === '[') return { kind: 'some', path, part: this.#enclosed(token, ']') };
    const name = token.kind === 'word' ? token.text.toLowerCase() : '';
    if (name === 'pr') return { kind: 'present', path };
    if (name === 'in') throw new FormerOperator('The operator “in” is no longer supported.', token);
    const operator = operators.get(name);
    if (operator === undefined)
      throw new Refusal(`Expected an operator after “${text}”: ${scimOperators.join(', ')} or pr.`, token);
    return { kind: 'compare', operator, path, value: valueOf(this.take('Expected a value at the end.')) };
  }
}

function valueOf(token: ScimToken): ScimComparison['value'] {
  if (token.kind === 'text') return token.text;
  if (token.kind !== 'word') throw new Refusal('Expected a value here.', token);
  const { text, at } = token;
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  if (!number.test(text)) throw new Refusal(`“${text}” is not a value. Put text in quotes.`, { at });
  return Number(text);
}

/** Reads a SCIM filter; operators may be in upper or lower case, and `in` is refused by its name. RFC 7644 §3.4.2.2 */
export function parseScimFilter(text: string): ParsedScimFilter {
  const lexed = lexScim(text);
  if ('problem' in lexed) return lexed;
  return readOr<ParsedScimFilter, ParsedScimFilter>(
    () => ({ filter: new Parser(lexed.tokens, text.length).whole() }),
    (refusal) => ({
      problem: {
        message: refusal.message,
        offset: refusal.at,
        ...(refusal instanceof FormerOperator ? { operator: 'in' } : {}),
      },
    }),
  );
}
