import type { Timeline } from '#shared/api/index.ts';
import { arrivedAtMillis } from '#shared/exchange/arrival.ts';
import { type FilterRow, isRefusal } from '#shared/exchange/filter/index.ts';

/** Answered, redirected, and refused or failed exchanges. */
type Counts = [answered: number, redirected: number, refused: number];

/** Widths of a bar in seconds; each ends where a clock is read. */
const widthsSeconds = [
  1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 14_400, 28_800, 86_400, 604_800,
];
/** More bars would be thinner than the gap between them in a narrow window. */
const maxBars = 60;

/** Which of the three an exchange is. One without an answer is shown beside those that were refused. */
function kindOf(row: FilterRow): 0 | 1 | 2 {
  const { status } = row;
  if (status === null || status >= 500 || isRefusal(row)) return 2;
  return status >= 300 && status < 400 ? 1 : 0;
}

/** Counts of exchanges by the second in which they arrived; adding one costs the same however many there are. */
export interface SecondCounts {
  add(row: FilterRow): void;
  /** The counts in at most 60 bars of one width; null while there is none. */
  timeline(): Timeline | null;
}

/** Makes the counts, empty. */
export function createSecondCounts(): SecondCounts {
  const seconds = new Map<number, Counts>();
  return {
    add(row) {
      const second = Math.floor(arrivedAtMillis(row) / 1_000);
      const counts: Counts = seconds.get(second) ?? [0, 0, 0];
      counts[kindOf(row)] += 1;
      seconds.set(second, counts);
    },
    timeline() {
      if (seconds.size === 0) return null;
      let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (const second of seconds.keys()) {
        first = Math.min(first, second);
        last = Math.max(last, second);
      }
      const width = widthFor(first, last);
      const from = Math.floor(first / width) * width;
      const length = Math.floor((last - from) / width) + 1;
      const bars = [0, 1, 2].map(() => Array.from({ length }, () => 0));
      for (const [second, counts] of seconds) {
        const bar = Math.floor((second - from) / width);
        for (const [kind, count] of counts.entries()) {
          const of = bars[kind];
          if (of !== undefined) of[bar] = (of[bar] ?? 0) + count;
        }
      }
      const [answered = [], redirected = [], refused = []] = bars;
      return { fromMillis: from * 1_000, barMillis: width * 1_000, answered, redirected, refused };
    },
  };
}

/** The least width by which a time has few enough bars; of years it has as many as it takes. */
function widthFor(first: number, last: number): number {
  const fits = (width: number) => Math.floor(last / width) - Math.floor(first / width) + 1 <= maxBars;
  const known = widthsSeconds.find(fits);
  return known ?? Math.ceil((last - first + 1) / (maxBars - 1));
}
