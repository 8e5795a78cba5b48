import type { ScriptPosition } from '../types.ts';
import type { Expression, Script, Statement } from './ast.ts';
import { Cursor } from './cursor.ts';
import { readTokens } from './lexer.ts';
import { parseExpression } from './parse-expression.ts';
import { nestedTooDeeply, notInSubset, ScriptSyntaxError } from './tokens.ts';

/** How deep the tree of a script may be: what writes it, and the sandbox, go down into it. */
const maxDepth = 600;
const firstPosition: ScriptPosition = { line: 1, column: 1 };

/** The classes that may be imported; with or without a package, which is not looked at. */
const importable: ReadonlySet<string> = new Set([
  'ThrottlingRate',
  'Request',
  'Promises',
  'Promise',
  'Response',
]);

const foreignStatements: ReadonlySet<string> = new Set(
  (
    'for while do switch try throw class interface enum trait assert synchronized package static void break ' +
    'continue public private protected'
  ).split(' '),
);

const primitives: ReadonlySet<string> = new Set('int long short byte float double boolean char'.split(' '));

/** Reads a script. @throws ScriptSyntaxError */
export function parseScript(source: string): Script {
  const cursor = new Cursor(readTokens(source));
  const statements: Statement[] = [];
  for (;;) {
    skipSeparators(cursor);
    if (cursor.peek().kind === 'end') return shallow({ statements });
    if (cursor.isNext('import')) readImport(cursor);
    else statements.push(readStatement(cursor));
    endStatement(cursor, 'end');
  }
}

