import type { PackedExchange } from '#main/platform/exchange-codec.ts';
import { isImportedId } from '#main/platform/exchange-ids.ts';
import { createBlockWriter } from './block-writer.ts';
import type { Channel } from './channel.ts';
import type { WriteOperation } from './protocol.ts';

/** Longest time that a buffered write waits before it is on its way, in milliseconds. */
const flushAfterMillis = 40;
/** Exchanges that may wait for the worker; more are not kept, and counted. */
const mostWaitingExchanges = 20_000;
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
  /** Called after exchanges were committed. */
  onExchanges: () => void = () => undefined;
  #operations: WriteOperation[] = [];
  /** What a write that failed had taken, and what is gathered now. */
  #failedGroups: readonly Group[] = [];
  #groups = new Map<string, Group>();
  #imported: PackedExchange[] = [];
  readonly #blocks = createBlockWriter();
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
    const waiting = this.#blocks.waiting + this.#imported.length;
    const room = Math.min(exchanges.length, Math.max(0, mostWaitingExchanges - waiting));
    for (let index = 0; index < room; index += 1) {
      const exchange = exchanges[index];
      if (exchange === undefined) continue;
      if (isImportedId(exchange.id)) this.#imported.push(exchange);
      else this.#blocks.add(exchange);
    }
    this.#schedule();
    return exchanges.length - room;
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
    return (
      this.#operations.length === 0 &&
      this.#failedGroups.length === 0 &&
      this.#groups.size === 0 &&
      this.#imported.length === 0 &&
      this.#blocks.waiting === 0
    );
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
    const operations = this.#operations;
    const imported = this.#imported;
    const takenGroups = this.#takeGroups();
    const groups = takenGroups.map(({ kind, entries, expiresAtMillis }) => ({
      kind,
      count: entries.length,
      expiresAtMillis,
      entries: utf8.encode(entries.join(',')),
    }));
    const blocks = this.#blocks.take(which);
    this.#operations = [];
    this.#imported = [];
    const hasExchanges = blocks.length > 0 || imported.length > 0;
    const bytes = [
      ...blocks.flatMap(({ summaries, contents }) => [summaries.buffer, contents.buffer]),
      ...groups.map(({ entries }) => entries.buffer),
    ];
    const sent = this.#channel.ask<void>({ type: 'write', operations, groups, blocks, imported }, bytes);
    const done = sent
      .then(() => {
        this.#isStuck = false;
        if (hasExchanges) this.onExchanges();
      })
      .catch((error: unknown) => {
        this.#isStuck = true;
        // Who waits is told; what was written is kept and tried again, so that a full disk loses nothing.
        this.#operations = [...operations, ...this.#operations];
        this.#failedGroups = [...takenGroups, ...this.#failedGroups];
        if (!this.#channel.isDead) this.#schedule(retryAfterMillis);
        throw error;
      })
      .finally(() => {
        if (this.#inFlight === done) this.#inFlight = null;
      });
    this.#inFlight = done;
    return done;
  }
}
