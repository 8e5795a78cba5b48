import type { Player } from '#main/services/flow-player/index.ts';
import type { FlowRun } from '#shared/api/index.ts';
import type { ScriptStep } from '#shared/flows/index.ts';
import type { ObservedExchange } from './observe.ts';
import type { Happened, PlannedRow } from './run-rows.ts';

const maxUnclaimed = 256;

/**
 * The request that a person's browser was told to make: it identifies the browser's requests among those of others.
 */
export interface Expected {
  readonly step: ScriptStep;
  readonly url: string;
  /** Host and target of the authorization request, exactly as it was given to the browser. */
  readonly host: string;
  readonly target: string;
}

/** The parts of its run that the matcher reads, and changes. */
interface MatchedRun {
  readonly id: string;
  readonly plan: { readonly browser: FlowRun['browser'] };
  readonly player: Pick<Player, 'fillNow'>;
  readonly steps: readonly ScriptStep[];
  readonly planned: readonly PlannedRow[];
  readonly happened: readonly Happened[];
  addRow(row: Happened): void;
  replaceHappened(row: Happened, by: Happened): void;
}

/** Finds which of the recorded exchanges are whose arrows: by the connection, or by what only this run can have asked. */
export class ExchangeMatcher {
  readonly #run: MatchedRun;
  readonly #seen = new Set<string>();
  /** Servers' records that came before the sender's own, by the port of the connection. */
  readonly #unclaimed = new Map<number, { readonly exchange: ObservedExchange; readonly user: string }>();
  readonly #senders = new Map<number, string>();
  #transaction: string | null = null;
  expected: Expected | null = null;
  /** The answer of the authorization server as it arrived: query, or form. */
  callbackText: string | null = null;

  constructor(run: MatchedRun) {
    this.#run = run;
  }

  /** A row with the server's record of the same connection, where there is one already. */
  withServer(row: Happened): Happened {
    const found = row.clientPort === 0 ? undefined : this.#unclaimed.get(row.clientPort);
    if (found === undefined) return row;
    this.#unclaimed.delete(row.clientPort);
    this.#noteTransaction(found.exchange);
    return {
      ...row,
      serverExchangeId: found.exchange.id,
      remark: row.remark === '' ? describe(found.exchange, found.user) : row.remark,
    };
  }

