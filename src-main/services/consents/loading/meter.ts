import type { ImportProgress } from '#shared/api/index.ts';

/** Seconds that are kept. */
const keptSeconds = 600;
/** Weight of the last second in the rate that is shown: that of about thirty seconds. */
const weight = 1 / 30;

type Second = { atMillis: number; accepted: number; refused: number; failed: number; limit: number | null };

/** The part of a meter that outlives the process: a load that is resumed counts on. */
export type MeterPast = Pick<ImportProgress, 'refusals' | 'last429' | 'seconds' | 'elapsedMillis'>;

export const noPast: MeterPast = { refusals: 0, last429: null, seconds: [], elapsedMillis: 0 };

/** Counts what happens in a load, second by second. */
export interface Meter {
  accepted(): void;
  failed(): void;
  refused(waitMillis: number): void;
  /** Rows that are being worked on, and that wait for another try. */
  readonly doing: { inFlight: number; retrying: number };
  view(limit: number | null): MeterPast & Pick<ImportProgress, 'acceptedPerSecond'>;
  past(): MeterPast;
  /** Time advances, or stops while nothing is loaded. */
  begin(): void;
  end(): void;
}

/** Makes a meter over the time of `monotonic`; `nowMillis` is what the seconds are labelled with. It goes on from `past`. */
export function createMeter(
  monotonic: () => number,
  nowMillis: () => number,
  before: MeterPast = noPast,
): Meter {
  const seconds: Second[] = before.seconds.map((each) => ({ ...each }));
  /** Seconds of this run alone say how fast it is. */
  let formerSeconds = seconds.length;
  const doing = { inFlight: 0, retrying: 0 };
  let begunMillis: number | null = null;
  let beforeMillis = before.elapsedMillis;
  let { refusals, last429 } = before;

  function second(): Second {
    const atMillis = Math.floor(nowMillis() / 1_000) * 1_000;
    const last = seconds.at(-1);
    if (last !== undefined && last.atMillis >= atMillis) return last;
    const next: Second = { atMillis, accepted: 0, refused: 0, failed: 0, limit: null };
    seconds.push(next);
    if (seconds.length > keptSeconds) {
      seconds.shift();
      formerSeconds = Math.max(0, formerSeconds - 1);
    }
    return next;
  }

  const elapsedMillis = () => beforeMillis + (begunMillis === null ? 0 : monotonic() - begunMillis);

  const past = (): MeterPast => ({
    refusals,
    last429,
    seconds: seconds.map((each) => ({ ...each })),
    elapsedMillis: elapsedMillis(),
  });

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
      const own = seconds.slice(formerSeconds);
      const whole = own.slice(0, -1);
      let rate = whole.length === 0 ? (own[0]?.accepted ?? 0) : 0;
      // As long as there are few they count alike: the first is mostly a part of one.
      for (const [index, { accepted }] of whole.entries())
        rate += (accepted - rate) * Math.max(weight, 1 / (index + 1));
      return {
        acceptedPerSecond: begunMillis === null ? 0 : rate,
        ...past(),
      };
    },
    past,
  };
}
