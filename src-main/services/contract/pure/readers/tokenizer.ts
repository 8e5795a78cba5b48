import type { Span, WrittenText } from './script-text.ts';
import { TextCursor } from './text-cursor.ts';

/** A token of JavaScript, TypeScript, Groovy or Python; comments are left out. */
export interface ScriptToken extends Span {
  readonly kind: 'name' | 'number' | 'text' | 'pattern' | 'mark';
  /** As it is written; for texts the quotes. */
  readonly source: string;
  /** The value of a text, with `\${name}` for parts that are filled in at run time. */
  readonly written: WrittenText | null;
}

export type TokenLanguage = 'javascript' | 'groovy' | 'python';

/** A bracket that is open. */
export interface OpenBracket {
  readonly mark: string;
  readonly at: number;
  /** Tokens before it. */
  readonly before: number;
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Cuts a script into tokens; the tokenizers of languages derive from it. */
export abstract class Tokenizer extends TextCursor {
  protected readonly tokens: ScriptToken[] = [];
  protected readonly open: OpenBracket[] = [];

  /**
   * The tokens up to the end of the text, of which there are at most so many.
   * @throws contract.unreadable where a text, a comment or a bracket does not end
   */
  read(most: number): readonly ScriptToken[] {
    while (this.at < this.text.length) {
      if (this.tokens.length >= most) throw this.failure(this.at, 'the script is too long');
      this.readNext();
    }
    const open = this.open.at(-1);
    if (open !== undefined) throw this.failure(open.at, `“${open.mark}” is not closed`);
    return this.tokens;
  }

  /** Reads a token, or what stands between two of them. */
  protected abstract readNext(): void;

  /** Follows a mark that may be a bracket, and returns the one that it closes; null: it closes none. */
  protected follow(mark: string): OpenBracket | null {
    if (closing[mark] !== undefined) this.open.push({ mark, at: this.at, before: this.tokens.length });
    else if (mark === ')' || mark === ']' || mark === '}') {
      const open = this.open.pop();
      if (open === undefined || closing[open.mark] !== mark)
        throw this.failure(this.at, `“${mark}” has no opening counterpart`);
      return open;
    }
    return null;
  }

  protected push(kind: ScriptToken['kind'], source: string): void {
    const length = Math.max(1, source.length);
    this.tokens.push({ kind, source, at: this.at, length, written: null });
    this.at += length;
  }

  /** Adds a text that ends here. */
  protected pushText(source: string, at: number, written: WrittenText): void {
    this.tokens.push({ kind: 'text', source, at, length: this.at - at, written });
  }
}
