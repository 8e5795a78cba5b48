import type { ChartParts, ChartSeries } from '#renderer/ui/chart/chart-options.ts';
import { type Layer, limitLayer } from '#renderer/ui/chart/painter.ts';
import { type TimeView, type ValueScale, valueScale } from '#renderer/ui/chart/scales.ts';
import type {
  Decision,
  GroupResult,
  PercentileSeries,
  Series,
  SimulationResult,
} from '#shared/throttle/simulation/types.ts';
import { type FormerLevel, ghostLayer, ghostLevelLayer } from './ghost.ts';
import { failedIn, type GroupBins, type RequestBins } from './request-bins.ts';

/** The middle of each bin, in seconds. */
export function binCentres(binSeconds: number, count: number, fromSeconds = 0): Float64Array {
  return Float64Array.from({ length: count }, (_, bin) => fromSeconds + (bin + 0.5) * binSeconds);
}

const maxOf = (values: readonly number[]) => values.reduce((max, value) => Math.max(max, value), 0);

/** A limit up to this factor above the offered requests is drawn on the same scale. */
const nearFactor = 3;

/** Requests that really went over the wire, counted in the bins of a simulation. */
export interface LiveBins {
  readonly accepted: readonly number[];
  readonly refused: readonly number[];
  /** Neither: no answer, or one that the throttle did not decide. */
  readonly failed: readonly number[];
  /** Taken by another route, or by none. */
  readonly notTaken: readonly number[];
}

/** Where the bars of real requests would end: allowed, and refused on top of them. */
function liveLayer({ accepted, refused }: LiveBins, { fromSeconds, binSeconds }: RequestBins): Layer {
  return ({ context, ratio, xOf, yOf, colour }) => {
    accepted.forEach((allowed, bin) => {
      const all = allowed + (refused[bin] ?? 0);
      if (all === 0) return;
      const from = xOf(fromSeconds + bin * binSeconds);
      const width = Math.max(2 * ratio, xOf(fromSeconds + (bin + 1) * binSeconds) - from);
      context.fillStyle = colour('series-2');
      if (all > allowed) context.fillRect(from, yOf(all) - ratio, width, 2 * ratio);
      context.fillStyle = colour('series-3');
      context.fillRect(from, yOf(allowed) - ratio, width, 2 * ratio);
    });
  };
}

/** Which of simulated and real requests are drawn. */
export type Shown = 'simulated' | 'live' | 'both';

const noRequests: LiveBins = { accepted: [], refused: [], failed: [], notTaken: [] };

function added(one: Series, other: Series): number[] {
  return one.map((value, bin) => value + (other[bin] ?? 0));
}

function requestSeries(
  { offered, accepted, refused }: RequestBins,
  live: LiveBins | null,
  shown: Shown,
): readonly ChartSeries[] {
  if (shown === 'live') {
    const counted = live ?? { accepted: offered.map(() => 0), refused: offered.map(() => 0) };
    return [
      { kind: 'bars', values: added(counted.accepted, counted.refused), colour: 'refused', isHatched: true },
      { kind: 'bars', values: counted.accepted, colour: 'series-1' },
    ];
  }
  return [
    { kind: 'bars', values: added(accepted, refused), colour: 'refused', isHatched: true },
    { kind: 'bars', values: accepted, colour: 'series-1' },
  ];
}

/** Requests that ended with 500: solid above the others, since no limit refused them. */
function failedLayer(
  { accepted, refused, failed }: Pick<LiveBins, 'accepted' | 'refused' | 'failed'>,
  { fromSeconds, binSeconds }: RequestBins,
): Layer {
  return ({ context, ratio, xOf, yOf, colour }) => {
    context.fillStyle = colour('danger');
    failed.forEach((value, bin) => {
      if (value === 0) return;
      const below = (accepted[bin] ?? 0) + (refused[bin] ?? 0);
      const from = xOf(fromSeconds + (bin + 0.14) * binSeconds);
      const width = Math.max(ratio, xOf(fromSeconds + (bin + 0.86) * binSeconds) - from);
      context.fillRect(from, yOf(below + value), width, yOf(below) - yOf(below + value));
    });
  };
}

