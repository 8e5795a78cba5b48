import { setTimeout as setTimeoutPromise } from 'node:timers/promises';

/** The part of an AbortSignal that long work looks at; every AbortSignal is one. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: StopListener, options?: { readonly once: boolean }): void;
  removeEventListener(type: 'abort', listener: StopListener): void;
}

/** A stop signal without the events of the platform, which cost more than most of what a request does. */
export class PlainStopSignal implements StopSignal {
  readonly #listeners: StopListener[] = [];
  aborted = false;
  reason: unknown;

  /** Tells all listeners, once; later calls have no effect. */
  stop(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const listener of this.#listeners.splice(0))
      if (typeof listener === 'function') listener();
      else listener.handleEvent();
  }

  addEventListener(_type: 'abort', listener: StopListener): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: StopListener): void {
    const index = this.#listeners.indexOf(listener);
    if (index !== -1) this.#listeners.splice(index, 1);
  }
}

/** Returns an AbortSignal that is aborted with a stop signal, for interfaces of the platform. */
export function toAbortSignal(signal: StopSignal): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  const controller = new AbortController();
  const stop = () => controller.abort(signal.reason);
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  return controller.signal;
}

/** The longest timeout of a timer, in milliseconds; a longer one would fire at once. */
const maxTimerMillis = 2_147_483_647;

/** A time that a timer can wait. */
export function timerMillis(millis: number): number {
  return Math.min(millis, maxTimerMillis);
}

/** A clock and delays that tests can replace. */
export interface Timers {
  /** Monotonic time in milliseconds. */
  nowMillis(): number;
  /** Rejects with an AbortError when the signal is aborted before. */
  wait(millis: number, signal?: StopSignal): Promise<void>;
}

/** The timers of the machine. */
export const systemTimers: Timers = {
  nowMillis: () => performance.now(),
  wait: (millis, signal) =>
    setTimeoutPromise(
      timerMillis(millis),
      undefined,
      signal === undefined ? {} : { signal: toAbortSignal(signal) },
    ),
};

/** Resolves after a time, or after the longest that a timer can wait. */
export function sleep(millis: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, timerMillis(millis)));
}

/** A stop signal that stops by itself when its time is over. */
export class Deadline extends PlainStopSignal {
  readonly #queue: DeadlineQueue;
  readonly dueMillis: number;
  previous: Deadline | null = null;
  next: Deadline | null = null;

  constructor(queue: DeadlineQueue, dueMillis: number) {
    super();
    this.#queue = queue;
    this.dueMillis = dueMillis;
  }

  /** The work has ended: nothing stops any more. */
  end(): void {
    this.#queue.remove(this);
  }
}

/**
 * Deadlines of works that may all take the same time. They are due in the order in which they began, so that one timer
 * serves them all: most works end long before, and a timer of their own would cost each of them more than the queue.
 */
export class DeadlineQueue {
  readonly limitMillis: number;
  readonly #reason: () => unknown;
  #first: Deadline | null = null;
  #last: Deadline | null = null;
  #timer: NodeJS.Timeout | null = null;

  /** `reason` makes the reason of a deadline that is over. */
  constructor(limitMillis: number, reason: () => unknown) {
    this.limitMillis = limitMillis;
    this.#reason = reason;
  }

  begin(): Deadline {
    const deadline = new Deadline(this, performance.now() + timerMillis(this.limitMillis));
    deadline.previous = this.#last;
    if (this.#last === null) this.#first = deadline;
    else this.#last.next = deadline;
    this.#last = deadline;
    if (this.#timer === null) this.#arm(timerMillis(this.limitMillis));
    else if (this.#first === deadline) this.#timer.ref();
    return deadline;
  }

  remove(deadline: Deadline): void {
    const { previous, next } = deadline;
    if (previous === null && this.#first !== deadline) return;
    if (previous === null) this.#first = next;
    else previous.next = next;
    if (next === null) this.#last = previous;
    else next.previous = previous;
    deadline.previous = null;
    deadline.next = null;
    // A timer that nobody waits for keeps no process alive.
    if (this.#first === null) this.#timer?.unref();
  }

  #arm(millis: number): void {
    this.#timer = setTimeout(() => this.#stopDue(), millis);
  }

  #stopDue(): void {
    this.#timer = null;
    const nowMillis = performance.now();
    for (let first = this.#first; first !== null; first = this.#first) {
      const leftMillis = first.dueMillis - nowMillis;
      // Timers of Node may fire up to a millisecond early.
      if (leftMillis >= 1) return this.#arm(Math.ceil(leftMillis));
      this.remove(first);
      first.stop(this.#reason());
    }
  }
}

type StopListener = (() => void) | { handleEvent(): void };
