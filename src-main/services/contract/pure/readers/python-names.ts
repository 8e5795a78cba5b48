import { knownLiteral, type ValuesOfNames } from './literal-objects.ts';
import { isWritten, partOf, spanOf, type WrittenText, WrittenTextBuilder } from './script-text.ts';
import type { Literal, ValueReader } from './script-values.ts';
import { changed, changesOf, lastChanges, type VariableChange } from './variable-changes.ts';

/** A name that a script gives a value, and where it does. */
interface Assignment {
  readonly index: number;
  readonly value: Literal;
  /** In which function: the same name in another one is another variable. */
  readonly scope: number;
}

const deepest = 8;
const maxText = 20_000;
/** Values that are looked up for one body: variables that name each other could make any number of them. */
const maxLooked = 20_000;
/** Calls whose second argument is their result where the environment says nothing. */
const withDefault = /(?:^|\.)(?:getenv|environ\.get)$/;

/** The imports, variables and values of a Python script. */
export class PythonNames {
  readonly #values: ValueReader;
  readonly #assignments = new Map<string, Assignment[]>();
  readonly #scopes: Int32Array;
  readonly #changes: ReadonlyMap<string, readonly VariableChange[]>;
  /** Values that were looked up for one body. */
  #looked = 0;
  /** The meaning of a name: `r` is `requests`, `post` is `requests.post`. */
  readonly #imports = new Map<string, string>();
  /** Values that requests are made of. */
  readonly used = new Set<Literal>();

  constructor(values: ValueReader, text: string) {
    this.#values = values;
    this.#scopes = scopesOf(values, text);
    this.#changes = changesOf(values, 'python');
    for (const [index, { kind, source }] of values.tokens.entries()) {
      if (kind === 'name' && (source === 'import' || source === 'from')) this.#readImport(index);
      // `a |= b` changes what is there.
      if (kind === 'mark' && /^[-+*/%&^]?=$/.test(source)) this.#readAssignment(index, source);
      if (kind === 'name' && source === 'as' && values.tokens[index + 2]?.source === ':')
        this.#readWith(index);
    }
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
  resolved(literal: Literal, index: number, depth = 0): Literal {
    if (literal.kind === 'call' && withDefault.test(literal.name) && literal.args[1]?.kind === 'text')
      return literal.args[1];
    if (literal.kind !== 'other' || literal.name === null || depth > deepest) return literal;
    const found = this.#valueOf(literal.name, index);
    if (found === null) return literal;
    this.used.add(found.value);
    return this.resolved(found.value, found.index, depth + 1);
  }

  /** A value with all that is known of it where it is used, after the changes of its variables. */
  known(literal: Literal, index: number): Literal {
    this.#looked = 0;
    return knownLiteral(literal, this.#namesAt(index));
  }

  #namesAt(index: number): ValuesOfNames {
    return {
      resolve: (literal) => this.#changed(literal, index, 0),
      fill: (written) => this.filled(written, index),
    };
  }

  /** The value of a variable after the changes before a place. */
  #changed(literal: Literal, index: number, depth: number): Literal {
    this.#looked += 1;
    if (literal.kind !== 'other' || literal.name === null) return this.resolved(literal, index);
    if (depth > deepest || this.#looked > maxLooked) return literal;
    const found = this.#valueOf(literal.name, index);
    if (found !== null) this.used.add(found.value);
    const value = found === null ? literal : this.#changed(found.value, found.index, depth + 1);
    const changes = this.#changesBefore(literal.name, index, found);
    return changes.length === 0 ? value : changed(value, changes, (each) => this.#namesAt(each.index));
  }

  /** Changes between the value of a variable and its use, in the same function or where the value was given. */
  #changesBefore(name: string, index: number, found: Assignment | null): readonly VariableChange[] {
    const scope = this.#scopes[index] ?? 0;
    const all = (this.#changes.get(name) ?? []).filter((each) => {
      const own = this.#scopes[each.index] ?? 0;
      const isBehind = each.index > (found?.index ?? -1);
      const isBefore = each.index < index && own === scope;
      return isBehind && (isBefore || (own !== scope && found !== null && own === found.scope));
    });
    return lastChanges(all);
  }

