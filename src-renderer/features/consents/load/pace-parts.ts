import type { ChartParts } from '#renderer/ui/chart/chart-options.ts';
import type { Painter } from '#renderer/ui/chart/painter.ts';
import { type TimeView, timeLines, valueScale } from '#renderer/ui/chart/scales.ts';
import type { ImportProgress } from '#shared/api/index.ts';

export type PaceSecond = ImportProgress['seconds'][number];

/** The shortest time that the axis shows, in seconds: a load that has just begun is no bar across the plot. */
const minSeconds = 60;

/**
 * The part of the load that is shown, in seconds of the epoch: to its last second, at most ten minutes. A load that is
 * over has the plot for itself, however short it was.
 */
export function paceView(seconds: readonly PaceSecond[], isOver = false): TimeView {
  const until = (seconds.at(-1)?.atMillis ?? 0) / 1_000 + 1;
  const first = (seconds[0]?.atMillis ?? 0) / 1_000;
  const from = isOver ? first : Math.min(first, until - minSeconds);
  return { fromSeconds: from, untilSeconds: until };
}

/** Steps: the count of a second holds until its end; a missing second had none. */
export function stepsOf(seconds: readonly PaceSecond[]): {
  readonly xs: readonly number[];
  readonly accepted: readonly number[];
  readonly limits: readonly (number | null)[];
} {
  const xs: number[] = [];
  const accepted: number[] = [];
  const limits: (number | null)[] = [];
  const put = (x: number, count: number, limit: number | null) => {
    xs.push(x);
    accepted.push(count);
    limits.push(limit);
  };
  let end = Number.NaN;
  for (const { atMillis, accepted: count, limit } of seconds) {
    const start = atMillis / 1_000;
    if (start > end + 0.5) {
      put(end, 0, null);
      put(start, 0, null);
    }
    put(start, count, limit);
    end = start + 1;
    put(end, count, limit);
  }
  return { xs, accepted, limits };
}

/** A time in which the platform refused: from the first 429 to the next row that it took. In seconds of the epoch. */
export interface Pause {
  readonly fromSeconds: number;
  readonly untilSeconds: number;
  readonly refused: number;
}

/** The pauses of a load, in order. */
export function pausesOf(seconds: readonly PaceSecond[]): readonly Pause[] {
  const pauses: Pause[] = [];
  let isOpen = false;
  for (const { atMillis, accepted, refused } of seconds) {
    const start = atMillis / 1_000;
    const last = pauses.at(-1);
    if (refused > 0 && (!isOpen || accepted > 0)) {
      pauses.push({ fromSeconds: start, untilSeconds: start + 1, refused });
      isOpen = true;
    } else if (isOpen && accepted === 0 && last !== undefined)
      pauses[pauses.length - 1] = { ...last, untilSeconds: start + 1, refused: last.refused + refused };
    else {
      // Seconds in which nothing happened are not told: the wait lasts until the next one that is.
      if (isOpen && last !== undefined)
        pauses[pauses.length - 1] = { ...last, untilSeconds: Math.max(last.untilSeconds, start) };
      isOpen = false;
    }
  }
  return pauses;
}

/** A pause that is longer than this, in seconds, stopped the load; others were only some requests that wait. */
const stoppedSeconds = 1.5;

/** The pauses in which nothing went through. */
export function waitsOf(seconds: readonly PaceSecond[]): readonly Pause[] {
  return pausesOf(seconds).filter(
    ({ fromSeconds, untilSeconds }) => untilSeconds - fromSeconds > stoppedSeconds,
  );
}

/** Bands and bars where the platform said 429: the bar is as high as there were refusals. */
function refusals(seconds: readonly PaceSecond[]) {
  const pauses = pausesOf(seconds);
  const waits = waitsOf(seconds);
  return ({ context, box, ratio, xOf, yOf, colour }: Painter) => {
    for (const { fromSeconds, untilSeconds } of waits) {
      const from = xOf(fromSeconds);
      context.fillStyle = colour('danger');
      context.globalAlpha = 0.14;
      context.fillRect(from, box.top, Math.max(xOf(untilSeconds) - from, 4 * ratio), box.height);
      context.globalAlpha = 1;
    }
    for (const { fromSeconds, refused } of pauses) {
      const from = xOf(fromSeconds);
      context.fillStyle = colour('refused');
      const top = Math.max(box.top, yOf(refused));
      context.fillRect(from, top, 4 * ratio, box.top + box.height - top);
    }
  };
}

/** The chart of a load: accepted rows as steps, 429 as bars, the limit dashed. */
export function paceParts(seconds: readonly PaceSecond[]): ChartParts {
  const { xs, accepted, limits } = stepsOf(seconds);
  const max = Math.max(1, ...accepted, ...limits.map((limit) => limit ?? 0));
  const { lines } = valueScale(max);
  // The limit is not at the edge: its label is above it.
  const top = max * 1.18;
  return {
    xs,
    series: [
      { kind: 'area', values: accepted, colour: 'series-1' },
      { kind: 'line', values: limits, colour: 'text', isDashed: true },
    ],
    scale: { top, lines: lines.filter((line) => line <= top) },
    layers: [refusals(seconds)],
    hasTimeAxis: false,
  };
}

/** Instants, in whole seconds of the epoch, at which the axis says the time of day, which has no fractions. */
export function clockLines(view: TimeView): readonly number[] {
  const lines = timeLines(view, 6);
  const span = view.untilSeconds - view.fromSeconds;
  // The right edge says `now`.
  return lines.filter((at) => Number.isInteger(at) && view.untilSeconds - at > span * 0.08);
}
