import { changed, lastChanges, type MadeChange } from './applied-changes.ts';
import { copied, type ValuesOfNames } from './literal-objects.ts';
import type { Literal } from './literals.ts';
import { firstBehind, holds } from './script-blocks.ts';
import { isWritten, type Replacement, spanOf, type WrittenText, withReplaced } from './script-text.ts';
import type { ValueReader } from './script-values.ts';
import type { Assignment, Variable } from './script-variable.ts';
import type { ScriptVariables } from './script-variables.ts';
import type { VariableChange } from './variable-changes.ts';

/** Variables that are looked up for each other. */
const deepest = 40;
const maxText = 20_000;
/** Limit on the values that are combined for one request: variables that refer to each other could produce any number. */
const maxValues = 40_000;
/** Changes of a variable before and behind its use that are looked at. */
const maxNear = 400;
/** Changes of one parameter, and of all, that are noted where the function is called. */
const maxGiven = 50;
const maxMade = 100_000;
const leftOut = { path: [], act: 'unknown', value: null, certainty: 'open' } as const;

/** The values of the variables of a script at its places, after what changes them there. */
export class VariableValues {
  /** Values that requests are made of. */
  readonly used = new Set<Literal>();
  readonly #variables: ScriptVariables;
  readonly #changes = new Map<Variable, VariableChange[]>();
  /** Variables that may hold the same object as this one. */
  readonly #aliases = new Map<Variable, Set<Variable>>();
  readonly #otherwise: (literal: Literal) => Literal;
  #count = 0;
  #depth = 0;

