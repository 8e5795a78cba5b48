import { type RecordStore, sandboxRecordKinds } from '#main/platform/ports.ts';

const activityKind = sandboxRecordKinds.activity;

/** So many are kept, the newest. */
const maxKept = 10_000;

/** A state change as it was recorded. Spec 3 §6 */
export interface Activity {
  readonly id: string;
  /** Counted up from 1. */
  readonly sequence: number;
  readonly type: string;
  readonly atMillis: number;
  readonly clientId: string;
  readonly username: string | null;
  readonly correlationId: string;
  readonly resource: { readonly type: string; readonly id: string; readonly href: string };
  /** The user that it happened to; null where it concerns none. */
  readonly userId: string | null;
}

export interface Activities {
  add(activity: Omit<Activity, 'sequence'>): void;
  /** The newest first, from before a sequence number. */
  newest(beforeSequence?: number): Iterable<Activity>;
  readonly count: number;
  load(): Promise<void>;
}

/** Keeps the newest activities in as many places, each new one in that of the oldest. */
export function createActivities(records: RecordStore): Activities {
  let kept: Activity[] = [];
  let sequence = 0;
  return {
    add(given) {
      sequence += 1;
      const activity = { ...given, sequence };
      const index = sequence % maxKept;
      kept[index] = activity;
      records.put(activityKind, String(index), activity);
    },
    *newest(beforeSequence = Number.POSITIVE_INFINITY) {
      for (let each = Math.min(sequence, beforeSequence - 1); each > 0; each -= 1) {
        const activity = kept[each % maxKept];
        if (activity === undefined || activity.sequence !== each) return;
        yield activity;
      }
    },
    get count() {
      return Math.min(sequence, maxKept);
    },
    async load() {
      kept = [];
      for (const { value } of await records.list<Activity>(activityKind)) {
        kept[value.sequence % maxKept] = value;
        sequence = Math.max(sequence, value.sequence);
      }
    },
  };
}
