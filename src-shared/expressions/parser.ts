import type { BinaryOperator, Node, Template } from './ast.ts';
import { SyntaxRefusal, type Token, tokenAt } from './lexer.ts';

/** Maximum nesting, and maximum number of parts: so that nothing overflows the stack. */
const deepest = 48;
const maxNodes = 1_000;
const maxArguments = 64;

const spelt: ReadonlyMap<string, string> = new Map([
  ['div', '/'],
  ['mod', '%'],
  ['lt', '<'],
  ['gt', '>'],
  ['le', '<='],
  ['ge', '>='],
  ['eq', '=='],
  ['ne', '!='],
  ['and', '&&'],
  ['or', '||'],
  ['not', '!'],
]);

/** Loosest first. */
const levels: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!='],
  ['<', '>', '<=', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];

const literals: ReadonlyMap<string, null | boolean> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

class Parser {
  readonly #source: string;
  #token: Token;
  #lastEnd = 0;
  #depth = 0;
  #nodes = 0;

  constructor(source: string, offset: number) {
    this.#source = source;
    this.#token = tokenAt(source, offset);
  }

  /** The expression up to the brace that ends it, and where that brace ends. */
  whole(): { readonly node: Node; readonly end: number } {
    const node = this.#choice();
    if (!this.#isSign('}')) this.#unexpected('an operator or the closing brace “}”');
    return { node, end: this.#token.offset + 1 };
  }

  #advance(): Token {
    const token = this.#token;
    this.#lastEnd = token.offset + token.length;
    this.#token = tokenAt(this.#source, this.#lastEnd);
    return token;
  }

  #isSign(text: string): boolean {
    return this.#token.kind === 'sign' && this.#token.text === text;
  }

  #take(text: string, why: string): void {
    if (!this.#isSign(text)) this.#unexpected(why);
    this.#advance();
  }

  #unexpected(wanted: string): never {
    const { kind, text, offset, length } = this.#token;
    if (kind === 'end')
      throw new SyntaxRefusal(
        'The expression is incomplete.',
        `Add ${wanted}.`,
        this.#lastEnd,
        Math.max(0, this.#source.length - this.#lastEnd),
      );
    throw new SyntaxRefusal(`“${text}” is not allowed here.`, `Write ${wanted} here.`, offset, length);
  }

  #count(node: Node): Node {
    this.#nodes += 1;
    if (this.#nodes <= maxNodes) return node;
    throw new SyntaxRefusal(
      'The expression is too long.',
      'Split the expression into several expressions.',
      node.offset,
      node.length,
    );
  }

