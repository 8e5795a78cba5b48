import type { AttackCase, AttackReport, CaseReport } from '#shared/attacks/index.ts';
import { confinedTarget } from './confined.ts';
import { casesIn, type PlayedCase, type PlayedFile, skippedReport } from './played-file.ts';
import { probeTarget } from './probe.ts';
import { type CaseContext, runCase } from './run-case.ts';
import { type AttackTarget, isLasting, type ProbedTarget } from './target-access.ts';

/** How the catalogue is run. */
export interface CatalogueRun extends Omit<CaseContext, 'target'> {
  readonly target: AttackTarget;
  readonly files: readonly PlayedFile[];
  /** Ids of the cases that are run; null: all. */
  readonly only: ReadonlySet<string> | null;
  /** Cases at the same time. */
  readonly parallel: number;
  /** The probe is done: what the target demands. */
  readonly onProbe?: (target: ProbedTarget) => void;
  readonly onCase?: (report: CaseReport, done: number, total: number) => void;
}

/** Runs cases against a target and returns their reports, in the order of the catalogue. */
export async function runCatalogue(run: CatalogueRun): Promise<AttackReport> {
  const startedAtMillis = run.nowMillis();
  const target = await probeTarget(run.target, run);
  run.onProbe?.(target);
  const cases = casesIn(run.files).filter(({ attack: { id } }) => run.only?.has(id) !== false);
  const confined = confinedTarget(target);
  const playOne = (played: PlayedCase): Promise<CaseReport> => {
    const { attack, file } = played;
    if (file.own === undefined) return runCase(file.title, attack, { ...run, target });
    const { withheld } = file.own;
    if (withheld !== null) return Promise.resolve(skippedReport(played, withheld));
    return runCase(file.title, attack, { ...run, target: confined });
  };
  const reports = new Map<string, CaseReport>();
  const playAll = async (chosen: typeof cases, parallel: number) => {
    let next = 0;
    const work = async () => {
      for (let found = chosen[next++]; found !== undefined; found = chosen[next++]) {
        if (run.signal.aborted) return;
        const report = await playOne(found);
        // A case that was cut short says nothing: it is played anew when the run goes on.
        if (run.signal.aborted) return;
        reports.set(report.id, report);
        run.onCase?.(report, reports.size, cases.length);
      }
    };
    await Promise.all(Array.from({ length: parallel }, work));
  };
  const timed = cases.filter(({ attack }) => measuresTimes(attack));
  const rest = cases.filter(({ attack }) => !measuresTimes(attack));
  // A server that lasts would still be locked or loaded for the cases beside them and behind them.
  const isLast = ({ needs }: AttackCase) => isLasting(run.target) && needs.includes('disruptive');
  await playAll(
    rest.filter(({ attack }) => !isLast(attack)),
    run.parallel,
  );
  await playAll(
    rest.filter(({ attack }) => isLast(attack)),
    1,
  );
  // A case beside them would be measured too.
  await playAll(timed, 1);
  return {
    target: run.target.title,
    profile: run.target.profile,
    weaknesses: [...run.target.weaknesses],
    startedAtMillis,
    durationMillis: run.nowMillis() - startedAtMillis,
    capabilities: target.capabilities,
    ...(target.undecided === undefined ? {} : { undecided: [...target.undecided] }),
    ...(target.leftBehind === undefined ? {} : { leftBehind: target.leftBehind() }),
    cases: cases.flatMap(({ attack }) => reports.get(attack.id) ?? []),
  };
}

function measuresTimes({ variants }: AttackCase): boolean {
  return variants.some(({ expect }) => expect.some(({ check }) => check === 'timing'));
}
