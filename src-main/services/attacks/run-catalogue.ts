import type { AttackFile, AttackReport, CaseReport } from '#shared/attacks/index.ts';
import { probeTarget } from './probe.ts';
import { type CaseContext, runCase } from './run-case.ts';
import type { AttackTarget, ProbedTarget } from './target-access.ts';

/** How the catalogue is run. */
export interface CatalogueRun extends Omit<CaseContext, 'target'> {
  readonly target: AttackTarget;
  readonly files: readonly AttackFile[];
  /** Ids of the cases that are run; null: all. */
  readonly only: ReadonlySet<string> | null;
  /** Cases at the same time. */
  readonly parallel: number;
  /** The probe is done: what the target demands. */
  readonly onProbe?: (target: ProbedTarget) => void;
  readonly onCase?: (report: CaseReport, done: number, total: number) => void;
}

/** Runs cases against a target and returns what came of each, in the order of the catalogue. */
export async function runCatalogue(run: CatalogueRun): Promise<AttackReport> {
  const startedAtMillis = run.nowMillis();
  const target = await probeTarget(run.target, run);
  run.onProbe?.(target);
  const cases = run.files.flatMap(({ title, cases: own }) =>
    own.filter(({ id }) => run.only?.has(id) !== false).map((attack) => ({ title, attack })),
  );
  const reports: (CaseReport | undefined)[] = cases.map(() => undefined);
  let next = 0;
  let done = 0;
  const work = async () => {
    for (let index = next++; index < cases.length && !run.signal.aborted; index = next++) {
      const found = cases[index];
      if (found === undefined) return;
      const report = await runCase(found.title, found.attack, { ...run, target });
      reports[index] = report;
      done += 1;
      run.onCase?.(report, done, cases.length);
    }
  };
  await Promise.all(Array.from({ length: run.parallel }, work));
  return {
    target: run.target.title,
    profile: run.target.profile,
    weaknesses: [...run.target.weaknesses],
    startedAtMillis,
    durationMillis: run.nowMillis() - startedAtMillis,
    capabilities: target.capabilities,
    cases: reports.filter((report) => report !== undefined),
  };
}