  /** `otherwise`: the value of what the language lets stand for one. */
  constructor(
    values: ValueReader,
    variables: ScriptVariables,
    changes: ReadonlyMap<string, readonly VariableChange[]>,
    otherwise: (literal: Literal) => Literal = (literal) => literal,
  ) {
    this.#variables = variables;
    this.#otherwise = otherwise;
    for (const [name, all] of changes) for (const change of all) this.#note(name, change);
    for (const [name, change] of this.#madeByFunctions(values)) this.#note(name, change);
    for (const [variable, all] of this.#changes)
      this.#changes.set(
        variable,
        all.toSorted((one, other) => one.at - other.at),
      );
    for (const variable of variables.variables())
      for (const assignment of variable.assignments) {
        const first = this.#firstOf(variable, assignment);
        if (first !== null) this.#aliases.set(first, (this.#aliases.get(first) ?? new Set()).add(variable));
      }
  }

  /** The changes that functions of the script make of what they are given. */
  #madeByFunctions(values: ValueReader): readonly (readonly [string, VariableChange])[] {
    const made: [string, VariableChange][] = [];
    for (const { name, at, parameter } of this.#variables.functions.givenIn(values))
      for (const change of (this.#changes.get(parameter) ?? []).slice(0, maxGiven))
        if (made.length < maxMade) made.push([name, { ...change, at, act: 'unknown', value: null }]);
    return made;
  }

  #note(name: string, change: VariableChange): void {
    const variable = this.#variables.find(name, change.at) ?? this.#variables.declare(name, null);
    const known = this.#changes.get(variable) ?? [];
    known.push(change);
    this.#changes.set(variable, known);
  }

  /** Starts counting the values of another request. */
  begin(): void {
    this.#count = 0;
  }

  /** The values at a place, where what comes before it has happened. */
  namesAt(use: number): ValuesOfNames {
    return {
      resolve: (literal) => this.resolved(literal, use),
      fill: (written) => this.filled(written),
      count: () => this.#isWithinLimit(),
    };
  }

  /** The value of a variable where it is used; the literal itself where that is not known. */
  resolved(literal: Literal, use: number): Literal {
    if (literal.kind !== 'other' || literal.name === null) return this.#otherwise(literal);
    if (this.#depth > deepest || !this.#isWithinLimit()) return literal;
    const variable = this.#variables.find(literal.name, literal.at);
    if (variable === null) return literal;
    this.#depth += 1;
    const value = this.#valueAt(literal, variable, use);
    this.#depth -= 1;
    return value;
  }

  #valueAt(literal: Literal, variable: Variable, use: number): Literal {
    const set = this.#variables.assignmentAt(variable, literal.at);
    if (set?.value) this.used.add(set.value);
    // An object is copied where it is put together, and meant where it is named.
    const value = set?.value ? copied(set.value, this.namesAt(set.at)) : literal;
    const base = value === literal ? literal : this.resolved(value, use);
    // Under another name its changes are among those of the first one.
    if (this.#firstOf(variable, set) !== null) return base;
    const changes = lastChanges(this.#changesOf(variable, set, use));
    return changes.length === 0 ? base : changed(base, changes, ({ at }) => this.namesAt(at));
  }

  /** The value that a name has at a place, as it is written; undefined: it has none that is known. */
  valueOf(name: string, at: number, depth = 0): Literal | undefined {
    const variable = this.#variables.find(name, at);
    const value = variable === null ? null : (this.#variables.assignmentAt(variable, at)?.value ?? null);
    if (value === null) return undefined;
    this.used.add(value);
    const isName = value.kind === 'other' && value.name !== null && depth < deepest;
    return isName ? this.valueOf(value.name, value.at, depth + 1) : value;
  }

  /** A text with the texts of variables filled in. */
  filled(written: WrittenText, depth = 0): WrittenText {
    if (!written.text.includes('${') || depth > deepest || written.text.length > maxText) return written;
    return withReplaced(written, this.#textsIn(written, depth));
  }

  *#textsIn(written: WrittenText, depth: number): Generator<Replacement> {
    for (const { 0: all, 1: name = '', index } of written.text.matchAll(/\$\{([\w.]+)\}/g)) {
      // An expression of the platform is written in the script itself.
      if (isWritten(written, index, index + all.length)) continue;
      const { at, length } = spanOf(written, index, index + all.length);
      const value = this.resolved({ kind: 'other', name, at, length }, at);
      if (value.kind !== 'text') continue;
      this.used.add(value);
      const text = this.filled(value.written, depth + 1).text.slice(0, maxText);
      yield { at: index, length: all.length, text };
    }
  }

  #isWithinLimit(): boolean {
    this.#count += 1;
    return this.#count <= maxValues;
  }

  /** The variable whose object this one holds as well; null: it holds one of its own. */
  #firstOf(variable: Variable, set: Assignment | null): Variable | null {
    const value = set?.value ?? null;
    if (value?.kind !== 'other' || value.name === null) return null;
    const first = this.#variables.find(value.name, value.at);
    return first === variable ? null : first;
  }

  /** The changes that a variable may have had between its value and its use, under each of its names. */
  #changesOf(variable: Variable, set: Assignment | null, use: number): readonly MadeChange[] {
    const own = this.#made(variable, set, use);
    const others = [...(this.#aliases.get(variable) ?? [])].flatMap((alias) => {
      const [only, ...more] = alias.assignments;
      const made = this.#made(alias, only ?? null, use);
      return more.length === 0 ? made : made.map((each) => ({ ...each, certainty: 'open' as const }));
    });
    return others.length === 0 ? own : [...own, ...others].toSorted((one, other) => one.at - other.at);
  }

  #made(variable: Variable, set: Assignment | null, use: number): readonly MadeChange[] {
    const all = this.#changes.get(variable) ?? [];
    const behind = firstBehind(all, use);
    const near = all.slice(Math.max(0, behind - maxNear), behind + maxNear).flatMap((change) => {
      const certainty = this.#certaintyOf(change.at, set, use);
      return certainty === null ? [] : [{ ...change, certainty }];
    });
    const [first] = behind > maxNear ? all : [];
    return first === undefined ? near : [{ ...first, ...leftOut }, ...near];
  }

  /** How sure it is that a change at a place was made before the use; null: it was not. */
  #certaintyOf(at: number, set: Assignment | null, use: number): MadeChange['certainty'] | null {
    const { blocks } = this.#variables;
    // Before it was set, it was another object.
    if (set !== null && at < set.at && blocks.functionAround(at) === blocks.functionAround(set.at))
      return null;
    const [its, own] = [blocks.functionAround(at), blocks.functionAround(use)];
    if (its === own && at > use) return blocks.isRepeated(at, use, set?.at ?? -1) ? 'unsure' : null;
    if (holds(its, use)) return at < use && blocks.isSure(at, use) ? 'sure' : 'unsure';
    // A function within this one runs in its course; any other one may have run before.
    if (own === null || holds(own, at)) return at < use ? 'unsure' : null;
    return 'open';
  }
}
