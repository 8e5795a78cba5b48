import type { RecordStore } from '#main/platform/ports.ts';
import { type Recorder, SendFailure, type SendRecorded } from '#main/services/activity/index.ts';
import type { CallbackResult } from '#main/services/sample-upstreams/index.ts';
import type { FlowKind, FlowRun, FlowStart } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { ServiceKey } from '#shared/exchange/index.ts';
import { base64urlEncode } from '#shared/oauth/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import type { Client, Vendor } from '#shared/workspace/index.ts';
import { type FlowContext, type FlowDefinition, FlowFailure } from './flow-definition.ts';
import { flowDefinitions } from './flows/index.ts';
import { Run } from './run.ts';
import { signInUnattended } from './unattended-browser.ts';

/** Kind of the records of runs. */
export const flowRunKind = 'flow-run';
/** Runs that are kept, the newest. */
const keptRuns = 50;

export interface FlowPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly records: RecordStore;
  readonly recorder: Recorder;
  readonly send: SendRecorded;
  readonly client: (clientId: string) => Client | undefined;
  readonly clients: () => readonly Client[];
  readonly clientSecret: (clientId: string) => string | null;
  readonly userPassword: (username: string) => string | null;
  readonly vendor: () => Vendor;
  readonly codeLifetimeSeconds: () => number;
  /** Base URLs of the running services; null while one does not run. */
  readonly authorizationServer: () => string | null;
  readonly upstreams: () => string | null;
}

export interface FlowService {
  kinds(): readonly FlowKind[];
  list(): readonly FlowRun[];
  /** @throws api.not-found */
  get(runId: string): FlowRun;
  /** @throws flow.unknown-client, flow.client-unsuited, flow.no-callback, flow.service-stopped */
  start(start: FlowStart): Promise<FlowRun>;
  /** Does the next step of a paused run. @throws flow.not-waiting */
  next(runId: string): Promise<FlowRun>;
  resume(runId: string): Promise<FlowRun>;
  cancel(runId: string): Promise<FlowRun>;
  /** A value of the run in clear. @throws exchange.no-secret */
  reveal(runId: string, name: string): string;
  onChange(listener: (runId: string) => void): () => void;
  /** For the sample client. */
  authorizationUrl(runId: string): string | null;
  callback(parameters: ReadonlyMap<string, string>): CallbackResult;
  /** Reads the runs of earlier sessions. */
  restore(): Promise<void>;
  /** Drops all runs from memory; what is open is cancelled. */
  forget(): void;
  close(): void;
}

/** Makes the service that steps through flows against the hosted authorization server. */
export function createFlowService(ports: FlowPorts): FlowService {
  return new Flows(ports);
}

class Flows implements FlowService {
  readonly #ports: FlowPorts;
  readonly #runs = new Map<string, Run>();
  /** Runs of earlier sessions, as they ended. */
  readonly #past = new Map<string, FlowRun>();
  readonly #listeners = new Set<(runId: string) => void>();
  readonly #stopping = new AbortController();
  readonly #unfollow: () => void;

