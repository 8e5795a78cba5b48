/** A name and value as a view of an exchange has them; secrets may be masked. */
export interface ViewedField {
  readonly name: string;
  readonly value: string;
  readonly part?: 'query' | 'body' | undefined;
}

/** The parts of a view of an exchange that can be explained. */
export interface ViewedExchange {
  readonly method: string;
  readonly target: string;
  readonly origin: string;
  readonly request: { readonly headers: readonly ViewedField[]; readonly fields: readonly ViewedField[] };
  readonly response: {
    readonly status: number;
    readonly headers: readonly ViewedField[];
    readonly text: string | null;
    readonly mediaType: string;
  } | null;
}