  /** True when the exchange belongs to the run. */
  observe(exchange: ObservedExchange, user: string): boolean {
    if (exchange.side === 'client') return this.#observeSender(exchange);
    if (this.#seen.has(exchange.id)) return false;
    const isOurs =
      this.#claim(exchange, user) ||
      this.#observePerson(exchange, user) ||
      this.#observeServers(exchange, user);
    if (isOurs) this.#seen.add(exchange.id);
    else this.#remember(exchange, user);
    return isOurs;
  }

  /** A row of this connection that the engine itself caused. */
  #claim(exchange: ObservedExchange, user: string): boolean {
    const { clientPort } = exchange;
    const row = this.#run.happened.findLast(
      (candidate) =>
        candidate.clientPort === clientPort && clientPort !== 0 && candidate.serverExchangeId === null,
    );
    if (row === undefined) return false;
    this.#noteTransaction(exchange);
    const remark = row.remark === '' ? describe(exchange, user) : row.remark;
    this.#run.replaceHappened(row, { ...row, serverExchangeId: exchange.id, remark });
    return true;
  }

  #remember(exchange: ObservedExchange, user: string): void {
    if (exchange.clientPort === 0) return;
    this.#unclaimed.set(exchange.clientPort, { exchange, user });
    const oldest = this.#unclaimed.keys().next();
    if (this.#unclaimed.size > maxUnclaimed && oldest.done !== true) this.#unclaimed.delete(oldest.value);
  }

  #noteTransaction({ tags }: ObservedExchange): void {
    this.#transaction ??= tags.find((tag) => tag.startsWith('txn:'))?.slice(4) ?? null;
  }

  /** Requests of a person's browser. */
  #observePerson(exchange: ObservedExchange, user: string): boolean {
    const { expected } = this;
    // If the engine is the browser, each arrow is its own: the server's record waits for it, and never appears alone.
    if (expected === null || this.#run.plan.browser === 'unattended') return false;
    const { id } = expected.step;
    if (exchange.service === 'sampleUpstreams') {
      if (exchange.path === '/login' && exchange.query.get('run') === this.#run.id)
        return this.#row(`${id}/login`, exchange, '');
      return (
        this.#isCallback(exchange) &&
        this.#row(`${id}/callback`, exchange, [...exchange.query.keys()].join(', '))
      );
    }
    if (exchange.service !== 'authorizationServer') return false;
    if (exchange.target === expected.target && exchange.host === expected.host) {
      this.#noteTransaction(exchange);
      return this.#row(id, exchange, user);
    }
    const isOfTransaction = this.#transaction !== null && exchange.tags.includes(`txn:${this.#transaction}`);
    return isOfTransaction && this.#row(`${id}/page`, exchange, describe(exchange, user));
  }

  #isCallback({ target, requestBody }: ObservedExchange): boolean {
    const text = this.callbackText;
    return text !== null && text !== '' && (target.endsWith(`?${text}`) || requestBody === text);
  }

  /** Requests between servers that a step of the script waits for. */
  #observeServers(exchange: ObservedExchange, user: string): boolean {
    const step = this.#run.steps.find(
      (candidate) =>
        candidate.act === 'observe' &&
        candidate.method === exchange.method &&
        candidate.path === exchange.path &&
        candidate.holds.every((text) => {
          const filled = this.#run.player.fillNow(text);
          return filled !== null && filled !== '' && exchange.requestBody.includes(filled);
        }),
    );
    if (step === undefined || this.#run.happened.some(({ rowId }) => rowId === step.id)) return false;
    return this.#row(step.id, exchange, user);
  }

  #row(rowId: string, exchange: ObservedExchange, remark: string): boolean {
    const planned = this.#run.planned.find(({ id }) => id === rowId);
    if (planned === undefined) return false;
    const existing = this.#run.happened.find((row) => row.rowId === rowId && row.serverExchangeId === null);
    const found = {
      rowId,
      stepId: planned.stepId,
      method: exchange.method,
      path: exchange.path,
      from: planned.from,
      to: planned.to,
      status: exchange.status,
      isFailed: exchange.status === null || exchange.status >= 400,
      isUnseen: false,
      remark,
      clientPort: exchange.clientPort,
      clientExchangeId: existing?.clientExchangeId ?? this.#senders.get(exchange.clientPort) ?? null,
      serverExchangeId: exchange.id,
    };
    if (existing === undefined) this.#run.addRow(found);
    else this.#run.replaceHappened(existing, found);
    return true;
  }

  /** Joins a sender's own record to the arrow whose server end has the same connection. */
  #observeSender({ id, clientPort }: ObservedExchange): boolean {
    if (clientPort === 0) return false;
    const row = this.#run.happened.findLast(
      (candidate) => candidate.clientExchangeId === null && candidate.clientPort === clientPort,
    );
    if (row === undefined) {
      this.#senders.set(clientPort, id);
      const oldest = this.#senders.keys().next();
      if (this.#senders.size > maxUnclaimed && oldest.done !== true) this.#senders.delete(oldest.value);
      return false;
    }
    this.#run.replaceHappened(row, { ...row, clientExchangeId: id });
    return true;
  }
}

/** The words beside an arrow of the front channel: the user who signs in, the decision. */
function describe({ method, requestBody }: ObservedExchange, user: string): string {
  const decision = method === 'POST' ? new URLSearchParams(requestBody).get('decision') : null;
  if (decision !== null) return `consent, ${decision}`;
  const isSignIn = method === 'POST' && new URLSearchParams(requestBody).has('password');
  return isSignIn ? `sign-in ${user}`.trim() : user;
}
