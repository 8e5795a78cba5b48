import type { AttackRun, ContractState, FlowRun, ImportView, Job, RecentWork } from '#shared/api/index.ts';
import { holdsAt } from '#shared/contract/report.ts';
import type { Draft } from '#shared/drafts/draft.ts';

/** Imports and drafts that are listed, the newest: Home shows what to go on with, and no archive. */
const maxOfAKind = 3;

function newest<T extends { readonly startedAtMillis: number }>(all: readonly T[]): T | undefined {
  return all.toSorted((one, other) => other.startedAtMillis - one.startedAtMillis)[0];
}

/** The last run of a flow; cases of the catalogue that were opened as runs are none. */
export function lastRun(runs: readonly FlowRun[]): readonly RecentWork[] {
  const own = runs.filter(({ origin }) => origin.kind !== 'attack');
  const run = own.toSorted((one, other) => other.number - one.number)[0];
  if (run === undefined) return [];
  const { id, number, title, clientId, state, note, steps, values, startedAtMillis } = run;
  return [
    {
      kind: 'run',
      atMillis: startedAtMillis,
      id,
      number,
      title,
      clientId,
      state,
      note,
      requests: steps.filter(({ status }) => status !== null).length,
      tokens: values.map(({ name }) => name).filter((name) => /^(?:access|id|refresh)_token$/.test(name)),
      refusedStep: steps.find((step) => step.state === 'failed')?.number ?? null,
    },
  ];
}

/** The last run of the catalogue of attacks. */
export function lastAttack(runs: readonly AttackRun[]): readonly RecentWork[] {
  const run = newest(runs);
  if (run === undefined) return [];
  const { id, start, state, done, total, counts, verdicts, startedAtMillis } = run;
  const failed = verdicts.flatMap((one) => (one.verdict === 'FAILED' ? [one.id] : []));
  return [{ kind: 'attack', atMillis: startedAtMillis, id, start, state, done, total, counts, failed }];
}

/** The newest imports, by their last work of this session, else by when they were begun. */
export function lastImports(imports: readonly ImportView[]): readonly RecentWork[] {
  const works = imports.map(({ job, state, rows, counts, next, work }) => ({
    kind: 'import' as const,
    atMillis: work?.endedAtMillis ?? work?.startedAtMillis ?? job.createdAtMillis,
    id: job.id,
    name: job.name,
    state,
    rows,
    counts,
    next,
  }));
  return works.toSorted((one, other) => other.atMillis - one.atMillis).slice(0, maxOfAKind);
}

/** The findings in recordings that were held to the contract, as they count at its date. */
export function lastFindings(
  { sources, findings, contractDate }: ContractState,
  checks: readonly Job[],
): readonly RecentWork[] {
  const check = newest(checks);
  const imported = sources.filter(({ isImported }) => isImported).map(({ file }) => file);
  if (check === undefined || imported.length === 0) return [];
  const open = findings.filter(({ ignored, holds }) => ignored === null && holdsAt(holds, contractDate));
  return [
    {
      kind: 'findings',
      atMillis: check.endedAtMillis ?? check.startedAtMillis,
      sources: imported,
      findings: open.length,
      errors: open.filter(({ severity }) => severity === 'error').length,
    },
  ];
}

/** Files with text that was typed and not saved, the newest. */
export function lastDrafts(drafts: readonly Draft[]): readonly RecentWork[] {
  return drafts
    .map(({ file, changedAtMillis }) => ({ kind: 'draft' as const, atMillis: changedAtMillis, file }))
    .toSorted((one, other) => other.atMillis - one.atMillis)
    .slice(0, maxOfAKind);
}
