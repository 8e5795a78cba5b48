import { characterOf, unchanged, WrittenTextBuilder } from './script-text.ts';
import { type OpenBracket, type ScriptToken, Tokenizer, type TokenLanguage } from './tokenizer.ts';

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  '0': '\0',
  '\n': '',
};
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
  return new CodeTokenizer(text, file, language).read(maxTokens);
}

class CodeTokenizer extends Tokenizer {
  readonly #isGroovy: boolean;
  /** Text of elements contains words of people, with apostrophes. */
  readonly #hasElements: boolean;
  readonly #level: number;
  /** Which token closed the last test of a statement. */
  #testEnd = -1;

  constructor(text: string, file: string, language: TokenLanguage, level = 0) {
    super(text, file);
    this.#level = level;
    this.#isGroovy = language === 'groovy';
    this.#hasElements = /\.[jt]sx$/i.test(file);
    if (text.startsWith('#!')) this.at = Math.max(0, text.indexOf('\n'));
  }

  protected override readNext(): void {
    const at = this.at;
    const unit = this.text[at] ?? '';
    if (isSpace(unit)) this.at += this.match(spaces).length;
    else if (this.text.startsWith('//', at)) this.skipLine();
    else if (this.text.startsWith('/*', at)) this.at = this.#endOf('*/', at, 'a comment') + 2;
    else if (nameStart.test(unit)) this.push('name', this.match(nameUnits));
    else if (unit >= '0' && unit <= '9') this.push('number', this.match(numberUnits));
    else if (unit === "'" || unit === '"') this.#readQuoted(unit);
    else if (unit === '`' && !this.#isGroovy) this.#readText('`', at);
    else if (unit === '/' && this.#isPattern()) this.#readPattern();
    else this.#readMark(unit);
  }

  #readQuoted(quote: string): void {
    const triple = quote.repeat(3);
    if (this.#isGroovy && this.text.startsWith(triple, this.at)) this.#readText(triple, this.at);
    else if (this.#hasElements && !this.#endsOnLine(quote)) this.at += 1;
    else this.#readText(quote, this.at);
  }

  #endsOnLine(quote: string): boolean {
    const end = this.text.indexOf(quote, this.at + 1);
    return end >= 0 && !this.text.slice(this.at, end).includes('\n');
  }

  #readText(quote: string, start: number): void {
    const isLong = quote.length === 3 || quote === '`';
    const hasValues = quote === '`' || (this.#isGroovy && quote.startsWith('"'));
    const encode = encoderFor(this.#isGroovy && quote === '"' ? 'g"' : quote);
    const builder = new WrittenTextBuilder();
    this.at = start + quote.length;
    while (!this.text.startsWith(quote, this.at)) {
      const unit = this.text[this.at];
      if (unit === undefined || (unit === '\n' && !isLong))
        throw this.failure(start, 'a string is not closed');
      if (unit === '\\') this.#readEscape(builder, encode);
      else if (unit === '$' && hasValues) this.#readValue(builder, encode);
      else this.#readUnits(builder, encode);
    }
    const written = builder.build();
    this.at += quote.length;
    this.pushText(quote, start, written);
  }

  #readUnits(builder: WrittenTextBuilder, encode: (text: string) => string): void {
    const plain = this.match(textUnits) || (this.text[this.at] ?? '');
    this.take(builder, plain, plain.length, encode);
  }

  #readEscape(builder: WrittenTextBuilder, encode: (text: string) => string): void {
    const [code = '\\', x, u, point] = this.exec(escapeUnits) ?? [];
    const digits = x ?? u ?? point;
    const next = code.slice(1);
    const meant = digits === undefined ? (escapes[next] ?? next) : characterOf(digits);
    this.take(builder, meant, code.length, encode);
  }

  /** `\${…}`, and `$name` in Groovy. */
  #readValue(builder: WrittenTextBuilder, encode: (text: string) => string): void {
    const at = this.at;
    if (this.text[at + 1] !== '{') {
      const name = this.#isGroovy ? this.match(groovyValue).slice(1) : '';
      if (name === '') this.take(builder, '$', 1, encode);
      else this.take(builder, `\${${name}}`, 1 + name.length, null);
      return;
    }
    if (this.#level >= maxNested) throw this.failure(at, 'strings are nested too deeply');
    const language = this.#isGroovy ? 'groovy' : 'javascript';
    const inner = new CodeTokenizer(this.text, this.file, language, this.#level + 1);
    const end = inner.endOfValue(at + 2);
    const source = this.text.slice(at + 2, end - 1).trim();
    this.at = end;
    builder.addUnwritten(/^[^{}]+$/.test(source) ? `\${${source}}` : '${value}', at, end - at);
  }

  /** Offset behind the bracket that closes a value which begins here. */
  endOfValue(at: number): number {
    this.at = at;
    const start = this.open.length;
    while (this.at < this.text.length) {
      if (this.text[this.at] === '}' && this.open.length === start) return this.at + 1;
      this.readNext();
    }
    throw this.failure(at - 2, 'a value in a string is not closed');
  }

  /** Tests whether a slash here begins a pattern, and is no division. */
  #isPattern(): boolean {
    const before = this.tokens.at(-1);
    if (before === undefined) return !this.#isGroovy;
    if (before.kind === 'name') return beforePattern.test(before.source);
    if (before.kind !== 'mark') return false;
    if (this.#isGroovy) return /^[=(,~[:]$/.test(before.source);
    // The end tag of an element.
    if (this.#hasElements && before.source === '<') return false;
    return !endsValue.test(before.source) || this.#testEnd === this.tokens.length - 1;
  }

  /** True if a bracket holds the test of a statement; a member may have such a name too. */
  #beginsTest({ mark, before }: OpenBracket): boolean {
    const [owner, word] = [this.tokens[before - 2], this.tokens[before - 1]];
    return mark === '(' && word?.kind === 'name' && beforeTest.test(word.source) && owner?.source !== '.';
  }

  #readPattern(): void {
    const pattern = this.match(patternUnits);
    if (pattern === '') this.#readMark('/');
    else this.push('pattern', pattern);
  }

  #readMark(unit: string): void {
    const closed = this.follow(unit);
    if (closed !== null && this.#beginsTest(closed)) this.#testEnd = this.tokens.length;
    this.push('mark', this.match(longMarks) || unit);
  }

  #endOf(mark: string, at: number, what: string): number {
    const end = this.text.indexOf(mark, at + 2);
    if (end < 0) throw this.failure(at, `${what} is not closed`);
    return end;
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
