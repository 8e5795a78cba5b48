import type { SoakRate } from './routes.ts';

const nanosPerMilli = 1_000_000n;

/** A bucket that is counted in fractions of nothing: tokens are whole, time is in nanoseconds as big integers. */
export class ModelBucket {
  readonly #capacity: bigint;
  readonly #step: bigint;
  #bookedUntil: bigint;

  constructor({ requests, durationMillis }: SoakRate, nowMillis: number) {
    const duration = BigInt(durationMillis) * nanosPerMilli;
    this.#capacity = BigInt(requests);
    this.#step = (duration + this.#capacity - 1n) / this.#capacity;
    this.#bookedUntil = BigInt(nowMillis) * nanosPerMilli;
  }

  /** Takes a token for a request; true if it passes. */
  take(nowMillis: number): boolean {
    const now = BigInt(nowMillis) * nanosPerMilli;
    const start = this.#bookedUntil > now ? this.#bookedUntil : now;
    if (start - now > (this.#capacity - 1n) * this.#step) return false;
    this.#bookedUntil = start + this.#step;
    return true;
  }
}
