import type { RowFlag, RowOutcome } from '../job.ts';
import type { PlatformAgreement } from '../types.ts';
import { bitOf, codeOf, flagsOf, outcomeOf } from './record.ts';
import type { Targets } from './targets.ts';

/** Takes a row that is sent. `consentedAtMillis` null is the time of sending. */
export type VisitRow = (
  row: number,
  user: number,
  text: number,
  consentedAtMillis: number | null,
  flags: number,
) => void;

/** Of an agreement: consents that expire as they are loaded, and the oldest of all that are sent. */
export interface Expiry {
  readonly expired: number;
  readonly oldestMillis: number;
}

/** The decisions on all rows. */
export interface Decided {
  /** Two words a row: outcome, flags in the second byte, text in the upper half; then the row that holds instead, or 0. */
  readonly records: Uint32Array;
  readonly targets: Targets;
  readonly outcomes: Partial<Record<RowOutcome, number>>;
  readonly flags: Partial<Record<RowFlag, number>>;
  /** Rows that are sent, by text. */
  readonly rowsOfTexts: readonly number[];
  readonly expiry: ReadonlyMap<PlatformAgreement, Expiry>;
  visitReady(visit: VisitRow): void;
}

/** Rows as they were decided. */
export interface DecidedRows {
  readonly records: Uint32Array;
  readonly users: Int32Array;
  /** null: all are consented at the time of sending. */
  readonly times: Float64Array | null;
  readonly count: number;
  readonly targets: Targets;
}

/** Counts what was decided. */
export function tally(rows: DecidedRows): Decided {
  const { records, users, times, count, targets } = rows;
  const ofWords = new Map<number, number>();
  for (let index = 0; index < count; index += 1) {
    const word = records[index * 2] ?? 0;
    ofWords.set(word, (ofWords.get(word) ?? 0) + 1);
  }
  const outcomes: Partial<Record<RowOutcome, number>> = {};
  const flags: Partial<Record<RowFlag, number>> = {};
  const rowsOfTexts = targets.texts.map(() => 0);
  for (const [word, counted] of ofWords) {
    const outcome = outcomeOf(word);
    if (outcome === null) continue;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + counted;
    if (outcome !== 'ready') continue;
    for (const flag of flagsOf(word)) flags[flag] = (flags[flag] ?? 0) + counted;
    rowsOfTexts[word >>> 16] = (rowsOfTexts[word >>> 16] ?? 0) + counted;
  }
  return {
    records,
    targets,
    outcomes,
    flags,
    rowsOfTexts,
    expiry: expiryOf(rows),
    visitReady(visit) {
      for (let index = 0; index < count; index += 1) {
        const word = records[index * 2] ?? 0;
        if ((word & 0xff) !== codeOf.ready) continue;
        const time = times === null ? null : (times[index] ?? 0);
        visit(index + 1, users[index] ?? 0, word >>> 16, time, (word >>> 8) & 0xff);
      }
    },
  };
}

/** A consent given at the time of sending never counts as expired. */
function expiryOf({ records, times, count, targets }: DecidedRows): ReadonlyMap<PlatformAgreement, Expiry> {
  const found = new Map<PlatformAgreement, Expiry>();
  if (times === null) return found;
  const expired = targets.texts.map(() => 0);
  const oldest = targets.texts.map(() => Number.POSITIVE_INFINITY);
  for (let index = 0; index < count; index += 1) {
    const word = records[index * 2] ?? 0;
    if ((word & 0xff) !== codeOf.ready) continue;
    const text = word >>> 16;
    const time = times[index] ?? 0;
    if (time < (oldest[text] ?? 0)) oldest[text] = time;
    if ((word & (bitOf['expired-on-load'] << 8)) !== 0) expired[text] = (expired[text] ?? 0) + 1;
  }
  targets.texts.forEach(({ agreement }, text) => {
    const known = found.get(agreement);
    found.set(agreement, {
      expired: (known?.expired ?? 0) + (expired[text] ?? 0),
      oldestMillis: Math.min(known?.oldestMillis ?? Number.POSITIVE_INFINITY, oldest[text] ?? 0),
    });
  });
  return found;
}
