import { flattened, mergedOf, unsure, type ValuesOfNames, withMembers } from './literal-objects.ts';
import { type Literal, type LiteralMember, memberOf, type ObjectLiteral, unknownAt } from './literals.ts';
import type { LiteralKey, VariableChange } from './variable-changes.ts';

/** Limit on the changes to one variable that are applied. */
const maxChanges = 200;

/** A change with its certainty: `unsure` if a branch may skip it, `open` if another function may make it at any time. */
export interface MadeChange extends VariableChange {
  readonly certainty: 'sure' | 'unsure' | 'open';
}

/** The most recent changes to a variable; earlier ones beyond the limit leave it open. */
export function lastChanges(changes: readonly MadeChange[]): readonly MadeChange[] {
  const [first] = changes;
  if (first === undefined || changes.length <= maxChanges) return changes;
  return [{ ...first, path: [], act: 'unknown', value: null }, ...changes.slice(-maxChanges)];
}

/** A value after changes to it; unknown changes leave it open. */
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
  const before = memberOf(object, key.name);
  if (change.act === 'default' && rest.length === 0 && before !== undefined) return object;
  if (change.act === 'replace' && rest.length === 0 && before === undefined) return object;
  if (change.act === 'remove' && rest.length === 0 && (change.certainty === 'sure' || before === undefined))
    return { ...object, members: object.members.filter((each) => each !== before) };
  const value =
    rest.length === 0 ? valueAfter(key, before, { change, isOpen: object.isOpen === true }) : null;
  const inner = value ?? changedAt(names.resolve(before?.value ?? unknownAt(key)), rest, change, names);
  return { ...object, members: withMember(object.members, changedMember(key, inner, before)) };
}

/** The new value of a member; null: the change is inside its value. `isOpen`: the member may already exist. */
function valueAfter(
  key: LiteralKey,
  before: LiteralMember | undefined,
  { change, isOpen }: { readonly change: MadeChange; readonly isOpen: boolean },
): Literal | null {
  const { act, value, certainty } = change;
  if (act === 'unknown' || act === 'remove') return unknownAt(key);
  if ((act !== 'set' && act !== 'default' && act !== 'replace') || value === null) return null;
  if (act === 'default' && isOpen) return unknownAt(value);
  return certainty === 'sure' && act !== 'replace' ? value : either(before, value);
}

/** The value of a member after a branch that may have been skipped. */
function either(before: LiteralMember | undefined, value: Literal): Literal {
  return before === undefined || isSame(before.value, value) ? value : unknownAt(value);
}

function isSame(one: Literal, other: Literal): boolean {
  if (one.kind === 'text') return other.kind === 'text' && one.written.text === other.written.text;
  return one.kind === 'plain' && other.kind === 'plain' && one.value === other.value;
}

function withMember(members: readonly LiteralMember[], member: LiteralMember): readonly LiteralMember[] {
  return [...members.filter(({ name }) => name !== member.name), member];
}

/** An object after a merge or after it was emptied; any other change leaves it open. */
function changedWhole(
  object: ObjectLiteral,
  { act, value, certainty }: MadeChange,
  names: ValuesOfNames,
): Literal {
  const { kind, at, length } = object;
  if (act === 'clear' && certainty === 'sure') return { kind, members: [], at, length };
  const merged = act === 'merge' && value !== null ? mergedOf(value, names) : null;
  const isKnown = merged !== null && merged.isOpen !== true;
  const isOpen = object.isOpen === true || (!isKnown && act !== 'clear');
  const added = (merged?.members ?? []).map((each) => {
    const before = memberOf(object, each.name);
    return certainty === 'sure' ? each : { ...each, value: either(before, each.value) };
  });
  const members = withMembers(isKnown ? object.members : unsure(object.members), added);
  return { ...object, members, ...(isOpen ? { isOpen } : {}) };
}

/** A list after elements were added or removed as a whole; any other change makes it unknown. */
function changedList(
  list: Literal & { readonly kind: 'list' },
  path: readonly LiteralKey[],
  { act, value, certainty }: MadeChange,
): Literal {
  if (act === 'clear' && path.length === 0 && certainty === 'sure') return { ...list, items: [] };
  const items = act === 'merge' && value?.kind === 'list' ? value.items : value === null ? [] : [value];
  const isAdded = path.length === 0 && (act === 'add' || act === 'merge') && items.length > 0;
  return isAdded ? { ...list, items: [...list.items, ...items] } : unknownAt(list);
}

/** A value as an object; an unknown one becomes an open object. */
function objectOf(literal: Literal, names: ValuesOfNames): ObjectLiteral {
  const { kind, at, length } = literal;
  if (kind === 'object') return flattened(literal, names);
  const made = kind === 'call' ? mergedOf(literal, names) : null;
  return made ?? { kind: 'object', members: [], isOpen: true, at, length };
}

function changedMember(key: LiteralKey, value: Literal, before: LiteralMember | undefined): LiteralMember {
  const { at, length } = key;
  return { name: key.name, key: before?.key ?? { at, length }, value, at, length, isElsewhere: true };
}
