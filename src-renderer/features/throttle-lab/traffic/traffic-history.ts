import type { DesignedTraffic } from '#shared/api/index.ts';

/** Traffic under edit, with the way back and forth. */
export interface TrafficHistory {
  readonly now: DesignedTraffic;
  readonly past: readonly DesignedTraffic[];
  readonly future: readonly DesignedTraffic[];
  /** What the last edit was of: the next one of the same goes on with its step. */
  readonly lastEdit: string | null;
}

const mostSteps = 200;

/** A history without edits. */
export function freshHistory(now: DesignedTraffic): TrafficHistory {
  return { now, past: [], future: [], lastEdit: null };
}

/** The history after an edit; edits of one thing that follow each other are one step. */
export function edited(history: TrafficHistory, next: DesignedTraffic, of: string | null): TrafficHistory {
  const isContinued = of !== null && of === history.lastEdit;
  const past = isContinued ? history.past : [...history.past, history.now].slice(-mostSteps);
  return { now: next, past, future: [], lastEdit: of };
}

/** The step back; the same history where there is none. */
export function undone({ now, past, future }: TrafficHistory): TrafficHistory {
  const before = past.at(-1);
  return before === undefined
    ? { now, past, future, lastEdit: null }
    : { now: before, past: past.slice(0, -1), future: [...future, now], lastEdit: null };
}

/** The step forth again. */
export function redone({ now, past, future }: TrafficHistory): TrafficHistory {
  const next = future.at(-1);
  return next === undefined
    ? { now, past, future, lastEdit: null }
    : { now: next, past: [...past, now], future: future.slice(0, -1), lastEdit: null };
}
