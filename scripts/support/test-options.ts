import type { StagePlan } from './stages.ts';
import { noTests } from './test-report.ts';

const flags = ['--all', '--without-browser'] as const;

/** Options of `npm test`. */
export interface TestOptions {
  /** Also what only continuous integration runs. */
  readonly isAll: boolean;
  /** The stages that need a browser are left out, and said to be. */
  readonly isWithoutBrowser: boolean;
}

export const testUsage = `usage: npm test [-- ${flags.map((flag) => `[${flag}]`).join(' ')}]`;

/** Reads the arguments of `npm test`; null where one of them is not known. */
export function readTestOptions(args: readonly string[]): TestOptions | null {
  if (args.some((argument) => !flags.some((flag) => flag === argument))) return null;
  return { isAll: args.includes('--all'), isWithoutBrowser: args.includes('--without-browser') };
}

/** The stages without those that need a browser: in their place stands that they were left out. */
export function withoutBrowser(plans: readonly StagePlan[]): readonly StagePlan[] {
  return plans.map((plan) => (plan.needsBrowser === true ? leftOut(plan) : plan));
}

function leftOut(plan: StagePlan): StagePlan {
  const skipped = [{ test: `all of the stage ${plan.name}`, reason: 'left out by --without-browser' }];
  return { ...plan, run: async () => ({ failure: null, counts: { ...noTests, skipped } }) };
}
