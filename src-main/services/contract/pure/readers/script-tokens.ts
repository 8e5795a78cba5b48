import { unreadable } from './json-text.ts';
import { type Span, unchanged, type WrittenText, WrittenTextBuilder } from './script-text.ts';

/** A token of JavaScript, TypeScript or Groovy; comments are left out. */
export interface ScriptToken extends Span {
  readonly kind: 'name' | 'number' | 'text' | 'pattern' | 'mark';
  /** As it is written; for texts the quotes. */
  readonly source: string;
  /** The value of a text, with `\${name}` for parts that are filled in at run time. */
  readonly written: WrittenText | null;
}

export type TokenLanguage = 'javascript' | 'groovy' | 'python';

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  '0': '\0',
  '\n': '',
};
const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const maxTokens = 4_000_000;
const maxNested = 50;
/** Names behind which a slash begins a pattern. */
const beforePattern = /^(?:return|typeof|case|in|of|void|delete|throw|new|else|do|await|yield|assert)$/;
/** Marks behind which a slash divides: what ends a value, and what counts one up or down. */
const endsValue = /^(?:[)\]}]|\+\+|--)$/;
/** Names with a test in parentheses, behind which a statement begins. */
const beforeTest = /^(?:if|while|for|with)$/;

// Made once: a pattern written where it is used is made anew for every token.
const spaces = /\s+/y;
const nameStart = /[\p{L}_$]/u;
const nameUnits = /[\p{L}\p{N}_$]+/uy;
const numberUnits = /[\w.]+/y;
const textUnits = /[^\\$'"`\n]+/y;
const escapeUnits = /\\(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|u\{([\dA-Fa-f]{1,6})\}|\r\n|[\s\S])/y;
const groovyValue = /\$([A-Za-z_][\w.]*)/y;
const patternUnits = /\/(?:\\.|\[(?:\\.|[^\]\\\n]){0,100}\]|[^/\\[\n])+\/[a-z]*/y;
const longMarks = /===|!==|==|!=|=>|\?\.|&&|\|\||\+\+|--|\.\.\./y;

/** How a text has to be written between these quotes. */
function encoderFor(quote: string): (text: string) => string {
  return encoders[quote] ?? unchanged;
}

const escapeLines = (text: string) => text.replaceAll('\n', String.raw`\n`).replaceAll('\r', String.raw`\r`);
const encoders: Readonly<Record<string, (text: string) => string>> = {
  "'": (text) => escapeLines(text.replace(/['\\]/g, String.raw`\$&`)),
  '"': (text) => escapeLines(text.replace(/["\\]/g, String.raw`\$&`)),
  'g"': (text) => escapeLines(text.replace(/["\\$]/g, String.raw`\$&`)),
  '`': (text) => text.replace(/[`\\$]|^\{/g, String.raw`\$&`),
  "'''": (text) => text.replace(/['\\]/g, String.raw`\$&`),
  '"""': (text) => text.replace(/["\\$]/g, String.raw`\$&`),
};

/**
 * The tokens of a script.
 * @throws contract.unreadable where a text, a comment or a bracket does not end
 */
export function scriptTokens(text: string, file: string, language: TokenLanguage): readonly ScriptToken[] {
  return new Tokenizer(text, file, language).read();
}

class Tokenizer {
  readonly #text: string;
  readonly #file: string;
  readonly #isGroovy: boolean;
  /** Text of elements contains words of people, with apostrophes. */
  readonly #hasElements: boolean;
  readonly #tokens: ScriptToken[] = [];
  readonly #open: { readonly mark: string; readonly at: number; readonly isTest: boolean }[] = [];
  readonly #level: number;
  #at = 0;
  /** Which token closed the last test of a statement. */
  #testEnd = -1;

  constructor(text: string, file: string, language: TokenLanguage, level = 0) {
    this.#level = level;
    this.#text = text;
    this.#file = file;
    this.#isGroovy = language === 'groovy';
    this.#hasElements = /\.[jt]sx$/i.test(file);
    if (text.startsWith('#!')) this.#at = Math.max(0, text.indexOf('\n'));
  }

  read(): readonly ScriptToken[] {
    while (this.#at < this.#text.length) {
      if (this.#tokens.length >= maxTokens) throw this.#failure(this.#at, 'the script is too long');
      this.#readNext();
    }
    const open = this.#open.at(-1);
    if (open !== undefined) throw this.#failure(open.at, `“${open.mark}” is not closed`);
    return this.#tokens;
  }

  #readNext(): void {
    const at = this.#at;
    const unit = this.#text[at] ?? '';
    if (isSpace(unit)) this.#at += this.#match(spaces).length;
    else if (this.#text.startsWith('//', at)) this.#at = this.#endOfLine(at);
    else if (this.#text.startsWith('/*', at)) this.#at = this.#endOf('*/', at, 'a comment') + 2;
    else if (nameStart.test(unit)) this.#push('name', this.#match(nameUnits));
    else if (unit >= '0' && unit <= '9') this.#push('number', this.#match(numberUnits));
    else if (unit === "'" || unit === '"') this.#readQuoted(unit);
    else if (unit === '`' && !this.#isGroovy) this.#readText('`', at);
    else if (unit === '/' && this.#isPattern()) this.#readPattern();
    else this.#readMark(unit);
  }

  #readQuoted(quote: string): void {
    const triple = quote.repeat(3);
    if (this.#isGroovy && this.#text.startsWith(triple, this.#at)) this.#readText(triple, this.#at);
    else if (this.#hasElements && !this.#endsOnLine(quote)) this.#at += 1;
    else this.#readText(quote, this.#at);
  }

  #endsOnLine(quote: string): boolean {
    const end = this.#text.indexOf(quote, this.#at + 1);
    return end >= 0 && !this.#text.slice(this.#at, end).includes('\n');
  }

  #readText(quote: string, start: number): void {
    const isLong = quote.length === 3 || quote === '`';
    const hasValues = quote === '`' || (this.#isGroovy && quote.startsWith('"'));
    const encode = encoderFor(this.#isGroovy && quote === '"' ? 'g"' : quote);
    const builder = new WrittenTextBuilder();
    this.#at = start + quote.length;
    while (!this.#text.startsWith(quote, this.#at)) {
      const unit = this.#text[this.#at];
      if (unit === undefined || (unit === '\n' && !isLong)) throw this.#failure(start, 'a text does not end');
      if (unit === '\\') this.#readEscape(builder, encode);
      else if (unit === '$' && hasValues) this.#readValue(builder, encode);
      else this.#readUnits(builder, encode);
    }
    const written = builder.build();
    this.#at += quote.length;
    this.#tokens.push({ kind: 'text', source: quote, at: start, length: this.#at - start, written });
  }

  #readUnits(builder: WrittenTextBuilder, encode: (text: string) => string): void {
    const plain = this.#match(textUnits) || (this.#text[this.#at] ?? '');
    builder.add(plain, this.#at, plain.length, encode);
    this.#at += plain.length;
  }

  #readEscape(builder: WrittenTextBuilder, encode: (text: string) => string): void {
    const [code = '', x, u, point] = this.#exec(escapeUnits) ?? [];
    const digits = x ?? u ?? point;
    const next = code.slice(1);
    const number = digits === undefined ? -1 : Number.parseInt(digits, 16);
    const says =
      number > 0x10ffff ? '\ufffd' : number >= 0 ? String.fromCodePoint(number) : (escapes[next] ?? next);
    builder.add(says, this.#at, code.length, encode);
    this.#at += Math.max(1, code.length);
  }

  /** `\${…}`, and `$name` in Groovy. */
  #readValue(builder: WrittenTextBuilder, encode: (text: string) => string): void {
    const at = this.#at;
    if (this.#text[at + 1] !== '{') {
      const name = this.#isGroovy ? this.#match(groovyValue).slice(1) : '';
      this.#at += 1 + name.length;
      if (name === '') builder.add('$', at, 1, encode);
      else builder.addUnwritten(`\${${name}}`, at, this.#at - at);
      return;
    }
    if (this.#level >= maxNested) throw this.#failure(at, 'too many texts lie within each other');
    const language = this.#isGroovy ? 'groovy' : 'javascript';
    const inner = new Tokenizer(this.#text, this.#file, language, this.#level + 1);
    const end = inner.endOfValue(at + 2);
    const source = this.#text.slice(at + 2, end - 1).trim();
    this.#at = end;
    builder.addUnwritten(/^[^{}]+$/.test(source) ? `\${${source}}` : '${value}', at, end - at);
  }

  /** Offset behind the bracket that closes a value which begins here. */
  endOfValue(at: number): number {
    this.#at = at;
    const start = this.#open.length;
    while (this.#at < this.#text.length) {
      if (this.#text[this.#at] === '}' && this.#open.length === start) return this.#at + 1;
      this.#readNext();
    }
    throw this.#failure(at - 2, 'a value in a text does not end');
  }

  /** Tests whether a slash here begins a pattern, and is no division. */
  #isPattern(): boolean {
    const before = this.#tokens.at(-1);
    if (before === undefined) return !this.#isGroovy;
    if (before.kind === 'name') return beforePattern.test(before.source);
    if (before.kind !== 'mark') return false;
    if (this.#isGroovy) return /^[=(,~[:]$/.test(before.source);
    // The end tag of an element.
    if (this.#hasElements && before.source === '<') return false;
    return !endsValue.test(before.source) || this.#testEnd === this.#tokens.length - 1;
  }

  /** Tests whether a parenthesis here holds the test of a statement; a member may have such a name too. */
  #beginsTest(): boolean {
    const [before, name] = this.#tokens.slice(-2);
    const last = name ?? before;
    return (
      last?.kind === 'name' && beforeTest.test(last.source) && (name === undefined || before?.source !== '.')
    );
  }

  #readPattern(): void {
    const pattern = this.#match(patternUnits);
    if (pattern === '') this.#readMark('/');
    else this.#push('pattern', pattern);
  }

  #readMark(unit: string): void {
    if (closing[unit] !== undefined) {
      this.#open.push({ mark: unit, at: this.#at, isTest: unit === '(' && this.#beginsTest() });
    } else if (unit === ')' || unit === ']' || unit === '}') {
      const open = this.#open.pop();
      if (open === undefined || closing[open.mark] !== unit)
        throw this.#failure(this.#at, `“${unit}” closes nothing`);
      if (open.isTest) this.#testEnd = this.#tokens.length;
    }
    this.#push('mark', this.#match(longMarks) || unit);
  }

  #push(kind: ScriptToken['kind'], source: string): void {
    const length = Math.max(1, source.length);
    this.#tokens.push({ kind, source, at: this.#at, length, written: null });
    this.#at += length;
  }

  #match(pattern: RegExp): string {
    return this.#exec(pattern)?.[0] ?? '';
  }

  #exec(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text);
  }

  #endOfLine(at: number): number {
    const end = this.#text.indexOf('\n', at);
    return end < 0 ? this.#text.length : end;
  }

  #endOf(mark: string, at: number, what: string): number {
    const end = this.#text.indexOf(mark, at + 2);
    if (end < 0) throw this.#failure(at, `${what} does not end`);
    return end;
  }

  #failure(at: number, what: string) {
    return unreadable(this.#text, this.#file, at, what);
  }
}

function isSpace(unit: string): boolean {
  return (
    unit === ' ' ||
    unit === '\n' ||
    unit === '\r' ||
    unit === '\t' ||
    (unit > '\u007f' && /\s/.test(unit)) ||
    unit === '\v' ||
    unit === '\f'
  );
}
