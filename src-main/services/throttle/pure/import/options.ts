import type { DateOrder } from '#shared/throttle/traffic/recipe.ts';

/** Which columns are taken; null: guessed by their names. */
export interface ColumnChoice {
  readonly time: string | null;
  readonly key: string | null;
}

/** How a log is read; a path or a method of null: told by the names of the columns. */
export interface ImportOptions extends ColumnChoice {
  readonly path: string | null;
  readonly method: string | null;
  /** Of dates with slashes; null: told from those with a day over 12. */
  readonly dates: DateOrder | null;
  /** Makes a short text of a secret that nobody can take back to it; another one for each import. */
  readonly hash: (text: string) => string;
  /** Addresses of clients are hashed as secrets are. */
  readonly hashAddresses: boolean;
  /** The queries of addresses are left out. */
  readonly withoutQueries: boolean;
  /** Requests whose answer was 429 or 503 are left out. */
  readonly dropRefused: boolean;
  /** Requests that repeat one whose answer was 429 or 503 are left out. */
  readonly dropRepeats: boolean;
}

/** A line that could not be read, from 1, and why; `file` where there are several. */
export interface ImportRemark {
  readonly line: number;
  readonly message: string;
  readonly file?: string;
}

/** A column that is not kept, and why. */
export interface LeftOutColumn {
  readonly name: string;
  readonly message: string;
}

/** A column by which clients could be told apart, with the keys that have most requests. */
export interface KeyProposal {
  readonly column: string;
  readonly keys: number;
  readonly top: readonly { readonly key: string; readonly requests: number }[];
}

/** Requests that say nothing of a part, by how many they are: another one is taken for it. */
export interface MissingParts {
  /** The address of the client. */
  readonly address: number;
  readonly path: number;
  readonly method: number;
}

/** Facts about a log that was read. */
export interface ImportFacts {
  readonly requests: number;
  readonly skipped: number;
  /** The first of the skipped lines. */
  readonly remarks: readonly ImportRemark[];
  readonly columns: readonly string[];
  readonly leftOut: readonly LeftOutColumn[];
  readonly taken: ColumnChoice;
  readonly missing: MissingParts;
  /** True if no time has a part of a second. */
  readonly isWholeSeconds: boolean;
  /** Lines whose time lies before that of the line before. */
  readonly backwards: number;
  /** Answers of the log, repeats after them, and how many requests were left out for either. */
  readonly answers: {
    readonly tooMany: number;
    readonly unavailable: number;
    readonly repeats: number;
    readonly dropped: number;
  };
  readonly proposals: readonly KeyProposal[];
  /** Requests by class. */
  readonly classRequests: readonly number[];
}
