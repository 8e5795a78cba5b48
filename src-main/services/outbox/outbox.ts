import type { Logger, RecordStore } from '#main/platform/ports.ts';
import type { Clock, Random } from '#shared/time/clock.ts';

const recordKind = 'outbox';
const firstRetryMillis = 500;
const maxRetryMillis = 60_000;

/** A message on its way: delivered at least once, in order within its subject. */
export interface OutboxMessage {
  readonly id: string;
  readonly topic: string;
  /** Messages of one subject are delivered one after the other. */
  readonly subject: string;
  readonly payload: unknown;
  readonly attempts: number;
  readonly enqueuedAtMillis: number;
}

/** Delivers one message; throwing means that it is tried again later. */
export type Deliver = (message: OutboxMessage) => Promise<void>;

export interface Outbox {
  register(topic: string, deliver: Deliver): void;
  /** Buffers the message with the writes of the caller, so that both are committed together. */
  enqueue(topic: string, subject: string, payload: unknown): void;
  /** Loads the undelivered messages of an earlier process, and continues. */
  restore(): Promise<void>;
  /** Messages not yet delivered: all, those of a topic, or those of its subjects that begin so. */
  pending(topic?: string, subjectStart?: string): number;
  close(): Promise<void>;
}

export interface OutboxPorts {
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Real time between attempts; tests pass their own. */
  readonly wait?: (millis: number, signal: AbortSignal) => Promise<void>;
}

/** Makes the durable outbox: at least once, with back-off, ordered by subject, over restarts. */
export function createOutbox(ports: OutboxPorts): Outbox {
  const { records, clock, random, logger, wait = waitMillis } = ports;
  const handlers = new Map<string, Deliver>();
  const queues = new Map<string, OutboxMessage[]>();
  const workers = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  let sequence = 0;

  function nextId(): string {
    sequence += 1;
    const order = clock.nowMillis().toString(36).padStart(9, '0') + sequence.toString(36).padStart(5, '0');
    return order + Buffer.from(random.bytes(4)).toString('hex');
  }

  function accept(message: OutboxMessage): void {
    const key = `${message.topic}\n${message.subject}`;
    const queue = queues.get(key) ?? [];
    queue.push(message);
    queues.set(key, queue);
    if (!workers.has(key) && handlers.has(message.topic)) start(key);
  }

  function start(key: string): void {
    const work = drain(key).finally(() => {
      workers.delete(key);
      // One may have come after the last look, when there still was somebody at work.
      if (queues.has(key) && !stopping.signal.aborted) start(key);
    });
    workers.set(key, work);
  }

  async function drain(key: string): Promise<void> {
    const queue = queues.get(key) ?? [];
    while (!stopping.signal.aborted) {
      const message = queue[0];
      if (message === undefined) break;
      if (await attempt(message)) queue.shift();
      else {
        const tried = { ...message, attempts: message.attempts + 1 };
        queue[0] = tried;
        records.put(recordKind, tried.id, tried, { sealed: true });
        await wait(Math.min(firstRetryMillis * 2 ** message.attempts, maxRetryMillis), stopping.signal);
      }
    }
    if (queue.length === 0) queues.delete(key);
  }

  async function attempt(message: OutboxMessage): Promise<boolean> {
    try {
      // An announced event must have happened: the enqueuing writes are on disk before the first attempt.
      await records.commit();
      await handlers.get(message.topic)?.(message);
      records.remove(recordKind, message.id);
      await records.commit();
      return true;
    } catch (error) {
      logger.warn('outbox.retry', {
        topic: message.topic,
        id: message.id,
        attempts: message.attempts + 1,
        error,
      });
      return false;
    }
  }

  return {
    register(topic, deliver) {
      handlers.set(topic, deliver);
      for (const key of queues.keys()) if (key.startsWith(`${topic}\n`) && !workers.has(key)) start(key);
    },
    enqueue(topic, subject, payload) {
      const enqueuedAtMillis = clock.nowMillis();
      const message: OutboxMessage = { id: nextId(), topic, subject, payload, attempts: 0, enqueuedAtMillis };
      records.put(recordKind, message.id, message, { sealed: true });
      accept(message);
    },
    async restore() {
      for (const { value } of await records.list<OutboxMessage>(recordKind)) accept(value);
    },
    pending: (topic, subjectStart) => countPending(queues, topic, subjectStart),
    async close() {
      stopping.abort();
      await Promise.allSettled(workers.values());
      await records.commit();
    },
  };
}

function countPending(
  queues: ReadonlyMap<string, readonly OutboxMessage[]>,
  topic = '',
  subjectStart = '',
): number {
  const beginning = topic === '' ? '' : `${topic}\n${subjectStart}`;
  let count = 0;
  for (const [key, queue] of queues) if (key.startsWith(beginning)) count += queue.length;
  return count;
}

function waitMillis(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, millis);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}
