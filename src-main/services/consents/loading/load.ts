import type { Loading, PlanRow, PlanText, RowSettlement, SettlementStatus } from '#shared/consents/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import type { Journal } from '../journal/journal.ts';
import type { PlatformAsk, PlatformClient, PlatformResponse } from '../platform-client/client.ts';
import {
  acceptConsent,
  type ConsentState,
  consentStateOf,
  readConsent,
} from '../platform-client/consents.ts';
import { alreadyThere, takenRevision } from './before.ts';
import { type Breaker } from './breaker.ts';
import { createLanes, type Lanes } from './concurrency.ts';
import type { Gate } from './gate.ts';
import type { Meter } from './meter.ts';
import type { PlanFile } from './plan-file.ts';
import type { LoadTexts } from './texts.ts';
import { type Failure, judge, networkFailure, refusedClient, type Verdict } from './verdict.ts';

/** Times that a row is sent when the platform fails by itself, and when it finds a conflict. */
const maxAttempts = 10;
const maxConflicts = 3;
const firstRetryMillis = 1_000;
const maxRetryMillis = 30_000;
const maxWaitMillis = 300_000;
const jitterMillis = 100;
/** Wait after which somebody may have consented anew: the state is read again. */
const longAgoMillis = 10_000;

export interface LoadPorts {
  readonly importId: string;
  readonly client: PlatformClient;
  readonly mediaType: string;
  readonly plan: PlanFile;
  readonly journal: Journal;
  readonly texts: LoadTexts;
  readonly reads: Gate;
  readonly writes: Gate;
  readonly breaker: Breaker;
  readonly meter: Meter;
  /** Asked anew for each row: pace and concurrency can be changed while it runs. */
  readonly settings: () => Loading;
  readonly clock: Clock;
  readonly random: Random;
  readonly monotonic: () => number;
}

/** A load that runs, or has ended. */
export interface Load {
  /**
   * Sends all unsettled rows; returns early if it was stopped.
   * @throws import.halted, import.target-refused
   */
  run(): Promise<void>;
  /** The settings have changed. */
  topUp(): void;
}

interface Task {
  readonly plan: PlanRow;
  attempts: number;
  conflicts: number;
  /** Times that the platform failed, when it was asked as well as when it was told. */
  failures: number;
  /** The consent that was there before; undefined: not asked yet. */
  before: ConsentState | null | undefined;
  /** It was sent before with an unknown outcome, or its state was read too long ago. */
  isOpen: boolean;
}

/**
 * Creates the load of a plan. `stop` lets running requests end and begins nothing more; `cut` ends those too.
 * Spec 3 §4.1, §8
 */
export function createLoad(ports: LoadPorts, stop: AbortSignal, cut: AbortSignal): Load {
  return new RowLoad(ports, stop, cut);
}

class RowLoad implements Load {
  readonly #ports: LoadPorts;
  readonly #stop: AbortSignal;
  readonly #cut: AbortSignal;
  readonly workers: Lanes<Task>;
  readonly #gone = new Map<number, Failure>();

  constructor(ports: LoadPorts, stop: AbortSignal, cut: AbortSignal) {
    this.#ports = ports;
    this.#stop = stop;
    this.#cut = cut;
    this.workers = createLanes<Task>(
      {
        next: () => this.#next(),
        perform: (task) => this.#guarded(task),
        parallel: () => ports.settings().parallel,
      },
      ports.monotonic,
      stop,
    );
  }

  async run(): Promise<void> {
    const { meter, journal } = this.#ports;
    meter.begin();
    try {
      await this.workers.run();
    } finally {
      meter.end();
      meter.doing.retrying = 0;
      await journal.settled();
    }
  }

  topUp(): void {
    this.workers.topUp();
  }

