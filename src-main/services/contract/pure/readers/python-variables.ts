import type { Literal } from './literals.ts';
import { colonBehind, type PythonStatement, pythonBlocks, pythonStatements } from './python-blocks.ts';
import type { Block } from './script-blocks.ts';
import type { ValueReader } from './script-values.ts';
import { ScriptVariables } from './script-variables.ts';
import type { ScriptToken } from './tokenizer.ts';

/** Decorators and bases of classes whose fields are parameters. */
const ofFields = /^(?:dataclass|define|attrs|attr|BaseModel|NamedTuple|Struct|SQLModel)$/;

/** The variables of a Python script, with what gives them their values. */
export function pythonVariables(values: ValueReader, text: string): ScriptVariables {
  return new VariableReader(values, text).read();
}

/** A value that a name is given, with its places; null: only known when the script runs. */
interface Given {
  readonly name: string;
  readonly from: number;
  readonly at: number;
  readonly value: Literal | null;
}

class VariableReader {
  readonly #values: ValueReader;
  readonly #statements: readonly PythonStatement[];
  readonly #variables: ScriptVariables;
  readonly #given: Given[] = [];
  /** The decorators of the next statement. */
  readonly #decorators: ScriptToken[] = [];
  /** Where classes begin whose fields are parameters. */
  readonly #fieldClasses = new Set<number>();
  /** Names that a function says to be those of the module, or of the function around it. */
  readonly #outer = new Map<Block, Map<string, Block | null>>();

  constructor(values: ValueReader, text: string) {
    this.#values = values;
    this.#statements = pythonStatements(values);
    this.#variables = new ScriptVariables(
      pythonBlocks(values, text, this.#statements),
      // A class and its objects name their members alike.
      (written) => written.replace(/^cls\./, 'self.'),
    );
  }

  read(): ScriptVariables {
    const { tokens } = this.#values;
    for (const statement of this.#statements) this.#readStatement(statement);
    for (const [index, { kind, source }] of tokens.entries()) {
      if (kind === 'name' && source === 'lambda') this.#readLambda(index);
      else if (kind === 'name' && source === 'for') this.#readElements(index);
      else if (kind === 'mark' && source === ':=') this.#give(index - 1, index + 1, null);
    }
    // A function may name what is only given a value below it.
    for (const { name, ...assignment } of this.#given) {
      const around = this.#variables.blocks.around(assignment.from, ['function', 'class']);
      const isField = around?.kind === 'class' && this.#fieldClasses.has(around.at);
      const value = isField ? null : assignment.value;
      this.#variableOf(name, assignment.from).assign({ ...assignment, value });
    }
    return this.#variables;
  }

  #readStatement({ start, end, body }: PythonStatement): void {
    const { tokens } = this.#values;
    const word = tokens[start]?.source ?? '';
    if (word === '@') {
      this.#decorators.push(...tokens.slice(start, end));
      return;
    }
    const second = tokens[start + 1]?.source ?? '';
    if (word === 'global' || word === 'nonlocal') this.#readOuter(word, start + 1, end);
    else if (word === 'import' || word === 'from') this.#readImport(start, end);
    else if (word === 'del') this.#giveAll(start + 1, end, end);
    else if (word === 'def' || second === 'def') this.#readFunction(start);
    else if (word === 'class') this.#readClass(start);
    else if (/^(?:with|except|case)$/.test(word === 'async' ? second : word)) this.#readAs(start, body);
    this.#readAssignment(body, end);
    this.#decorators.length = 0;
  }

