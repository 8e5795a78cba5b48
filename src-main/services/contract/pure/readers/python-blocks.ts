import { Blocks, type Stretch } from './script-blocks.ts';
import type { ValueReader } from './script-values.ts';

/** A statement of Python, by the places of its tokens. */
export interface PythonStatement {
  readonly start: number;
  /** Place behind its last token. */
  readonly end: number;
  /** Where it goes on behind the head of a block; `start`: it has none. */
  readonly body: number;
}

/** Words that begin the head of a block, and the kind of that. */
const heads: Readonly<Record<string, Stretch['kind']>> = {
  def: 'function',
  class: 'class',
  if: 'branch',
  elif: 'branch',
  else: 'branch',
  except: 'branch',
  case: 'branch',
  for: 'loop',
  while: 'loop',
  try: 'block',
  finally: 'block',
  with: 'block',
  match: 'block',
};

/** The statements of a Python script in their order. */
export function pythonStatements(values: ValueReader): readonly PythonStatement[] {
  const statements: PythonStatement[] = [];
  let start = 0;
  for (let index = 0; index <= values.tokens.length; index += 1) {
    if (index < values.tokens.length && !values.isMark(index, ';')) {
      // A `;` within brackets ends nothing.
      index = values.endOf(index);
      continue;
    }
    if (index > start) statements.push({ start, end: index, body: bodyOf(values, start, index) });
    start = index + 1;
  }
  return statements;
}

/** The kind of the block whose head begins with this token; undefined: it begins none. */
function headOf(values: ValueReader, start: number): Stretch['kind'] | undefined {
  const { tokens } = values;
  const word = tokens[start]?.source === 'async' ? tokens[start + 1]?.source : tokens[start]?.source;
  const isNamed = /^(?:match|case)$/.test(word ?? '') && tokens[start + 1]?.kind === 'mark';
  return !isNamed && word !== undefined && Object.hasOwn(heads, word) ? heads[word] : undefined;
}

function bodyOf(values: ValueReader, start: number, end: number): number {
  if (headOf(values, start) === undefined) return start;
  for (let index = start; index < end; index += 1) {
    const { kind, source } = values.tokens[index] ?? {};
    if (kind === 'name' && source === 'lambda') index = colonBehind(values, index, end);
    else if (kind === 'mark' && source === ':') return index + 1;
    else index = values.endOf(index);
  }
  return start;
}

/** Finds the blocks of a Python script by the columns of its lines, and what has variables of its own in brackets. */
export function pythonBlocks(
  values: ValueReader,
  text: string,
  statements: readonly PythonStatement[],
): Blocks {
  const stretches: Stretch[] = [];
  const open: { readonly at: number; readonly column: number; readonly kind: Stretch['kind'] }[] = [];
  const close = (end: number) => {
    const last = open.pop();
    if (last !== undefined) stretches.push({ at: last.at, end, kind: last.kind });
  };
  for (const { start } of statements) {
    const { at = 0 } = values.tokens[start] ?? {};
    const column = at - text.lastIndexOf('\n', at - 1) - 1;
    while ((open.at(-1)?.column ?? -1) >= column) close(at);
    const kind = headOf(values, start);
    if (kind !== undefined) open.push({ at, column, kind });
  }
  while (open.length > 0) close(text.length + 1);
  return new Blocks([...stretches, ...inBrackets(values)]);
}

/** Functions without a name, and the brackets around a `for`: each element is made with values of its own. */
function inBrackets(values: ValueReader): readonly Stretch[] {
  const stretches: Stretch[] = [];
  const open: number[] = [];
  for (const [index, { kind, source, at }] of values.tokens.entries()) {
    if (kind === 'mark' && /^[([{]$/.test(source)) open.push(index);
    else if (kind === 'mark' && /^[)\]}]$/.test(source)) open.pop();
    else if (kind === 'name' && source === 'lambda') stretches.push(lambdaAt(values, index));
    const around = open.at(-1);
    if (kind !== 'name' || source !== 'for' || around === undefined) continue;
    const [first, last] = [values.tokens[around], values.tokens[values.endOf(around)]];
    if (first === undefined || last === undefined || stretches.at(-1)?.at === first.at) continue;
    stretches.push({ at: first.at, end: Math.max(at, last.at) + 1, kind: 'loop' });
  }
  return stretches;
}

function lambdaAt(values: ValueReader, index: number): Stretch {
  const { tokens } = values;
  const end = values.expression(colonBehind(values, index, tokens.length) + 1)[1];
  const last = tokens[Math.min(end, tokens.length) - 1];
  const at = tokens[index]?.at ?? 0;
  return { at, end: last === undefined ? at : last.at + last.length, kind: 'function' };
}

/** The place of the colon behind the parameters of a `lambda`. */
export function colonBehind(values: ValueReader, index: number, end: number): number {
  for (let next = index + 1; next < end; next += 1) {
    if (values.isMark(next, ':')) return next;
    if (values.isMark(next, ';')) return index;
    next = values.endOf(next);
  }
  return index;
}
