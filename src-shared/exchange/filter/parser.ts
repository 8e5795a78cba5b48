import { Refusal, readOr, TokenCursor } from '../../text/token-cursor.ts';
import { filterFields } from './fields.ts';
import type { FilterError, FilterNode } from './filter-node.ts';
import { lexFilter, type Token, type WordToken } from './lexer.ts';

/** Maximum nesting of parentheses and minus signs. */
const deepest = 64;
const tooDeep = `Expected no more than ${deepest} nested levels.`;

export type ParsedFilter = { readonly filter: FilterNode } | { readonly error: FilterError };

class Parser extends TokenCursor<Token> {
  whole(): FilterNode {
    if (this.peek() === undefined) return { kind: 'everything' };
    const node = this.#alternatives();
    const rest = this.peek();
    if (rest !== undefined) throw new Refusal('Expected no closing parenthesis, because none is open.', rest);
    return node;
  }

  #alternatives(): FilterNode {
    const nodes = [this.#conjunction()];
    while (this.takes('or')) nodes.push(this.#conjunction());
    return join('or', nodes);
  }

  #conjunction(): FilterNode {
    const nodes = [this.#operand()];
    for (;;) {
      const token = this.peek();
      if (token === undefined || token.kind === 'or' || token.kind === 'close') return join('and', nodes);
      this.takes('and');
      nodes.push(this.#operand());
    }
  }

  #operand(): FilterNode {
    const token = this.take('Expected a field or a text here.');
    switch (token.kind) {
      case 'word':
        return wordNode(token);
      case 'not':
        return this.nested(token, deepest, tooDeep, () => negate(this.#operand()));
      case 'open':
        return this.nested(token, deepest, tooDeep, () => this.#group(token));
      case 'close':
      case 'and':
      case 'or':
        throw new Refusal('Expected a field or a text before this.', token);
    }
  }

  #group(open: Token): FilterNode {
    const node = this.#alternatives();
    if (!this.takes('close')) throw new Refusal('Expected a closing parenthesis for this one.', open);
    return node;
  }
}

/** Two that are nested in their own kind are one: so is what is printed and read again. */
function join(kind: 'and' | 'or', nodes: readonly FilterNode[]): FilterNode {
  const flat = nodes.flatMap((node) => (node.kind === kind ? node.nodes : [node]));
  const [only] = flat;
  return flat.length === 1 && only !== undefined ? only : { kind, nodes: flat };
}

function negate(node: FilterNode): FilterNode {
  return node.kind === 'not' ? node.node : { kind: 'not', node };
}

function wordNode(token: WordToken): FilterNode {
  const { field, operator, value, at, valueAt, length } = token;
  if (field === null) return { kind: 'text', text: value };
  const known = filterFields.get(field);
  if (known === undefined)
    throw new Refusal(
      `Expected a field instead of “${field}”: ${[...filterFields.keys()].join(', ')}. Put the text in quotes to search for it.`,
      { at, length: field.length + 1 },
    );
  const range = { at: valueAt, length: at + length - valueAt };
  if (operator !== '=' && !known.isCompared)
    throw new Refusal(`Expected ${known.expected} after “${field}:”, without “${operator}”.`, range);
  const term = { kind: 'field', field, operator, value } as const;
  if (value === '' || known.compile(term) === null)
    throw new Refusal(`Expected ${known.expected} after “${field}:”.`, range);
  return term;
}

/** Reads a filter; an empty text is everything. */
export function parseFilter(text: string): ParsedFilter {
  const { tokens, error } = lexFilter(text);
  if (error !== null) return { error };
  return readOr<ParsedFilter, ParsedFilter>(
    () => ({ filter: new Parser(tokens, text.length).whole() }),
    ({ message, at, length }) => ({ error: { message, at, length } }),
  );
}
