import type { ScriptToken } from './tokenizer.ts';

/** The brackets among the tokens of a script, by their places. */
export class TokenBrackets {
  /** For each bracket the other one of its pair, for any other token itself. */
  readonly #others: Int32Array;

  constructor(tokens: readonly ScriptToken[]) {
    this.#others = Int32Array.from(tokens.keys());
    const open: number[] = [];
    for (const [index, { kind, source }] of tokens.entries()) {
      if (kind !== 'mark') continue;
      if (/^[([{]$/.test(source)) open.push(index);
      else if (/^[)\]}]$/.test(source)) {
        const begin = open.pop() ?? index;
        this.#others[begin] = index;
        this.#others[index] = begin;
      }
    }
  }

  /** The place of the bracket that one closes. */
  openOf(close: number): number {
    return this.#others[close] ?? close;
  }

  /** The place where ends what begins with a token: of an opening bracket the closing one, of any other itself. */
  endOf(index: number): number {
    return Math.max(index, this.#others[index] ?? index);
  }
}
