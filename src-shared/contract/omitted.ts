import { z } from 'zod';
import { holdsAt, type LintFinding } from './report.ts';

/** How many findings were left out, by the contract dates for which they count. */
export const omittedSchema = z.object({
  from: z.string().nullable(),
  until: z.string().nullable(),
  count: z.int(),
});
export type Omitted = z.infer<typeof omittedSchema>;

/** Number of those left out that count at a date. */
export function omittedAt(omitted: readonly Omitted[], date: string): number {
  return omitted.reduce((sum, { count, ...holds }) => sum + (holdsAt(holds, date) ? count : 0), 0);
}

/** Counts what is left out. */
export interface Omissions {
  add(holds: LintFinding['holds'], count?: number): void;
  all(): Omitted[];
  clear(): void;
}

/** Makes a count that begins with nothing. */
export function createOmissions(before: readonly Omitted[] = []): Omissions {
  const counts = new Map<string, Omitted>();
  function add({ from, until }: LintFinding['holds'], count = 1): void {
    const key = `${from ?? ''}/${until ?? ''}`;
    counts.set(key, { from, until, count: (counts.get(key)?.count ?? 0) + count });
  }
  for (const { count, ...holds } of before) add(holds, count);
  return { add, all: () => [...counts.values()], clear: () => counts.clear() };
}
