import type { ContractEntry, LintFinding } from '#shared/contract/index.ts';
import type { Comparison } from './between.ts';
import type { ContractView } from './view.ts';

/** The line that is open beside a comparison; a finding counts on the day `at`. */
export type BetweenChoice =
  | { readonly kind: 'entry'; readonly entry: ContractEntry }
  | { readonly kind: 'finding'; readonly finding: LintFinding; readonly at: string };

function findingAt(finding: LintFinding | undefined, at: string): BetweenChoice | null {
  return finding === undefined ? null : { kind: 'finding', finding, at };
}

function entryOf(entry: ContractEntry | undefined): BetweenChoice | null {
  return entry === undefined ? null : { kind: 'entry', entry };
}

/** The line of a comparison that was chosen; null if none of its lines was. */
export function chosenBetween(
  { entries, appear, away, from, to }: Comparison,
  view: Pick<ContractView, 'entry' | 'finding'>,
): BetweenChoice | null {
  const isChosen = ({ key }: LintFinding) => key === view.finding;
  const all = [...entries.breaks, ...entries.touches, ...entries.other];
  return (
    findingAt(appear.find(isChosen), to) ??
    findingAt(away.find(isChosen), from) ??
    entryOf(all.find(({ id }) => id === view.entry))
  );
}

/**
 * The first line that needs a decision: a change that breaks calls or touches them, a finding, any other change. Null:
 * there is none.
 */
export function firstBetween({ entries, appear, away, from, to }: Comparison): BetweenChoice | null {
  return (
    entryOf(entries.breaks[0] ?? entries.touches[0]) ??
    findingAt(appear[0], to) ??
    findingAt(away[0], from) ??
    entryOf(entries.other[0])
  );
}
