import { useSyncExternalStore } from 'react';
import type { ClockStatus } from '#shared/api/index.ts';
import { createStore } from './store.ts';

/** The services' clock as it was last reported, and when it was, on the page's own monotonic clock. */
export interface ClockReading {
  readonly clock: ClockStatus;
  readonly readAtMillis: number;
}

export const clockReading = createStore<ClockReading | null>(null);

/** Keeps what the engine said of the services' clock. */
export function noteClock(clock: ClockStatus): void {
  clockReading.set({ clock, readAtMillis: performance.now() });
}

/** The services' time in milliseconds, `elapsedMillis` of real time after it was reported. */
export function serviceTimeMillis(clock: ClockStatus, elapsedMillis: number): number {
  return clock.frozen ? clock.nowMillis : clock.nowMillis + elapsedMillis;
}

const now = createStore<number | null>(null);
let watchers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  const reading = clockReading.get();
  if (reading !== null) now.set(serviceTimeMillis(reading.clock, performance.now() - reading.readAtMillis));
}

/** One timer for all who watch, and none while nobody does. */
function subscribe(listener: () => void): () => void {
  watchers += 1;
  if (watchers === 1) timer = setInterval(tick, 1_000);
  tick();
  const stop = now.subscribe(listener);
  const stopReading = clockReading.subscribe(tick);
  return () => {
    stop();
    stopReading();
    watchers -= 1;
    if (watchers === 0) clearInterval(timer);
  };
}

/** The services' time in milliseconds, kept up to date each second; null until the engine has told it. */
export function useServiceNow(): number | null {
  return useSyncExternalStore(subscribe, now.get);
}
