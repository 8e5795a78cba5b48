const maxLineLength = 1_048_576;

/** Cuts text that comes in pieces into lines; of a line that is too long nothing is kept. */
export class LineSplitter {
  readonly #take: (line: string, number: number) => void;
  readonly #tooLong: (number: number) => void;
  #rest = '';
  #number = 0;
  #isSkipping = false;
  #isStart = true;

  constructor(take: (line: string, number: number) => void, tooLong: (number: number) => void) {
    this.#take = take;
    this.#tooLong = tooLong;
  }

  push(piece: string): void {
    const text = this.#isStart && piece.startsWith('\uFEFF') ? piece.slice(1) : piece;
    if (piece !== '') this.#isStart = false;
    let from = 0;
    for (;;) {
      const end = text.indexOf('\n', from);
      if (end < 0) break;
      this.#end(text.slice(from, end));
      from = end + 1;
    }
    if (this.#isSkipping) return;
    this.#rest += text.slice(from);
    if (this.#rest.length <= maxLineLength) return;
    this.#rest = '';
    this.#isSkipping = true;
  }

  finish(): void {
    if (this.#rest !== '' || this.#isSkipping) this.#end('');
  }

  #end(text: string): void {
    this.#number += 1;
    const line = this.#rest + text;
    this.#rest = '';
    if (this.#isSkipping || line.length > maxLineLength) {
      this.#isSkipping = false;
      this.#tooLong(this.#number);
      return;
    }
    this.#take(line.endsWith('\r') ? line.slice(0, -1) : line, this.#number);
  }
}

/** The reason that is given for a line that is too long. */
export const tooLongText = `The line has more than ${maxLineLength} characters.`;
