import type { Player } from '#main/services/flow-player/index.ts';
import type { ExpectationCandidate, FlowExpectation } from '#shared/flows/expectations/index.ts';
import type { SavedFlow } from '#shared/workspace/index.ts';
import { expectable } from './expect/expectable.ts';
import { evidenceOf } from './expect/run-expectations.ts';
import { expectWhatCame } from './expect/what-came.ts';
import type { FlowPorts } from './flow-ports.ts';
import type { Run, RunPlan } from './run.ts';
import type { RunRegistry } from './run-registry.ts';
import { saveableFlow } from './saved-flow.ts';
import { writtenRun } from './written-run.ts';

/** The flows of the workspace: runs are saved as such, and things are expected of them. */
export class SavedFlows {
  readonly #ports: Pick<FlowPorts, 'savedFlows' | 'writeFlow'>;
  readonly #runs: RunRegistry;
  readonly #playerOf: (plan: RunPlan) => Promise<Player>;

  /** `playerOf` makes the player of a run of an earlier session. */
  constructor(
    ports: Pick<FlowPorts, 'savedFlows' | 'writeFlow'>,
    runs: RunRegistry,
    playerOf: (plan: RunPlan) => Promise<Player>,
  ) {
    this.#ports = ports;
    this.#runs = runs;
    this.#playerOf = playerOf;
  }

  list(): readonly SavedFlow[] {
    return this.#ports.savedFlows();
  }

  find(name: string): SavedFlow | undefined {
    return this.list().find((flow) => flow.name === name);
  }

  /**
   * Writes a run into the workspace; secrets that were typed into its requests are bound again. With `isTest` it is
   * expected to come out again as it did. Returns the path of the file.
   * @throws api.not-found, flow.unknown-target, flow.service-stopped, flow.not-waiting
   */
  async save(
    runId: string,
    name: string,
    isTest = false,
    added: readonly FlowExpectation[] = [],
  ): Promise<string> {
    const plan = this.#runs.plan(runId);
    const player = this.#runs.find(runId)?.player ?? (await this.#playerOf(plan));
    const { values } = await writtenRun(plan.script, this.#runs.values(runId), player);
    const came = isTest ? await whatCame(this.#runs.liveRun(runId)) : [];
    const expectations = [...came, ...added];
    const expected = isTest || added.length > 0 ? { expectations } : {};
    return this.#ports.writeFlow(
      name,
      saveableFlow({ ...plan, ...expected }, values, player.target.endpoints),
    );
  }

  /**
   * Returns everything that may be expected of a step of a run, and of the run as a whole.
   * @throws api.not-found, flow.not-waiting where the run is of an earlier session
   */
  expectable(runId: string, stepId: string): Promise<readonly ExpectationCandidate[]> {
    const run = this.#runs.liveRun(runId);
    const { kind, name } = run.plan.origin;
    return expectable(run, stepId, kind === 'saved' ? (this.find(name)?.file.expect ?? []) : []);
  }

  /**
   * Adds to the expectations of a saved flow; a run becomes one where none has the name. Returns the path of its file.
   * @throws as `save`
   */
  async expect(runId: string, name: string, added: readonly FlowExpectation[]): Promise<string> {
    const saved = this.find(name);
    if (saved === undefined) return this.save(runId, name, false, added);
    const before = saved.file.expect ?? [];
    const known = new Set(before.map((of) => JSON.stringify(of)));
    const fresh = added.filter((of) => !known.has(JSON.stringify(of)));
    return this.#ports.writeFlow(name, { ...saved.file, expect: [...before, ...fresh] });
  }
}

async function whatCame(run: Run): Promise<readonly FlowExpectation[]> {
  const idToken: FlowExpectation = { check: 'claim', token: 'id_token', members: {} };
  return expectWhatCame(run, await evidenceOf(run, [idToken]));
}