/** Requests that the route does not take: hollow bars below the line, since no limit holds for them. */
function notTakenLayer(values: Series, { fromSeconds, binSeconds }: RequestBins): Layer {
  return ({ context, box, ratio, xOf, yOf, colour }) => {
    const zero = Math.round(yOf(0));
    context.strokeStyle = colour('series-4');
    context.lineWidth = 1.5 * ratio;
    values.forEach((value, bin) => {
      if (value === 0) return;
      const from = xOf(fromSeconds + (bin + 0.14) * binSeconds);
      const width = Math.max(ratio, xOf(fromSeconds + (bin + 0.86) * binSeconds) - from);
      context.strokeRect(from, zero, width, Math.max(1.5 * ratio, yOf(-value) - zero));
    });
    context.fillStyle = colour('edge');
    context.fillRect(box.left, zero, box.width, ratio);
  };
}

/** Room below the line for what the route does not take. */
function withRoomBelow(scale: ValueScale, most: number): ValueScale {
  if (most === 0) return scale;
  const step = scale.lines[1] ?? scale.top;
  const count = Math.ceil(most / step);
  const below = Array.from({ length: count }, (_, at) => -(count - at) * step);
  return { ...scale, bottom: -count * step, lines: [...below, ...scale.lines], isMirrored: true };
}

/** Requests per bin: allowed solid, refused hatched on top, failed solid above both, the limit dashed; what is not taken below the line. */
export function requestsParts(
  bins: RequestBins,
  live: LiveBins | null,
  shown: Shown,
  ghost: Series | null = null,
): ChartParts {
  const { binSeconds, fromSeconds } = bins;
  const series = requestSeries(bins, live, shown);
  const limit = bins.limitPerSecond.map((perSecond) => perSecond * binSeconds);
  const real = live === null ? [] : added(live.accepted, live.refused);
  const drawn = shown === 'live' ? (live ?? noRequests) : { ...bins, failed: failedIn(bins) };
  const offered = Math.max(
    1,
    maxOf(real),
    maxOf(ghost ?? []),
    maxOf(added(added(drawn.accepted, drawn.refused), drawn.failed)),
  );
  const max = maxOf(limit);
  const isNear = max <= offered * nearFactor;
  const apart = shown === 'live' ? (live?.notTaken ?? []) : bins.notTaken;
  const notTaken = maxOf(apart);
  const scale = valueScale(Math.max(isNear ? Math.max(offered, max) : offered, notTaken));
  return {
    xs: binCentres(binSeconds, bins.offered.length, fromSeconds),
    series,
    scale: withRoomBelow(scale, notTaken),
    layers: [
      failedLayer(drawn, bins),
      ...(notTaken === 0 ? [] : [notTakenLayer(apart, bins)]),
      ...(shown === 'both' && live !== null ? [liveLayer(live, bins)] : []),
      ...(ghost === null ? [] : [ghostLayer(ghost, bins)]),
      limitLayer(binSeconds, limit, fromSeconds),
    ],
    hasTimeAxis: false,
  };
}

/** Ticks at the foot of the plot where requests were refused. */
export function refusedTicks(times: readonly number[]): Layer {
  return ({ context, box, ratio, xOf, colour }) => {
    context.fillStyle = colour('refused');
    const height = 8 * ratio;
    for (const seconds of times) {
      const x = xOf(seconds);
      if (x >= box.left && x <= box.left + box.width)
        context.fillRect(x - 0.75 * ratio, box.top + box.height - height, 1.5 * ratio, height);
    }
  };
}

/** True if a request took a token; in shadow mode it passes without one. */
function hasTaken({ status, waitSeconds }: Decision): boolean {
  return status === 200 && waitSeconds === 0;
}

