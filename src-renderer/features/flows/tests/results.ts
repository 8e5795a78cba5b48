import type { FlowHistory, FlowResult, FlowRun, Job } from '#shared/api/index.ts';
import type { FlowVerdict } from '#shared/flows/expectations/index.ts';
import { flowSuiteKind } from '#shared/flows/suite-kind.ts';

/** A saved flow as the engine tells it, as far as the list shows it. */
export interface SavedFlowEntry {
  readonly name: string;
  readonly title: string;
  readonly target: string | null;
  readonly clientId: string;
  readonly username: string | null;
  readonly expectations: readonly unknown[];
}

/** How a flow stands: its last verdict, or that it was never run. */
export type Standing = FlowVerdict | 'never';

/** A saved flow with what came of it. */
export interface FlowTest extends SavedFlowEntry {
  readonly standing: Standing;
  readonly history: FlowHistory | null;
  readonly last: FlowResult | null;
  readonly isRunning: boolean;
}

/** Standings in the order of the chips: what needs a look first. */
export const standings: readonly Standing[] = ['failed', 'no-sign-in', 'not-run', 'never', 'passed'];

/** The saved flows by name, each with its results. */
export function flowTestsOf(
  saved: readonly SavedFlowEntry[],
  histories: readonly FlowHistory[],
  runs: readonly FlowRun[],
): readonly FlowTest[] {
  const byName = new Map(histories.map((history) => [history.name, history]));
  const running = new Set(
    runs.flatMap(({ origin, state }) =>
      origin.kind === 'saved' && (state === 'running' || state === 'waiting-for-browser')
        ? [origin.name]
        : [],
    ),
  );
  return saved
    .map((flow): FlowTest => {
      const history = byName.get(flow.name) ?? null;
      const last = history?.results[0] ?? null;
      return {
        ...flow,
        history,
        last,
        standing: last?.verdict ?? 'never',
        isRunning: running.has(flow.name),
      };
    })
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** How many flows stand in each way, without those in which none does. */
export function countStandings(tests: readonly FlowTest[]): readonly (readonly [Standing, number])[] {
  return standings
    .map((standing) => [standing, tests.filter((test) => test.standing === standing).length] as const)
    .filter(([, count]) => count > 0);
}

/** The job that runs saved flows now, or waits to go on; null: none. */
export function openSuite(jobs: readonly Job[]): Job | null {
  return (
    jobs.find(({ kind, state }) => kind === flowSuiteKind && (state === 'running' || state === 'paused')) ??
    null
  );
}

/** The command that runs flows as the screen does. */
export function commandOf(names: readonly string[]): string {
  return ['gatehouse flow run', ...names].join(' ');
}
