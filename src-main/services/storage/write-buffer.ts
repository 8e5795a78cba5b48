import type { PackedExchange } from '#main/platform/exchange-codec.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Channel } from './channel.ts';
import type { WriteOperation } from './protocol.ts';
import { type TakenExchanges, WaitingExchanges } from './waiting-exchanges.ts';

/** Longest time that a buffered write waits before it is on its way, in milliseconds. */
const flushAfterMillis = 40;
/** Pause before a write that failed is tried again, in milliseconds. */
const retryAfterMillis = 1_000;

/** Records of a kind that go to the worker together; kept as text until they are committed. */
interface Group {
  readonly kind: string;
  readonly entries: string[];
  expiresAtMillis: number | null;
}

const utf8 = new TextEncoder();

/** All of a block's end: null where one of them never ends. */
const later = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : Math.max(one, other);

/**
 * Buffers writes and sends them as transactions: one in flight at a time, so that whatever arrives meanwhile shares
 * the next (group commit).
 */
export class WriteBuffer {
  readonly #channel: Channel;
  readonly #onFailure: (error: unknown) => void;
  /** Called after exchanges were committed, or lost. */
  onExchanges: () => void = () => undefined;
  #operations: WriteOperation[] = [];
  /** The groups that a failed write had taken, and those gathered now. */
  #failedGroups: readonly Group[] = [];
  #groups = new Map<string, Group>();
  readonly #exchanges = new WaitingExchanges();
  #lostExchanges = 0;
  #inFlight: Promise<void> | null = null;
  #queued: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isStuck = false;

  constructor(channel: Channel, onFailure: (error: unknown) => void) {
    this.#channel = channel;
    this.#onFailure = onFailure;
  }

  add(operation: WriteOperation): void {
    this.#operations.push(operation);
    this.#schedule();
  }

  addToGroup(kind: string, id: string, value: unknown, expiresAtMillis: number | null): void {
    let group = this.#groups.get(kind);
    if (group === undefined) {
      group = { kind, entries: [], expiresAtMillis };
      this.#groups.set(kind, group);
    }
    group.expiresAtMillis = later(group.expiresAtMillis, expiresAtMillis);
    group.entries.push(`[${JSON.stringify(id)},${expiresAtMillis},${JSON.stringify(value)}]`);
    this.#schedule();
  }

  /** Returns how many were not taken: what a worker that falls behind has to write is bounded. */
  addExchanges(exchanges: readonly PackedExchange[]): number {
    if (this.#channel.isDead) return exchanges.length;
    const notTaken = this.#exchanges.add(exchanges);
    this.#schedule();
    return notTaken;
  }

  /** How many exchanges were taken and are gone all the same, with the worker that was to write them. */
  get lostExchanges(): number {
    return this.#lostExchanges;
  }

  /** Forgets the exchanges that are not written; resolves when none is on its way any more. */
  async dropExchanges(): Promise<void> {
    while (this.#inFlight !== null) await this.#inFlight.catch(() => undefined);
    this.#exchanges.drop();
  }

  #schedule(afterMillis = flushAfterMillis): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      // Nobody waits for it: a block that is not full may fill up until the next time.
      // After a failure also with nothing to write: that it works again is known only by trying.
      const isDue = !this.#isEmpty() || this.#isStuck;
      const sent = this.#inFlight === null && isDue ? this.#send('whole') : this.commit();
      sent.catch(this.#onFailure);
      if (!this.#isEmpty()) this.#schedule();
    }, afterMillis);
  }

  #isEmpty(): boolean {
    return this.#exchanges.isEmpty && !this.#hasRecords();
  }

  #hasRecords(): boolean {
    return this.#operations.length > 0 || this.#failedGroups.length > 0 || this.#groups.size > 0;
  }

  get isStuck(): boolean {
    return this.#isStuck;
  }

  /** Resolves when all that was added before is committed. */
  commit(): Promise<void> {
    if (this.#isEmpty()) return this.#queued ?? this.#inFlight ?? Promise.resolve();
    if (this.#inFlight === null) return this.#send('all');
    this.#queued ??= this.#inFlight.then(
      () => this.#sendQueued(),
      () => this.#sendQueued(),
    );
    return this.#queued;
  }

  /**
   * Resolves when no record waits any more, so that reads return the written values; exchanges may still
   * wait.
   */
  async commitRecords(): Promise<void> {
    try {
      await this.commit();
    } catch (error) {
      if (this.#hasRecords() || this.#channel.isDead) throw error;
    }
  }

  /** Commits as much as possible; returns the error, or null. */
  settle(): Promise<unknown> {
    return this.commit().then(
      () => null,
      (error: unknown) => error,
    );
  }

  /** Ends the attempts to write what could not be written. */
  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #sendQueued(): Promise<void> {
    this.#queued = null;
    if (this.#isEmpty()) return this.#inFlight ?? Promise.resolve();
    return this.#send('all');
  }

  #takeGroups(): readonly Group[] {
    const taken = [...this.#failedGroups, ...this.#groups.values()];
    this.#failedGroups = [];
    this.#groups = new Map();
    return taken;
  }

  #send(which: 'all' | 'whole'): Promise<void> {
    const done = this.#write(which).finally(() => {
      if (this.#inFlight === done) this.#inFlight = null;
    });
    this.#inFlight = done;
    return done;
  }

  async #write(which: 'all' | 'whole'): Promise<void> {
    const operations = this.#operations;
    this.#operations = [];
    const takenGroups = this.#takeGroups();
    const groups = takenGroups.map(({ kind, entries, expiresAtMillis }) => ({
      kind,
      count: entries.length,
      expiresAtMillis,
      entries: utf8.encode(entries.join(',')),
    }));
    const taken = this.#exchanges.take(which);
    let failure: unknown;
    try {
      const reply = await this.#channel.write({ type: 'write', operations, groups, ...taken });
      const settled = this.#exchanges.settle(taken);
      if (reply.ok) {
        this.#isStuck = false;
        if (settled > 0) this.onExchanges();
        return;
      }
      // The bytes that went to the worker are there no more: those that it hands back take their place.
      this.#exchanges.putBack({ blocks: reply.blocks ?? [], imported: taken.imported });
      failure = GatehouseError.fromProblem(reply.problem);
    } catch (error) {
      failure = error;
      this.#loseExchanges(taken);
    }
    this.#isStuck = true;
    // Callers that wait are told; the written data is kept and tried again, so that a full disk loses nothing.
    this.#operations = [...operations, ...this.#operations];
    this.#failedGroups = [...takenGroups, ...this.#failedGroups];
    if (!this.#channel.isDead) this.#schedule(retryAfterMillis);
    throw failure;
  }

  /** Those that were on their way went with the worker, and nobody writes the others any more. */
  #loseExchanges(taken: TakenExchanges): void {
    const lost = this.#exchanges.settle(taken) + this.#exchanges.drop();
    this.#lostExchanges += lost;
    if (lost > 0) this.onExchanges();
  }
}
