import type { ScriptPosition } from '../types.ts';
import { notInSubset, ScriptSyntaxError, type TextPart, type Token, type TokenKind } from './tokens.ts';

/** Longest first: of two that fit, the longer one is meant. */
const punctuation = (
  '<=> ==~ === !== **= ..< <<= >>= ?.@ == != <= >= && || ?. ?: ?[ += -= *= /= %= =~ -> .. *. .& :: ++ -- ** << >> ' +
  '( ) [ ] { } , ; : . ? = < > ! + - * / % @ & | ^ ~'
).split(' ');
const openers = '([{';
const closers = ')]}';
const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '\\': '\\',
  "'": "'",
  '"': '"',
  $: '$',
};
const nameStart = /[A-Za-z_$]/;
const namePart = /[A-Za-z0-9_$]/;

/** Takes a script apart. A class because it walks along a text. */
class Lexer {
  readonly #source: string;
  readonly #tokens: Token[] = [];
  /** Brackets that are open; within round and square ones a line goes on. */
  readonly #open: string[] = [];
  #at = 0;
  #line: number;
  #lineStart: number;

  constructor(source: string, { line, column }: ScriptPosition) {
    this.#source = source;
    this.#line = line;
    this.#lineStart = 1 - column;
  }

  read(): readonly Token[] {
    while (this.#at < this.#source.length) this.#next();
    this.#push('end', '', this.position());
    return this.#tokens;
  }

  position(): ScriptPosition {
    return { line: this.#line, column: this.#at - this.#lineStart + 1 };
  }

  #push(kind: TokenKind, text: string, { line, column }: ScriptPosition, parts?: readonly TextPart[]): void {
    this.#tokens.push({ kind, text, line, column, ...(parts === undefined ? {} : { parts }) });
  }

  #newline(): void {
    this.#at += 1;
    this.#line += 1;
    this.#lineStart = this.#at;
  }

