import type { ImportProgress } from '#shared/api/index.ts';

/** Seconds that are kept. */
const keptSeconds = 600;
/** Weight of the last second in the rate that is shown: that of about thirty seconds. */
const weight = 1 / 30;

type Second = { atMillis: number; accepted: number; refused: number; failed: number; limit: number | null };

/** Counts what happens in a load, second by second. */
export interface Meter {
  accepted(): void;
  failed(): void;
  refused(waitMillis: number): void;
  /** Rows that are being worked on, and that wait for another try. */
  readonly doing: { inFlight: number; retrying: number };
  view(
    limit: number | null,
  ): Pick<ImportProgress, 'acceptedPerSecond' | 'refusals' | 'last429' | 'seconds' | 'elapsedMillis'>;
  /** Time advances, or stops while nothing is loaded. */
  begin(): void;
  end(): void;
}

/** Makes a meter over the time of `monotonic`; `nowMillis` is what the seconds are labelled with. */
export function createMeter(monotonic: () => number, nowMillis: () => number): Meter {
  const seconds: Second[] = [];
  const doing = { inFlight: 0, retrying: 0 };
  let begunMillis: number | null = null;
  let beforeMillis = 0;
  let refusals = 0;
  let last429: ImportProgress['last429'] = null;

  function second(): Second {
    const atMillis = Math.floor(nowMillis() / 1_000) * 1_000;
    const last = seconds.at(-1);
    if (last !== undefined && last.atMillis >= atMillis) return last;
    const next: Second = { atMillis, accepted: 0, refused: 0, failed: 0, limit: null };
    seconds.push(next);
    if (seconds.length > keptSeconds) seconds.shift();
    return next;
  }

  const elapsedMillis = () => beforeMillis + (begunMillis === null ? 0 : monotonic() - begunMillis);

  return {
    doing,
    accepted: () => void (second().accepted += 1),
    failed: () => void (second().failed += 1),
    refused(waitMillis) {
      second().refused += 1;
      refusals += 1;
      last429 = { atMillis: nowMillis(), waitMillis };
    },
    begin: () => void (begunMillis ??= monotonic()),
    end() {
      beforeMillis = elapsedMillis();
      begunMillis = null;
    },
    view(limit) {
      if (begunMillis !== null) second().limit = limit;
      // The second that is not over yet would pull the rate down.
      const whole = seconds.slice(0, -1);
      let rate = whole.length === 0 ? (seconds[0]?.accepted ?? 0) : 0;
      // As long as there are few they count alike: the first is mostly a part of one.
      for (const [index, { accepted }] of whole.entries())
        rate += (accepted - rate) * Math.max(weight, 1 / (index + 1));
      return {
        acceptedPerSecond: begunMillis === null ? 0 : rate,
        refusals,
        last429,
        seconds: seconds.map((each) => ({ ...each })),
        elapsedMillis: elapsedMillis(),
      };
    },
  };
}
