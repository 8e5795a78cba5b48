import type { JsonValue } from '#shared/workspace/three-way.ts';
import { sentText } from './placeholder-text.ts';
import { type Span, type WrittenText, WrittenTextBuilder } from './script-text.ts';
import type { ScriptToken, TokenLanguage } from './script-tokens.ts';

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

/** An object that is taken over into another one, `...a`, `**a`; null: members with a name that is not known. */
interface Spread {
  readonly value: Literal | null;
  /** How many members are written before it: the last one of a name counts. */
  readonly before: number;
}

const deepest = 12;
const words: Readonly<Record<string, boolean | null>> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
  undefined: null,
};

/** Reads values from the tokens of a script. */
export class ValueReader {
  readonly tokens: readonly ScriptToken[];
  readonly #language: TokenLanguage;
  readonly #isGroovy: boolean;
  /** For each opening bracket the place of the one that closes it. */
  readonly #closes: Int32Array;
  readonly #opens: Int32Array;

  constructor(tokens: readonly ScriptToken[], language: TokenLanguage) {
    this.tokens = tokens;
    this.#isGroovy = language === 'groovy';
    this.#language = language;
    this.#closes = new Int32Array(tokens.length);
    this.#opens = new Int32Array(tokens.length);
    const open: number[] = [];
    for (const [index, { kind, source }] of tokens.entries()) {
      if (kind !== 'mark') continue;
      if (/^[([{]$/.test(source)) open.push(index);
      else if (/^[)\]}]$/.test(source)) {
        const begin = open.pop() ?? 0;
        this.#closes[begin] = index;
        this.#opens[index] = begin;
      }
    }
  }

  isMark(index: number, source: string): boolean {
    const token = this.tokens[index];
    return token?.kind === 'mark' && token.source === source;
  }

  /** The place of the bracket that one closes. */
  openOf(close: number): number {
    return this.#opens[close] ?? close;
  }

  /** The place of the bracket that closes one. */
  closeOf(open: number): number {
    return this.#closes[open] ?? open;
  }