  /** A class whose fields are parameters: their values are only defaults. */
  #readClass(start: number): void {
    const { tokens } = this.#values;
    const close = this.#values.isMark(start + 2, '(') ? this.#values.endOf(start + 2) : start + 2;
    const bases = tokens.slice(start + 3, close).map(({ source }) => source);
    const decorators = this.#decorators.map(({ source }) => source);
    if ([...bases, ...decorators].some((each) => ofFields.test(each)))
      this.#fieldClasses.add(tokens[start]?.at ?? 0);
  }

  /** `a = b`, `a: T = b`, `a = b = c`, `a, b = c`, `a += b`; `a |= b` changes what is there. */
  #readAssignment(start: number, end: number): void {
    const { tokens } = this.#values;
    const signs: number[] = [];
    for (let index = start; index < end; index += 1) {
      const { kind, source = '' } = tokens[index] ?? {};
      if (kind !== 'mark') continue;
      if (source === '=') signs.push(index);
      else if (/^(?:[-+*/%&^]|\*\*|\/\/)=$/.test(source)) this.#give(index - 1, end, null);
      index = this.#values.endOf(index);
    }
    const last = signs.at(-1);
    if (last === undefined) return;
    const [value, behind] = this.#values.expression(last + 1);
    const isWhole = behind >= end && (signs.length === 1 || value.kind === 'text' || value.kind === 'plain');
    let target = start;
    for (const sign of signs) {
      this.#readTarget(target, sign, end, isWhole ? value : null);
      target = sign + 1;
    }
  }

  #readTarget(start: number, sign: number, end: number, value: Literal | null): void {
    const { tokens } = this.#values;
    const isMember = this.#values.isMark(start + 1, '.') && tokens[start + 2]?.kind === 'name';
    const last = isMember ? start + 2 : start;
    const isName = tokens[start]?.kind === 'name';
    if (isName && (last + 1 === sign || this.#values.isMark(last + 1, ':'))) this.#give(last, end, value);
    else if (!isName || this.#hasComma(start, sign)) this.#giveAll(start, sign, end);
  }

  #hasComma(start: number, end: number): boolean {
    for (let index = start; index < end; index += 1) {
      if (this.#values.isMark(index, ',')) return true;
      index = this.#values.endOf(index);
    }
    return false;
  }

  /** Each name in a list of targets gets a value that is only known when the script runs. */
  #giveAll(start: number, end: number, done: number): void {
    for (let index = start; index < end; index += 1) {
      const isPart = this.#values.isMark(index + 1, '.') || this.#values.isMark(index + 1, '[');
      if (this.#values.tokens[index]?.kind === 'name' && !isPart) this.#give(index, done, null);
      if (isPart) index += 1;
    }
  }

  /** `done`: the place behind the token with which it has its value. */
  #give(index: number, done: number, value: Literal | null): void {
    const { tokens } = this.#values;
    const token = tokens[index];
    const last = tokens[Math.min(done, tokens.length) - 1];
    if (token?.kind !== 'name' || last === undefined) return;
    const isMember = this.#values.isMark(index - 1, '.') && tokens[index - 2]?.kind === 'name';
    const name = isMember ? `${tokens[index - 2]?.source}.${token.source}` : token.source;
    this.#given.push({ name, from: token.at, at: Math.max(token.at, last.at), value });
  }

  /** Parameters hide what is called so outside, and their values come with each call. */
  #readFunction(start: number): void {
    const { tokens } = this.#values;
    const name = tokens[start]?.source === 'def' ? start + 1 : start + 2;
    if (!this.#values.isMark(name + 1, '(')) return;
    const { at = 0 } = tokens[start] ?? {};
    const names = this.#readParameters(at, name + 2, this.#values.endOf(name + 1));
    const home = this.#variables.blocks.within(at);
    const given = /^(?:self|cls)$/.test(names[0] ?? '') ? names.slice(1) : names;
    this.#variables.functions.add(
      tokens[name]?.source ?? '',
      name + 1,
      given.map((each) => ({ name: each, variable: this.#variables.declare(each, home) })),
    );
  }

  #readLambda(index: number): void {
    const colon = colonBehind(this.#values, index, this.#values.tokens.length);
    this.#readParameters(this.#values.tokens[index]?.at ?? 0, index + 1, colon);
  }

  #readParameters(at: number, start: number, end: number): readonly string[] {
    const names: string[] = [];
    const home = this.#variables.blocks.within(at);
    let isName = true;
    for (let index = start; index < end; index += 1) {
      const { kind, source = '' } = this.#values.tokens[index] ?? {};
      if (source === ',') isName = true;
      else if (kind === 'name' && isName) {
        this.#variables.declare(source, home).assign({ from: at, at, value: null });
        names.push(source);
        isName = false;
      }
      index = this.#values.endOf(index);
    }
    return names;
  }

  /** `for a, b in c`, as a statement and in brackets. */
  #readElements(index: number): void {
    const { tokens } = this.#values;
    let end = index + 1;
    while (end < tokens.length && end < index + 100 && tokens[end]?.source !== 'in') end += 1;
    const { at = 0 } = tokens[index] ?? {};
    const loop = this.#variables.blocks.within(at);
    const isStatement = loop?.at === at || tokens[index - 1]?.source === 'async';
    if (isStatement) this.#giveAll(index + 1, end, end);
    else
      for (const { kind, source } of tokens.slice(index + 1, end))
        if (kind === 'name') {
          const from = loop?.at ?? at;
          this.#variables.declare(source, loop).assign({ from, at: from, value: null });
        }
  }

  /** `with httpx.Client() as client:`, `except E as e:`, `case A as a:`. */
  #readAs(start: number, end: number): void {
    const { tokens } = this.#values;
    const isWith = tokens[start]?.source === 'with' || tokens[start + 1]?.source === 'with';
    let begin = tokens[start]?.source === 'async' ? start + 2 : start + 1;
    for (let index = begin; index < end; index += 1) {
      if (this.#values.isMark(index, ',')) begin = index + 1;
      if (this.#values.isMark(index, '(') && index !== begin) index = this.#values.endOf(index);
      else if (this.#values.isMark(index, '(')) begin = index + 1;
      if (tokens[index]?.source !== 'as') continue;
      this.#give(index + 1, end, isWith ? this.#values.expression(begin)[0] : null);
    }
  }

  #readImport(start: number, end: number): void {
    const { tokens } = this.#values;
    const isFrom = tokens[start]?.source === 'from';
    for (let index = start + 1; index < end; index += 1) {
      const behind = tokens[index + 1]?.source ?? ';';
      const isLast = index + 1 >= end || /^(?:,|\)|;)$/.test(behind);
      if (tokens[index]?.kind === 'name' && isLast && (isFrom || !this.#values.isMark(index - 1, '.')))
        this.#give(index, end, null);
    }
  }

  #readOuter(word: string, start: number, end: number): void {
    const { tokens } = this.#values;
    const { at = 0 } = tokens[start] ?? {};
    const { blocks } = this.#variables;
    const own = blocks.functionAround(at);
    if (own === null) return;
    const outer = word === 'global' ? null : blocks.functionAround(own.at - 1);
    const names = this.#outer.get(own) ?? new Map<string, Block | null>();
    for (const { kind, source } of tokens.slice(start, end)) if (kind === 'name') names.set(source, outer);
    this.#outer.set(own, names);
  }

  /** The variable that is given a value at a place: of the function around it, or of the object that `self` is. */
  #variableOf(name: string, at: number) {
    const { blocks } = this.#variables;
    if (name.includes('.')) return this.#variables.declare(name, blocks.around(at, ['class']));
    const around = blocks.around(at, ['function', 'class']);
    if (around?.kind === 'class') return this.#variables.declare(`self.${name}`, around);
    if (around === null) return this.#variables.declare(name, null);
    const outer = this.#outer.get(around)?.get(name);
    return this.#variables.declare(name, outer === undefined ? around : outer);
  }
}
