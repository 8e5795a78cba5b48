import type { ContractEntry } from '#shared/contract/index.ts';

const dayMillis = 86_400_000;

/** The days that a timeline covers, in epoch milliseconds. */
export interface Span {
  readonly fromMillis: number;
  readonly toMillis: number;
}

/** The span from the beginning of the first year to the end of the last. */
export function spanOf(years: readonly string[]): Span {
  const [first = '1970'] = years;
  const last = Number(years.at(-1) ?? first);
  return { fromMillis: Date.parse(`${first}-01-01`), toMillis: Date.parse(`${last + 1}-01-01`) - dayMillis };
}

/** Position of a day in a span, from 0 to 1. */
export function dayShare(day: string, { fromMillis, toMillis }: Span): number {
  const share = (Date.parse(day) - fromMillis) / (toMillis - fromMillis);
  return Math.min(1, Math.max(0, share));
}

/** A mark of the timeline. */
export interface PlacedEntry {
  readonly entry: ContractEntry;
  /** Position of its column, from 0 to 1. */
  readonly share: number;
  /** Number of marks below it in its column. */
  readonly level: number;
}

/** Entries in columns: those that would overlap are stacked, the first at the bottom. */
export function binEntries(
  entries: readonly ContractEntry[],
  span: Span,
  columns: number,
): readonly PlacedEntry[] {
  const filled = new Map<number, number>();
  const inOrder = entries.toSorted((one, other) =>
    one.date < other.date ? -1 : one.date > other.date ? 1 : 0,
  );
  return inOrder.map((entry) => {
    const column = Math.min(columns - 1, Math.floor(dayShare(entry.date, span) * columns));
    const level = filled.get(column) ?? 0;
    filled.set(column, level + 1);
    return { entry, share: (column + 0.5) / columns, level };
  });
}
