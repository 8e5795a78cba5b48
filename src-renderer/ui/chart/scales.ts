import { formatDecimal, formatTrimmed } from '../../words/format.ts';

/** The part of the time axis that is shown, in seconds. */
export interface TimeView {
  readonly fromSeconds: number;
  readonly untilSeconds: number;
}

/** The reach of an axis of values, and the positions of its lines. */
export interface ValueScale {
  readonly top: number;
  /** Where the axis begins; zero unless values lie below it. */
  readonly bottom?: number;
  readonly lines: readonly number[];
  /** Values below zero are counted upwards as well: their lines have no sign. */
  readonly isMirrored?: boolean;
}

const maxLines = 5;
const niceFactors = [1, 2, 5, 10];

/** The smallest of 1, 2 and 5 times a power of ten that is not below `value`. */
function niceStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = niceFactors.find((candidate) => candidate * power >= value * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** A scale from zero that holds `most`, with at most five lines; counts have none between whole numbers. */
export function valueScale(max: number, isCount = true): ValueScale {
  const reach = Number.isFinite(max) && max > 0 ? max : 1;
  const min = isCount ? 1 : Number.EPSILON;
  const step = Math.max(min, niceStep(reach / maxLines));
  const count = Math.max(1, Math.ceil(reach / step - 1e-9));
  const lines = Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12)));
  return { top: lines.at(-1) ?? 1, lines };
}

/** A value for an axis, in short: `2500`, `20k`, `1.5M`. */
export function axisText(value: number): string {
  const size = Math.abs(value);
  const short = (part: number, sign: string) => `${formatTrimmed(Number(part.toPrecision(3)), 6)}${sign}`;
  if (size >= 1_000_000) return short(value / 1_000_000, 'M');
  return size >= 10_000 ? short(value / 1_000, 'k') : formatTrimmed(Number(value.toPrecision(6)), 12);
}

const timeSteps = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 900, 1_800,
  3_600, 7_200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800,
];

/** The times, in seconds, at which a time axis of at most `most` labels has them. */
export function timeLines({ fromSeconds, untilSeconds }: TimeView, max: number): readonly number[] {
  const wanted = (untilSeconds - fromSeconds) / Math.max(1, max);
  const step = timeSteps.find((candidate) => candidate >= wanted) ?? 604_800;
  const first = Math.ceil(fromSeconds / step - 1e-9);
  const last = Math.floor(untilSeconds / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
}

const two = (value: number) => String(value).padStart(2, '0');

/** How many decimals tell two instants apart that are `stepSeconds` from each other. */
function decimalsFor(stepSeconds: number): number {
  return Math.min(3, Math.max(0, Math.ceil(-Math.log10(Math.max(stepSeconds, 0.001)) - 1e-9)));
}

/**
 * A time on an axis that reaches to `untilSeconds`: seconds up to two minutes, then `m:ss`, and `h:mm:ss` from an hour
 * on, without the seconds where every step is whole minutes.
 */
export function timeText(seconds: number, untilSeconds: number, stepSeconds: number): string {
  const decimals = decimalsFor(stepSeconds);
  if (untilSeconds <= 120) return formatDecimal(seconds, decimals);
  const whole = Math.floor(seconds + 1e-9);
  const rest = decimals === 0 ? '' : formatDecimal(seconds - whole, decimals).slice(1);
  const minutes = Math.floor(whole / 60);
  if (untilSeconds <= 3_600) return `${minutes}:${two(whole % 60)}${rest}`;
  const short = `${Math.floor(minutes / 60)}:${two(minutes % 60)}`;
  return stepSeconds >= 60 ? short : `${short}:${two(whole % 60)}${rest}`;
}

/** A view inside the whole, not shorter than `minSeconds`. */
export function clampView(view: TimeView, durationSeconds: number, minSeconds: number): TimeView {
  const length = Math.min(durationSeconds, Math.max(minSeconds, view.untilSeconds - view.fromSeconds));
  const from = Math.min(Math.max(0, view.fromSeconds), durationSeconds - length);
  return { fromSeconds: from, untilSeconds: from + length };
}

/** A view `factor` times as long around an instant that keeps its place. */
export function zoomed(view: TimeView, aroundSeconds: number, factor: number): TimeView {
  return {
    fromSeconds: aroundSeconds - (aroundSeconds - view.fromSeconds) * factor,
    untilSeconds: aroundSeconds + (view.untilSeconds - aroundSeconds) * factor,
  };
}