/** Chains nest as deeply as they are long, and are read without nesting. @throws ScriptSyntaxError */
function shallow(script: Script): Script {
  const open: { readonly node: object; readonly depth: number }[] = [{ node: script, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next;
    if (depth > maxDepth) throw nestedTooDeeply('line' in node ? (node as ScriptPosition) : firstPosition);
    for (const child of Object.values(node))
      if (typeof child === 'object' && child !== null) open.push({ node: child, depth: depth + 1 });
  }
  return script;
}

function skipSeparators(cursor: Cursor): void {
  while (cursor.peek().kind === 'newline' || cursor.isNext(';')) cursor.take();
}

/** Between two statements there is a line's end or a semicolon. */
function endStatement(cursor: Cursor, closer: 'end' | '}'): void {
  const next = cursor.peek();
  if (next.kind === 'newline' || next.kind === 'end' || cursor.isNext(';')) return;
  if (closer === '}' && cursor.isNext('}')) return;
  if (next.kind === 'name' || next.kind === 'text' || next.kind === 'number')
    throw notInSubset('A call without parentheses', next);
  throw cursor.unexpected('the end of the statement');
}

function readImport(cursor: Cursor): void {
  const position = cursor.expect('import');
  cursor.takeIf('static');
  let name = cursor.expectName('a class').text;
  let owner = '';
  while (cursor.takeIf('.')) {
    if (cursor.isNext('*')) throw notInSubset('A wildcard import', cursor.peek());
    owner = name;
    name = cursor.expectName('a class').text;
  }
  if (cursor.isNext('as')) throw notInSubset('An import alias', cursor.peek());
  if (importable.has(name) || importable.has(owner)) return;
  throw new ScriptSyntaxError(
    `The class ${name} is not available.`,
    position,
    `Available classes: ${[...importable].join(', ')}.`,
  );
}

function readBlock(cursor: Cursor): readonly Statement[] {
  const statements: Statement[] = [];
  for (;;) {
    skipSeparators(cursor);
    if (cursor.takeIf('}')) return statements;
    if (cursor.peek().kind === 'end') throw cursor.unexpected('“}”');
    statements.push(readStatement(cursor));
    endStatement(cursor, '}');
  }
}

function readStatement(cursor: Cursor): Statement {
  return cursor.deeper(() => {
    const { line, column, kind, text } = cursor.peek();
    if (kind === 'name' && foreignStatements.has(text))
      throw notInSubset(`The word ${text}`, { line, column });
    if (cursor.isNext('if')) return readIf(cursor);
    if (cursor.takeIf('return')) return { kind: 'return', value: optionalValue(cursor), line, column };
    if (isDeclaration(cursor)) return readDeclaration(cursor);
    return { kind: 'expression', expression: parseExpression(cursor, readBlock), line, column };
  });
}

function optionalValue(cursor: Cursor): Expression | null {
  const { kind } = cursor.peek();
  if (kind === 'newline' || kind === 'end' || cursor.isNext(';') || cursor.isNext('}')) return null;
  return parseExpression(cursor, readBlock);
}

function readIf(cursor: Cursor): Statement {
  const { line, column } = cursor.expect('if');
  cursor.expect('(');
  const test = parseExpression(cursor, readBlock);
  cursor.expect(')');
  const yes = branch(cursor);
  // An else may be on a line of its own, behind a semicolon too.
  let ahead = cursor.newlines();
  if (cursor.isNext(';', ahead) && cursor.isNext('else', ahead + 1)) ahead += 1;
  if (!cursor.isNext('else', ahead)) return { kind: 'if', test, yes, no: null, line, column };
  for (; ahead >= 0; ahead -= 1) cursor.take();
  return { kind: 'if', test, yes, no: branch(cursor), line, column };
}

function branch(cursor: Cursor): readonly Statement[] {
  cursor.skipNewlines();
  return cursor.takeIf('{') ? readBlock(cursor) : [readStatement(cursor)];
}

/** `def x`, `final x`, `String x`, `Map<String, Integer> x`. */
function isDeclaration(cursor: Cursor): boolean {
  if (cursor.isNext('def') || cursor.isNext('final') || cursor.isNext('var')) return true;
  const { kind, text } = cursor.peek();
  if (kind !== 'name' || !(/^[A-Z]/.test(text) || primitives.has(text))) return false;
  const behind = endOfType(cursor);
  return (
    behind > 0 &&
    cursor.peek(behind).kind === 'name' &&
    (cursor.isNext('=', behind + 1) || endsAt(cursor, behind + 1))
  );
}

function endsAt(cursor: Cursor, ahead: number): boolean {
  const { kind } = cursor.peek(ahead);
  return kind === 'newline' || kind === 'end' || cursor.isNext(';', ahead) || cursor.isNext('}', ahead);
}

/** Number of tokens of the type that comes next; 0 if it is none. */
function endOfType(cursor: Cursor): number {
  let ahead = 1;
  if (cursor.isNext('<', ahead)) {
    let depth = 0;
    do {
      const { kind, text } = cursor.peek(ahead);
      if (kind === 'newline' || kind === 'end') return 0;
      depth += text === '<' ? 1 : text === '>' ? -1 : text === '>>' ? -2 : 0;
      ahead += 1;
    } while (depth > 0);
  }
  if (cursor.isNext('[', ahead) && cursor.isNext(']', ahead + 1)) ahead += 2;
  return ahead;
}

function readDeclaration(cursor: Cursor): Statement {
  const { line, column } = cursor.peek();
  cursor.takeIf('final');
  const isUntyped = cursor.takeIf('def') || cursor.takeIf('var');
  // `final` is followed by a type, or by the name at once.
  if (!isUntyped || cursor.peek(1).kind === 'name') {
    const size =
      cursor.peek(1).kind === 'name' || cursor.isNext('<', 1) || cursor.isNext('[', 1)
        ? endOfType(cursor)
        : 0;
    for (let left = size; left > 0; left -= 1) cursor.take();
  }
  if (cursor.isNext('(')) throw notInSubset('A declaration of several variables', cursor.peek());
  const { text: name } = cursor.expectName('the name of a variable');
  if (cursor.isNext('(')) throw notInSubset('A method', { line, column });
  if (cursor.isNext(',')) throw notInSubset('A declaration of several variables', cursor.peek());
  if (!cursor.takeIf('=')) return { kind: 'declaration', name, value: null, line, column };
  cursor.skipNewlines();
  return { kind: 'declaration', name, value: parseExpression(cursor, readBlock), line, column };
}
