import { nestedTooDeeply, ScriptSyntaxError, type Token } from './tokens.ts';

/** Walks along the tokens of a script. */
export class Cursor {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  peek(ahead = 0): Token {
    const token = this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)];
    if (token === undefined) throw new Error('A script has at least its end');
    return token;
  }

  take(): Token {
    const token = this.peek();
    this.#at += 1;
    return token;
  }

  /** Tests whether the next token is this sign or word. */
  isNext(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return (token.kind === 'punctuation' || token.kind === 'name') && token.text === text;
  }

  takeIf(text: string): boolean {
    if (!this.isNext(text)) return false;
    this.#at += 1;
    return true;
  }

  /** @throws ScriptSyntaxError if something else follows */
  expect(text: string): Token {
    if (this.isNext(text)) return this.take();
    throw this.unexpected(`“${text}”`);
  }

  expectName(what: string): Token {
    if (this.peek().kind === 'name') return this.take();
    throw this.unexpected(what);
  }

  skipNewlines(): void {
    while (this.peek().kind === 'newline') this.#at += 1;
  }

  /** Number of newlines ahead, so that a caller can look behind them. */
  newlines(): number {
    let count = 0;
    while (this.peek(count).kind === 'newline') count += 1;
    return count;
  }

  unexpected(wanted: string): ScriptSyntaxError {
    const token = this.peek();
    const found =
      token.kind === 'end'
        ? 'the script ends'
        : token.kind === 'newline'
          ? 'the line ends'
          : token.kind === 'text'
            ? 'found a string'
            : `found “${token.text}”`;
    return new ScriptSyntaxError(`Expected ${wanted}, but ${found}.`, token, `Add ${wanted} here.`);
  }

  /** Runs a part of the reading one level deeper: hostile scripts must not exhaust the stack. */
  deeper<T>(read: () => T): T {
    if (this.#depth > 100) throw nestedTooDeeply(this.peek());
    this.#depth += 1;
    const found = read();
    this.#depth -= 1;
    return found;
  }
}
