/** A fault of a case that others than us wrote, and its place in the case. */
export interface CaseFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}
