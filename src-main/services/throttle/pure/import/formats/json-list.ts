const maxEntryLength = 1_048_576;
const [quote, backslash, comma] = [34, 92, 44];
const [opening, closing, brace, closingBrace] = [91, 93, 123, 125];

/** The callbacks of a list: its entries are numbered from 1. */
export interface ListPorts {
  take(entry: string, number: number): void;
  leaveOut(number: number, why: string): void;
}

/** Cuts a JSON list that comes in pieces into the texts of its entries; of one that is too long nothing is kept. RFC 8259 §5 */
export class JsonListSplitter {
  readonly #ports: ListPorts;
  /** Of brackets: 1 within the list itself. */
  #depth = 0;
  #isQuoted = false;
  #isEscaped = false;
  #isSkipping = false;
  #isOver = false;
  #entry = '';
  #number = 0;

  constructor(ports: ListPorts) {
    this.#ports = ports;
  }

  push(piece: string): void {
    let from = 0;
    for (let at = 0; at < piece.length && !this.#isOver; at += 1) {
      if (!this.#isEnd(piece.charCodeAt(at))) continue;
      this.#keep(piece.slice(from, at));
      this.#end();
      from = at + 1;
    }
    if (!this.#isOver) this.#keep(piece.slice(from));
  }

  finish(): void {
    if (this.#isOver) return;
    this.#end();
    this.#ports.leaveOut(this.#number + 1, 'The list is truncated: its end is missing.');
  }

  /** Tests whether a character ends an entry, or stands before the first one. */
  #isEnd(code: number): boolean {
    if (this.#isQuoted) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (code === backslash) this.#isEscaped = true;
      else if (code === quote) this.#isQuoted = false;
      return false;
    }
    if (code === quote) this.#isQuoted = true;
    else if (code === opening || code === brace) {
      this.#depth += 1;
      return this.#depth === 1;
    } else if (code === closing || code === closingBrace) {
      this.#depth -= 1;
      this.#isOver = this.#depth <= 0;
      return this.#isOver;
    }
    return code === comma && this.#depth === 1;
  }

  #keep(text: string): void {
    if (this.#isSkipping) return;
    this.#entry += text;
    if (this.#entry.length <= maxEntryLength) return;
    this.#entry = '';
    this.#isSkipping = true;
  }

  #end(): void {
    const entry = this.#entry.trim();
    this.#entry = '';
    if (this.#isSkipping) {
      this.#isSkipping = false;
      this.#number += 1;
      this.#ports.leaveOut(this.#number, `The entry has more than ${maxEntryLength} characters.`);
    } else if (entry !== '') {
      this.#number += 1;
      this.#ports.take(entry, this.#number);
    }
  }
}
