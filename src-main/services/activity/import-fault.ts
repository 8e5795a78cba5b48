/** A document that does not hold what its format promises; `line` and `column` count from 1. */
export class ImportFault extends Error {
  override readonly name = 'ImportFault';
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(message: string, line?: number, column?: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}
