import { type ContractParameter, contractPath } from '#renderer/workbench/addresses.ts';
import { changeKinds, contractAreas, contractDateSchema } from '#shared/contract/history.ts';
import type { ChangeKind, ContractArea, LintSeverity } from '#shared/contract/index.ts';
import { lintSeverities } from '#shared/contract/rule.ts';

export const contractTabs = ['history', 'between', 'findings', 'sources'] as const;
export type ContractTab = (typeof contractTabs)[number];

export const ignoredChoices = ['hide', 'also', 'only'] as const;
export type IgnoredChoice = (typeof ignoredChoices)[number];

/** The state of the screen as held in its address, so that links and tabs restore it. */
export interface ContractView {
  readonly tab: ContractTab;
  readonly entry: string | null;
  readonly finding: string | null;
  readonly text: string;
  readonly area: ContractArea | null;
  readonly kind: ChangeKind | null;
  readonly isBreaking: boolean;
  readonly isMine: boolean;
  /** A date that is only looked at. */
  readonly at: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly severity: LintSeverity | null;
  readonly rule: string | null;
  readonly file: string | null;
  readonly ignored: IgnoredChoice;
}

/** True if a text is a valid calendar date. */
export function isDay(text: string | null): text is string {
  return text !== null && contractDateSchema.safeParse(text).success;
}

function oneOf<T extends string>(all: readonly T[], text: string | null): T | null {
  return all.find((candidate) => candidate === text) ?? null;
}

/** Reads an address; invalid parts are ignored. */
export function readView(query: URLSearchParams): ContractView {
  const given = (name: ContractParameter) => query.get(name);
  const day = (name: ContractParameter) => {
    const text = given(name);
    return isDay(text) ? text : null;
  };
  return {
    tab: oneOf(contractTabs, given('tab')) ?? 'history',
    entry: given('entry'),
    finding: given('finding'),
    text: given('q') ?? '',
    area: oneOf(contractAreas, given('area')),
    kind: oneOf(changeKinds, given('kind')),
    isBreaking: given('breaking') === 'yes',
    isMine: given('mine') === 'yes',
    at: day('at'),
    from: day('from'),
    to: day('to'),
    severity: oneOf(lintSeverities, given('severity')),
    rule: given('rule'),
    file: given('file'),
    ignored: oneOf(ignoredChoices, given('ignored')) ?? 'hide',
  };
}

/** The address of a view; default values are left out. */
export function pathOf(view: ContractView): string {
  return contractPath({
    tab: view.tab === 'history' ? null : view.tab,
    entry: view.entry,
    finding: view.finding,
    q: view.text,
    area: view.area,
    kind: view.kind,
    breaking: view.isBreaking ? 'yes' : null,
    mine: view.isMine ? 'yes' : null,
    at: view.at,
    from: view.from,
    to: view.to,
    severity: view.severity,
    rule: view.rule,
    file: view.file,
    ignored: view.ignored === 'hide' ? null : view.ignored,
  });
}