  async #next(): Promise<Task | null> {
    const { plan, journal } = this.#ports;
    for (;;) {
      const row = await plan.next();
      if (row === null) return null;
      const [number] = row;
      if (journal.ledger.isSettled(number)) continue;
      const open = journal.ledger.open.get(number);
      return {
        plan: row,
        attempts: open?.attempt ?? 0,
        conflicts: 0,
        failures: 0,
        before: open?.before ?? undefined,
        isOpen: open !== undefined,
      };
    }
  }

  async #guarded(task: Task): Promise<void> {
    const { meter } = this.#ports;
    meter.doing.inFlight += 1;
    try {
      await this.#perform(task);
    } catch (error) {
      // A task that was waiting for its turn when it was stopped has lost nothing.
      if (this.#stop.aborted && (error === this.#stop.reason || this.#cut.aborted)) return;
      throw error;
    } finally {
      meter.doing.inFlight -= 1;
      meter.doing.retrying = this.workers.retrying;
    }
  }

  async #perform(task: Task): Promise<void> {
    const [row, userId, index] = task.plan;
    const { texts, journal, clock, mediaType, writes } = this.#ports;
    const text = await texts.of(index);
    const gone = this.#gone.get(index);
    if (text === null || gone !== undefined) return this.#fail(task, gone ?? noRevision, false, null);
    if (await this.#isSettledByRead(task, text)) return;
    await journal.write({
      kind: 'sent',
      row,
      attempt: task.attempts + 1,
      atMillis: clock.nowMillis(),
      before: task.before ?? null,
    });
    const ask = acceptConsent(
      userId,
      { ...text, consentedAtMillis: this.#consentedAt(task) },
      mediaType,
      this.#transactionId(row),
    );
    const response = await this.#send(task, ask, writes, text);
    if (response === null) return;
    const verdict = judge(response);
    if (verdict.kind === 'accepted') this.#settle(task, 'accepted', null, response, text.revisionId);
    else await this.#retryOrFail(task, verdict, response, text);
  }

  /** Reads the state before, if that is asked for; true: nothing is to be sent any more, or not now. */
  async #isSettledByRead(task: Task, text: PlanText): Promise<boolean> {
    const { readBefore, overwriteNewer } = this.#ports.settings();
    if (!readBefore || (task.before !== undefined && !task.isOpen)) return false;
    const [row, userId] = task.plan;
    const response = await this.#send(
      task,
      readConsent(userId, text.agreementId, this.#transactionId(row)),
      this.#ports.reads,
      text,
    );
    if (response === null) return true;
    const verdict = judge(response);
    if (verdict.kind !== 'accepted') {
      await this.#retryOrFail(task, verdict, response, text);
      return true;
    }
    const state = consentStateOf(response);
    const consentedAtMillis = this.#consentedAt(task);
    // Once it was sent, at the latest revision of that time, the present consent may be the sent one.
    const taken =
      task.attempts > 0 ? takenRevision(state, task.before ?? null, text, consentedAtMillis) : null;
    if (taken !== null) {
      this.#settle(task, 'accepted', null, response, taken);
      return true;
    }
    task.before ??= state;
    task.isOpen = false;
    const already = alreadyThere(state, text, consentedAtMillis, overwriteNewer);
    if (already === null) return false;
    this.#settle(task, already, null, response, text.revisionId);
    return true;
  }

  /** Sends when its turn has come; null: it did not get an answer, and is tried again or has failed. */
  async #send(task: Task, ask: PlatformAsk, gate: Gate, text: PlanText): Promise<PlatformResponse | null> {
    const { client, meter } = this.#ports;
    const sentAtMillis = await gate.pass(this.#stop);
    const isWrite = ask.method === 'POST';
    if (isWrite) task.attempts += 1;
    let response: PlatformResponse;
    try {
      response = await client.request(ask, this.#cut);
    } catch (error) {
      if (this.#cut.aborted) throw error;
      // The target refused the client itself.
      if (error instanceof GatehouseError && error.code === 'import.target-refused') throw error;
      await this.#retryOrFail(task, { kind: 'transient', failure: networkFailure(error) }, null, text);
      return null;
    }
    const verdict = judge(response);
    if (verdict.kind === 'refused') {
      gate.refused(sentAtMillis);
      meter.refused(verdict.waitMillis ?? 0);
    } else gate.passed();
    return response;
  }

  async #retryOrFail(
    task: Task,
    verdict: Exclude<Verdict, { kind: 'accepted' }>,
    response: PlatformResponse | null,
    text: PlanText,
  ): Promise<void> {
    const { failure } = verdict;
    switch (verdict.kind) {
      case 'refused':
        this.#retry(task, Math.min(verdict.waitMillis ?? backOff(task.attempts), maxWaitMillis));
        return;
      case 'forbidden':
        throw refusedClient(failure, this.#ports.client.profile);
      case 'text-gone':
        return this.#lookUpText(task, failure, response, text);
      case 'conflict':
        task.conflicts += 1;
        if (task.conflicts < maxConflicts) this.#retry(task, firstRetryMillis);
        else this.#fail(task, failure, false, response);
        return;
      case 'transient':
        task.failures += 1;
        // It may have been taken all the same.
        task.isOpen = task.attempts > 0;
        // As long as nobody gets through, it is not the fault of a row.
        if (this.#ports.breaker.isOpen || task.failures < maxAttempts) this.#retryLater(task, failure);
        else this.#fail(task, failure, true, response);
        return;
      case 'row':
        this.#fail(task, failure, false, response);
        return;
    }
  }

  /** The platform does not know a text any more: it is looked up once, and then its rows have failed. */
  async #lookUpText(
    task: Task,
    failure: Failure,
    response: PlatformResponse | null,
    refused: PlanText,
  ): Promise<void> {
    const [, , index] = task.plan;
    const text = await this.#ports.texts.gone(index, refused);
    if (text !== null) return this.#retry(task, 0);
    this.#gone.set(index, failure);
    this.#fail(task, failure, false, response);
  }

  #retryLater(task: Task, failure: Failure): void {
    const waitMillis = this.#advice(failure, true) ?? backOff(task.failures);
    this.#retry(task, waitMillis);
  }

  #fail(task: Task, failure: Failure, isPassing: boolean, response: PlatformResponse | null): void {
    this.#settle(task, 'failed', failure, response);
    this.#advice(failure, isPassing);
  }

  /** Asks the breaker for advice: a time to wait, or nothing. @throws import.halted */
  #advice(failure: Failure, isPassing: boolean): number | null {
    const advice = this.#ports.breaker.failed(failure, isPassing, this.#ports.monotonic());
    if (advice.kind === 'halt') throw halted(failure, isPassing);
    if (advice.kind === 'go-on') return null;
    this.workers.hold(advice.millis);
    return advice.millis;
  }

  #retry(task: Task, afterMillis: number): void {
    const [jitter = 0] = this.#ports.random.bytes(1);
    if (afterMillis >= longAgoMillis && task.before !== undefined) task.isOpen = true;
    this.workers.retry(task, afterMillis + (jitter / 255) * Math.min(jitterMillis, afterMillis));
  }

  #settle(
    task: Task,
    status: Extract<SettlementStatus, 'accepted' | 'already-same' | 'already-newer' | 'failed'>,
    failure: Failure | null,
    response: PlatformResponse | null,
    revisionId = '',
  ): void {
    const { journal, meter, breaker, clock, monotonic } = this.#ports;
    const [row, userId] = task.plan;
    const settlement: RowSettlement = {
      row,
      status,
      httpStatus: failure?.httpStatus ?? response?.status ?? null,
      code: failure?.code ?? '',
      errorId: failure?.errorId ?? '',
      message: failure?.message ?? '',
      userId,
      revisionId,
      sentAtMillis: task.attempts === 0 ? null : clock.nowMillis(),
      attempts: task.attempts,
      exchangeId: response?.exchangeId ?? null,
    };
    // The next sending is written after it, or not at all: what is not on the disk yet is at most what is under way.
    journal.write({ kind: 'done', settlement }).catch(() => undefined);
    if (status === 'failed') return meter.failed();
    breaker.succeeded(monotonic());
    if (status === 'accepted') meter.accepted();
  }

  #consentedAt({ plan: [, , , consentedAtMillis] }: Task): number {
    const { journal, plan } = this.#ports;
    return consentedAtMillis ?? journal.ledger.begunAtMillis ?? plan.head.frozenAtMillis;
  }

  #transactionId(row: number): string {
    return `${this.#ports.importId}:${row}`;
  }
}

const noRevision: Failure = {
  httpStatus: null,
  code: 'no-effective-revision',
  errorId: '',
  message: 'The agreement no longer has an effective revision in this language.',
};

function backOff(attempts: number): number {
  return Math.min(maxRetryMillis, firstRetryMillis * 2 ** Math.max(0, attempts - 1));
}

function halted({ httpStatus, code, message }: Failure, isPassing: boolean): GatehouseError {
  const what = httpStatus === null ? message : `${httpStatus} ${code}: ${message}`;
  return isPassing
    ? new GatehouseError(
        'import.halted',
        `The target has returned no successful response for 15 minutes. ${what}`,
        {
          fix: 'Check the target and the network connection, then resume.',
        },
      )
    : new GatehouseError(
        'import.halted',
        `The target rejected twenty consecutive rows for the same reason. ${what}`,
        {
          fix: 'If this is expected for these rows, resume. The same reason does not stop the load again.',
        },
      );
}
