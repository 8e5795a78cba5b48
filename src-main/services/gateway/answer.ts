/** An answer that the gateway gives itself. */
export interface Answer {
  readonly status: number;
  /** Name, value, name, value, … */
  readonly headers: readonly string[];
  readonly body: string;
  readonly reason?: string;
}

/** An answer without a body and without a header of its own. */
export function bare(status: number): Answer {
  return { status, headers: [], body: '' };
}
