import type { JobContext, JobService } from '#main/services/jobs/index.ts';
import type { FlowRun, Job } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { flowSuiteKind } from '#shared/flows/suite-kind.ts';
import type { FlowService } from '../flow-service.ts';
import { untilTrue } from '../until-true.ts';
import type { FlowResults } from './flow-results.ts';

/** How long one flow may take, in milliseconds. */
const patienceMillis = 120_000;

interface SuiteInput {
  readonly names: readonly string[];
  readonly jobs: number;
}

/** Names of the flows that have been run, and how many of them passed. */
interface SuiteCheckpoint {
  readonly done: readonly string[];
  readonly passed: number;
}

/** Dependencies of the suites. */
export interface SuitePorts {
  readonly flows: Pick<FlowService, 'startSaved' | 'savedFlows' | 'get' | 'cancel' | 'onChange'>;
  readonly results: FlowResults;
  readonly jobs: Pick<JobService, 'register' | 'begin'>;
  /** How long one flow may take, in milliseconds; absent: 120 s. */
  readonly patienceMillis?: number;
}

/** Runs saved flows together, as a job that can be paused and cancelled. */
export class FlowSuites {
  readonly #ports: SuitePorts;

  constructor(ports: SuitePorts) {
    this.#ports = ports;
    ports.jobs.register<SuiteInput, SuiteCheckpoint>({
      kind: flowSuiteKind,
      unit: 'flows',
      pausable: true,
      // The servers that it plays against start later than the jobs go on.
      afterRestart: 'paused',
      title: ({ names }) => (names.length === 1 ? `Flow ${names[0] ?? ''}` : `${names.length} saved flows`),
      run: (context) => this.#run(context),
    });
  }

  /** Begins to run flows by their names. @throws api.not-found */
  begin(names: readonly string[], jobs: number): Promise<Job> {
    const saved = new Set(this.#ports.flows.savedFlows.list().map(({ name }) => name));
    const unknown = names.find((name) => !saved.has(name));
    if (unknown !== undefined)
      throw new GatehouseError('api.not-found', `The saved flow ${unknown} does not exist.`);
    return this.#ports.jobs.begin(flowSuiteKind, { names: [...new Set(names)], jobs });
  }

  async #run({
    input: { names, jobs },
    checkpoint,
    signal,
    progress,
  }: JobContext<SuiteInput, SuiteCheckpoint>): Promise<string> {
    const done = new Set(checkpoint?.done ?? []);
    let passed = checkpoint?.passed ?? 0;
    const left = names.filter((name) => !done.has(name));
    progress({ done: done.size, total: names.length });
    const work = async () => {
      for (let name = left.shift(); name !== undefined && !signal.aborted; name = left.shift()) {
        const isPassed = await this.#play(name, signal);
        if (signal.aborted) return;
        done.add(name);
        if (isPassed) passed += 1;
        progress({
          done: done.size,
          total: names.length,
          note: name,
          checkpoint: { done: [...done], passed },
        });
      }
    };
    await Promise.all(Array.from({ length: Math.min(jobs, left.length) }, work));
    return passed === names.length
      ? `${passed} passed.`
      : `${passed} of ${names.length} passed, ${names.length - passed} did not.`;
  }

  /** Runs one flow to its end. True: it came out as expected. */
  async #play(name: string, signal: AbortSignal): Promise<boolean> {
    const { flows, results } = this.#ports;
    try {
      const run = await this.#untilOver(await flows.startSaved(name, 'run', 'unattended'), signal);
      if (run === null || signal.aborted) return false;
      return results.of(name)?.results.find(({ runId }) => runId === run.id)?.verdict === 'passed';
    } catch (error) {
      if (signal.aborted) return false;
      const target = flows.savedFlows.find(name)?.file.target ?? null;
      results.addNotRun(name, target, error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  /** The run once its result is kept; null where it was cancelled. @throws flow.timeout */
  async #untilOver(started: FlowRun, signal: AbortSignal): Promise<FlowRun | null> {
    const { flows, results } = this.#ports;
    const isTold = () =>
      results.of(started.origin.name)?.results.some(({ runId }) => runId === started.id) === true;
    const end = await untilTrue(
      () => isTold() || flows.get(started.id).state === 'cancelled',
      (look) => [results.onChange(look), flows.onChange((id) => id === started.id && look())],
      { signal, patienceMillis: this.#ports.patienceMillis ?? patienceMillis },
    );
    if (end === 'true') return flows.get(started.id);
    const { note } = await flows.cancel(started.id);
    if (end === 'stopped') return null;
    throw new GatehouseError('flow.timeout', `The flow timed out: ${note}`, {
      fix: 'Check the run on the Flows screen.',
    });
  }
}
