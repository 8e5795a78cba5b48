import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Area, Bench, Case, Median, Sample, Target } from './area.ts';
import type { CaseResult, TargetResult } from './result.ts';
import { spreadOf } from './statistics.ts';

/** The results of an area's cases and targets. */
export interface Outcome {
  readonly cases: readonly CaseResult[];
  readonly targets: readonly TargetResult[];
}

/**
 * Runs the cases of an area in turn, A B C A B C …, so that whatever else the machine does falls on all of them.
 * @throws Error where a case fails, or does not yield a figure that it promises
 */
export async function runArea(
  area: Area,
  rounds: number,
  progress: (text: string) => void = () => {},
): Promise<Outcome> {
  const { bench, close } = openBench();
  const samples = new Map<Case, Sample[]>(area.cases.map((each) => [each, []]));
  try {
    for (let round = 1; round <= rounds; round += 1)
      for (const [each, taken] of samples) {
        if (each.isFixed === true && taken.length > 0) continue;
        progress(`${area.area}: round ${round} of ${rounds}: ${each.title}`);
        taken.push(await each.run(bench));
      }
  } finally {
    await close();
  }
  const cases = [...samples].map(([each, taken]) => summarise(each, taken));
  return { cases, targets: area.targets.map((target) => judge(target, medianOf(cases))) };
}

function openBench(): { readonly bench: Bench; readonly close: () => Promise<void> } {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const made = new Map<string, Promise<unknown>>();
  const closers: (() => Promise<void>)[] = [];
  const remove = () => rmSync(directory, { recursive: true, force: true });
  process.once('exit', remove);
  return {
    bench: {
      directory,
      once<T>(key: string, make: () => Promise<T>, closeIt?: (value: T) => Promise<void>): Promise<T> {
        const known = made.get(key) as Promise<T> | undefined;
        if (known !== undefined) return known;
        const value = make();
        made.set(key, value);
        if (closeIt !== undefined) closers.unshift(async () => closeIt(await value));
        return value;
      },
    },
    async close() {
      for (const closeIt of closers) await closeIt();
      process.off('exit', remove);
      remove();
    },
  };
}

function summarise({ id, title, figures }: Case, taken: readonly Sample[]): CaseResult {
  return {
    id,
    title,
    figures: figures.map((figure) => {
      const samples = taken.map((sample) => {
        const value = sample[figure.id];
        if (value === undefined) throw new Error(`The case ${id} did not measure ${figure.id}.`);
        return value;
      });
      return { ...figure, ...spreadOf(samples), samples };
    }),
  };
}

function medianOf(cases: readonly CaseResult[]): Median {
  return (caseId, figureId) => {
    const figures = cases.find(({ id }) => id === caseId)?.figures;
    const figure = figures?.find(({ id }) => id === figureId);
    if (figure === undefined) throw new Error(`There is no figure ${figureId} of a case ${caseId}.`);
    return figure.median;
  };
}

function judge(target: Target, median: Median): TargetResult {
  const { title, unit, digits, bound, isGoal = false } = target;
  const value = target.value(median);
  const holds = 'atMost' in bound ? value <= bound.atMost : value >= bound.atLeast;
  return { title, unit, digits, value, bound, isGoal, holds };
}
