import type { PackedExchange } from '#main/platform/exchange-codec.ts';
import { headerValue } from '#main/platform/raw-http.ts';
import type { FlowRun, FlowStart, FlowStep, FlowValue } from '#shared/api/index.ts';
import { mask } from '#shared/exchange/index.ts';
import {
  type FlowContext,
  type FlowDefinition,
  type FlowStepDefinition,
  type ObservedExchange,
  userOf,
} from './flow-definition.ts';

/** What has happened to one arrow of the sequence. */
interface Happened {
  readonly definition: FlowStepDefinition;
  readonly status: number | null;
  /** Port of the sender's end of the connection; 0 where it is not known. */
  readonly clientPort: number;
  readonly remark: string;
  readonly clientExchangeId: string | null;
  readonly serverExchangeId: string | null;
}

/** A run of a flow: its values, what has happened, and what it waits for. Holds no timers and sends nothing. */
export class Run {
  readonly definition: FlowDefinition;
  readonly context: FlowContext;
  readonly #number: number;
  readonly #start: FlowStart;
  readonly #startedAtMillis: number;
  readonly #happened: Happened[] = [];
  /** Exchanges that were matched, so that none counts twice. */
  readonly #seen = new Set<string>();
  state: FlowRun['state'] = 'running';
  mode: FlowRun['mode'];
  note = '';

  constructor(definition: FlowDefinition, context: FlowContext, start: FlowStart, number: number) {
    this.definition = definition;
    this.context = context;
    this.#start = start;
    this.#number = number;
    this.#startedAtMillis = context.nowMillis();
    this.mode = start.mode;
  }

  get id(): string {
    return this.context.runId;
  }

  get isOver(): boolean {
    return this.state === 'passed' || this.state === 'failed' || this.state === 'cancelled';
  }

