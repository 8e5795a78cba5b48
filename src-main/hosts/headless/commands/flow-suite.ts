import { type FlowResult, type FlowSuite, verdictOf } from '#main/services/flows/pure/reports/index.ts';
import type { FlowRun } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { FlowVerdict } from '#shared/flows/expectations/index.ts';
import { isOver } from '#shared/flows/run-state.ts';
import type { ApiClient } from '../control-client.ts';

/** How often the state of a run is asked for, in milliseconds. */
const askEveryMillis = 40;

/** How saved flows are run. */
export interface SuiteOptions {
  readonly start: Omit<Parameters<ApiClient['flows']['startSaved']>[0], 'name' | 'mode' | 'browser'>;
  readonly browser: FlowRun['browser'];
  readonly jobs: number;
  /** No further flow is begun after one that did not pass. */
  readonly isBailing: boolean;
  readonly timeoutMillis: number;
  readonly onResult: (result: FlowResult) => void;
}

type Saved = Awaited<ReturnType<ApiClient['flows']['saved']>>[number];

/** Runs flows, some at a time, and tells how each came out; in the order in which they were given. */
export async function runSuite(
  client: ApiClient,
  flows: readonly Saved[],
  options: SuiteOptions,
): Promise<FlowSuite> {
  const startedAtMillis = Date.now();
  const began = performance.now();
  const results: (FlowResult | undefined)[] = [];
  let next = 0;
  let isStopped = false;
  const work = async () => {
    while (!isStopped && next < flows.length) {
      const at = next;
      next += 1;
      const flow = flows[at];
      if (flow === undefined) return;
      const result = await runFlow(client, flow, options);
      results[at] = result;
      options.onResult(result);
      if (options.isBailing && result.verdict !== 'passed') isStopped = true;
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.jobs, flows.length) }, work));
  const told = results.filter((result) => result !== undefined);
  return { startedAtMillis, durationMillis: performance.now() - began, flows: told };
}

async function runFlow(client: ApiClient, flow: Saved, options: SuiteOptions): Promise<FlowResult> {
  const began = performance.now();
  const { name, title } = flow;
  const target = options.start.target === undefined ? flow.target : options.start.target;
  const result = (verdict: FlowVerdict, run: Pick<FlowResult, 'note' | 'expectations'>): FlowResult => ({
    name,
    title,
    target,
    verdict,
    durationMillis: performance.now() - began,
    note: run.note,
    expectations: run.expectations,
  });
  try {
    const started = await client.flows.startSaved({
      ...options.start,
      name,
      mode: 'run',
      browser: options.browser,
    });
    const run = await untilJudged(client, started, began + options.timeoutMillis);
    return result(verdictOf(run), run);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return result('not-run', { note: error.message, expectations: [] });
  }
}

/** The run once it has ended and each of its expectations is told. @throws GatehouseError flow.timeout */
export async function untilJudged(
  client: ApiClient,
  started: FlowRun,
  untilMillis: number,
): Promise<FlowRun> {
  let run = started;
  while (!isOver(run) || run.expectations.some(({ outcome }) => outcome === 'open')) {
    if (performance.now() > untilMillis) {
      await client.flows.cancel({ runId: run.id });
      throw new GatehouseError('flow.timeout', `The flow did not end in time: ${run.note}`, {
        fix: 'Increase --timeout, or open the flow in Flows.',
      });
    }
    await new Promise((resolve) => setTimeout(resolve, askEveryMillis));
    run = await client.flows.get({ runId: run.id });
  }
  return run;
}