  /** A text with the texts of variables filled in. */
  filled(written: WrittenText, index: number, depth = 0): WrittenText {
    if (!written.text.includes('${') || depth > deepest || written.text.length > maxText) return written;
    const builder = new WrittenTextBuilder();
    let end = 0;
    for (const { 0: all, 1: name = '', index: at } of written.text.matchAll(/\$\{([\w.]+)\}/g)) {
      if (isWritten(written, at, at + all.length)) continue;
      const found = this.#valueOf(name, index);
      const value = found === null ? null : this.resolved(found.value, found.index, depth + 1);
      if (found === null || value?.kind !== 'text') continue;
      this.used.add(found.value);
      this.used.add(value);
      builder.addWritten(partOf(written, end, at));
      const span = spanOf(written, at, at + all.length);
      const { text } = this.filled(value.written, found.index, depth + 1);
      builder.addUnwritten(text.slice(0, maxText), span.at, span.length);
      end = at + all.length;
    }
    builder.addWritten(partOf(written, end, written.text.length));
    return builder.build();
  }

  /** The last value before a place in the same function, else the only one that there is. */
  #valueOf(name: string, index: number): Assignment | null {
    const all = this.#assignments.get(name) ?? this.#assignments.get(name.replace(/^(?:self|cls)\./, ''));
    if (all === undefined) return null;
    const scope = this.#scopes[index] ?? 0;
    const near = all.findLast((each) => each.index < index && each.scope === scope);
    if (near !== undefined) return near;
    const outside = all.filter((each) => each.scope === 0 || name.includes('.'));
    return outside.length === 1 ? (outside[0] ?? null) : null;
  }

  #readAssignment(index: number, mark: string): void {
    const { tokens } = this.#values;
    const before = tokens[index - 1];
    if (before?.kind !== 'name') return;
    const isTyped = this.#values.isMark(index - 2, ':') && tokens[index - 3]?.kind === 'name';
    const end = isTyped ? index - 3 : index - 1;
    const name = this.#ownName(end);
    const [value] = this.#values.expression(index + 1);
    // A value that is added to later is not known any more.
    const known = mark === '=' ? value : { ...value, kind: 'other' as const, name: null };
    this.#assign(name, index, known);
  }

  /** `with httpx.Client() as client:` */
  #readWith(index: number): void {
    let start = index - 1;
    for (; start > 0; start -= 1) {
      const { kind, source } = this.#values.tokens[start] ?? {};
      if (kind === 'name' && source === 'with') break;
      if (source === ';' || index - start > 400) return;
    }
    const [value] = this.#values.expression(start + 1);
    this.#assign(this.#values.tokens[index + 1]?.source ?? '', index, value);
  }

  #ownName(index: number): string {
    const { tokens } = this.#values;
    const isMember = this.#values.isMark(index - 1, '.') && tokens[index - 2]?.kind === 'name';
    const name = tokens[index]?.source ?? '';
    return isMember ? `${tokens[index - 2]?.source}.${name}` : name;
  }

  #assign(name: string, index: number, value: Literal): void {
    const all = this.#assignments.get(name) ?? [];
    all.push({ index, value, scope: this.#scopes[index] ?? 0 });
    this.#assignments.set(name, all);
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

/** For each token the function that it lies in, by the columns of `def`: 0 is the module, or the body of a class. */
function scopesOf(values: ValueReader, text: string): Int32Array {
  const scopes = new Int32Array(values.tokens.length);
  const open: { readonly number: number; readonly column: number }[] = [];
  let count = 0;
  for (const [index, token] of values.tokens.entries()) {
    const isFirst = index === 0 || values.tokens[index - 1]?.source === ';';
    if (isFirst && token.source !== ';') {
      const column = token.at - text.lastIndexOf('\n', token.at - 1) - 1;
      while (open.length > 0 && (open.at(-1)?.column ?? 0) >= column) open.pop();
      const isAsync = token.source === 'async' && values.tokens[index + 1]?.source === 'def';
      if (token.source === 'def' || isAsync) open.push({ number: (count += 1), column });
    }
    scopes[index] = open.at(-1)?.number ?? 0;
  }
  return scopes;
}
