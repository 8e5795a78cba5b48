import { createRetryQueue } from './retry-queue.ts';

/** Work for lanes. */
export interface Work<T> {
  /** The next one that was not begun; null: there are no more. One call at a time. */
  next(): Promise<T | null>;
  /** Works on one; whatever it throws stops all lanes. */
  perform(item: T): Promise<void>;
  /** Most that are worked on at once, asked anew each time. */
  parallel(): number;
}

/** Works on many things at once, and on those that failed for now again. */
export interface Lanes<T> {
  /** Works until nothing is left or it was stopped. What is under way is ended first. @throws what `perform` throws */
  run(): Promise<void>;
  retry(item: T, afterMillis: number): void;
  /** Nothing is begun for a while. */
  hold(millis: number): void;
  /** More may be done at once now. */
  topUp(): void;
  readonly retrying: number;
}

/** Retries beyond this many times the lanes are worked off before anything new is begun. */
const retriesOfLane = 4;
const retriesBesides = 32;

/** Longest that a lane sleeps before it looks again, in milliseconds. */
const maxSleepMillis = 60_000;

/** Makes lanes; none runs yet. `stop` ends them. */
export function createLanes<T>(work: Work<T>, monotonic: () => number, stop: AbortSignal): Lanes<T> {
  return new SharedLanes(work, monotonic, stop);
}

/** A class because all lanes share what they take from. */
class SharedLanes<T> implements Lanes<T> {
  readonly #work: Work<T>;
  readonly #monotonic: () => number;
  readonly #stop: AbortSignal;
  readonly #retries = createRetryQueue<T>();
  readonly #running = new Set<Promise<void>>();
  /** Lanes that go on: counted at once, so that not all of them end because one is too many. */
  workers = 0;
  #performing = 0;
  #isEnded = false;
  #heldUntilMillis = 0;
  #failure: { readonly error: unknown } | null = null;
  #changed = Promise.withResolvers<void>();
  #reading: Promise<T | null> = Promise.resolve(null);

  constructor(work: Work<T>, monotonic: () => number, stop: AbortSignal) {
    this.#work = work;
    this.#monotonic = monotonic;
    this.#stop = stop;
  }

  async run(): Promise<void> {
    const wake = () => this.#wake();
    this.#stop.addEventListener('abort', wake, { once: true });
    this.topUp();
    while (this.#running.size > 0) await Promise.race(this.#running);
    this.#stop.removeEventListener('abort', wake);
    if (this.#failure !== null) throw this.#failure.error;
  }

  retry(item: T, afterMillis: number): void {
    this.#retries.add(item, this.#monotonic() + afterMillis);
    this.#wake();
  }

  hold(millis: number): void {
    this.#heldUntilMillis = Math.max(this.#heldUntilMillis, this.#monotonic() + millis);
  }

  topUp(): void {
    while (this.workers < this.#work.parallel() && !this.#isStopped()) {
      this.workers += 1;
      const one: Promise<void> = this.#lane()
        .catch((error: unknown) => void (this.#failure ??= { error }))
        .finally(() => this.#running.delete(one));
      this.#running.add(one);
    }
  }

  get retrying(): number {
    return this.#retries.size;
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  #isStopped(): boolean {
    return this.#stop.aborted || this.#failure !== null;
  }

  /** Waits until something changes, at most so long. */
  async #waitAtMost(millis: number): Promise<void> {
    const timer = setTimeout(() => this.#wake(), Math.min(millis, maxSleepMillis));
    await this.#changed.promise;
    clearTimeout(timer);
  }

  /** One after the other: a file has one place at which it is read. */
  #readNext(): Promise<T | null> {
    this.#reading = this.#reading.then(
      () => (this.#isEnded || this.#isStopped() ? null : this.#work.next()),
      () => null,
    );
    return this.#reading;
  }

  async #take(): Promise<T | null> {
    for (;;) {
      if (this.#isStopped()) return null;
      const nowMillis = this.#monotonic();
      if (this.#heldUntilMillis > nowMillis) {
        await this.#waitAtMost(this.#heldUntilMillis - nowMillis);
        continue;
      }
      const due = this.#retries.takeDue(nowMillis);
      if (due !== null) return due;
      if (!this.#isEnded && this.#retries.size < this.#work.parallel() * retriesOfLane + retriesBesides) {
        const item = await this.#readNext();
        if (item !== null) return item;
        if (!this.#isStopped()) this.#isEnded = true;
        continue;
      }
      const nextMillis = this.#retries.nextDueMillis();
      if (nextMillis === null && this.#performing === 0) return null;
      await this.#waitAtMost(nextMillis === null ? 1_000 : nextMillis - this.#monotonic());
    }
  }

  async #lane(): Promise<void> {
    try {
      while (this.workers <= this.#work.parallel()) {
        const item = await this.#take();
        if (item === null) return;
        this.#performing += 1;
        try {
          await this.#work.perform(item);
        } catch (error) {
          this.#failure ??= { error };
        } finally {
          this.#performing -= 1;
          this.#wake();
        }
      }
    } finally {
      this.workers -= 1;
    }
  }
}
