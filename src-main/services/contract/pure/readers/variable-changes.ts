import { type Literal, mergedFrom } from './literals.ts';
import type { ValueReader } from './script-values.ts';
import type { TokenLanguage } from './tokenizer.ts';

/** A change to the object or list in a variable: `a.b = 1`, `a["b"] = 1`, `a.update(b=1)`, `a.push(b)`. */
export interface VariableChange {
  /** Offset of its first token. */
  readonly at: number;
  /** Members that lead to the changed one; empty: the change is to the whole value. */
  readonly path: readonly LiteralKey[];
  readonly act: 'set' | 'default' | 'replace' | 'merge' | 'add' | 'remove' | 'clear' | 'unknown';
  readonly value: Literal | null;
}

/** A member on that path, with its location. */
export interface LiteralKey {
  readonly name: string;
  readonly at: number;
  readonly length: number;
}

const merging = /^(?:update|putAll|addAll|extend)$/;
const adding = /^(?:push|append|add|leftShift)$/;
const reordering = /^(?:insert|unshift|splice|popitem|fill)$/;
/** Libraries whose functions modify their first argument, by merging others into it or in another way. */
const libraries = /^(?:Object|_|lodash|\$|jQuery|angular)$/;
const mergingFirst = /^(?:assign|assignIn|merge|extend)$/;
const changingFirst =
  /^(?:set|setWith|unset|update|defaults|defaultsDeep|pull|remove|definePropert(?:y|ies)|mergeWith|assignWith)$/;
/** Assignment operators by the change that they make; the result of any other is unknown. */
const acts: Readonly<Record<string, VariableChange['act']>> = {
  '=': 'set',
  '??=': 'default',
  '||=': 'default',
  '?=': 'default',
  '&&=': 'replace',
};

/** The changes to each variable of a script, by its name and in source order. */
export function changesOf(
  values: ValueReader,
  language: TokenLanguage,
): ReadonlyMap<string, readonly VariableChange[]> {
  const found = new Map<string, VariableChange[]>();
  for (const [index, { kind }] of values.tokens.entries()) {
    if (kind !== 'name' || values.isMember(index)) continue;
    const made = new ChangeReader(values, language, index).read();
    if (made === null) continue;
    const all = found.get(made.name) ?? [];
    all.push(made.change);
    found.set(made.name, all);
  }
  return found;
}

class ChangeReader {
  readonly #values: ValueReader;
  readonly #language: TokenLanguage;
  readonly #start: number;
  readonly #path: LiteralKey[] = [];
  #name: string;
  #next: number;

  constructor(values: ValueReader, language: TokenLanguage, start: number) {
    this.#values = values;
    this.#language = language;
    this.#start = start;
    this.#name = values.tokens[start]?.source ?? '';
    this.#next = start + 1;
  }

