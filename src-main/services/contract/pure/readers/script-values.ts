import {
  type Literal,
  type LiteralMember,
  mergedFrom,
  type ObjectLiteral,
  placeholderOf,
  type Spread,
  unknownAt,
} from './literals.ts';
import { type Span, WrittenTextBuilder } from './script-text.ts';
import { TokenBrackets } from './token-brackets.ts';
import type { ScriptToken, TokenLanguage } from './tokenizer.ts';

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
  readonly #brackets: TokenBrackets;

  constructor(tokens: readonly ScriptToken[], language: TokenLanguage) {
    this.tokens = tokens;
    this.#isGroovy = language === 'groovy';
    this.#language = language;
    this.#brackets = new TokenBrackets(tokens);
  }

  isMark(index: number, source: string): boolean {
    const token = this.tokens[index];
    return token?.kind === 'mark' && token.source === source;
  }

  /** True of the name of a member, behind a dot. */
  isMember(index: number): boolean {
    return this.#isDot(index - 1);
  }

  /** The place of the bracket that one closes. */
  openOf(close: number): number {
    return this.#brackets.openOf(close);
  }

  /** The place where ends what begins with a token: of an opening bracket the closing one, of any other itself. */
  endOf(index: number): number {
    return this.#brackets.endOf(index);
  }

  /** The values between brackets; named ones come together as an object before the others. */
  argumentsOf(open: number, depth = 0): readonly Literal[] {
    const close = this.endOf(open);
    const { items, members, spreads } = this.#elements(open + 1, close, depth);
    const object = { kind: 'object', members, ...this.#spanOf(open, close), ...spreads } as const;
    return members.length === 0 && spreads === null ? items : [object, ...items];
  }

  /** The values between brackets: the named ones as one object, null where there are none, and the others. */
  givenTo(open: number): { readonly named: ObjectLiteral | null; readonly placed: readonly Literal[] } {
    const all = this.argumentsOf(open);
    return this.isNamed(all[0], open)
      ? { named: all[0], placed: all.slice(1) }
      : { named: null, placed: all };
  }

  /** True of the object that the named values between brackets are; any other one is written within them. */
  isNamed(first: Literal | undefined, open: number): first is ObjectLiteral {
    return first?.kind === 'object' && first.at === this.tokens[open]?.at;
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
    return [sum ?? unknownAt(this.#spanOf(start, end - 1)), end];
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
    return mergedFrom({ at: first.at, length: last.at + last.length - first.at }, parts);
  }

  #primary(start: number, depth: number): readonly [Literal, next: number] {
    const token = this.tokens[start];
    if (token === undefined) return [unknownAt({ at: 0, length: 0 }), start + 1];
    const { at, length, source, kind, written } = token;
    if (written !== null) return this.#behindText({ kind: 'text', written, at, length }, start + 1);
    if (kind === 'number' && /^-?\d+(?:\.\d+)?$/.test(source))
      return [{ kind: 'plain', value: Number(source), at, length }, start + 1];
    if (kind === 'name') return this.#name(start, depth);
    if (kind === 'mark' && depth < deepest) {
      if (source === '{' && !this.#isGroovy) return this.#bracket(start, depth, 'object');
      if (source === '[') return this.#bracket(start, depth, this.#isGroovy ? 'either' : 'list');
      if (source === '(') {
        const [inner] = this.expression(start + 1, depth + 1);
        return [inner, this.endOf(start) + 1];
      }
    }
    const next = this.endOf(start) + 1;
    return [unknownAt(this.#spanOf(start, next - 1)), next];
  }

  /** The result of a call on a text, `'…'.trim()`, is not known. */
  #behindText(text: Literal, next: number): readonly [Literal, next: number] {
    if (!this.isMark(next, '.')) return [text, next];
    const end = this.#endOfChain(next);
    return [unknownAt({ at: text.at, length: this.#endAt(end - 1) - text.at }), end];
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
    const close = this.endOf(open);
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
      else if (this.isMark(next, '(') || this.isMark(next, '[')) next = this.endOf(next) + 1;
      else return next;
    }
    return Math.min(next, this.tokens.length);
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
      next = this.endOf(next) + 1;
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
