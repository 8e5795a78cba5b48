import {
  flattened,
  mergedOf,
  type ObjectLiteral,
  type ValuesOfNames,
  withMembers,
} from './literal-objects.ts';
import type { TokenLanguage } from './script-tokens.ts';
import type { Literal, LiteralMember, ValueReader } from './script-values.ts';

/** A change of an object or list that a variable holds: `a.b = 1`, `a["b"] = 1`, `a.update(b=1)`, `a.push(b)`. */
export interface VariableChange {
  /** Its token, and the offset of that. */
  readonly index: number;
  readonly at: number;
  /** Members on the way to what is changed; none: the variable is set. */
  readonly path: readonly LiteralKey[];
  readonly act: 'set' | 'default' | 'merge' | 'add' | 'remove' | 'unknown';
  readonly value: Literal | null;
}

/** A change, with how sure it is that it was made: `unsure` in a branch, `open` where another function makes it. */
export interface MadeChange extends VariableChange {
  readonly certainty: 'sure' | 'unsure' | 'open';
}

interface LiteralKey {
  readonly name: string;
  readonly at: number;
  readonly length: number;
}

/** Changes of one variable that are followed. */
const maxChanges = 200;
const merging = /^(?:update|putAll|addAll|extend)$/;
const adding = /^(?:push|append|add|leftShift)$/;
const reordering = /^(?:insert|unshift|splice|concat|popitem|clear|fill|setIn)$/;

