import type { DecisionTrace, TraceRule } from '#shared/exchange/trace.ts';

/** A rule in two traces; null where one of them does not have it. */
export interface RailRow {
  readonly id: string;
  readonly left: TraceRule | null;
  readonly right: TraceRule | null;
  /** It ended otherwise on the two sides. A rule that was not reached since the gate shut before it did not end at all. */
  readonly differs: boolean;
}

/** The rules of two traces side by side, in the order in which they ran; a rule of one alone stands where it ran there. */
export function railRows(left: DecisionTrace | null, right: DecisionTrace | null): readonly RailRow[] {
  const ours = left?.rules ?? [];
  const theirs = right?.rules ?? [];
  const ids = ours.map(({ id }) => id);
  for (const [index, { id }] of theirs.entries()) {
    if (ids.includes(id)) continue;
    const before = theirs[index - 1];
    ids.splice(before === undefined ? 0 : ids.indexOf(before.id) + 1, 0, id);
  }
  return ids.map((id) => {
    const own = ours.find((rule) => rule.id === id) ?? null;
    const other = theirs.find((rule) => rule.id === id) ?? null;
    const isReached = own?.outcome !== 'never' && other?.outcome !== 'never';
    return { id, left: own, right: other, differs: isReached && own?.outcome !== other?.outcome };
  });
}