  #next(): void {
    const position = this.position();
    const char = this.#source.charAt(this.#at);
    if (char === '\n') {
      const inner = this.#open.at(-1);
      if (inner === undefined || inner === '{') this.#push('newline', '\n', position);
      return this.#newline();
    }
    if (/\s/.test(char)) return void (this.#at += 1);
    if (this.#source.startsWith('//', this.#at) || (this.#source.startsWith('#!') && this.#at === 0))
      return this.#skipLine();
    if (this.#source.startsWith('/*', this.#at)) return this.#skipComment(position);
    if (char === "'" || char === '"') return this.#readText(char, position);
    if (/[0-9]/.test(char)) return this.#readNumber(position);
    if (nameStart.test(char)) return this.#readName(position);
    this.#readPunctuation(position);
  }

  #skipLine(): void {
    const end = this.#source.indexOf('\n', this.#at);
    this.#at = end < 0 ? this.#source.length : end;
  }

  #skipComment(position: ScriptPosition): void {
    const end = this.#source.indexOf('*/', this.#at + 2);
    if (end < 0) throw new ScriptSyntaxError('The comment is not closed.', position, 'Close it with */.');
    while (this.#at < end + 2) {
      if (this.#source.charAt(this.#at) === '\n') this.#newline();
      else this.#at += 1;
    }
  }

  #readNumber(position: ScriptPosition): void {
    const [text = ''] = /^\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?/.exec(this.#source.slice(this.#at)) ?? [];
    this.#at += text.length;
    // The suffixes of sizes say nothing here: there is one kind of number.
    if (/[gGlLiIdDfF]/.test(this.#source.charAt(this.#at))) this.#at += 1;
    if (namePart.test(this.#source.charAt(this.#at)))
      throw new ScriptSyntaxError('The number is not valid.', position, 'Use decimal digits.');
    this.#push('number', text.replaceAll('_', ''), position);
  }

  #readName(position: ScriptPosition): void {
    const start = this.#at;
    while (namePart.test(this.#source.charAt(this.#at))) this.#at += 1;
    this.#push('name', this.#source.slice(start, this.#at), position);
  }

  #readPunctuation(position: ScriptPosition): void {
    const found = punctuation.find((each) => this.#source.startsWith(each, this.#at));
    if (found === undefined)
      throw new ScriptSyntaxError(
        `Unexpected character “${this.#source.charAt(this.#at)}”.`,
        position,
        'Remove it.',
      );
    if (openers.includes(found)) this.#open.push(found);
    if (closers.includes(found)) this.#open.pop();
    this.#at += found.length;
    this.#push('punctuation', found, position);
  }

  #readText(quote: string, position: ScriptPosition): void {
    const triple = quote.repeat(3);
    const end = this.#source.startsWith(triple, this.#at) ? triple : quote;
    this.#at += end.length;
    const parts: TextPart[] = [];
    let text = '';
    const finish = (part?: TextPart) => {
      if (text !== '') parts.push(text);
      text = '';
      if (part !== undefined) parts.push(part);
    };
    while (!this.#source.startsWith(end, this.#at)) {
      const char = this.#source.charAt(this.#at);
      if (char === '' || (char === '\n' && end.length === 1))
        throw new ScriptSyntaxError('The string is not closed.', position, `Close it with ${end}.`);
      if (char === '\\') text += this.#readEscape();
      else if (char === '$' && quote === '"') finish(this.#readValue());
      else {
        text += char;
        if (char === '\n') this.#newline();
        else this.#at += 1;
      }
    }
    this.#at += end.length;
    if (parts.length === 0) return this.#push('text', text, position);
    finish();
    this.#push('text', '', position, parts);
  }

  #readEscape(): string {
    const position = this.position();
    const char = this.#source.charAt(this.#at + 1);
    const unicode = /^\\u([0-9a-fA-F]{4})/.exec(this.#source.slice(this.#at, this.#at + 6));
    if (unicode !== null) {
      this.#at += 6;
      return String.fromCharCode(Number.parseInt(unicode[1] ?? '', 16));
    }
    this.#at += 2;
    if (char === '\n') {
      this.#line += 1;
      this.#lineStart = this.#at;
      return '';
    }
    const meant = Object.hasOwn(escapes, char) ? escapes[char] : undefined;
    if (meant === undefined)
      throw new ScriptSyntaxError(
        `\\${char} is not a valid escape sequence.`,
        position,
        'Use \\\\ for a backslash.',
      );
    return meant;
  }

  /** `${expression}`, or `$name.member`. */
  #readValue(): TextPart {
    this.#at += 1;
    if (this.#source.charAt(this.#at) !== '{') {
      const position = this.position();
      const [path] = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/.exec(this.#source.slice(this.#at)) ?? [];
      if (path === undefined)
        throw new ScriptSyntaxError(
          'A $ in a string starts a placeholder.',
          position,
          'Use \\$ for a literal dollar sign.',
        );
      this.#at += path.length;
      return { source: path, ...position };
    }
    this.#at += 1;
    const position = this.position();
    const start = this.#at;
    for (let depth = 1; ; this.#at += 1) {
      const char = this.#source.charAt(this.#at);
      if (char === '' || char === '\n')
        throw new ScriptSyntaxError(
          'The placeholder in the string is not closed.',
          position,
          'Close it with }.',
        );
      if (char === '"' || char === "'")
        throw notInSubset('A string inside a placeholder of a string', this.position());
      if (char === '{') depth += 1;
      if (char === '}') depth -= 1;
      if (depth === 0) break;
    }
    const source = this.#source.slice(start, this.#at);
    this.#at += 1;
    return { source, ...position };
  }
}

/** Takes a script apart; `start` is where it begins in a larger one. @throws ScriptSyntaxError */
export function readTokens(source: string, start: ScriptPosition = { line: 1, column: 1 }): readonly Token[] {
  return new Lexer(source, start).read();
}
