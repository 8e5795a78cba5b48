import type { PackedExchange } from '#main/platform/exchange-codec.ts';
import { nextRevision } from '#main/platform/revision.ts';
import { systemTimers } from '#main/platform/timers.ts';
import type { Player, SendOutcome } from '#main/services/flow-player/index.ts';
import type { FlowBreakpoint, FlowRun, FlowStart, HoldPhase } from '#shared/api/index.ts';
import type { FlowExpectation } from '#shared/flows/expectations/index.ts';
import {
  type FlowScript,
  isDue,
  type RequestTemplate,
  repeatedId,
  type ScriptStep,
} from '#shared/flows/index.ts';
import { isOver } from '#shared/flows/run-state.ts';
import { ClientChecks } from './client-checks/client-checks.ts';
import { editsText } from './edits-text.ts';
import { ExchangeMatcher } from './exchange-matcher.ts';
import { openExpectation } from './expect/open-expectation.ts';
import { type Hold, holdRow, type RunPicture } from './hold.ts';
import { type ObservedExchange, userOf } from './observe.ts';
import {
  flowSteps,
  type Happened,
  type PlannedRow,
  plannedRows,
  rowWithoutExchange,
  shownSteps,
} from './run-rows.ts';
import { ServerRefusals } from './server-refusals.ts';
import { valuesView } from './values-view.ts';

/** The request for a run, and its origin: enough to repeat it. */
export interface RunPlan {
  readonly kind: string;
  readonly target: string | null;
  readonly clientId: string;
  readonly username: string | null;
  readonly browser: FlowRun['browser'];
  readonly mode: FlowRun['mode'];
  readonly breakpoints: readonly FlowBreakpoint[];
  readonly origin: FlowRun['origin'];
  readonly script: FlowScript;
  /** The expectations of its outcome; absent: nothing in particular is expected. */
  readonly expectations?: readonly FlowExpectation[];
  /** Name of the tokens that this run gets: its newest run is kept, however old it is. Absent: runs are dropped by age. */
  readonly keptAs?: string;
  /** The options that the script was made with; absent: it was not made from any. */
  readonly options?: FlowStart['options'];
  /** Id of the step from which on a refusal does not end the run; absent: each does. */
  readonly lenientFrom?: string | null;
  /** The only origins that its requests go to; absent: all that its script names. */
  readonly origins?: readonly string[];
  /** The script as it was before anything was edited in it. */
  readonly original: FlowScript;
}

/** A run of a flow: its past, its present wait, its edits. Holds no timers and sends nothing. */
export class Run {
  readonly id: string;
  readonly number: number;
  readonly plan: RunPlan;
  readonly player: Player;
  readonly startedAtMillis: number;
  readonly #beganMillis = systemTimers.nowMillis();
  #tookMillis: number | null = null;
  /** Steps as they are now: edited ones in place of the flow's, repeated ones added. */
  readonly steps: ScriptStep[];
  readonly matcher: ExchangeMatcher;
  readonly checks: ClientChecks;
  readonly #originals: Map<string, RequestTemplate>;
  readonly #editedValues = new Set<string>();
  /** Steps before whose request the run was held. */
  readonly heldAt = new Set<string>();
  /** Ids of the steps that were done by hand: the run itself passes over them. */
  readonly #extra = new Set<string>();
  readonly #valuesBefore = new Map<string, string>();
  readonly #happened: Happened[] = [];
  readonly #beginsAtClient: boolean;
  #cursor = 0;
  breakpoints: readonly FlowBreakpoint[];
  state: FlowRun['state'] = 'running';
  mode: FlowRun['mode'];
  hold: Hold | null = null;
  note = '';
  browserUrl: string | null = null;
  callback: FlowRun['callback'] = 'arrives';
  /** The engine itself is bringing the answer to the sample client. */
  isDelivering = false;
  /** The act of the sign-in's file at which it stopped, from 1; null: at none. */
  stoppedAct: number | null = null;
  /** Acts of a person that were watched in its browser. */
  watchedActs = 0;
  /** The outcome of each expectation; open until the run has ended. */
  expectations: FlowRun['expectations'];
  /** The picture of the page at which it stopped; null: there is none. */
  picture: RunPicture | null = null;
  readonly #refusals = new ServerRefusals();
  /** Ends what waits elsewhere, a browser for one, when the run is cancelled. */
  readonly ending = new AbortController();

