import { GatehouseError } from '#shared/errors/index.ts';
import { Listeners } from '#shared/listeners/listeners.ts';
import type { Clock } from '#shared/time/clock.ts';

/** The machine's own time. */
export const systemClock: Clock = { nowMillis: () => Date.now() };

/** The largest difference allowed between the virtual clock and real time: 100 years. */
const maxOffsetMillis = 100 * 365.25 * 86_400_000;

export interface VirtualClockStatus {
  readonly offsetMillis: number;
  readonly frozen: boolean;
  readonly nowMillis: number;
}

/** A clock that a tester moves, freezes and resets; services never notice but by the time. */
export interface VirtualClock extends Clock {
  /** @throws clock.invalid-jump when the result is more than 100 years from real time. */
  advance(millis: number): void;
  freeze(): void;
  reset(): void;
  status(): VirtualClockStatus;
  /** Calls back after every move; returns the function that stops it. */
  onMove(listener: () => void): () => void;
}

/** Makes a virtual clock over `base` that starts at real time. */
export function createVirtualClock(base: Clock = systemClock): VirtualClock {
  let offsetMillis = 0;
  let frozenAtMillis: number | null = null;
  const listeners = new Listeners();
  const shownAt = (realMillis: number) => frozenAtMillis ?? realMillis + offsetMillis;
  const nowMillis = () => shownAt(base.nowMillis());
  return {
    nowMillis,
    advance(millis) {
      const next = nowMillis() + millis;
      if (!Number.isFinite(millis) || Math.abs(next - base.nowMillis()) > maxOffsetMillis)
        throw new GatehouseError('clock.invalid-jump', `The clock cannot be moved by ${millis} ms.`, {
          fix: 'Move it by less than 100 years.',
        });
      if (frozenAtMillis === null) offsetMillis += millis;
      else frozenAtMillis = next;
      listeners.tell();
    },
    freeze() {
      frozenAtMillis ??= nowMillis();
      listeners.tell();
    },
    reset() {
      offsetMillis = 0;
      frozenAtMillis = null;
      listeners.tell();
    },
    status() {
      // Read once: between two readings time goes on, and the offset would differ by that.
      const realMillis = base.nowMillis();
      const shownMillis = shownAt(realMillis);
      return {
        offsetMillis: shownMillis - realMillis,
        frozen: frozenAtMillis !== null,
        nowMillis: shownMillis,
      };
    },
    onMove: listeners.add,
  };
}