/** Points of a bucket's level between single requests: the level before and after each. */
export function exactLevel(
  decisions: readonly Decision[],
  view: TimeView,
): readonly (readonly [seconds: number, level: number])[] {
  const points: (readonly [number, number])[] = [];
  let full = Number.NaN;
  let left: Decision | null = null;
  const refill = (until: number) => {
    if (left === null || left.stepSeconds <= 0) return;
    const after = Math.max(0, left.levelBefore - (hasTaken(left) ? 1 : 0));
    const fullAt = left.atSeconds + (left.capacity - after) * left.stepSeconds;
    if (fullAt < until) points.push([fullAt, left.capacity]);
    full = Math.min(left.capacity, after + (until - left.atSeconds) / left.stepSeconds);
    points.push([until, full]);
  };
  for (const decision of decisions) {
    if (left === null) points.push([view.fromSeconds, decision.levelBefore]);
    else refill(decision.atSeconds);
    points.push([decision.atSeconds, decision.levelBefore]);
    if (hasTaken(decision)) points.push([decision.atSeconds, Math.max(0, decision.levelBefore - 1)]);
    left = decision;
  }
  refill(view.untilSeconds);
  return points;
}

function exactLayer(points: readonly (readonly [number, number])[]): Layer {
  return ({ context, ratio, xOf, yOf, colour }) => {
    const [first] = points;
    const last = points.at(-1);
    if (first === undefined || last === undefined) return;
    const trace = () => {
      context.beginPath();
      context.moveTo(xOf(first[0]), yOf(first[1]));
      for (const [seconds, level] of points) context.lineTo(xOf(seconds), yOf(level));
    };
    trace();
    context.lineTo(xOf(last[0]), yOf(0));
    context.lineTo(xOf(first[0]), yOf(0));
    context.fillStyle = colour('accent-soft');
    context.fill();
    trace();
    context.strokeStyle = colour('series-1');
    context.lineWidth = 1.5 * ratio;
    context.stroke();
  };
}

/** Tokens in the bucket of one group: exact where every request is known, else mean and lowest of each bin. */
export function levelParts(
  group: GroupResult,
  { fromSeconds, binSeconds }: Pick<GroupBins, 'fromSeconds' | 'binSeconds'>,
  exact: { readonly decisions: readonly Decision[]; readonly view: TimeView } | null,
  former: FormerLevel | null = null,
): ChartParts {
  const { level, capacityPerBin, bins } = group;
  const xs = binCentres(binSeconds, level.mean.length, fromSeconds);
  const capacity = Math.max(1, maxOf(capacityPerBin), maxOf(former?.level ?? []));
  const times =
    exact === null
      ? bins.refused.flatMap((count, bin) => (count > 0 ? [fromSeconds + (bin + 0.5) * binSeconds] : []))
      : exact.decisions.flatMap(({ status, atSeconds }) => (status === 429 ? [atSeconds] : []));
  const lines: readonly ChartSeries[] = [
    { kind: 'area', values: level.mean, colour: 'series-1' },
    { kind: 'line', values: level.min, colour: 'series-1', isDashed: true },
  ];
  const layers = [
    ...(exact === null ? [] : [exactLayer(exactLevel(exact.decisions, exact.view))]),
    ...(former === null ? [] : [ghostLevelLayer(former)]),
    limitLayer(binSeconds, capacityPerBin, fromSeconds),
    refusedTicks(times),
  ];
  return { xs, series: exact === null ? lines : [], scale: valueScale(capacity), layers, hasTimeAxis: true };
}