  rangeFrom(offset: number): { readonly offset: number; readonly length: number } {
    return { offset, length: this.#lastEnd - offset };
  }

  #nested<T>(read: () => T): T {
    this.#depth += 1;
    const { offset, length } = this.#token;
    if (this.#depth > deepest)
      throw new SyntaxRefusal(
        'The expression is nested too deeply.',
        'Simplify the expression.',
        offset,
        length,
      );
    const result = read();
    this.#depth -= 1;
    return result;
  }

  #choice(): Node {
    return this.#nested(() => {
      const test = this.#binary(0);
      if (!this.#isSign('?')) return test;
      this.#advance();
      const yes = this.#choice();
      this.#take(':', '“:” and the alternative value');
      const no = this.#choice();
      return this.#count({ kind: 'choice', test, yes, no, ...this.rangeFrom(test.offset) });
    });
  }

  #operator(): string {
    const { kind, text } = this.#token;
    if (kind === 'word') return spelt.get(text) ?? '';
    return kind === 'sign' ? text : '';
  }

  #binary(level: number): Node {
    const operators = levels[level];
    if (operators === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    for (let operator = this.#operator(); operators.includes(operator); operator = this.#operator()) {
      this.#advance();
      const right = this.#binary(level + 1);
      const range = this.rangeFrom(left.offset);
      left = this.#count({ kind: 'binary', operator: operator as BinaryOperator, left, right, ...range });
    }
    return left;
  }

  #unary(): Node {
    const { kind, text, offset } = this.#token;
    const isEmpty = kind === 'word' && text === 'empty';
    const operator = isEmpty ? 'empty' : this.#operator();
    if (operator !== '-' && operator !== '!' && operator !== 'empty') return this.#postfix();
    this.#advance();
    const operand = this.#nested(() => this.#unary());
    return this.#count({ kind: 'unary', operator, operand, ...this.rangeFrom(offset) });
  }

  #postfix(): Node {
    let node = this.#primary();
    for (;;) {
      if (this.#isSign('.')) {
        this.#advance();
        node = this.#dotted(node);
      } else if (this.#isSign('[')) {
        this.#advance();
        const key = this.#choice();
        this.#take(']', 'the closing bracket “]”');
        const range = this.rangeFrom(node.offset);
        node = this.#count({ kind: 'member', object: node, key, isDotted: false, ...range });
      } else return node;
    }
  }

  #dotted(object: Node): Node {
    if (this.#token.kind !== 'word') this.#unexpected('the name of a member');
    const { text: name, offset: nameOffset, length } = this.#advance();
    if (this.#isSign('(')) {
      const args = this.#args();
      return this.#count({
        kind: 'method',
        object,
        name,
        nameOffset,
        args,
        ...this.rangeFrom(object.offset),
      });
    }
    const key: Node = { kind: 'literal', value: name, offset: nameOffset, length };
    return this.#count({ kind: 'member', object, key, isDotted: true, ...this.rangeFrom(object.offset) });
  }

  #args(): readonly Node[] {
    this.#advance();
    const args: Node[] = [];
    while (!this.#isSign(')')) {
      if (args.length > 0) this.#take(',', '“,” or the closing parenthesis “)”');
      args.push(this.#choice());
      if (args.length > maxArguments) this.#unexpected('no further argument');
    }
    this.#advance();
    return args;
  }

  #primary(): Node {
    const { kind, text, offset, length } = this.#token;
    if (kind === 'number' || kind === 'string') {
      this.#advance();
      const value = kind === 'number' ? Number(text) : text;
      return this.#count({ kind: 'literal', value, offset, length });
    }
    if (this.#isSign('(')) {
      this.#advance();
      const node = this.#choice();
      this.#take(')', 'the closing parenthesis “)”');
      return node;
    }
    if (kind !== 'word' || spelt.has(text) || text === 'empty')
      this.#unexpected('a name, a text in quotes, a number or a call');
    this.#advance();
    const literal = literals.get(text);
    if (literal !== undefined) return this.#count({ kind: 'literal', value: literal, offset, length });
    if (!this.#isSign('(')) return this.#count({ kind: 'name', name: text, offset, length });
    const args = this.#args();
    return this.#count({ kind: 'call', name: text, args, ...this.rangeFrom(offset) });
  }
}

const opening = /(\\?)([$#])\{/g;

/**
 * Reads a text with `${…}` in it. `\${` is a literal `${`; `#{…}`, the deferred form, reads as the same.
 * @throws SyntaxRefusal with the place
 */
export function parseTemplate(source: string): Template {
  const parts: (string | Node)[] = [];
  let text = '';
  let at = 0;
  opening.lastIndex = 0;
  for (let match = opening.exec(source); match !== null; match = opening.exec(source)) {
    text += source.slice(at, match.index);
    const start = match.index + match[0].length;
    if (match[1] !== '') {
      text += `${match[2]}{`;
      at = start;
      continue;
    }
    const { node, end } = new Parser(source, start).whole();
    if (text !== '') parts.push(text);
    parts.push(node);
    text = '';
    at = end;
    opening.lastIndex = end;
  }
  text += source.slice(at);
  return text === '' ? parts : [...parts, text];
}
