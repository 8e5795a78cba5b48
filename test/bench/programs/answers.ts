const headEnd = Buffer.from('\r\n\r\n');
const emptyBytes = Buffer.alloc(0);

/** Takes the bytes of one connection and says when an answer is whole, and with which status. RFC 9112 §6.2. */
export class AnswerReader {
  readonly #onAnswer: (status: number) => void;
  #rest: Buffer = emptyBytes;

  constructor(onAnswer: (status: number) => void) {
    this.#onAnswer = onAnswer;
  }

  /** @throws Error where an answer does not say how long it is */
  take(chunk: Buffer): void {
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const end = bytes.indexOf(headEnd);
      if (end < 0) break;
      const head = bytes.toString('latin1', 0, end + headEnd.length);
      const length = /\r\ncontent-length: *(\d+)\r\n/i.exec(head)?.[1];
      if (length === undefined) throw new Error('An answer has no Content-Length.');
      const whole = end + headEnd.length + Number(length);
      if (bytes.length < whole) break;
      bytes = bytes.subarray(whole);
      this.#onAnswer(Number(head.slice(9, 12)));
    }
    this.#rest = bytes;
  }
}