/** Half and 95 of 100 of the values of each bin. */
export function percentileParts(
  { p50, p95 }: PercentileSeries,
  bins: Pick<RequestBins, 'fromSeconds' | 'binSeconds'>,
): ChartParts {
  const max = maxOf([...p50, ...p95].map((value) => value ?? 0));
  return {
    xs: binCentres(bins.binSeconds, p50.length, bins.fromSeconds),
    series: [
      { kind: 'line', values: p95, colour: 'series-2' },
      { kind: 'line', values: p50, colour: 'series-1' },
    ],
    layers: [dotsLayer(p50, bins, 'series-1'), dotsLayer(p95, bins, 'series-2')],
    // Room above, so that a dot at the top is whole.
    scale: valueScale(max * 1.05, false),
    hasTimeAxis: true,
  };
}

/** A dot for each value: one between two gaps is no line. */
function dotsLayer(
  values: readonly (number | null)[],
  { fromSeconds, binSeconds }: Pick<RequestBins, 'fromSeconds' | 'binSeconds'>,
  token: 'series-1' | 'series-2',
): Layer {
  return ({ context, ratio, xOf, yOf, colour }) => {
    context.fillStyle = colour(token);
    values.forEach((value, bin) => {
      if (value === null) return;
      const size = 3 * ratio;
      context.fillRect(
        xOf(fromSeconds + (bin + 0.5) * binSeconds) - size / 2,
        yOf(value) - size / 2,
        size,
        size,
      );
    });
  };
}

/** Allowed requests of a second policy less those of the first, bin by bin. */
export function differenceOf(first: SimulationResult, second: SimulationResult): readonly number[] {
  return first.bins.accepted.map((accepted, bin) => (second.bins.accepted[bin] ?? 0) - accepted);
}

/** The difference of two policies: more allowed above the middle, fewer below. */
export function differenceParts(first: SimulationResult, second: SimulationResult): ChartParts {
  const difference = differenceOf(first, second);
  const { top, lines } = valueScale(maxOf(difference.map(Math.abs)));
  const layer: Layer = ({ context, ratio, xOf, yOf, colour, hatch }) => {
    const zero = yOf(0);
    difference.forEach((value, bin) => {
      if (value === 0) return;
      const from = xOf((bin + 0.14) * first.binSeconds);
      const width = Math.max(ratio, xOf((bin + 0.86) * first.binSeconds) - from);
      context.fillStyle = value > 0 ? colour('series-1') : hatch();
      context.fillRect(from, Math.min(zero, yOf(value)), width, Math.abs(yOf(value) - zero));
    });
    context.fillStyle = colour('edge');
    context.fillRect(xOf(0), zero, xOf(first.durationSeconds) - xOf(0), ratio);
  };
  return {
    xs: binCentres(first.binSeconds, difference.length),
    series: [],
    scale: {
      top,
      bottom: -top,
      lines: [
        ...lines
          .slice(1)
          .map((line) => -line)
          .toReversed(),
        ...lines,
      ],
    },
    layers: [layer],
    hasTimeAxis: true,
  };
}

/** One mark a request: a dot where it passed, a bar where it was refused. */
export function stripParts(decisions: readonly Decision[], groups: readonly string[]): ChartParts {
  const rowOf = new Map(groups.map((group, row) => [group, row]));
  const rows = Math.max(1, groups.length);
  const layer: Layer = ({ context, ratio, box, xOf, yOf, colour }) => {
    for (const { atSeconds, group, status } of decisions) {
      const row = rowOf.get(group ?? '');
      const x = xOf(atSeconds);
      if (row === undefined || x < box.left || x > box.left + box.width) continue;
      const y = yOf(rows - row - 0.5);
      context.fillStyle = colour(status === 200 ? 'series-1' : 'refused');
      if (status === 200) {
        context.beginPath();
        context.arc(x, y, 2.5 * ratio, 0, 2 * Math.PI);
        context.fill();
      } else context.fillRect(x - ratio, y - 5 * ratio, 2 * ratio, 10 * ratio);
    }
  };
  return { xs: [0], series: [], scale: { top: rows, lines: [] }, layers: [layer], hasTimeAxis: true };
}
