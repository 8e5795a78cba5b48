import {
  contractRules,
  coverageOf,
  notDetectable,
  sinceRules,
  type Unseen,
} from '#main/services/contract/pure/index.ts';
import type { ContractRule } from '#shared/api/contract.ts';
import {
  type ContractHistory,
  type LintCoverage,
  type LintSettings,
  type Rule,
} from '#shared/contract/index.ts';
import type { LintedSource } from '../linting/lint-source.ts';

/** Every rule as a person reads it, those included that nothing in an artefact can show. */
export function ruleViews(history: ContractHistory): readonly ContractRule[] {
  const undetectable = history.since
    .filter(({ keys }) => keys.length === 0)
    .map(({ id, title, date, entries }) => ({
      id,
      title,
      date,
      entries: [...entries],
      severity: 'info' as const,
      source: 'spec' as const,
      detection: '',
      replacement: '',
      hasFix: false,
      isDetectable: false,
      holds: { from: null, until: date },
    }));
  return [...contractRules, ...sinceRules(history)]
    .map(viewOf)
    .concat(undetectable)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** Returns the coverage: the checked parts and their rules, as the settings have them. */
export function coverageBy(
  { history, rules }: { readonly history: ContractHistory; readonly rules: readonly ContractRule[] },
  { severity, other_hosts: others }: LintSettings,
  counts: readonly LintedSource['counts'][],
  unseen: Unseen,
): LintCoverage {
  const detectable = rules.filter(({ isDetectable }) => isDetectable);
  const off = Object.keys(severity).filter((id) => severity[id] === 'off');
  return coverageOf(counts, detectable, notDetectable(history), off, {
    ...unseen,
    notPlatform: [...unseen.notPlatform, ...others],
  });
}

/** The day of the newest change. */
export function newestDate({ entries }: ContractHistory): string {
  return entries.reduce((newest, { date }) => (date > newest ? date : newest), '');
}

function viewOf({ kinds: _kinds, begin: _begin, ...rule }: Rule): ContractRule {
  return { ...rule, entries: [...rule.entries], holds: { ...rule.holds }, isDetectable: true };
}
