import { confinedTo, Player, type PlayTarget, type RunValue } from '#main/services/flow-player/index.ts';
import type { CallbackResponse, CallbackResult } from '#main/services/sample-upstreams/index.ts';
import type { FlowKind, FlowRequest, FlowRun, FlowStart, FlowStep, FlowTarget } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Exchange } from '#shared/exchange/index.ts';
import { assertionFormOf } from '#shared/flows/assertion-forms.ts';
import { Listeners } from '#shared/listeners/listeners.ts';
import { base64urlEncode } from '#shared/oauth/index.ts';
import type { SavedFlow } from '#shared/workspace/index.ts';
import { Callbacks } from './callbacks.ts';
import { judgeRun } from './expect/run-expectations.ts';
import { flowKinds } from './flow-kinds.ts';
import type { FlowPorts } from './flow-ports.ts';
import type { RunPicture } from './hold.ts';
import { isOwnRecord, toObserved } from './observe.ts';
import { noTarget, openExchange, openedKind } from './opened-plan.ts';
import { type AskedOperation, performOperation } from './perform-operation.ts';
import { plannedSteps } from './planned-steps.ts';
import { Run, type RunPlan } from './run.ts';
import { RunLoop } from './run-loop.ts';
import { RunRegistry } from './run-registry.ts';
import { type EditedRequest, editedRequest, flowRequest, lastOf, repeatedStep } from './run-requests.ts';
import { keptFlow, type SavedStart, scriptAt, startOf, typedValues } from './saved-flow.ts';
import { SavedFlows } from './saved-flows.ts';
import { newPlan, requireTrust } from './setup.ts';
import { callbackPath } from './targets/hosted.ts';
import { givenToken, givenValues, type WrittenRun, writtenRun } from './written-run.ts';

/** The service that steps through flows. */
export class FlowService {
  readonly #ports: FlowPorts;
  readonly #loop: RunLoop;
  readonly #runs: RunRegistry;
  readonly #callbacks: Callbacks;
  readonly savedFlows: SavedFlows;
  readonly #listeners = new Listeners<[runId: string]>();
  readonly onChange = this.#listeners.add;
  readonly #stopping = new AbortController();
  readonly #unfollow: () => void;

