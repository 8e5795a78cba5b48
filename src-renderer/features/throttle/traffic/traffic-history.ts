import type { DesignedTraffic } from '#shared/api/index.ts';
import { type JsonValue, jsonEqual } from '#shared/workspace/three-way.ts';

/** Traffic under edit, with the way back and forth. */
export interface TrafficHistory {
  readonly now: DesignedTraffic;
  readonly past: readonly DesignedTraffic[];
  readonly future: readonly DesignedTraffic[];
  /** The subject of the last edit; further edits of the same subject extend its step. */
  readonly lastEdit: string | null;
}

const maxSteps = 200;

/** A history without edits. */
export function freshHistory(now: DesignedTraffic): TrafficHistory {
  return { now, past: [], future: [], lastEdit: null };
}

/** True if an edit continues the last step: consecutive edits of the same subject are one step. */
export function isContinued({ lastEdit }: TrafficHistory, of: string | null): boolean {
  return of !== null && of === lastEdit;
}

/** The history after an edit; `isNewStep`: it goes on with none. */
export function edited(
  history: TrafficHistory,
  next: DesignedTraffic,
  of: string | null,
  isNewStep = !isContinued(history, of),
): TrafficHistory {
  const past = isNewStep ? [...history.past, history.now].slice(-maxSteps) : history.past;
  return { now: next, past, future: [], lastEdit: of };
}

/** The step back; behind the first step that is known there is the file. The same history where there is none. */
export function undone(history: TrafficHistory, file: DesignedTraffic): TrafficHistory {
  const { now, past, future } = history;
  const before = past.at(-1) ?? (isSameTraffic(now, file) ? undefined : file);
  return before === undefined
    ? history
    : { now: before, past: past.slice(0, -1), future: [...future, now], lastEdit: null };
}

/** True if two traffics are equal. */
export function isSameTraffic(one: DesignedTraffic, other: DesignedTraffic): boolean {
  return one === other || jsonEqual(one as unknown as JsonValue, other as unknown as JsonValue);
}

/** The step forth again; the same history where there is none. */
export function redone(history: TrafficHistory): TrafficHistory {
  const { now, past, future } = history;
  const next = future.at(-1);
  return next === undefined
    ? history
    : { now: next, past: [...past, now], future: future.slice(0, -1), lastEdit: null };
}
