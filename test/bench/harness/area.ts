/** One number that a case yields. */
export interface Figure {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** Decimals that are worth showing. */
  readonly digits: number;
}

/** A figure; without decimals unless it says how many. */
export function figure(id: string, title: string, unit: string, digits = 0): Figure {
  return { id, title, unit, digits };
}

/** The measurements of one run of a case, by the ids of its figures. */
export type Sample = Readonly<Record<string, number>>;

/** The context that an area's cases share while it runs. */
export interface Bench {
  /** A folder that is removed when the area ends. */
  readonly directory: string;
  /** Makes something at its first use; `close` is called when the area ends. */
  once<T>(key: string, make: () => Promise<T>, close?: (value: T) => Promise<void>): Promise<T>;
}

/** Something that is measured: started, loaded and ended anew in every round. */
export interface Case {
  readonly id: string;
  readonly title: string;
  readonly figures: readonly Figure[];
  /** Measures the same however often it is run, so that one round is enough. */
  readonly isFixed?: boolean;
  run(bench: Bench): Promise<Sample>;
}

/** The median of a figure over all rounds. */
export type Median = (caseId: string, figureId: string) => number;

export type Bound = { readonly atMost: number } | { readonly atLeast: number };

/** A ratio or a limit that the medians have to keep to. */
export interface Target {
  readonly title: string;
  readonly unit: string;
  readonly digits: number;
  readonly bound: Bound;
  /** Aimed at, not yet demanded: it is shown, and missing it is no failure. */
  readonly isGoal?: boolean;
  /** Why it is missed where it is, for the document. */
  readonly whenMissed?: string;
  readonly value: (median: Median) => number;
}

/** Cases that are measured together: one file of this shape and one line in the registry. */
export interface Area {
  readonly area: string;
  readonly title: string;
  readonly rounds: number;
  readonly notes: readonly string[];
  readonly cases: readonly Case[];
  readonly targets: readonly Target[];
}
