import type { JsonValue } from '#shared/workspace/three-way.ts';
import { sentText } from './placeholder-text.ts';
import { type Span, type WrittenText, WrittenTextBuilder } from './script-text.ts';

/** A value that a script writes, as far as it can be read without running it. */
export type Literal = Span &
  (
    | { readonly kind: 'text'; readonly written: WrittenText }
    | { readonly kind: 'plain'; readonly value: number | boolean | null }
    | {
        readonly kind: 'object';
        readonly members: readonly LiteralMember[];
        /** Objects whose members it takes over. */
        readonly spreads?: readonly Spread[];
        /** True if it has further members that are only known when it runs. */
        readonly isOpen?: boolean;
      }
    | { readonly kind: 'list'; readonly items: readonly Literal[] }
    | { readonly kind: 'call'; readonly name: string; readonly args: readonly Literal[] }
    /** Only known when it runs; `name` where it is that of a variable or member. */
    | { readonly kind: 'other'; readonly name: string | null }
  );

export interface LiteralMember extends Span {
  readonly name: string;
  readonly key: Span;
  readonly value: Literal;
  /** True if it is written outside of the object that it belongs to. */
  readonly isElsewhere?: boolean;
  /** True if it may have another value. */
  readonly isUnsure?: boolean;
}

export type ObjectLiteral = Literal & { readonly kind: 'object' };
export type CallLiteral = Literal & { readonly kind: 'call' };

/** An object that is taken over into another one, `...a`, `**a`; null: members with a name that is not known. */
export interface Spread {
  readonly value: Literal | null;
  /** How many members are written before it: the last one of a name counts. */
  readonly before: number;
}

/** A value of which only the place is known. */
export function unknownAt({ at, length }: Span): Literal {
  return { kind: 'other', name: null, at, length };
}

/** An object that takes over the members of others; of several of one name the last one counts. */
export function mergedFrom({ at, length }: Span, values: readonly Literal[]): ObjectLiteral {
  const spreads = values.map((value) => ({ value, before: 0 }));
  return { kind: 'object', members: [], spreads, at, length };
}

/** The member of an object that counts of these names; undefined: it has none of them. */
export function memberOf(
  object: ObjectLiteral | undefined,
  ...names: readonly string[]
): LiteralMember | undefined {
  return object?.members.findLast(({ name }) => names.includes(name));
}

/** Returns the placeholder for a value that is only known when the script runs. */
export function placeholderOf(literal: Literal): string {
  return literal.kind === 'other' && literal.name !== null ? `\${${literal.name}}` : '${value}';
}

/** A value as JSON, with `{{…}}` for parts that are only known when the script runs. */
export function jsonOfLiteral(literal: Literal): JsonValue {
  switch (literal.kind) {
    case 'text':
      return sentText(literal.written);
    case 'plain':
      return literal.value;
    case 'list':
      return literal.items.map(jsonOfLiteral);
    case 'object':
      return Object.fromEntries(
        literal.members.map(({ name, value, isUnsure }) => [
          name,
          isUnsure === true ? '{{value}}' : jsonOfLiteral(value),
        ]),
      );
    case 'call':
    case 'other':
      return `{${placeholderOf(literal).slice(1)}}`;
  }
}

/** Fields as a form or query writes them. */
export function fieldsOf({ members }: ObjectLiteral): WrittenText {
  const builder = new WrittenTextBuilder();
  for (const { name, value: known, isUnsure } of members) {
    const value = isUnsure === true ? unknownAt(known) : known;
    builder.addUnwritten(`${builder.length === 0 ? '' : '&'}${encodeURIComponent(name)}=`, value.at);
    const text = fieldText(value);
    if (value.kind === 'text' && encodeURIComponent(text) === text) builder.addWritten(value.written);
    else builder.addUnwritten(isTemplate(text) ? text : encodeURIComponent(text), value.at, value.length);
  }
  return builder.build();
}

function fieldText(literal: Literal): string {
  if (literal.kind === 'text') return literal.written.text;
  if (literal.kind === 'call' || literal.kind === 'other') return placeholderOf(literal);
  return JSON.stringify(jsonOfLiteral(literal));
}

function isTemplate(text: string): boolean {
  return /^\$\{[^{}]*\}$/.test(text);
}
