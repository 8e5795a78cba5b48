import { type CSSProperties, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import uPlot from 'uplot';
import { type ChartParts, type ChartSeries, chartOptions } from './chart-options.ts';
import { type ChartTheme, useChartTheme } from './chart-theme.ts';
import { useRangeDrag } from './range-drag.ts';
import type { TimeView } from './scales.ts';
import './chart.css';

export interface ChartProps {
  /** One sentence that describes the chart. */
  readonly label: string;
  readonly parts: ChartParts;
  readonly view: TimeView;
  readonly className?: string;
  /** The instant that every chart on the axis marks; null: none. */
  readonly cursorSeconds?: number | null;
  /** Left out where nothing can be picked. */
  readonly onPick?: (seconds: number) => void;
  readonly onRange?: (view: TimeView) => void;
  /** Receives the instant under the pointer; null: it left the plot. */
  readonly onPoint?: (seconds: number | null) => void;
  /** Room at the left of the plot, in rem; left out: as much as the labels of its values take. */
  readonly leftRem?: number;
  /** Marks and words over the plot, placed by `importFolder`. */
  readonly children?: ReactNode;
}

function dataOf({ xs, series }: ChartParts): uPlot.AlignedData {
  // A bar of no height would be drawn as a line.
  const drawn = ({ kind, values }: ChartSeries) =>
    kind === 'bars' ? Array.from(values, (value) => (value === 0 ? null : value)) : [...values];
  return [Float64Array.from(xs), ...series.map(drawn)];
}

/** Position of an instant in a view, for the style of elements floating over the plot. */
export function placeOf(seconds: number, { fromSeconds, untilSeconds }: TimeView): CSSProperties {
  const share = (seconds - fromSeconds) / Math.max(1e-9, untilSeconds - fromSeconds);
  return { insetInlineStart: `${share * 100}%` };
}

/** True if an instant is inside a view. */
export function isInView(seconds: number, { fromSeconds, untilSeconds }: TimeView): boolean {
  return seconds >= fromSeconds && seconds <= untilSeconds;
}

/** Keeps a plot in its host: made anew with its parts and the theme, only moved with the view and the size. */
function usePlot({ parts, view, leftRem }: ChartProps, theme: ChartTheme) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const make = useEffectEvent((element: HTMLElement, drawn: ChartParts, inTheme: ChartTheme) => {
    const size = { width: element.clientWidth, height: element.clientHeight, leftRem };
    const made = new uPlot(chartOptions(drawn, inTheme, size), dataOf(drawn), element);
    made.setScale('x', { min: view.fromSeconds, max: view.untilSeconds });
    return made;
  });
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    plot.current = make(element, parts, theme);
    const sized = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      const current = plot.current;
      if (current === null || (current.width === width && current.height === height)) return;
      if (width > 0 && height > 0) current.setSize({ width, height });
    });
    sized.observe(element);
    return () => {
      sized.disconnect();
      plot.current?.destroy();
      plot.current = null;
    };
  }, [parts, theme]);
  useEffect(() => {
    plot.current?.setScale('x', { min: view.fromSeconds, max: view.untilSeconds });
  }, [view.fromSeconds, view.untilSeconds]);
  return host;
}

const nothing = () => undefined;

/** Returns the classes of the overlay, which leaves out the same axes as the plot. */
function overClass({ hasTimeAxis, scale }: ChartParts): string {
  return `chart-over${hasTimeAxis ? '' : ' bare'}${scale.lines.length === 0 ? ' unvalued' : ''}`;
}

/** A plot over time. It is a picture with one sentence; its table is behind it, and its keys beside it. */
export function Chart(props: ChartProps) {
  const { label, view, className = '', cursorSeconds = null, parts, leftRem } = props;
  const { onPick, onRange = nothing, onPoint = nothing } = props;
  const host = usePlot(props, useChartTheme());
  const { drag, handlers } = useRangeDrag({ view, onPick: onPick ?? nothing, onRange, onPoint });
  const picture = { role: 'img', 'aria-label': label } as const;
  return (
    <div className={`chart ${className}`}>
      <div ref={host} className="chart-plot" {...picture} />
      <div
        className={overClass(parts)}
        style={leftRem === undefined ? undefined : { insetInlineStart: `${leftRem}rem` }}
        {...(onPick === undefined ? {} : handlers)}
      >
        {drag === null ? null : (
          <i
            className="chart-range"
            style={{
              ...placeOf(Math.min(drag.start, drag.now), view),
              width: `${(Math.abs(drag.now - drag.start) / (view.untilSeconds - view.fromSeconds)) * 100}%`,
            }}
          />
        )}
        {cursorSeconds === null || !isInView(cursorSeconds, view) ? null : (
          <i className="chart-cursor" style={placeOf(cursorSeconds, view)} />
        )}
        {props.children}
      </div>
    </div>
  );
}
