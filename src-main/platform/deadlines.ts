import { PlainStopSignal } from './stop-signal.ts';
import { timerMillis } from './timers.ts';

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
