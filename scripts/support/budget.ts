import { isShared } from './shared-time.ts';
import { noTests, type Stage } from './test-report.ts';

/**
 * So many times their budget the stages may take together before that fails. The fixed work beside the stages does not
 * see what caches and memory are worth while they run: on one machine the same tests took 1,450 seconds, and 3,550.
 */
const tolerance = 3;

/** The total CPU time of several stages. */
interface Sum {
  readonly seconds: number;
  readonly budgetSeconds: number;
}

/** A stage whose time the system does not tell counts as within its own budget. */
function sumOf(stages: readonly Stage[]): Sum {
  return {
    seconds: stages.reduce((sum, { cpu }) => sum + (cpu.seconds ?? cpu.budgetSeconds), 0),
    budgetSeconds: stages.reduce((sum, { cpu }) => sum + cpu.budgetSeconds, 0),
  };
}

/**
 * The warning to print when the stages exceed their total budget; null when they do not. `othersShare` is the share of
 * the processors that others took meanwhile.
 */
export function budgetWarning(stages: readonly Stage[], othersShare: number): string | null {
  const { seconds, budgetSeconds } = sumOf(stages);
  if (seconds <= budgetSeconds) return null;
  if (isShared(othersShare))
    return `${seconds.toFixed(0)} CPU seconds together, of ${budgetSeconds.toFixed(0)}: not judged, as others took ${(othersShare * 100).toFixed(0)} % of the processors`;
  return `${seconds.toFixed(0)} CPU seconds together, of ${budgetSeconds.toFixed(0)}: beyond ${(budgetSeconds * tolerance).toFixed(0)} this fails`;
}

/** A final stage that runs nothing: it fails when the others exceed their total budget. One stage may use what another leaves. Beside other work it judges nothing. */
export function budgetStage(stages: readonly Stage[], othersShare: number): Stage {
  const { seconds, budgetSeconds } = sumOf(stages);
  const isOver = seconds > budgetSeconds * tolerance && !isShared(othersShare);
  return {
    name: 'budget',
    elapsedMillis: 0,
    cpu: { seconds, budgetSeconds },
    failure: isOver ? `${seconds.toFixed(0)} CPU seconds are too many` : null,
    counts: noTests,
  };
}
