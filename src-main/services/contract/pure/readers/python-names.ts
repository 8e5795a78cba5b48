import { knownLiteral } from './literal-objects.ts';
import type { Literal } from './literals.ts';
import { pythonVariables } from './python-variables.ts';
import type { WrittenText } from './script-text.ts';
import type { ValueReader } from './script-values.ts';
import { changesOf } from './variable-changes.ts';
import { VariableValues } from './variable-values.ts';

/** Calls whose second argument is their result where the environment says nothing. */
const withDefault = /(?:^|\.)(?:getenv|environ\.get)$/;

/** The imports, variables and values of a Python script. */
export class PythonNames {
  readonly #values: ValueReader;
  readonly #variables: VariableValues;
  /** The meaning of a name: `r` is `requests`, `post` is `requests.post`. */
  readonly #imports = new Map<string, string>();

  constructor(values: ValueReader, text: string) {
    this.#values = values;
    this.#variables = new VariableValues(
      values,
      pythonVariables(values, text),
      changesOf(values, 'python'),
      defaultOf,
    );
    for (const [index, { kind, source }] of values.tokens.entries())
      if (kind === 'name' && (source === 'import' || source === 'from')) this.#readImport(index);
  }

  /** Values that requests are made of. */
  get used(): ReadonlySet<Literal> {
    return this.#variables.used;
  }

  /** The dotted name that ends with this token, with what it was imported as. */
  nameAt(index: number): string {
    const { tokens } = this.#values;
    const parts = [tokens[index]?.source ?? ''];
    for (let at = index; this.#values.isMark(at - 1, '.') && tokens[at - 2]?.kind === 'name'; at -= 2)
      parts.unshift(tokens[at - 2]?.source ?? '');
    return this.imported(parts.join('.'));
  }

  imported(name: string): string {
    const dot = name.indexOf('.');
    const head = dot < 0 ? name : name.slice(0, dot);
    const known = this.#imports.get(head);
    return known === undefined ? name : known + name.slice(head.length);
  }

  /** The value of a variable where it is used; the literal itself where that is not known. */
  resolved(literal: Literal, index: number): Literal {
    this.#variables.begin();
    return this.#variables.resolved(literal, this.#placeOf(index));
  }

  /** The value that a name has there, as it is written; undefined: it has none that is known. */
  valueOf(name: string, index: number): Literal | undefined {
    return this.#variables.valueOf(name, this.#placeOf(index));
  }

  /** A value with all that is known of it where it is used, after the changes of its variables. */
  known(literal: Literal, index: number): Literal {
    this.#variables.begin();
    return knownLiteral(literal, this.#variables.namesAt(this.#placeOf(index)));
  }

  /** A text with the texts of variables filled in. */
  filled(written: WrittenText): WrittenText {
    this.#variables.begin();
    return this.#variables.filled(written);
  }

  #placeOf(index: number): number {
    return this.#values.tokens[index]?.at ?? 0;
  }

  /** `import a.b as c`, `from a import b as c, d`. */
  #readImport(index: number): void {
    const { tokens } = this.#values;
    if (tokens[index]?.source === 'import' && this.#isFrom(index)) return;
    const line = this.#lineAt(index);
    const [, module = '', names = ''] = /^from ([\w.]+) import (.+)$/.exec(line) ?? [];
    for (const part of (module === '' ? line.replace(/^import /, '') : names).split(' , ')) {
      const [path = '', alias] = part.split(' as ');
      const whole = module === '' ? path : `${module}.${path}`;
      if (alias !== undefined || module !== '') this.#imports.set(alias ?? path, whole);
    }
  }

  /** The statement that begins at a token, without brackets. */
  #lineAt(index: number): string {
    const { tokens } = this.#values;
    const words: string[] = [];
    for (let at = index; at < tokens.length && words.length < 400; at += 1) {
      const source = tokens[at]?.source ?? ';';
      if (source === ';') break;
      if (source !== '(' && source !== ')') words.push(source);
    }
    return words.join(' ').replaceAll(' . ', '.');
  }

  #isFrom(index: number): boolean {
    for (let at = index - 1; at >= 0 && index - at < 20; at -= 1) {
      const source = this.#values.tokens[at]?.source;
      if (source === ';') return false;
      if (source === 'from') return true;
    }
    return false;
  }
}

/** The value of a call that reads the environment, where that says nothing. */
function defaultOf(literal: Literal): Literal {
  const isRead = literal.kind === 'call' && withDefault.test(literal.name);
  const [, otherwise] = isRead ? literal.args : [];
  return otherwise?.kind === 'text' ? otherwise : literal;
}