/** The changes of variables in a script, by their names, in the order of the script. */
export function changesOf(
  values: ValueReader,
  language: TokenLanguage,
): ReadonlyMap<string, readonly VariableChange[]> {
  const found = new Map<string, VariableChange[]>();
  for (const [index, { kind }] of values.tokens.entries()) {
    const isMember = values.isMark(index - 1, '.') || values.isMark(index - 1, '?.');
    if (kind !== 'name' || isMember) continue;
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
  readonly #isPython: boolean;
  readonly #start: number;
  readonly #path: LiteralKey[] = [];
  #name: string;
  #next: number;

  constructor(values: ValueReader, language: TokenLanguage, start: number) {
    this.#values = values;
    this.#isPython = language === 'python';
    this.#start = start;
    this.#name = values.tokens[start]?.source ?? '';
    this.#next = start + 1;
  }

  read(): { readonly name: string; readonly change: VariableChange } | null {
    if (this.#name === 'Object' && this.#values.isMark(this.#start + 1, '.')) return this.#assigned();
    for (let steps = 0; steps < 20; steps += 1) {
      const method = this.#methodHere();
      if (method !== null) return this.#called(method);
      if (this.#step()) continue;
      return this.#ended();
    }
    return null;
  }

  /** The name of a method that is called here, `.update(`; null: none is. */
  #methodHere(): string | null {
    const isCall = this.#values.isMark(this.#next, '.') && this.#values.isMark(this.#next + 2, '(');
    return isCall ? (this.#values.tokens[this.#next + 1]?.source ?? null) : null;
  }

  /** Goes on to a member; false: there is none whose name is written. */
  #step(): boolean {
    const { tokens } = this.#values;
    const token = tokens[this.#next + 1];
    if (this.#values.isMark(this.#next, '.') && token?.kind === 'name') {
      // In Python a member of an object is a variable of its own, and no key.
      if (this.#isPython && this.#path.length > 0) return false;
      if (this.#isPython) this.#name += `.${token.source}`;
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
    if (isPath && /^(?:del|delete)$/.test(tokens[this.#start - 1]?.source ?? ''))
      return this.#made('remove', null);
    const act = this.#actOf(this.#markAt(this.#next), this.#markAt(this.#next + 1));
    if (act === 'merge') return this.#made(act, this.#valueAt(this.#next + (this.#isPython ? 1 : 2)));
    if (act === 'set' && isPath) return this.#made(act, this.#valueAt(this.#next + 1));
    return act === 'unknown' && (isPath || this.#values.isMark(this.#next, '['))
      ? this.#made(act, null)
      : null;
  }

  /** The change that marks make: `=`, `|=` of Python, `<<` of Groovy, `+=`, or `[key] =` with a key that is not written. */
  #actOf(mark: string, behind: string): 'set' | 'merge' | 'unknown' | null {
    if (mark === '=') return 'set';
    if (mark === '|=' || (mark === '<' && behind === '<')) return 'merge';
    if (/^[-+*/%&^]=$/.test(mark) || (/^[-+*/%|&^]$/.test(mark) && behind === '=')) return 'unknown';
    const close = mark === '[' ? this.#values.closeOf(this.#next) : 0;
    return close > 0 && this.#values.isMark(close + 1, '=') ? 'unknown' : null;
  }

  #markAt(index: number): string {
    const token = this.#values.tokens[index];
    return token?.kind === 'mark' ? token.source : '';
  }

  #called(method: string) {
    const open = this.#next + 2;
    const args = this.#values.argumentsOf(open);
    const [first, second] = args;
    if (merging.test(method)) return this.#made('merge', first ?? null);
    if (adding.test(method)) return this.#made('add', first ?? null);
    if (reordering.test(method)) return this.#made('unknown', null);
    const isKeyed = /^(?:put|setdefault|putAt|putIfAbsent)$/.test(method);
    if (!isKeyed && !/^(?:pop|remove)$/.test(method)) return null;
    if (first?.kind !== 'text') return this.#made('unknown', null);
    this.#path.push({ name: first.written.text, at: first.at, length: first.length });
    if (!isKeyed) return this.#made('remove', null);
    return this.#made(/^put(?:At)?$/.test(method) ? 'set' : 'default', second ?? null);
  }

  /** `Object.assign(a, b)` changes a. */
  #assigned() {
    if (this.#values.tokens[this.#start + 2]?.source !== 'assign') return null;
    if (!this.#values.isMark(this.#start + 3, '(')) return null;
    const [target, ...rest] = this.#values.argumentsOf(this.#start + 3);
    if (target?.kind !== 'other' || target.name === null) return null;
    this.#name = target.name;
    const { at, length } = target;
    const spreads = rest.map((value) => ({ value, before: 0 }));
    return this.#made('merge', { kind: 'object', members: [], spreads, at, length });
  }

  #valueAt(index: number): Literal {
    return this.#values.expression(index)[0];
  }

  #made(act: VariableChange['act'], value: Literal | null) {
    const at = this.#values.tokens[this.#start]?.at ?? 0;
    return { name: this.#name, change: { index: this.#start, at, path: this.#path, act, value } };
  }
}

/** The last of many changes of one variable; those before leave it open. */
export function lastChanges(changes: readonly MadeChange[]): readonly MadeChange[] {
  const [first] = changes;
  if (first === undefined || changes.length <= maxChanges) return changes;
  return [{ ...first, path: [], act: 'unknown', value: null }, ...changes.slice(-maxChanges)];
}

/** A value after changes of it; what of them cannot be told leaves it open. */
export function changed(
  literal: Literal,
  changes: readonly MadeChange[],
  namesAt: (change: MadeChange) => ValuesOfNames,
): Literal {
  return changes.reduce((value, change) => {
    const made = change.certainty === 'open' ? { ...change, act: 'unknown' as const, value: null } : change;
    return changedAt(value, change.path, made, namesAt(change));
  }, literal);
}

function changedAt(
  literal: Literal,
  path: readonly LiteralKey[],
  change: MadeChange,
  names: ValuesOfNames,
): Literal {
  if (literal.kind === 'list') return changedList(literal, path, change);
  const object = objectOf(literal, names);
  const [key, ...rest] = path;
  if (key === undefined) return changedWhole(object, change, names);
  const before = object.members.findLast(({ name }) => name === key.name);
  if (change.act === 'default' && rest.length === 0 && before !== undefined) return object;
  if (change.act === 'remove' && rest.length === 0 && (change.certainty === 'sure' || before === undefined))
    return { ...object, members: object.members.filter((each) => each !== before) };
  const value = rest.length === 0 ? valueAfter(key, before, change) : null;
  const inner = value ?? changedAt(names.resolve(before?.value ?? unknown(key)), rest, change, names);
  return { ...object, members: withMember(object.members, memberOf(key, inner, before)) };
}

/** The value of a member that a change sets; null: the change goes into it. */
function valueAfter(key: LiteralKey, before: LiteralMember | undefined, change: MadeChange): Literal | null {
  const { act, value, certainty } = change;
  if (act === 'unknown' || act === 'remove') return unknown(key);
  if ((act !== 'set' && act !== 'default') || value === null) return null;
  return certainty === 'sure' ? value : either(before, value);
}

/** The value of a member that has another one in some branch. */
function either(before: LiteralMember | undefined, value: Literal): Literal {
  return before === undefined || isSame(before.value, value) ? value : unknown(value);
}

function isSame(one: Literal, other: Literal): boolean {
  if (one.kind === 'text') return other.kind === 'text' && one.written.text === other.written.text;
  return one.kind === 'plain' && other.kind === 'plain' && one.value === other.value;
}

function withMember(members: readonly LiteralMember[], member: LiteralMember): readonly LiteralMember[] {
  return [...members.filter(({ name }) => name !== member.name), member];
}

/** An object into which another one is merged; anything else leaves it open. */
function changedWhole(
  object: ObjectLiteral,
  { act, value, certainty }: MadeChange,
  names: ValuesOfNames,
): Literal {
  const merged = act === 'merge' && value !== null ? mergedOf(value, names) : null;
  const isOpen = merged === null || merged.isOpen === true || object.isOpen === true;
  const added = (merged?.members ?? []).map((each) => {
    const before = object.members.findLast(({ name }) => name === each.name);
    return certainty === 'sure' ? each : { ...each, value: either(before, each.value) };
  });
  const members = withMembers(object.members, added);
  return { ...object, members, ...(isOpen ? { isOpen } : {}) };
}

/** Of a list only elements are added; anything else leaves it unknown. */
function changedList(
  list: Literal & { readonly kind: 'list' },
  path: readonly LiteralKey[],
  { act, value }: MadeChange,
): Literal {
  const items = act === 'merge' && value?.kind === 'list' ? value.items : value === null ? [] : [value];
  const isAdded = path.length === 0 && (act === 'add' || act === 'merge') && items.length > 0;
  return isAdded ? { ...list, items: [...list.items, ...items] } : unknown(list);
}

/** A value as an object: one that is not known is open. */
function objectOf(literal: Literal, names: ValuesOfNames): ObjectLiteral {
  const { kind, at, length } = literal;
  if (kind === 'object') return flattened(literal, names);
  const made = kind === 'call' ? mergedOf(literal, names) : null;
  return made ?? { kind: 'object', members: [], isOpen: true, at, length };
}

function memberOf(key: LiteralKey, value: Literal, before: LiteralMember | undefined): LiteralMember {
  const { at, length } = key;
  return { name: key.name, key: before?.key ?? { at, length }, value, at, length, isElsewhere: true };
}

function unknown({ at, length }: { readonly at: number; readonly length: number }): Literal {
  return { kind: 'other', name: null, at, length };
}
