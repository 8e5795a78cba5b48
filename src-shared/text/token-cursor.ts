/** A piece of a text: where it begins, and its length where more than its beginning is named. */
interface Place {
  readonly at: number;
  readonly length?: number;
}

/** Says that a text cannot be read, and at which place. */
export class Refusal extends Error {
  readonly at: number;
  readonly length: number;

  constructor(message: string, { at, length = 0 }: Place) {
    super(message);
    this.at = at;
    this.length = length;
  }
}

/** Gives the result of the reader, or the problem that its refusal is made into. */
export function readOr<Result, Problem>(
  read: () => Result,
  problemOf: (refusal: Refusal) => Problem,
): Result | Problem {
  try {
    return read();
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    return problemOf(refusal);
  }
}

/** Walks through the tokens of a text; parsers of filters derive from it. */
export class TokenCursor<Token extends Place & { readonly kind: string; readonly text?: string }> {
  readonly #tokens: readonly Token[];
  /** Length of the text. */
  readonly #end: number;
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], end: number) {
    this.#tokens = tokens;
    this.#end = end;
  }

  protected peek(): Token | undefined {
    return this.#tokens[this.#next];
  }

  /** Takes the next token. @throws Refusal with the message where there is none */
  protected take(message: string): Token {
    const token = this.peek();
    if (token === undefined) throw new Refusal(message, { at: this.#end });
    this.#next += 1;
    return token;
  }

  /** Takes the next token if it is of this kind; `word` is the text that it has besides, in upper or lower case. */
  protected takes(kind: Token['kind'], word?: string): boolean {
    const token = this.peek();
    if (token?.kind !== kind || (word !== undefined && token.text?.toLowerCase() !== word)) return false;
    this.#next += 1;
    return true;
  }

  /** Reads what stands within `open`. @throws Refusal with the message where more than `deepest` stand in each other */
  protected nested<Node>(open: Token, deepest: number, message: string, read: () => Node): Node {
    this.#depth += 1;
    if (this.#depth > deepest) throw new Refusal(message, open);
    const node = read();
    this.#depth -= 1;
    return node;
  }
}
