import { characterOf, WrittenTextBuilder } from './script-text.ts';
import { type ScriptToken, Tokenizer } from './tokenizer.ts';

const maxTokens = 2_000_000;
const maxNested = 200;
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0', '\n': '' };

// Made once: a pattern written where it is used is made anew for every token.
const spaces = /[ \t\r\f]+/y;
const nameUnits = /[\p{L}\p{N}_]+/uy;
const nameStart = /[\p{L}_]/u;
const numberUnits = /[\w.]+/y;
const prefixUnits = /[rRbBuUfF]{1,2}(?=['"])/y;
const plainUnits = /[^\\'"{}\n]+/y;
const escapeUnits = /\\(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|\r\n|[\s\S])/y;
const marks = /\*\*=|\/\/=|[=!<>]=|[-+*/%|&^]=|->|:=|\*\*|\/\//y;
/** A name in a field, before what says how it is written. */
const nameInText = /^\s*([A-Za-z_][\w.]*)\s*[}!:=]/;
const maxName = 300;

interface Quoted {
  readonly quote: string;
  readonly isRaw: boolean;
  readonly isFormatted: boolean;
  readonly encode: (text: string) => string;
}

/**
 * The tokens of a Python script. A line that ends a statement is a `;`, and the `=` of a named argument a `:`, as in
 * the other languages; texts beside each other are one.
 * @throws contract.unreadable where a text or a bracket does not end
 */
export function pythonTokens(text: string, file: string): readonly ScriptToken[] {
  return new PythonTokenizer(text, file).read(maxTokens);
}

class PythonTokenizer extends Tokenizer {
  protected override readNext(): void {
    const unit = this.text[this.at] ?? '';
    if (unit === '\n') this.#readLineEnd();
    else if (unit === '#') this.skipLine();
    else if (unit === '\\') this.at += 1 + this.match(/\r?\n/y).length;
    else if (this.#skip(spaces)) return;
    else if (unit === "'" || unit === '"') this.#readText('');
    else if (this.match(prefixUnits) !== '') this.#readText(this.match(prefixUnits));
    else if (nameStart.test(unit)) this.push('name', this.match(nameUnits));
    else if (unit >= '0' && unit <= '9') this.push('number', this.match(numberUnits));
    else this.#readMark(unit);
  }

  #readLineEnd(): void {
    if (this.open.length === 0 && this.tokens.at(-1)?.source !== ';') this.push('mark', ';');
    else this.at += 1;
  }

  #readMark(unit: string): void {
    if (/^[([{]$/.test(unit) && this.open.length >= maxNested)
      throw this.failure(this.at, 'too many brackets are open');
    this.follow(unit);
    const long = this.match(marks);
    const isNamed = unit === '=' && long === '' && this.open.at(-1)?.mark === '(';
    this.push('mark', isNamed ? ':' : long || unit);
  }

  /** A text with its prefix; one that follows another is part of it. */
  #readText(prefix: string): void {
    const start = this.at;
    this.at += prefix.length;
    const one = this.text[this.at] ?? '"';
    const quote = this.text.startsWith(one.repeat(3), this.at) ? one.repeat(3) : one;
    const [isRaw, isFormatted] = [/r/i.test(prefix), /f/i.test(prefix)];
    const quoted = { quote, isRaw, isFormatted, encode: encoderOf(quote, isRaw, isFormatted) };
    this.at += quote.length;
    const builder = new WrittenTextBuilder();
    const before = this.tokens.at(-1);
    if (before?.written) builder.addWritten(before.written);
    while (!this.text.startsWith(quote, this.at)) this.#readUnits(builder, quoted, start);
    this.at += quote.length;
    if (before?.written) this.tokens.pop();
    this.pushText(quote, before?.written ? before.at : start, builder.build());
  }

  #readUnits(builder: WrittenTextBuilder, quoted: Quoted, start: number): void {
    const { quote, isRaw, isFormatted, encode } = quoted;
    const unit = this.text[this.at];
    if (unit === undefined || (unit === '\n' && quote.length === 1))
      throw this.failure(start, 'a string is not closed');
    if (unit === '\\') this.#readEscape(builder, isRaw, encode);
    else if (isFormatted && unit === '{' && this.text[this.at + 1] !== '{') this.#readValue(builder, quoted);
    else if (isFormatted && (unit === '{' || unit === '}')) {
      this.take(builder, unit, this.text[this.at + 1] === unit ? 2 : 1, encode);
    } else {
      const plain = this.match(plainUnits) || unit;
      this.take(builder, plain, plain.length, encode);
    }
  }

  #readEscape(builder: WrittenTextBuilder, isRaw: boolean, encode: (text: string) => string): void {
    const [code = '\\', x, u, long] = this.exec(escapeUnits) ?? [];
    const digits = x ?? u ?? long;
    const next = code.slice(1).replace('\r', '');
    const says = digits === undefined ? escapes[next] : characterOf(digits);
    const meant = isRaw ? code : (says ?? (/^['"\\]$/.test(next) ? next : code));
    this.take(builder, meant, code.length, encode);
  }

  /** `{name}`, `{name!r:>10}`, `{f("x")}` in a text that is filled in when it runs. */
  #readValue(builder: WrittenTextBuilder, { quote }: Quoted): void {
    const at = this.at;
    const end = this.#endOfValue(at, quote.length === 1);
    const [, name] = nameInText.exec(this.text.slice(at + 1, Math.min(end, at + maxName))) ?? [];
    this.take(builder, name === undefined ? '${value}' : `\${${name}}`, end - at, null);
  }

  /** Offset behind the bracket that closes a value which begins here. */
  #endOfValue(start: number, isOneLine: boolean): number {
    let depth = 0;
    let inner = '';
    for (let at = start; at < this.text.length; at += 1) {
      const unit = this.text[at] ?? '';
      if (unit === '\n' && isOneLine) break;
      if (inner !== '') inner = unit === inner ? '' : inner;
      else if (unit === "'" || unit === '"') inner = unit;
      else if (unit === '{' || unit === '[' || unit === '(') depth += 1;
      else if (unit === '}' || unit === ']' || unit === ')') depth -= 1;
      if (depth === 0) return at + 1;
    }
    throw this.failure(start, 'a value in a string is not closed');
  }

  #skip(pattern: RegExp): boolean {
    const { length } = this.match(pattern);
    this.at += length;
    return length > 0;
  }
}

const encoders = new Map<string, (text: string) => string>();

/** How a text has to be written between these quotes. */
function encoderOf(quote: string, isRaw: boolean, isFormatted: boolean): (text: string) => string {
  const key = `${quote}${isRaw}${isFormatted}`;
  const known = encoders.get(key);
  if (known !== undefined) return known;
  const one = quote[0] ?? '"';
  const encode = (text: string): string => {
    const inBraces = isFormatted ? text.replace(/[{}]/g, '$&$&') : text;
    if (isRaw) return inBraces;
    const escaped = inBraces.replaceAll('\\', '\\\\').replaceAll(one, `\\${one}`);
    return quote.length === 3 ? escaped : escaped.replaceAll('\n', String.raw`\n`);
  };
  encoders.set(key, encode);
  return encode;
}