  /** The step that the engine does next, or null when none is left. */
  get nextEngineStep(): FlowStepDefinition | null {
    const done = new Set(this.#happened.map(({ definition }) => definition.id));
    return this.definition.steps.find((step) => step.by === 'engine' && !done.has(step.id)) ?? null;
  }

  /** Notes an arrow that the engine caused. */
  sent(definition: FlowStepDefinition, clientExchangeId: string, status: number | null): void {
    const serverExchangeId = this.#takeSeenBy(definition)?.serverExchangeId ?? null;
    this.#insert({ definition, status, clientPort: 0, remark: '', clientExchangeId, serverExchangeId });
  }

  /** What a server recorded before the engine's own record of the same arrow existed. */
  #takeSeenBy(definition: FlowStepDefinition): Happened | undefined {
    const index = this.#happened.findIndex(
      (step) => step.definition === definition && step.clientExchangeId === null,
    );
    return index < 0 ? undefined : this.#happened.splice(index, 1)[0];
  }

  /** Matches an exchange that a server or a sender recorded; true when it belongs to this run. */
  observe(packed: PackedExchange): boolean {
    if (packed.draft.side === 'client') return this.#observeSender(packed);
    if (this.#seen.has(packed.id)) return false;
    const exchange = toObserved(packed);
    const definition = this.definition.steps.find((step) => step.isSeenAs(exchange, this.context));
    if (definition === undefined) return false;
    this.#seen.add(packed.id);
    this.#noteTransaction(exchange);
    const { status, clientPort } = packed.draft;
    const existing = this.#happened.findLastIndex((step) => step.definition === definition);
    const before = this.#happened[existing];
    if (before !== undefined && before.serverExchangeId === null)
      this.#happened[existing] = { ...before, serverExchangeId: packed.id };
    else if (before === undefined || definition.repeats === true)
      this.#insert({
        definition,
        clientPort,
        status,
        remark: definition.describe?.(exchange) ?? userOf(exchange.tags),
        clientExchangeId: null,
        serverExchangeId: packed.id,
      });
    return true;
  }

  #noteTransaction({ tags }: ObservedExchange): void {
    const transaction = tags.find((tag) => tag.startsWith('txn:'));
    if (transaction !== undefined) this.context.transactionId ??= transaction.slice(4);
  }

  /** Keeps the order of the definition: records arrive in batches, not always in the order of the arrows. */
  #insert(step: Happened): void {
    const order = (candidate: Happened) => this.definition.steps.indexOf(candidate.definition);
    const at = this.#happened.findIndex((candidate) => order(candidate) > order(step));
    if (at < 0) this.#happened.push(step);
    else this.#happened.splice(at, 0, step);
  }

  /** Joins a sender's own record to the arrow whose server end has the same connection. */
  #observeSender({ id, draft }: PackedExchange): boolean {
    const index = this.#happened.findIndex(
      (step) =>
        step.clientExchangeId === null && step.clientPort === draft.clientPort && draft.clientPort !== 0,
    );
    const step = this.#happened[index];
    if (step === undefined) return false;
    this.#happened[index] = { ...step, clientExchangeId: id };
    return true;
  }

  /** The run as the screens see it: nothing secret in clear. */
  view(): FlowRun {
    return {
      id: this.id,
      number: this.#number,
      kind: this.definition.kind,
      clientId: this.context.client.clientId,
      username: this.context.username,
      mode: this.mode,
      state: this.state,
      startedAtMillis: this.#startedAtMillis,
      browserUrl: this.state === 'waiting-for-browser' ? this.#browserUrl() : null,
      note: this.note,
      steps: this.#steps(),
      values: [...this.context.values].map(([name, value]) => toFlowValue(name, value)),
    };
  }

  #browserUrl(): string | null {
    if (this.#start.browser === 'unattended') return null;
    return `${this.context.upstreams}/login?run=${this.id}`;
  }

  #steps(): FlowStep[] {
    const next = this.#nextIndex();
    const rows = this.definition.steps.flatMap((definition, index) => {
      const happened = this.#happened.filter((step) => step.definition === definition);
      return happened.length > 0
        ? happened.map((step) => happenedRow(step))
        : [plannedRow(definition, this.isOver ? 'not-reached' : this.#plannedState(index, next))];
    });
    return rows.map((row, index) => ({ ...row, number: index + 1 }));
  }

  /** Index of the first step after the last one that happened. */
  #nextIndex(): number {
    const last = this.#happened.at(-1);
    return last === undefined ? 0 : this.definition.steps.indexOf(last.definition) + 1;
  }

  #plannedState(index: number, next: number): FlowStep['state'] {
    if (index !== next) return 'not-reached';
    return this.state === 'waiting-for-browser' ? 'waiting' : 'current';
  }
}

function toObserved({ draft, requestBody }: PackedExchange): ObservedExchange {
  const [path = '', query = ''] = draft.target.split('?', 2);
  return {
    service: draft.service,
    method: draft.method,
    path,
    query: new Map(new URLSearchParams(query)),
    tags: draft.tags,
    authorization: headerValue(draft.requestHeaders, 'authorization') ?? '',
    requestBody: requestBody.text,
  };
}

type Row = Omit<FlowStep, 'number'>;

function happenedRow({ definition, status, remark, clientExchangeId, serverExchangeId }: Happened): Row {
  const { id, method, path, from, to } = definition;
  const failed = status === null || status >= 400;
  const state = failed ? 'failed' : 'done';
  return { id, method, path, from, to, state, status, remark, clientExchangeId, serverExchangeId };
}

function plannedRow(
  { id, method, path, from, to, remark = '' }: FlowStepDefinition,
  state: FlowStep['state'],
): Row {
  return {
    id,
    method,
    path,
    from,
    to,
    state,
    status: null,
    remark,
    clientExchangeId: null,
    serverExchangeId: null,
  };
}

function toFlowValue(name: string, { value, secret, state, tone, remark, ...times }: RunValueOf): FlowValue {
  return { name, state, tone, preview: secret ? mask : value, secret, remark, ...times };
}

type RunValueOf = FlowContext['values'] extends Map<string, infer Value> ? Value : never;