  /** The values between brackets; named ones come together as an object before the others. */
  argumentsOf(open: number, depth = 0): readonly Literal[] {
    const close = this.#closes[open] ?? open;
    const { items, members, spreads } = this.#elements(open + 1, close, depth);
    const object = { kind: 'object', members, ...this.#spanOf(open, close), ...spreads } as const;
    return members.length === 0 && spreads === null ? items : [object, ...items];
  }

  /** A whole expression, and the place of the token behind it. */
  expression(start: number, depth = 0): readonly [Literal, next: number] {
    const [first, next] = this.#primary(start, depth);
    if (this.#ends(next, start)) return [first, next];
    const token = this.tokens[next];
    const end = this.#endOfExpression(next);
    // A type behind a value says nothing of it.
    if (token?.kind === 'name' && /^(?:as|satisfies)$/.test(token.source)) return [first, end];
    const sum = this.#sum(first, next, end, depth) ?? this.#union(first, next, end, depth);
    return [sum ?? { kind: 'other', name: null, ...this.#spanOf(start, end - 1) }, end];
  }

  /** Texts and values that are put together with `+`; null: it is anything else. */
  #sum(first: Literal, start: number, end: number, depth: number): Literal | null {
    const parts = [first];
    let next = start;
    while (next < end && this.isMark(next, '+')) {
      const [part, behind] = this.#primary(next + 1, depth);
      parts.push(part);
      next = behind;
    }
    if (next < end || !parts.some(({ kind }) => kind === 'text')) return null;
    const builder = new WrittenTextBuilder();
    for (const part of parts)
      if (part.kind === 'text') builder.addWritten(part.written);
      else if (part.kind === 'plain') builder.addUnwritten(String(part.value), part.at, part.length);
      else builder.addUnwritten(placeholderOf(part), part.at, part.length);
    const last = parts.at(-1) ?? first;
    const written = builder.build();
    return { kind: 'text', written, at: first.at, length: last.at + last.length - first.at };
  }

  /** Objects of which the last one counts, `a | {…}` in Python and `a + […]` in Groovy; null: it is anything else. */
  #union(first: Literal, start: number, end: number, depth: number): Literal | null {
    const mark = this.#language === 'python' ? '|' : this.#isGroovy ? '+' : '';
    const parts = [first];
    let next = start;
    while (next < end && this.isMark(next, mark)) {
      const [part, behind] = this.#primary(next + 1, depth);
      parts.push(part);
      next = behind;
    }
    if (next < end || !parts.some(({ kind }) => kind === 'object')) return null;
    const last = parts.at(-1) ?? first;
    const spreads = parts.map((value) => ({ value, before: 0 }));
    return {
      kind: 'object',
      members: [],
      spreads,
      at: first.at,
      length: last.at + last.length - first.at,
    };
  }

  #primary(start: number, depth: number): readonly [Literal, next: number] {
    const token = this.tokens[start];
    if (token === undefined) return [{ kind: 'other', name: null, at: 0, length: 0 }, start + 1];
    const { at, length, source, kind, written } = token;
    if (written !== null) return this.#behindText({ kind: 'text', written, at, length }, start + 1);
    if (kind === 'number' && /^-?\d+(?:\.\d+)?$/.test(source))
      return [{ kind: 'plain', value: Number(source), at, length }, start + 1];
    if (kind === 'name') return this.#name(start, depth);
    if (kind === 'mark' && this.#closes[start] !== 0 && depth < deepest) {
      if (source === '{' && !this.#isGroovy) return this.#bracket(start, depth, 'object');
      if (source === '[') return this.#bracket(start, depth, this.#isGroovy ? 'either' : 'list');
      if (source === '(') {
        const [inner] = this.expression(start + 1, depth + 1);
        return [inner, (this.#closes[start] ?? start) + 1];
      }
    }
    const next = this.#after(start);
    return [{ kind: 'other', name: null, ...this.#spanOf(start, next - 1) }, next];
  }

  /** The result of a call on a text, `'…'.trim()`, is not known. */
  #behindText(text: Literal, next: number): readonly [Literal, next: number] {
    if (!this.isMark(next, '.')) return [text, next];
    const end = this.#endOfChain(next);
    return [{ kind: 'other', name: null, at: text.at, length: this.#endAt(end - 1) - text.at }, end];
  }

  #name(start: number, depth: number): readonly [Literal, next: number] {
    const { source = '', at = 0, length = 0 } = this.tokens[start] ?? {};
    if (Object.hasOwn(words, source))
      return [{ kind: 'plain', value: words[source] ?? null, at, length }, start + 1];
    if (/^(?:new|await|return)$/.test(source)) return this.#primary(start + 1, depth);
    let next = start + 1;
    let name = source;
    while (this.#isDot(next) && this.tokens[next + 1]?.kind === 'name') {
      name += `.${this.tokens[next + 1]?.source ?? ''}`;
      next += 2;
    }
    const isCall = this.isMark(next, '(') && depth < deepest;
    const end = this.#endOfChain(next);
    const span = this.#spanOf(start, end - 1);
    return isCall
      ? [{ kind: 'call', name, args: this.argumentsOf(next, depth + 1), ...span }, end]
      : [{ kind: 'other', name: end === next ? name : null, ...span }, end];
  }

  #bracket(
    open: number,
    depth: number,
    kind: 'object' | 'list' | 'either',
  ): readonly [Literal, next: number] {
    const close = this.#closes[open] ?? open;
    const span = this.#spanOf(open, close);
    const { items, members, spreads } = this.#elements(open + 1, close, depth + 1);
    const isNamed = members.length > 0 || spreads !== null || this.isMark(open + 1, ':');
    const isObject = kind === 'object' || (kind === 'either' && isNamed);
    return [
      isObject ? { kind: 'object', members, ...span, ...spreads } : { kind: 'list', items, ...span },
      close + 1,
    ];
  }

  #elements(start: number, close: number, depth: number) {
    const items: Literal[] = [];
    const members: LiteralMember[] = [];
    const spreads: Spread[] = [];
    const around = this.tokens[start - 1]?.source ?? '';
    let next = start;
    while (next < close) {
      const key = this.tokens[next];
      const isNamed = key !== undefined && key.kind !== 'mark' && this.isMark(next + 1, ':');
      const skipped = this.#spreadAt(next, around);
      const from = isNamed ? next + 2 : next + skipped;
      const [value, behind] = this.expression(from, depth);
      if (skipped > 0) spreads.push({ value, before: members.length });
      else if (isNamed && this.#isWrittenKey(key, around)) members.push(memberOf(key, value));
      else if (isNamed || this.#isOtherMember(key, value, behind, around))
        spreads.push({ value: null, before: members.length });
      else {
        items.push(value);
        // `{ filter }` is short for `{ filter: filter }`.
        if (around === '{' && this.#language === 'javascript' && key?.kind === 'name')
          members.push(memberOf(key, value));
      }
      next = Math.max(behind, next + 1);
      if (this.isMark(next, ',')) next += 1;
    }
    return { items, members, spreads: spreads.length === 0 ? null : { spreads } };
  }

  /** How many tokens say here that the members of another object are taken over: `...a`, `**a`, `*: a`. */
  #spreadAt(index: number, around: string): number {
    switch (this.#language) {
      case 'javascript':
        return around === '{' && this.isMark(index, '...') ? 1 : 0;
      case 'python':
        return around !== '[' && this.isMark(index, '**') ? 1 : 0;
      case 'groovy':
        return this.isMark(index, '*') && this.isMark(index + 1, ':') ? 2 : 0;
    }
  }

  /** A name before a colon is the key itself, but in a dictionary of Python, where it is a variable. */
  #isWrittenKey({ kind, written }: ScriptToken, around: string): boolean {
    if (written?.text.includes('${') === true) return false;
    return kind !== 'name' || this.#language !== 'python' || around !== '{';
  }

  /** True of a member whose name is only known when it runs: `[key]: value`, `(key): value`, `f(x): value`. */
  #isOtherMember(key: ScriptToken | undefined, value: Literal, behind: number, around: string): boolean {
    if (this.isMark(behind, ':')) return around === '{' || (around === '[' && this.#isGroovy);
    if (around !== '{' || this.#language !== 'javascript') return false;
    return !(key?.kind === 'name' && value.kind === 'other' && value.name === key.source);
  }

  #isDot(index: number): boolean {
    return this.isMark(index, '.') || this.isMark(index, '?.');
  }

  /** Members, calls and indexes behind a name. */
  #endOfChain(start: number): number {
    let next = start;
    while (next < this.tokens.length) {
      if (this.#isDot(next)) next += 2;
      else if (this.isMark(next, '(') || this.isMark(next, '[')) next = this.#after(next);
      else return next;
    }
    return Math.min(next, this.tokens.length);
  }

  #after(index: number): number {
    return Math.max(index, this.#closes[index] ?? 0) + 1;
  }

  #ends(index: number, start: number): boolean {
    const token = this.tokens[index];
    if (token === undefined || (token.kind === 'mark' && /^[,;)\]}:]$/.test(token.source))) return true;
    // Without a semicolon a statement ends with its line.
    const before = this.tokens[index - 1] ?? this.tokens[start];
    return token.kind !== 'mark' && before !== undefined && !/^(?:as|satisfies)$/.test(token.source);
  }

  #endOfExpression(start: number): number {
    let next = start;
    while (next < this.tokens.length) {
      const token = this.tokens[next];
      if (token?.kind === 'mark' && /^[,;)\]}]$/.test(token.source)) return next;
      next = this.#after(next);
    }
    return this.tokens.length;
  }

  #spanOf(start: number, last: number): Span {
    const at = this.tokens[start]?.at ?? 0;
    return { at, length: Math.max(0, this.#endAt(last) - at) };
  }

  #endAt(index: number): number {
    const token = this.tokens[Math.min(index, this.tokens.length - 1)];
    return token === undefined ? 0 : token.at + token.length;
  }
}

function memberOf(key: ScriptToken, value: Literal): LiteralMember {
  const end = value.at + value.length;
  return {
    name: key.written?.text ?? key.source,
    key: { at: key.at, length: key.length },
    value,
    at: key.at,
    length: end - key.at,
  };
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
export function fieldsOf({ members }: Literal & { readonly kind: 'object' }): WrittenText {
  const builder = new WrittenTextBuilder();
  for (const { name, value: known, isUnsure } of members) {
    const { at, length } = known;
    const value = isUnsure === true ? ({ kind: 'other', name: null, at, length } as const) : known;
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
