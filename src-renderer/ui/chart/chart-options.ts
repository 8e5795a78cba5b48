import uPlot from 'uplot';
import type { ChartTheme, ChartToken } from './chart-theme.ts';
import { hatchOf, type Layer, painterOf } from './painter.ts';
import { axisText, type TimeView, timeLines, timeText, type ValueScale } from './scales.ts';

/** The data to draw, and its style: hatched for refused, dashed for hypothetical. */
export interface ChartSeries {
  readonly kind: 'bars' | 'line' | 'area';
  readonly values: readonly (number | null)[] | Float64Array;
  readonly colour: ChartToken;
  readonly isHatched?: boolean;
  readonly isDashed?: boolean;
}

export interface ChartParts {
  /** Instants of the values, in seconds: the middle of each bin. */
  readonly xs: readonly number[] | Float64Array;
  readonly series: readonly ChartSeries[];
  readonly scale: ValueScale;
  /** Drawn over the series, in order. */
  readonly layers?: readonly Layer[];
  readonly hasTimeAxis: boolean;
}

/** Widths around the plot, in rem; the style sheet has the same for what floats over it. */
const leftRem = 2.25;
const rightRem = 1;
const topRem = 0.375;
const axisRem = 1.125;
const bareRem = 0.5;
const labelRem = 4.5;

function seriesOf(given: ChartSeries, theme: ChartTheme, ratio: number): uPlot.Series {
  const { colours } = theme;
  const { kind, colour, isHatched = false, isDashed = false } = given;
  const common = { points: { show: false }, stroke: colours[colour], width: 1.5, auto: false };
  if (kind === 'bars') {
    const bars = uPlot.paths.bars?.({ size: [0.72, 60, 1], align: 0 });
    const fill = isHatched ? hatchOf(theme, ratio) : colours[colour];
    return { ...common, width: isHatched ? 1 : 0, fill, ...(bars === undefined ? {} : { paths: bars }) };
  }
  const dash = isDashed ? { dash: [4, 3], width: 1 } : {};
  return kind === 'area' ? { ...common, ...dash, fill: colours['accent-soft'] } : { ...common, ...dash };
}

/** The labels of the time axis; the last one says the unit. */
function timeLabels(splits: readonly number[], view: TimeView): string[] {
  const [first = 0, second = first + 1] = splits;
  const texts = splits.map((at) => timeText(at, view.untilSeconds, second - first));
  return texts.map((text, at) =>
    at === texts.length - 1 && view.untilSeconds <= 120 ? `${text}\u00a0s` : text,
  );
}

function axesOf(parts: ChartParts, theme: ChartTheme, givenRem: number | undefined): uPlot.Axis[] {
  const { remPx, colours, fontFamily } = theme;
  const common = {
    font: `${Math.round(0.6875 * remPx)}px ${fontFamily}`,
    stroke: colours.muted,
    ticks: { show: false },
    gap: 6,
  };
  const { scale } = parts;
  const maxLabels = (plotPx: number) => plotPx / (labelRem * remPx);
  const x: uPlot.Axis = {
    ...common,
    size: axisRem * remPx,
    grid: { show: false },
    border: { show: true, stroke: colours.edge, width: 1 },
    splits: (plot, _axis, min, max) => [
      ...timeLines({ fromSeconds: min, untilSeconds: max }, maxLabels(plot.bbox.width / devicePixelRatio)),
    ],
    values: (plot, splits) =>
      timeLabels(splits, { fromSeconds: 0, untilSeconds: plot.scales['x']?.max ?? 0 }),
  };
  const y: uPlot.Axis = {
    ...common,
    size: (givenRem ?? (scale.lines.length === 0 ? bareRem : leftRem)) * remPx,
    grid: { show: true, stroke: colours.gridline, width: 1 },
    splits: () => [...scale.lines],
    values: (_plot, splits) => splits.map((at) => axisText(scale.isMirrored === true ? Math.abs(at) : at)),
  };
  // Without labels the base line of the bars is drawn all the same.
  return [parts.hasTimeAxis ? x : { ...x, size: bareRem * remPx, values: () => [] }, y];
}

/** The size of a plot in CSS pixels, and the room at its left, if it is not that of its labels. */
export interface PlotSize {
  readonly width: number;
  readonly height: number;
  readonly leftRem?: number | undefined;
}

/** A plot as its parts say it, at a size in CSS pixels. */
export function chartOptions(
  parts: ChartParts,
  theme: ChartTheme,
  { leftRem: givenRem, ...size }: PlotSize,
): uPlot.Options {
  const ratio = devicePixelRatio;
  const { remPx } = theme;
  const { layers = [] } = parts;
  return {
    ...size,
    pxAlign: true,
    legend: { show: false },
    cursor: { show: false },
    padding: [topRem * remPx, rightRem * remPx, 0, 0],
    scales: { x: { time: false }, y: { range: [parts.scale.bottom ?? 0, parts.scale.top] } },
    axes: axesOf(parts, theme, givenRem),
    series: [{}, ...parts.series.map((given) => seriesOf(given, theme, ratio))],
    hooks: {
      draw: [
        (plot) => {
          const { ctx, bbox } = plot;
          ctx.save();
          ctx.beginPath();
          ctx.rect(bbox.left, 0, bbox.width, bbox.top + bbox.height);
          ctx.clip();
          for (const layer of layers) layer(painterOf(plot, theme, ratio));
          ctx.restore();
        },
      ],
    },
  };
}

/** An instant for reading, as exact as the part of the axis that is shown allows. */
export function instantText(seconds: number, view: TimeView): string {
  const isShort = view.untilSeconds <= 120;
  const step = Math.min((view.untilSeconds - view.fromSeconds) / 400, isShort ? 0.01 : 1);
  const text = timeText(seconds, view.untilSeconds, step);
  return isShort ? `${text}\u00a0s` : text;
}