  constructor(ports: FlowPorts) {
    this.#ports = ports;
    this.#unfollow = ports.recorder.follow(({ exchanges }) => {
      const open = [...this.#runs.values()];
      for (const packed of exchanges) for (const run of open) if (run.observe(packed)) this.#changed(run);
    });
  }

  kinds(): readonly FlowKind[] {
    return flowDefinitions.map((definition) => {
      const { kind, title, needsUser } = definition;
      return { kind, title, needsUser, suitableClients: this.#suitableClients(definition) };
    });
  }

  list(): readonly FlowRun[] {
    const views = [...this.#past.values(), ...[...this.#runs.values()].map((run) => run.view())];
    return views.toSorted((a, b) => b.number - a.number);
  }

  get(runId: string): FlowRun {
    const view = this.#runs.get(runId)?.view() ?? this.#past.get(runId);
    if (view === undefined) throw new GatehouseError('api.not-found', `There is no run ${runId}.`);
    return view;
  }

  async start(start: FlowStart): Promise<FlowRun> {
    const definition = flowDefinitions.find(({ kind }) => kind === start.kind);
    if (definition === undefined)
      throw new GatehouseError('api.not-found', `There is no flow ${start.kind}.`);
    const context = this.#context(start, definition.needsUser);
    definition.check(context);
    definition.begin(context, (bytes) => this.#draw(bytes));
    const number = Math.max(0, ...this.list().map((view) => view.number)) + 1;
    const run = new Run(definition, context, start, number);
    this.#runs.set(run.id, run);
    if (definition.authorizationUrl !== undefined) this.#sendBrowser(run, start);
    else if (run.mode === 'step') this.#pause(run);
    else await this.#proceed(run);
    return run.view();
  }

  async next(runId: string): Promise<FlowRun> {
    const run = this.#waiting(runId);
    await this.#step(run);
    return run.view();
  }

  async resume(runId: string): Promise<FlowRun> {
    const run = this.#waiting(runId);
    run.mode = 'run';
    await this.#proceed(run);
    return run.view();
  }

  async cancel(runId: string): Promise<FlowRun> {
    const run = this.#runs.get(runId);
    if (run === undefined || run.isOver) return this.get(runId);
    this.#end(run, 'cancelled', 'Cancelled. What was issued stays valid until it expires.');
    return run.view();
  }

  reveal(runId: string, name: string): string {
    const value = this.#runs.get(runId)?.context.values.get(name);
    if (value === undefined)
      throw new GatehouseError('exchange.no-secret', `The run has no value ${name} that can be shown.`, {
        fix: 'Values are kept as long as Gatehouse runs: run the flow again.',
      });
    return value.value;
  }

  onChange(listener: (runId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  authorizationUrl(runId: string): string | null {
    const run = this.#runs.get(runId);
    if (run === undefined || run.state !== 'waiting-for-browser') return null;
    return run.definition.authorizationUrl?.(run.context) ?? null;
  }

  callback(parameters: ReadonlyMap<string, string>): CallbackResult {
    const state = parameters.get('state') ?? '';
    const run = [...this.#runs.values()].find(
      (candidate) => candidate.context.values.get('state')?.value === state,
    );
    if (run === undefined || run.state !== 'waiting-for-browser')
      return { accepted: false, sentence: 'Its state belongs to no run that waits. Start the flow again.' };
    try {
      run.definition.callback?.(run.context, parameters);
    } catch (error) {
      if (!(error instanceof FlowFailure)) throw error;
      this.#ports.recorder.flush();
      this.#end(run, 'failed', error.message);
      return { accepted: true, sentence: `${error.message}. You can close this tab.` };
    }
    if (run.mode === 'step') this.#pause(run);
    // After the answer to the browser is on its way: the run does not hold it.
    else setImmediate(() => void this.#proceed(run));
    return {
      accepted: true,
      sentence: 'The client has the answer. You can close this tab and go back to Gatehouse.',
    };
  }

  async restore(): Promise<void> {
    for (const { value } of await this.#ports.records.list<FlowRun>(flowRunKind))
      this.#past.set(value.id, value);
  }

  forget(): void {
    for (const run of this.#runs.values())
      if (!run.isOver) this.#end(run, 'cancelled', 'All runs were removed.');
    this.#runs.clear();
    this.#past.clear();
  }

  close(): void {
    this.#stopping.abort();
    this.#unfollow();
    for (const run of this.#runs.values())
      if (!run.isOver) this.#end(run, 'cancelled', 'Gatehouse was closed.');
  }

  #suitableClients({ kind, check, needsUser }: FlowDefinition): string[] {
    const start: FlowStart = { kind, clientId: '', username: null, mode: 'run', browser: 'system' };
    return this.#ports.clients().flatMap(({ clientId }) => {
      try {
        check(this.#context({ ...start, clientId }, needsUser));
        return [clientId];
      } catch (error) {
        // Also while a service is stopped: then no client can run the flow.
        if (error instanceof GatehouseError) return [];
        throw error;
      }
    });
  }

  #draw(bytes: number): string {
    return base64urlEncode(this.#ports.random.bytes(bytes));
  }

  #context(start: FlowStart, needsUser: boolean): FlowContext {
    const ports = this.#ports;
    const client = ports.client(start.clientId);
    if (client === undefined)
      throw new GatehouseError('flow.unknown-client', `The workspace has no client ${start.clientId}.`, {
        fix: 'Pick another client, or add its file under oauth/clients.',
      });
    return {
      runId: this.#draw(9),
      client,
      clientSecret: ports.clientSecret(client.clientId),
      username: needsUser ? start.username : null,
      vendor: ports.vendor(),
      authorizationServer: running(
        ports.authorizationServer(),
        'authorizationServer',
        'The authorization server',
      ),
      upstreams: running(ports.upstreams(), 'sampleUpstreams', 'The sample client'),
      codeLifetimeSeconds: ports.codeLifetimeSeconds(),
      nowMillis: () => ports.clock.nowMillis(),
      values: new Map(),
      transactionId: null,
    };
  }

  #waiting(runId: string): Run {
    const run = this.#runs.get(runId);
    if (run?.state === 'paused') return run;
    throw new GatehouseError('flow.not-waiting', 'The run is not paused.', {
      fix: 'Finish the sign-in in the browser, or start a new run.',
    });
  }

  #sendBrowser(run: Run, start: FlowStart): void {
    run.state = 'waiting-for-browser';
    run.note =
      start.browser === 'system' ? 'Waiting for you to sign in in the browser.' : 'Signing in unattended.';
    this.#changed(run);
    if (start.browser === 'unattended') void this.#signIn(run);
  }

  async #signIn(run: Run): Promise<void> {
    const { username, upstreams } = run.context;
    const password = username === null ? null : this.#ports.userPassword(username);
    try {
      if (username === null || password === null)
        throw new FlowFailure('The user has no password that can be used.');
      const startUrl = `${upstreams}/login?run=${run.id}`;
      const { signal } = this.#stopping;
      await signInUnattended({ send: this.#ports.send, runId: run.id, startUrl, username, password, signal });
    } catch (error) {
      if (!run.isOver) this.#end(run, 'failed', messageOf(error));
    }
  }

  #pause(run: Run): void {
    const step = run.nextEngineStep;
    run.state = 'paused';
    run.note = step === null ? 'Nothing is left to do.' : `Paused before ${step.method} ${step.path}.`;
    this.#changed(run);
  }

  async #proceed(run: Run): Promise<void> {
    run.state = 'running';
    while (!run.isOver && run.nextEngineStep !== null) await this.#step(run);
  }

  async #step(run: Run): Promise<void> {
    const step = run.nextEngineStep;
    const request = step?.request?.(run.context);
    if (step === null || request === undefined) return this.#end(run, 'passed', 'Nothing was left to do.');
    run.state = 'running';
    run.note = `${step.method} ${step.path}`;
    this.#changed(run);
    try {
      const { exchangeId, response } = await this.#ports.send(request, {
        service: 'flowDebugger',
        tags: [`run:${run.id}`],
      });
      run.sent(step, exchangeId, response.status);
      this.#ports.recorder.flush();
      step.receive?.(run.context, response);
    } catch (error) {
      if (error instanceof SendFailure) run.sent(step, error.exchangeId, null);
      return this.#end(run, 'failed', messageOf(error));
    }
    if (run.nextEngineStep === null) this.#end(run, 'passed', 'The resource server accepted the token.');
    else if (run.mode === 'step') this.#pause(run);
    else this.#changed(run);
  }

  #end(run: Run, state: FlowRun['state'], note: string): void {
    if (run.isOver) return;
    run.state = state;
    run.note = note;
    this.#changed(run);
    this.#forgetOldest();
  }

  #forgetOldest(): void {
    for (const { id } of this.list().slice(keptRuns)) {
      this.#runs.delete(id);
      this.#past.delete(id);
      this.#ports.records.remove(flowRunKind, id);
    }
  }

  #changed(run: Run): void {
    // A step of a run that was forgotten may still be on its way back.
    if (run.isOver && this.#runs.has(run.id))
      this.#ports.records.put(flowRunKind, run.id, run.view(), { sealed: true });
    for (const listener of this.#listeners) listener(run.id);
  }
}

function running(origin: string | null, key: ServiceKey, what: string): string {
  if (origin !== null) return origin;
  throw new GatehouseError('flow.service-stopped', `${what} does not run.`, {
    fix: 'Start it, then run the flow again.',
    location: { file: 'gatehouse.json', pointer: `/services/${key}` },
    actions: [{ kind: 'start-service', service: key }],
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
