import type { AttackFile, AttackReport, CaseReport } from '#shared/attacks/index.ts';
import { type CaseContext, runCase } from './run-case.ts';

/** How the catalogue is run. */
export interface CatalogueRun extends CaseContext {
  readonly files: readonly AttackFile[];
  /** Ids of the cases that are run; null: all. */
  readonly only: ReadonlySet<string> | null;
  /** Cases at the same time. */
  readonly parallel: number;
  readonly onCase?: (report: CaseReport, done: number, total: number) => void;
}

/** Runs cases against a target and returns what came of each, in the order of the catalogue. */
export async function runCatalogue(run: CatalogueRun): Promise<AttackReport> {
  const startedAtMillis = run.nowMillis();
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
      const report = await runCase(found.title, found.attack, run);
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
    cases: reports.filter((report) => report !== undefined),
  };
}
