import type { Clock } from '#shared/time/clock.ts';

const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
export type StopSignal = keyof typeof signals;
const names = Object.keys(signals) as StopSignal[];

/** `timeout` signals a process and its group, npm passes on what a terminal has sent already: within this it is one wish. */
const oneWishMillis = 1_000;

/** Where signals come from, and what ends the process whatever it is at. */
export interface StopSignalPorts {
  readonly on: (signal: StopSignal, listener: () => void) => void;
  readonly clock: Clock;
  readonly exit: (code: number) => void;
}

/**
 * Resolves at the first signal to stop. One more, by somebody who does not want to wait, ends the process with 128 and the
 * number of the signal.
 */
export function stopSignal({ on, clock, exit }: StopSignalPorts): Promise<void> {
  return new Promise((settle) => {
    let askedAtMillis: number | null = null;
    for (const name of names)
      on(name, () => {
        const nowMillis = clock.nowMillis();
        if (askedAtMillis === null) {
          askedAtMillis = nowMillis;
          settle();
        } else if (nowMillis - askedAtMillis >= oneWishMillis) exit(128 + signals[name]);
      });
  });
}
