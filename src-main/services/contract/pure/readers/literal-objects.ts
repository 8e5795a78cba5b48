import type { WrittenText } from './script-text.ts';
import type { Literal, LiteralMember } from './script-values.ts';

export type ObjectLiteral = Literal & { readonly kind: 'object' };

/** The values of variables at one place of a script. */
export interface ValuesOfNames {
  /** The value of a variable; the literal itself where that is not known. */
  resolve(literal: Literal): Literal;
  /** A text with the texts of variables filled in. */
  fill(written: WrittenText): WrittenText;
}

const deepest = 12;
/** Values that are put together for one body: variables that name each other could make any number of them. */
const maxValues = 20_000;
/** Calls that copy their first argument, and those on a value that copy it. */
const copies = /^(?:(?:copy\.)?(?:deep)?copy|structuredClone|Object\.freeze|MappingProxyType)$/;
const copyOf = /^([\w.]+)\.(?:copy|clone)$/;
/** Bodies of several parts: no rule looks into them. */
const multipart = /(?:^|\.)(?:FormData|MultipartEncoder|Blob)$/;

/** An object that a call makes of others, `dict(base, a=1)`, `Object.assign({}, a, b)`; null: the call does something else. */
function builtBy(call: Literal & { readonly kind: 'call' }): ObjectLiteral | null {
  const { name, args, at, length } = call;
  const object = { kind: 'object', members: [], at, length } as const;
  const source = copyOf.exec(name)?.[1];
  if (source !== undefined && args.length === 0)
    return { ...object, spreads: [{ value: { kind: 'other', name: source, at, length }, before: 0 }] };
  const isOne = copies.test(name) && args.length === 1;
  if (isOne || name === 'dict' || name === 'Object.assign') {
    const [first, ...rest] = args;
    // Named arguments come first, and count last.
    const inOrder = name === 'dict' && first?.kind === 'object' ? [...rest, first] : args;
    return { ...object, spreads: inOrder.map((value) => ({ value, before: 0 })) };
  }
  return null;
}

/** An object with what is spread into it among its members; what is not known of that leaves it open. */
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

/** A value with what it copies of others in it as it is at this place; objects that it only names stay names. */
export function copied(literal: Literal, names: ValuesOfNames): Literal {
  const built = literal.kind === 'call' ? builtBy(literal) : literal;
  if (built?.kind === 'object') return flattened(built, names);
  return literal.kind === 'text' ? { ...literal, written: names.fill(literal.written) } : literal;
}

/** Members that may have another value: of what is known only when the script runs, each may be among it. */
export function unsure(members: readonly LiteralMember[]): readonly LiteralMember[] {
  return members.map((each) => ({ ...each, isUnsure: true }));
}

/** Members with those of another object, of which the last one of a name counts. */
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

/** The members that a value adds to an object; null: they cannot be told. */
export function mergedOf(literal: Literal, names: ValuesOfNames, depth = 0): ObjectLiteral | null {
  if (depth > deepest) return null;
  const value = names.resolve(literal);
  const { at, length } = value;
  // Nothing is spread of what is none: `...(a && b)`, `**(x or {})` are not known.
  if (value.kind === 'plain') return { kind: 'object', members: [], at, length };
  const object = value.kind === 'call' ? builtBy(value) : value;
  return object?.kind === 'object' ? flattened(object, names, depth + 1) : null;
}

/** A value with the values of variables in it, and with what is put together of several objects as one. */
export function knownLiteral(literal: Literal, names: ValuesOfNames): Literal {
  return known(literal, names, { left: maxValues }, 0);
}

function known(literal: Literal, names: ValuesOfNames, budget: { left: number }, depth: number): Literal {
  budget.left -= 1;
  if (depth > deepest || budget.left < 0) return unknown(literal);
  const value = names.resolve(literal);
  const inner = (each: Literal) => known(each, names, budget, depth + 1);
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

function unknown({ at, length }: Literal): Literal {
  return { kind: 'other', name: null, at, length };
}

/** True if all members of a body can be told; a value that is only known when it runs is a placeholder. */
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
