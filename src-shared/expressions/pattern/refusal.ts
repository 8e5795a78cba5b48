/** Why a regular expression is not read, and where in it. */
export class PatternRefusal extends Error {
  readonly offset: number;
  readonly length: number;

  constructor(message: string, offset: number, length: number) {
    super(message);
    this.offset = offset;
    this.length = length;
  }
}