  constructor(id: string, number: number, plan: RunPlan, player: Player, beginsAtClient: boolean) {
    this.id = id;
    this.number = number;
    this.plan = plan;
    this.player = player;
    this.startedAtMillis = player.nowMillis();
    this.steps = [...plan.script.steps];
    this.mode = plan.mode;
    this.breakpoints = plan.breakpoints;
    this.#beginsAtClient = beginsAtClient;
    this.#originals = new Map(
      plan.original.steps.flatMap((step) => ('request' in step ? [[step.id, step.request] as const] : [])),
    );
    this.expectations = (plan.expectations ?? []).map(openExpectation);
    this.matcher = new ExchangeMatcher(this);
    this.checks = new ClientChecks(this);
  }

  get isOver(): boolean {
    return isOver(this);
  }

  /** Notes that it has come to its end: from now on its time stands still. */
  close(): void {
    this.#tookMillis ??= systemTimers.nowMillis() - this.#beganMillis;
  }

  /** The step that comes next, or undefined when none is left. */
  get next(): ScriptStep | undefined {
    return this.steps
      .slice(this.#cursor)
      .find((step) => !this.#extra.has(step.id) && isDue(step, this.player.values));
  }

  /** Passes on from a step that was done. */
  advance({ id }: Pick<ScriptStep, 'id'>): void {
    this.#cursor = this.steps.findIndex((step) => step.id === id) + 1;
  }

  step(stepId: string): ScriptStep | undefined {
    return this.steps.find(({ id }) => id === stepId);
  }

  /** The steps as they would be done again: without those that were added by hand after the end. */
  get ownSteps(): ScriptStep[] {
    return this.steps.filter(({ id }) => this.plan.script.steps.some((step) => step.id === id));
  }

  /** A step whose request can be edited; undefined where the id names none. */
  requestStep(stepId: string): Extract<ScriptStep, { request: RequestTemplate }> | undefined {
    const step = this.step(stepId);
    return step !== undefined && 'request' in step ? step : undefined;
  }

  original(stepId: string): RequestTemplate | undefined {
    return this.#originals.get(stepId);
  }

  /** Replaces a request of the flow by an edited one; completed steps are kept. */
  edit(stepId: string, request: RequestTemplate): void {
    const index = this.steps.findIndex(({ id }) => id === stepId);
    const step = this.steps[index];
    if (step === undefined || !('request' in step)) return;
    const edited = { ...step, request };
    this.steps[index] = edited;
    if (this.hold?.step.id === stepId && this.hold.phase === 'request')
      this.hold = { phase: 'request', step: edited };
  }

  /** Adds a step that is performed by hand: behind another one, or at the current position. */
  insert(step: ScriptStep, behind: string | null): void {
    const index =
      behind === null
        ? this.isOver
          ? this.steps.length
          : this.#cursor
        : this.steps.findIndex(({ id }) => id === behind) + 1;
    this.steps.splice(index, 0, step);
    this.#extra.add(step.id);
    // A step that is sent again is compared with the flow's own request, so that its edits still show.
    if ('request' in step)
      this.#originals.set(step.id, this.#originals.get(repeatedId(step.id)) ?? step.request);
    if (index <= this.#cursor) this.#cursor += 1;
  }

  /** Returns true if a refusal at this step is part of the observation, and no end. */
  isLenient(stepId: string): boolean {
    const { lenientFrom } = this.plan;
    if (lenientFrom == null) return false;
    const at = (id: string) => this.steps.findIndex((step) => step.id === id);
    return at(stepId) >= at(lenientFrom);
  }

  mustHold(stepId: string, phase: HoldPhase): boolean {
    if (this.mode === 'step' && phase === 'request') return true;
    return this.breakpoints.some((breakpoint) => breakpoint.stepId === stepId && breakpoint.at === phase);
  }

  /** Types a value over one of the run; null takes it back. */
  setValue(name: string, value: string | null): void {
    const before = this.player.values.get(name);
    if (before === undefined) return;
    if (value === null) {
      const was = this.#valuesBefore.get(name);
      if (was !== undefined) this.player.set(name, { ...before, value: was });
      this.#editedValues.delete(name);
      this.#valuesBefore.delete(name);
      return;
    }
    if (!this.#valuesBefore.has(name)) this.#valuesBefore.set(name, before.value);
    this.player.set(name, { ...before, value });
    this.#editedValues.add(name);
  }

  get planned(): readonly PlannedRow[] {
    const callback = this.player.client()?.redirectUri ?? '';
    const callbackPath = URL.canParse(callback) ? new URL(callback).pathname : callback;
    const fill = (path: string) => this.player.fillNow(path);
    const shown = shownSteps(this.steps, this.next, this.#happened);
    return plannedRows(shown, { beginsAtClient: this.#beginsAtClient, callbackPath, fill });
  }

  get happened(): readonly Happened[] {
    return this.#happened;
  }

  /** Notes an arrow. Rows keep the order of the script; records arrive in batches, not always in that of the arrows. */
  addRow(row: Happened): void {
    const { planned } = this;
    const order = (rowId: string) => planned.findIndex(({ id }) => id === rowId);
    const own = order(row.rowId);
    const at = this.#happened.findIndex((other) => order(other.rowId) > own);
    if (at < 0) this.#happened.push(row);
    else this.#happened.splice(at, 0, row);
  }

  replaceHappened(before: Happened, after: Happened): void {
    const index = this.#happened.indexOf(before);
    if (index >= 0) this.#happened[index] = after;
  }

  /** Notes an arrow that the engine caused. */
  sent(rowId: string, stepId: string, outcome: SendOutcome, remark = ''): void {
    const planned = this.planned.find(({ id }) => id === rowId);
    if (planned === undefined) return;
    const { request, response } = outcome;
    const row: Happened = {
      rowId,
      stepId,
      method: request.method.slice(0, 40),
      path: request.target.split('?', 1)[0] ?? '',
      from: planned.from,
      to: planned.to,
      status: response?.status ?? null,
      isFailed: response === null || response.status >= 400,
      isUnseen: false,
      remark,
      clientPort: response?.clientPort ?? 0,
      clientExchangeId: outcome.exchangeId === '' ? null : outcome.exchangeId,
      serverExchangeId: null,
    };
    this.addRow(this.matcher.withServer(row));
  }

  /** Notes a request that a controlled browser made; the server's own record of it may have come before. */
  hop(
    rowId: string,
    stepId: string,
    {
      method,
      url,
      status,
    }: { readonly method: string; readonly url: string; readonly status: number | null },
    clientExchangeId: string,
  ): void {
    const path = new URL(url).pathname;
    const seen = this.#happened.find(
      (row) =>
        row.rowId === rowId && row.clientExchangeId === null && row.method === method && row.path === path,
    );
    if (seen !== undefined) {
      const found = { ...seen, clientExchangeId, status: seen.status ?? status, isUnseen: false };
      return this.replaceHappened(seen, { ...found, isFailed: found.status === null || found.status >= 400 });
    }
    const planned = this.planned.find(({ id }) => id === rowId);
    if (planned === undefined) return;
    this.addRow({
      rowId,
      stepId,
      method,
      path,
      from: planned.from,
      to: planned.to,
      status,
      isFailed: status === null || status >= 400,
      isUnseen: false,
      remark: '',
      clientPort: 0,
      clientExchangeId,
      serverExchangeId: null,
    });
  }

  /** Notes a step that is no arrow: time that passed, something that was done at the server. */
  passed(step: ScriptStep, isUnseen = false): void {
    const planned = this.planned.find(({ id }) => id === step.id);
    if (planned === undefined) return;
    this.addRow(rowWithoutExchange(planned, isUnseen));
  }

  /** Notes that an arrow happened where nobody could look. */
  unseen(rowId: string): void {
    if (this.#happened.some((row) => row.rowId === rowId)) return;
    const planned = this.planned.find(({ id }) => id === rowId);
    if (planned === undefined) return;
    this.addRow({ ...rowWithoutExchange(planned, true), remark: '' });
  }

  /** Matches an exchange that a server or a sender recorded; true when it belongs to this run. */
  observe(packed: PackedExchange, exchange: ObservedExchange): boolean {
    this.#refusals.note(packed);
    return this.matcher.observe(exchange, userOf(packed.draft.tags));
  }

  /** Ids of the rules by which a server of ours refused at a step; null: none of ours answered it. */
  refusedBy(stepId: string): readonly string[] | null {
    return this.#refusals.at(this.#happened, stepId);
  }

  /** The run as the screens see it: nothing secret in clear. */
  view(): FlowRun {
    const { plan } = this;
    const requests = (stepId: string) => {
      const now = this.requestStep(stepId)?.request;
      const original = this.#originals.get(stepId);
      return now === undefined || original === undefined ? null : { now, original };
    };
    const hold = this.hold === null ? null : { rowId: holdRow(this.hold), phase: this.hold.phase };
    const steps = flowSteps(this.planned, {
      happened: this.#happened,
      isOver: this.isOver,
      isWaiting: this.state === 'waiting-for-browser',
      hold,
      breakpoints: this.breakpoints,
      requests,
    });
    return {
      id: this.id,
      number: this.number,
      kind: plan.kind,
      title: plan.script.title,
      target: plan.target,
      clientId: plan.clientId,
      username: plan.username,
      browser: plan.browser,
      mode: this.mode,
      state: this.state,
      startedAtMillis: this.startedAtMillis,
      tookMillis: this.#tookMillis,
      browserUrl: this.state === 'waiting-for-browser' ? this.browserUrl : null,
      callback: this.callback,
      hold,
      note: this.note,
      edits: editsText(this.steps, {
        extra: this.#extra,
        originals: this.#originals,
        values: this.#editedValues,
      }),
      origin: plan.origin,
      steps,
      values: valuesView(this.player.values, {
        steps,
        nowMillis: this.player.nowMillis(),
        requestOf: (id) => this.requestStep(id)?.request,
        edited: this.#editedValues,
      }),
      checks: this.checks.view(),
      failedAt: this.#failedAt(),
      picture: this.picture === null ? null : { stepId: this.picture.stepId },
      expectations: this.expectations,
      watchedActs: this.watchedActs,
      keptAs: plan.keptAs ?? null,
      revision: nextRevision(),
    };
  }

  /** A browser that came back with an answer, a refusal too, has signed in. */
  #failedAt(): FlowRun['failedAt'] {
    const { next } = this;
    if (this.state !== 'failed' || next === undefined) return null;
    const isSignIn = next.act === 'browse' && !this.player.callbacks.has(next.id);
    return { stepId: next.id, isSignIn, act: isSignIn ? this.stoppedAct : null };
  }
}
