import type { TreeRow } from '#renderer/ui/tree.tsx';
import { containsWords } from '#renderer/workbench/fuzzy.ts';
import type { AttackGroup, AttackStartInput } from '#shared/api/index.ts';
import { cweNames, type Verdict } from '#shared/attacks/index.ts';
import type { AttackCaseView, AttackView, CatalogueFilter } from './attack-view.ts';

export type Verdicts = ReadonlyMap<string, Verdict>;

/** A line of the catalogue: a group, or a case in it. */
export type CatalogueRow = TreeRow &
  (
    | { readonly kind: 'group'; readonly group: AttackGroup }
    | { readonly kind: 'case'; readonly attack: AttackCaseView }
  );

/** Everything by which a case can be found. */
function searchedText({ id, title, aliases, clauses, cwe }: AttackCaseView): string {
  return [id, title, ...aliases, ...clauses, ...cweNames(cwe)].join(' ');
}

function matches(attack: AttackCaseView, filter: CatalogueFilter, verdict: Verdict | undefined): boolean {
  if (filter.severity !== null && attack.severity !== filter.severity) return false;
  if (filter.verdicts.length > 0 && !filter.verdicts.includes(verdict ?? 'not-run')) return false;
  return containsWords(filter.text, searchedText(attack));
}

/** The groups with the cases that a filter lets through; groups without any are left out. */
export function filterCatalogue(
  groups: readonly AttackGroup[],
  filter: CatalogueFilter,
  found: Verdicts,
): AttackGroup[] {
  return groups
    .filter(({ group }) => filter.group === null || group === filter.group)
    .map((group) => ({
      ...group,
      cases: group.cases.filter((attack) => matches(attack, filter, found.get(attack.id))),
    }))
    .filter(({ cases }) => cases.length > 0);
}

/** True if groups start open: a filter is set, a run is in progress, or some cases have no verdict. */
export function areOpenAtFirst(
  groups: readonly AttackGroup[],
  { filter, found, isRunning }: { filter: CatalogueFilter; found: Verdicts; isRunning: boolean },
): boolean {
  const isSought = filter.text.trim() !== '' || filter.verdicts.length > 0 || filter.severity !== null;
  return isRunning || isSought || filter.group !== null || !caseIds(groups).every((id) => found.has(id));
}

/** The lines that are drawn: each group, and its cases if it is open. */
export function catalogueRows(
  groups: readonly AttackGroup[],
  isGroupOpen: (group: AttackGroup) => boolean,
): CatalogueRow[] {
  return groups.flatMap((group, index): CatalogueRow[] => {
    const id = `group-${group.group}`;
    const isExpanded = isGroupOpen(group);
    const head = {
      kind: 'group',
      id,
      group,
      parentId: null,
      level: 1,
      isExpanded,
      position: index + 1,
      size: groups.length,
    } as const;
    if (!isExpanded) return [head];
    const size = group.cases.length;
    return [
      head,
      ...group.cases.map((attack, caseIndex) => ({
        kind: 'case' as const,
        id: attack.id,
        attack,
        parentId: id,
        level: 2,
        isExpanded: null,
        position: caseIndex + 1,
        size,
      })),
    ];
  });
}

/** Ids of the cases of groups. */
export function caseIds(groups: readonly AttackGroup[]): string[] {
  return groups.flatMap(({ cases }) => cases.map(({ id }) => id));
}

/** How many of some cases came to each verdict. */
export function countVerdicts(ids: readonly string[], found: Verdicts): ReadonlyMap<Verdict, number> {
  const counts = new Map<Verdict, number>();
  for (const id of ids) {
    const verdict = found.get(id);
    if (verdict !== undefined) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  }
  return counts;
}

/** The set with some ids put in, or with them taken out where all were in it. */
export function toggled(checked: ReadonlySet<string>, ids: readonly string[]): Set<string> {
  const isFull = ids.every((id) => checked.has(id));
  return isFull ? new Set([...checked].filter((id) => !ids.includes(id))) : new Set([...checked, ...ids]);
}

/** Returns the `aria-checked` state: all, some or none of the ids are in the set. */
export function checkedState(checked: ReadonlySet<string>, ids: readonly string[]): boolean | 'mixed' {
  const count = ids.filter((id) => checked.has(id)).length;
  return count === 0 ? false : count === ids.length ? true : 'mixed';
}

/** Returns the input for starting a run: profile and weaknesses apply only to the hosted server. */
export function attackSettings({
  target,
  profile,
  weaknesses,
  isDisruptive,
}: Pick<AttackView, 'target' | 'profile' | 'weaknesses' | 'isDisruptive'>): AttackStartInput {
  if (target !== null) return { target, isDisruptive };
  return { target, profile, weaknesses: profile === 'training' ? [...weaknesses] : [] };
}
