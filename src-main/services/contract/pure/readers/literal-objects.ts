import {
  type CallLiteral,
  type Literal,
  type LiteralMember,
  mergedFrom,
  type ObjectLiteral,
  unknownAt,
} from './literals.ts';
import type { WrittenText } from './script-text.ts';

/** The values of variables at one place of a script. */
export interface ValuesOfNames {
  /** The value of a variable; the literal itself where that is not known. */
  resolve(literal: Literal): Literal;
  /** A text with the texts of variables filled in. */
  fill(written: WrittenText): WrittenText;
  /** Counts one more value; false: the limit for one request is reached. */
  count(): boolean;
}

const deepest = 12;
/** Calls that copy their first argument, and those on a value that copy it. */
const copies = /^(?:(?:copy\.)?(?:deep)?copy|structuredClone|Object\.freeze|MappingProxyType)$/;
const copyOf = /^([\w.]+)\.(?:copy|clone)$/;
/** Bodies of several parts: no rule looks into them. */
const multipart = /(?:^|\.)(?:FormData|MultipartEncoder|Blob)$/;

/** The object that a call builds from others, as `dict(base, a=1)` and `Object.assign({}, a, b)` do; null: it builds none. */
function builtBy(call: CallLiteral): ObjectLiteral | null {
  const { name, args, at, length } = call;
  const source = copyOf.exec(name)?.[1];
  if (source !== undefined && args.length === 0)
    return mergedFrom(call, [{ kind: 'other', name: source, at, length }]);
  const isOne = copies.test(name) && args.length === 1;
  if (isOne || name === 'dict' || name === 'Object.assign') {
    const [first, ...rest] = args;
    // Named arguments are read first but override the others.
    const inOrder = name === 'dict' && first?.kind === 'object' ? [...rest, first] : args;
    return mergedFrom(call, inOrder);
  }
  return null;
}

/** An object with its spreads replaced by their members; an unknown spread leaves it open. */
export function flattened(object: ObjectLiteral, names: ValuesOfNames, depth = 0): ObjectLiteral {
  const { spreads = [], ...own } = object;
  if (spreads.length === 0) return object;
  let members: readonly LiteralMember[] = [];
  let isOpen = object.isOpen === true;
  let from = 0;
  for (const { value, before } of spreads) {
    members = [...members, ...own.members.slice(from, before)];
    from = Math.max(from, before);
    const inner = value === null ? null : mergedOf(value, names, depth);
    const isKnown = inner !== null && inner.isOpen !== true;
    members = withMembers(isKnown ? members : unsure(members), inner?.members ?? []);
    isOpen ||= !isKnown;
  }
  members = [...members, ...own.members.slice(from)];
  return { ...own, members, ...(isOpen ? { isOpen } : {}) };
}

/** A value with the members that it copies at this point; objects that it only refers to stay references. */
export function copied(literal: Literal, names: ValuesOfNames): Literal {
  const built = literal.kind === 'call' ? builtBy(literal) : literal;
  if (built?.kind === 'object') return flattened(built, names);
  return literal.kind === 'text' ? { ...literal, written: names.fill(literal.written) } : literal;
}

/** The members marked as unsure, because an unknown object merged after them may override each of them. */
export function unsure(members: readonly LiteralMember[]): readonly LiteralMember[] {
  return members.map((each) => ({ ...each, isUnsure: true }));
}

/** The members of two objects merged; those of the second override those of the first. */
export function withMembers(
  members: readonly LiteralMember[],
  others: readonly LiteralMember[],
): readonly LiteralMember[] {
  const names = new Set(others.map(({ name }) => name));
  return [
    ...members.filter(({ name }) => !names.has(name)),
    ...others.map((each) => ({ ...each, isElsewhere: true })),
  ];
}

/** The object that a value contributes when it is merged; null: it is unknown. */
export function mergedOf(literal: Literal, names: ValuesOfNames, depth = 0): ObjectLiteral | null {
  if (depth > deepest) return null;
  const value = names.resolve(literal);
  const { at, length } = value;
  // Spreading `null` or a number adds no members.
  if (value.kind === 'plain') return { kind: 'object', members: [], at, length };
  const object = value.kind === 'call' ? builtBy(value) : value;
  return object?.kind === 'object' ? flattened(object, names, depth + 1) : null;
}

/** A value with its variables replaced by their values and its merged objects combined. */
export function knownLiteral(literal: Literal, names: ValuesOfNames): Literal {
  return known(literal, names, 0);
}

function known(literal: Literal, names: ValuesOfNames, depth: number): Literal {
  if (depth > deepest || !names.count()) return unknownAt(literal);
  const value = names.resolve(literal);
  const inner = (each: Literal) => known(each, names, depth + 1);
  switch (value.kind) {
    case 'text':
      return { ...value, written: names.fill(value.written) };
    case 'list':
      return { ...value, items: value.items.map(inner) };
    case 'object': {
      const whole = flattened(value, names);
      return { ...whole, members: whole.members.map((each) => ({ ...each, value: inner(each.value) })) };
    }
    case 'call': {
      const object = builtBy(value);
      return object === null ? value : inner(object);
    }
    case 'plain':
    case 'other':
      return value;
  }
}

/** True if all member names of a body are known; unknown values are placeholders. */
export function isToldBody(literal: Literal): boolean {
  if (literal.kind === 'call') return multipart.test(literal.name);
  if (literal.kind === 'list') return literal.items.every(isToldBody);
  return literal.kind !== 'other' && areMembersTold(literal);
}

function areMembersTold(literal: Literal): boolean {
  if (literal.kind === 'list') return literal.items.every(areMembersTold);
  return (
    literal.kind !== 'object' ||
    (literal.isOpen !== true && literal.members.every(({ value }) => areMembersTold(value)))
  );
}