  read(): { readonly name: string; readonly change: VariableChange } | null {
    if (libraries.test(this.#name) && this.#values.isMark(this.#start + 1, '.')) return this.#byLibrary();
    for (let steps = 0; steps < 20; steps += 1) {
      const method = this.#methodHere();
      if (method !== null) return this.#called(method);
      if (this.#step()) continue;
      return this.#ended();
    }
    return null;
  }

  /** The method called at this point, such as `update` in `.update(`; null: nothing is called here. */
  #methodHere(): string | null {
    // In Groovy the only argument can be a closure without parentheses.
    const isOpen =
      this.#values.isMark(this.#next + 2, '(') ||
      (this.#language === 'groovy' && this.#values.isMark(this.#next + 2, '{'));
    const isCall = this.#values.isMark(this.#next, '.') && isOpen;
    return isCall ? (this.#values.tokens[this.#next + 1]?.source ?? null) : null;
  }

  /** Advances to the next member of the path; false: there is none with a literal name. */
  #step(): boolean {
    const { tokens } = this.#values;
    const token = tokens[this.#next + 1];
    if (this.#values.isMark(this.#next, '.') && token?.kind === 'name') {
      // In Python an attribute is not a key, so it counts as part of the variable's name.
      const isPython = this.#language === 'python';
      if (isPython && this.#path.length > 0) return false;
      if (isPython) this.#name += `.${token.source}`;
      else this.#path.push({ name: token.source, at: token.at, length: token.length });
      this.#next += 2;
      return true;
    }
    const isKey = this.#values.isMark(this.#next, '[') && this.#values.isMark(this.#next + 2, ']');
    const text = token?.written?.text ?? (token?.kind === 'number' ? token.source : undefined);
    if (!isKey || token === undefined || text === undefined || text.includes('${')) return false;
    this.#path.push({ name: text, at: token.at, length: token.length });
    this.#next += 3;
    return true;
  }

  #ended() {
    const { tokens } = this.#values;
    const isPath = this.#path.length > 0;
    const isKeyed = this.#values.isMark(this.#next, '[');
    if (/^(?:del|delete)$/.test(tokens[this.#start - 1]?.source ?? ''))
      return isKeyed ? this.#made('unknown', null) : isPath ? this.#made('remove', null) : null;
    const { marks, next } = this.#marksAt(this.#next);
    const isMerge =
      marks === '|=' ? this.#language === 'python' : marks === '<<' && this.#language === 'groovy';
    if (isMerge) return this.#made('merge', this.#valueAt(next));
    const act = acts[marks];
    // Reassigning the variable leaves its object unchanged.
    if (act !== undefined) return isPath ? this.#made(act, this.#valueAt(next)) : null;
    const close = isKeyed ? this.#values.endOf(this.#next) : 0;
    const isSet = close > 0 && this.#marksAt(close + 1).marks.endsWith('=');
    return isSet || (isPath && marks.endsWith('=')) ? this.#made('unknown', null) : null;
  }

  /** The assignment operator at this point, whose characters may be separate tokens, and the index after it. */
  #marksAt(start: number): { readonly marks: string; readonly next: number } {
    let marks = '';
    let next = start;
    while (next < start + 4 && /^(?:[-+*/%&|^?<]|\|\||&&|<<|\?\?)$/.test(this.#markAt(next))) {
      marks += this.#markAt(next);
      next += 1;
    }
    if (marks === '<<' || !/^[^=!<>]{0,3}=$/.test(this.#markAt(next))) return { marks, next };
    return { marks: marks + this.#markAt(next), next: next + 1 };
  }

  #markAt(index: number): string {
    const token = this.#values.tokens[index];
    return token?.kind === 'mark' ? token.source : '';
  }

  #called(method: string) {
    const open = this.#next + 2;
    const args = this.#values.argumentsOf(open);
    const [first, second] = args;
    if (merging.test(method)) return this.#made('merge', this.#mergedAt(open, args));
    if (method === 'clear') return this.#made('clear', null);
    if (this.#language === 'groovy' && /^(?:with|tap)$/.test(method)) return this.#made('unknown', null);
    if (adding.test(method)) return this.#made('add', first ?? null);
    if (reordering.test(method)) return this.#made('unknown', null);
    const isKeyed = /^(?:put|setdefault|putAt|putIfAbsent)$/.test(method);
    if (!isKeyed && !/^(?:pop|remove)$/.test(method)) return null;
    if (first?.kind !== 'text') return this.#made('unknown', null);
    this.#path.push({ name: first.written.text, at: first.at, length: first.length });
    if (!isKeyed) return this.#made('remove', null);
    return this.#made(/^put(?:At)?$/.test(method) ? 'set' : 'default', second ?? null);
  }

  /** The objects to be merged in; named arguments are read first but override the others. */
  #mergedAt(open: number, args: readonly Literal[]): Literal | null {
    const [first, ...rest] = args;
    if (first === undefined || rest.length === 0) return first ?? null;
    return mergedFrom(first, this.#values.isNamed(first, open) ? [...rest, first] : args);
  }

  /** `Object.assign(a, b)` and `_.set(a, …)` modify `a`. */
  #byLibrary() {
    const method = this.#values.tokens[this.#start + 2]?.source ?? '';
    const isMerge = mergingFirst.test(method);
    if (!isMerge && !changingFirst.test(method)) return null;
    if (!this.#values.isMark(this.#start + 3, '(')) return null;
    // The `true` in `$.extend(true, a, b)` asks for a deep merge.
    const args = this.#values.argumentsOf(this.#start + 3);
    const [target, ...rest] = args[0]?.kind === 'plain' ? args.slice(1) : args;
    if (target?.kind !== 'other' || target.name === null) return null;
    const [name = '', ...steps] = target.name.split('.');
    this.#name = name;
    const { at, length } = target;
    this.#path.push(...steps.map((step) => ({ name: step, at, length })));
    return isMerge ? this.#made('merge', mergedFrom(target, rest)) : this.#made('unknown', null);
  }

  #valueAt(index: number): Literal {
    return this.#values.expression(index)[0];
  }

  #made(act: VariableChange['act'], value: Literal | null) {
    const at = this.#values.tokens[this.#start]?.at ?? 0;
    return { name: this.#name, change: { at, path: this.#path, act, value } };
  }
}