  constructor(ports: FlowPorts) {
    this.#ports = ports;
    this.#runs = new RunRegistry(ports.records, ports.sparedRuns ?? (() => new Set()));
    this.#loop = new RunLoop({
      changed: (run) => this.#changed(run),
      ended: (run) => {
        this.#runs.forgetOldest();
        void this.#judge(run);
      },
      flush: () => ports.recorder.flush(),
      upstreams: ports.upstreams,
      signal: this.#stopping.signal,
      openControlled: ports.openControlled,
    });
    this.savedFlows = new SavedFlows(ports, this.#runs, async (plan) =>
      this.#player(plan, await this.#targetOf(plan), []),
    );
    this.#callbacks = new Callbacks(this.#runs, this.#loop, (run) => this.#changed(run));
    this.#unfollow = ports.recorder.follow(({ exchanges }) => {
      const open = this.#runs.live;
      if (open.length === 0) return;
      for (const packed of exchanges) {
        if (isOwnRecord(packed)) continue;
        const exchange = toObserved(packed);
        for (const run of open) if (run.observe(packed, exchange)) this.#changed(run);
      }
    });
  }

  /** Returns the flows that can be run against a server. @throws flow.unknown-target, flow.no-metadata */
  async kinds(name: string | null): Promise<readonly FlowKind[]> {
    const target = name === null ? this.#ports.hosted() : await this.#ports.target(name);
    return flowKinds(target, this.#callback());
  }

  #callback(): string | null {
    const upstreams = this.#ports.upstreams();
    return upstreams === null ? null : upstreams + callbackPath;
  }

  targets(): readonly FlowTarget[] {
    return this.#ports.targets();
  }

  list(): readonly FlowRun[] {
    return this.#runs.list();
  }

  /** @throws api.not-found */
  get(runId: string): FlowRun {
    return this.#runs.view(runId);
  }

  /** The page at which a sign-in of a run stopped. @throws api.not-found */
  picture(runId: string): Promise<RunPicture> {
    return this.#runs.picture(runId);
  }

  /**
   * @throws api.not-found, flow.unknown-client, flow.client-unsuited, flow.no-callback, flow.service-stopped, flow.no-endpoint,
   * flow.issuer-untrusted
   */
  async start(start: FlowStart, saved?: SavedFlow): Promise<FlowRun> {
    const target = await this.#ports.target(start.target);
    const plan = newPlan(start, target, this.#callback(), saved);
    const form = assertionFormOf(plan.kind);
    if (form !== null && target.name === null)
      requireTrust(await this.#ports.issuer(), form, this.#ports.trusts);
    return this.startPlan(plan, target, this.#givenToken(start));
  }

  /** The steps that a run would have. Nothing is sent. @throws as `start` */
  async plan(start: FlowStart): Promise<FlowStep[]> {
    const target = await this.#ports.target(start.target);
    const client = target.clients.find(({ clientId }) => clientId === start.clientId);
    return plannedSteps(newPlan(start, target, this.#callback()), client?.redirectUri ?? '');
  }

  /** Runs a script: a flow, a saved one, a case of the catalogue, an earlier run. */
  async startPlan(
    plan: RunPlan,
    target: PlayTarget,
    given?: ReadonlyMap<string, RunValue>,
  ): Promise<FlowRun> {
    const id = base64urlEncode(this.#ports.random.bytes(9));
    const player = this.#player(plan, target, [`run:${id}`], given);
    const beginsAtClient = plan.browser !== 'unattended' && plan.target === null;
    const run = new Run(id, this.#runs.nextNumber, plan, player, beginsAtClient);
    this.#runs.add(run);
    await this.#toFirstStep(run);
    return run.view();
  }

  #player(
    { script, origins }: RunPlan,
    target: PlayTarget,
    tags: readonly string[],
    given?: ReadonlyMap<string, RunValue>,
  ): Player {
    return new Player({
      ports: confinedTo(origins, this.#ports),
      target,
      script,
      tags,
      ...(given === undefined ? {} : { given }),
    });
  }

  /** Steps that need no other party are done before the run is shown; the rest goes on behind it. */
  async #toFirstStep(run: Run): Promise<void> {
    const begun = this.#loop.proceed(run);
    let isSettled = false;
    void begun.then(() => (isSettled = true));
    // A person's browser, or a hold, is reached at once; an engine that does it all is followed by its stream.
    for (let turn = 0; turn < 20 && !isSettled && run.state === 'running'; turn += 1)
      await new Promise<void>((resolve) => void setImmediate(resolve));
  }

  #givenToken({ options: { token }, kind }: FlowStart): ReadonlyMap<string, RunValue> | undefined {
    if (token === null) return undefined;
    const value = 'text' in token ? token.text.trim() : this.reveal(token.runId, token.name);
    return givenToken(kind, value, this.#ports.clock.nowMillis());
  }

  /** Opens the request of an exchange as a run of one step, held before it is sent. */
  openExchange(exchange: Exchange): Promise<FlowRun> {
    const { plan, target, given } = openExchange(exchange, this.#ports.hosted() ?? noTarget);
    return this.startPlan(plan, target, given);
  }

  /** @throws flow.unknown-target, flow.service-stopped */
  async #targetOf(plan: RunPlan): Promise<PlayTarget> {
    return plan.kind === openedKind ? (this.#ports.hosted() ?? noTarget) : this.#ports.target(plan.target);
  }

  /** @throws api.not-found, flow.unknown-target, flow.service-stopped */
  async replay(runId: string, mode: FlowRun['mode'], browser?: FlowRun['browser']): Promise<FlowRun> {
    const made = this.#runs.plan(runId);
    const plan = browser === undefined ? made : { ...made, browser };
    const target = await this.#targetOf(plan);
    return this.startPlan(
      { ...plan, mode, origin: { kind: 'replay', name: `run ${this.get(runId).number}` } },
      target,
      givenValues(this.#runs.values(runId)),
    );
  }

  /** @throws flow.not-waiting */
  next(runId: string): Promise<FlowRun> {
    return this.#goOn(runId, 'step');
  }

  resume(runId: string): Promise<FlowRun> {
    return this.#goOn(runId, 'run');
  }

  async #goOn(runId: string, mode: FlowRun['mode']): Promise<FlowRun> {
    const run = this.#runs.openRun(runId);
    run.mode = mode;
    await this.#loop.next(run);
    return run.view();
  }

  async answer(runId: string, text: string): Promise<FlowRun> {
    const run = this.#runs.openRun(runId);
    await this.#loop.answer(run, text);
    return run.view();
  }

  async drop(runId: string): Promise<FlowRun> {
    const run = this.#runs.openRun(runId);
    this.#loop.drop(run);
    return run.view();
  }

  async cancel(runId: string): Promise<FlowRun> {
    const run = this.#runs.find(runId);
    if (run === undefined || run.isOver) return this.get(runId);
    this.#loop.end(run, 'cancelled', 'Cancelled. Issued codes and tokens stay valid until they expire.');
    return run.view();
  }

  /** The acts that were watched in the browser of a run are no longer there to make a sign-in of. */
  forgetWatched(runId: string): void {
    const run = this.#runs.find(runId);
    if (run === undefined) return;
    run.watchedActs = 0;
    this.#changed(run);
  }

  /** A value of the run in clear. @throws exchange.no-secret */
  reveal(runId: string, name: string): string {
    const value = this.#runs.values(runId).get(name);
    if (value === undefined || value.isStored === true)
      throw new GatehouseError('exchange.no-secret', `The run has no value ${name} to show.`, {
        fix: 'Run the flow again.',
      });
    return value.value;
  }

  setValue(runId: string, name: string, value: string | null): FlowRun {
    const run = this.#runs.openRun(runId);
    run.setValue(name, value);
    this.#changed(run);
    return run.view();
  }

  /** @throws flow.no-request */
  async request(runId: string, stepId: string): Promise<FlowRequest> {
    return flowRequest(this.#runs.liveRun(runId), stepId);
  }

  /** @throws flow.no-request */
  async editRequest(
    runId: string,
    stepId: string,
    edit: EditedRequest | { readonly restore: true },
  ): Promise<FlowRequest> {
    const run = this.#runs.liveRun(runId);
    const request = 'restore' in edit ? run.original(stepId) : editedRequest(run, stepId, edit);
    if (request !== undefined) run.edit(stepId, request);
    this.#changed(run);
    return flowRequest(run, stepId);
  }

  /** @throws flow.no-request */
  async resend(runId: string, stepId: string, edit: EditedRequest): Promise<FlowRun> {
    const run = this.#runs.liveRun(runId);
    const step = repeatedStep(run, stepId, editedRequest(run, stepId, edit));
    const again = { ...step, reading: step.reading === 'tokens' ? ('tokens' as const) : ('any' as const) };
    await this.#loop.extra(run, again, lastOf(run, stepId));
    return run.view();
  }

  /** Does something with a token of the run. @throws flow.no-endpoint, flow.not-checkable, exchange.no-secret */
  async perform(
    runId: string,
    operation: AskedOperation['operation'],
    name: string,
    clientId: string | undefined,
  ): Promise<FlowRun> {
    const run = this.#runs.liveRun(runId);
    if (!run.player.values.has(name)) this.reveal(runId, name);
    const asked = { operation, name, clientId };
    await performOperation(run, asked, (step) => this.#loop.extra(run, step, null));
    this.#changed(run);
    return run.view();
  }

  setBreakpoints(runId: string, breakpoints: FlowStart['breakpoints']): FlowRun {
    const run = this.#runs.liveRun(runId);
    run.breakpoints = breakpoints;
    this.#changed(run);
    return run.view();
  }

  /** The script of a run with its known values: enough to write it down. @throws api.not-found */
  async written(runId: string): Promise<WrittenRun> {
    return writtenRun(
      this.#runs.plan(runId).script,
      this.#runs.values(runId),
      this.#runs.find(runId)?.player,
    );
  }

  /** @throws api.not-found, flow.unknown-target, flow.service-stopped */
  async startSaved(
    name: string,
    mode: FlowRun['mode'],
    browser: FlowRun['browser'],
    { callback = 'arrives', values, ...cast }: SavedStart = {},
  ): Promise<FlowRun> {
    const saved = this.savedFlows.find(name);
    if (saved === undefined)
      throw new GatehouseError('api.not-found', `The saved flow ${name} does not exist.`);
    const { script } = saved.file;
    if (script === undefined) return this.start({ ...startOf(saved, mode, browser, cast), callback }, saved);
    const own = saved.file.target ?? null;
    const target = await this.#ports.target(cast.target === undefined ? own : cast.target);
    const ownTarget =
      own === null ? this.#ports.hosted() : own === target.name ? target : await this.#ports.target(own);
    const made = scriptAt(script, cast, ownTarget?.endpoints ?? null, target);
    return this.startPlan(keptFlow(saved, made, mode, browser, cast), target, typedValues(values));
  }

  /** Holds what was expected of a run that has ended against it. */
  async #judge(run: Run): Promise<void> {
    const { expectations = [] } = run.plan;
    if (expectations.length > 0) {
      // The server's own records say by which rule it refused.
      this.#ports.recorder.flush();
      await new Promise<void>((resolve) => void setImmediate(resolve));
      run.expectations = await judgeRun(run, expectations);
      this.#changed(run);
    }
    this.#ports.judged?.(run.view());
  }

  /** For the sample client: the authorization request of a run that waits for a browser. */
  authorizationUrl(runId: string): string | null {
    return this.#callbacks.authorizationUrl(runId);
  }

  /** For the sample client: takes what a browser brought. */
  callback(parameters: ReadonlyMap<string, string>, answer: CallbackResponse): CallbackResult {
    return this.#callbacks.take(parameters, answer);
  }

  /** For the sample client: an answer that it refused itself, because of repeated parameters. */
  repeated(names: readonly string[], states: readonly string[]): void {
    this.#callbacks.refuse(names, states);
  }

  /** Takes the address that a browser ended at. @throws flow.not-waiting, api.invalid-input */
  async pasteCallback(runId: string, url: string): Promise<FlowRun> {
    const run = this.#runs.openRun(runId);
    this.#callbacks.paste(run, url.trim());
    await new Promise<void>((resolve) => void setImmediate(resolve));
    return run.view();
  }

  /** Reads the runs of earlier sessions. */
  async restore(): Promise<void> {
    await this.#runs.restore();
  }

  /** Drops all runs from memory; open ones are cancelled. */
  forget(): void {
    this.#endAll('All runs were removed.');
    this.#runs.clear();
  }

  close(): void {
    this.#stopping.abort();
    this.#unfollow();
    this.#endAll('Gatehouse was closed.');
  }

  #endAll(why: string): void {
    for (const run of this.#runs.live) if (!run.isOver) this.#loop.end(run, 'cancelled', why);
  }

  #changed(run: Run): void {
    // A step of a run that was forgotten may still be on its way back.
    if (run.isOver && this.#runs.has(run.id)) this.#runs.keep(run);
    this.#listeners.tell(run.id);
  }
}
