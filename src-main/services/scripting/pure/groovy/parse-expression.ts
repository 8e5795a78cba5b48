import type { AssignmentOperator, BinaryOperator, Expression, Statement } from './ast.ts';
import { Cursor } from './cursor.ts';
import { readTokens } from './lexer.ts';
import { notInSubset, ScriptSyntaxError, type TextPart, type Token } from './tokens.ts';

/** Reads the statements of a closure up to its closing brace. */
export type ReadBlock = (cursor: Cursor) => readonly Statement[];

const assignments: readonly AssignmentOperator[] = ['=', '+=', '-=', '*=', '/=', '%='];

/** From what binds loosest. */
const levels: readonly (readonly BinaryOperator[])[] = [
  ['||'],
  ['&&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];

const foreign: ReadonlySet<string> = new Set(
  '<=> ==~ === !== **= ..< <<= >>= ?.@ ?[ =~ .. *. .& :: ++ -- ** << >> @ & | ^ ~'.split(' '),
);
const foreignWords: ReadonlySet<string> = new Set(['in', 'instanceof', 'as']);

/** Reads an expression. @throws ScriptSyntaxError */
export function parseExpression(cursor: Cursor, readBlock: ReadBlock): Expression {
  return cursor.deeper(() => {
    const target = conditional(cursor, readBlock);
    const operator = assignments.find((each) => cursor.isNext(each));
    if (operator === undefined) {
      refuseForeign(cursor);
      return target;
    }
    const { line, column } = cursor.take();
    if (target.kind !== 'name' && target.kind !== 'member' && target.kind !== 'index')
      throw new ScriptSyntaxError(
        'The left side is not assignable.',
        target,
        'Use a variable on the left side.',
      );
    cursor.skipNewlines();
    return {
      kind: 'assignment',
      operator,
      target,
      value: parseExpression(cursor, readBlock),
      line,
      column,
    };
  });
}

function refuseForeign(cursor: Cursor): void {
  const token = cursor.peek();
  if (token.kind === 'punctuation' && foreign.has(token.text))
    throw notInSubset(`The operator ${token.text}`, token);
  if (token.kind === 'name' && foreignWords.has(token.text))
    throw notInSubset(`The operator ${token.text}`, token);
}

function conditional(cursor: Cursor, readBlock: ReadBlock): Expression {
  const test = binary(cursor, readBlock, 0);
  const { line, column } = cursor.peek();
  if (cursor.takeIf('?:')) {
    cursor.skipNewlines();
    const right = cursor.deeper(() => conditional(cursor, readBlock));
    return { kind: 'binary', operator: '?:', left: test, right, line, column };
  }
  // The two branches may be on lines of their own.
  const lines = cursor.newlines();
  if (!cursor.isNext('?', lines)) return test;
  cursor.skipNewlines();
  cursor.expect('?');
  cursor.skipNewlines();
  const yes = cursor.deeper(() => conditional(cursor, readBlock));
  cursor.skipNewlines();
  cursor.expect(':');
  cursor.skipNewlines();
  const no = cursor.deeper(() => conditional(cursor, readBlock));
  return { kind: 'conditional', test, yes, no, line, column };
}

function binary(cursor: Cursor, readBlock: ReadBlock, level: number): Expression {
  const operators = levels[level];
  if (operators === undefined) return unary(cursor, readBlock);
  let left = binary(cursor, readBlock, level + 1);
  for (;;) {
    const operator = operators.find((each) => cursor.isNext(each));
    if (operator === undefined) return left;
    const { line, column } = cursor.take();
    cursor.skipNewlines();
    const right = binary(cursor, readBlock, level + 1);
    left = { kind: 'binary', operator, left, right, line, column };
  }
}

function unary(cursor: Cursor, readBlock: ReadBlock): Expression {
  const { line, column, text, kind } = cursor.peek();
  if (kind === 'punctuation' && (text === '!' || text === '-' || text === '+')) {
    cursor.take();
    const operand = cursor.deeper(() => unary(cursor, readBlock));
    return { kind: 'unary', operator: text, operand, line, column };
  }
  return postfix(cursor, readBlock);
}

function postfix(cursor: Cursor, readBlock: ReadBlock): Expression {
  let object = primary(cursor, readBlock);
  for (;;) {
    const next = follow(cursor, readBlock, object);
    if (next === null) return object;
    object = next;
  }
}

/** Reads a suffix right behind an object: a member, an index, a call; null where there is none. */
function follow(cursor: Cursor, readBlock: ReadBlock, object: Expression): Expression | null {
  // A chain of calls may go on in the next line.
  const lines = cursor.newlines();
  const isChained = cursor.isNext('.', lines) || cursor.isNext('?.', lines);
  if (lines > 0 && isChained) cursor.skipNewlines();
  const { line, column } = cursor.peek();
  if (isChained) {
    const isSafe = cursor.take().text === '?.';
    cursor.skipNewlines();
    const name = memberName(cursor);
    const args = callArguments(cursor, readBlock);
    return args === null
      ? { kind: 'member', object, name, isSafe, line, column }
      : { kind: 'call', object, method: name, isSafe, args, line, column };
  }
  if (cursor.takeIf('[')) {
    const index = parseExpression(cursor, readBlock);
    cursor.expect(']');
    return { kind: 'index', object, index, line, column };
  }
  if (cursor.isNext('(') && object.kind === 'name') {
    const args = callArguments(cursor, readBlock) ?? [];
    return { kind: 'call', object, method: null, isSafe: false, args, line, column };
  }
  return null;
}

function memberName(cursor: Cursor): string {
  const token = cursor.peek();
  if (token.kind !== 'text' || token.parts !== undefined)
    return cursor.expectName('the name of a member').text;
  cursor.take();
  return token.text;
}

/** Arguments in brackets, a closure behind them or alone; null where there is neither. */
function callArguments(cursor: Cursor, readBlock: ReadBlock): readonly Expression[] | null {
  const args: Expression[] = [];
  const hasBrackets = cursor.takeIf('(');
  if (hasBrackets) {
    while (!cursor.isNext(')')) {
      args.push(parseExpression(cursor, readBlock));
      if (cursor.isNext(':')) throw notInSubset('A named argument', cursor.peek());
      if (!cursor.takeIf(',')) break;
    }
    cursor.expect(')');
  }
  if (cursor.isNext('{')) args.push(closure(cursor, readBlock));
  else if (!hasBrackets) return null;
  return args;
}

function primary(cursor: Cursor, readBlock: ReadBlock): Expression {
  const token = cursor.peek();
  const { line, column, kind, text } = token;
  switch (kind) {
    case 'number':
      cursor.take();
      return { kind: 'literal', value: Number(text), line, column };
    case 'text':
      cursor.take();
      return literalText(token, readBlock);
    case 'name':
      return word(cursor, readBlock);
    case 'punctuation':
      break;
    case 'newline':
    case 'end':
      throw cursor.unexpected('a value');
  }
  if (text === '(') {
    cursor.take();
    const inner = parseExpression(cursor, readBlock);
    cursor.expect(')');
    return inner;
  }
  if (text === '[') return listOrMap(cursor, readBlock);
  if (text === '{') return closure(cursor, readBlock);
  refuseForeign(cursor);
  if (text === '/') throw notInSubset('A slashy string', token);
  throw cursor.unexpected('a value');
}

function literalText({ text, parts, line, column }: Token, readBlock: ReadBlock): Expression {
  if (parts === undefined) return { kind: 'literal', value: text, line, column };
  const read = (part: TextPart): string | Expression => {
    if (typeof part === 'string') return part;
    const inner = new Cursor(readTokens(part.source, part));
    const expression = parseExpression(inner, readBlock);
    if (inner.peek().kind !== 'end') throw inner.unexpected('the end of the value');
    return expression;
  };
  return { kind: 'template', parts: parts.map(read), line, column };
}

const constants: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

function word(cursor: Cursor, readBlock: ReadBlock): Expression {
  const { line, column, text } = cursor.take();
  const value = constants.get(text);
  if (value !== undefined) return { kind: 'literal', value, line, column };
  if (text !== 'new') return { kind: 'name', name: text, line, column };
  // A class may be named with its package: the last part counts, as with import.
  let type = cursor.expectName('the name of a class').text;
  while (cursor.takeIf('.')) type = cursor.expectName('the name of a class').text;
  if (!cursor.isNext('(')) throw cursor.unexpected('“(”');
  return { kind: 'new', type, args: callArguments(cursor, readBlock) ?? [], line, column };
}

function listOrMap(cursor: Cursor, readBlock: ReadBlock): Expression {
  const { line, column } = cursor.expect('[');
  if (cursor.takeIf(':')) {
    cursor.expect(']');
    return { kind: 'map', entries: [], line, column };
  }
  const items: Expression[] = [];
  const entries: { key: Expression; value: Expression }[] = [];
  while (!cursor.isNext(']')) {
    const isPlainKey = cursor.peek().kind === 'name' && cursor.isNext(':', 1);
    const item = isPlainKey ? plainKey(cursor.take()) : parseExpression(cursor, readBlock);
    if (cursor.takeIf(':')) entries.push({ key: item, value: parseExpression(cursor, readBlock) });
    else items.push(item);
    if (!cursor.takeIf(',')) break;
  }
  cursor.expect(']');
  if (entries.length === 0) return { kind: 'list', items, line, column };
  if (items.length === 0) return { kind: 'map', entries, line, column };
  throw new ScriptSyntaxError('A map entry has no key.', { line, column }, 'Use key: value in each entry.');
}

function plainKey({ text, line, column }: Token): Expression {
  return { kind: 'literal', value: text, line, column };
}

function closure(cursor: Cursor, readBlock: ReadBlock): Expression {
  const { line, column } = cursor.expect('{');
  const parameters = closureParameters(cursor);
  const body = cursor.deeper(() => readBlock(cursor));
  return { kind: 'closure', parameters: parameters ?? ['it'], body, line, column };
}

/** The names before the arrow; null where there is none, and the argument is called `it`. */
function closureParameters(cursor: Cursor): readonly string[] | null {
  let ahead = cursor.newlines();
  const names: string[] = [];
  for (; !cursor.isNext('->', ahead); ahead += 1) {
    const { kind, text } = cursor.peek(ahead);
    if (kind === 'name') {
      // Of a type and a name the name is the later one.
      if (cursor.peek(ahead + 1).kind !== 'name') names.push(text);
    } else if (text !== ',') return null;
  }
  for (; ahead >= 0; ahead -= 1) cursor.take();
  return names;
}
