import { type ReactNode, useMemo } from 'react';
import { formatCount } from '#renderer/words/format.ts';
import type { Distribution, PercentileSeries, SimulationResult } from '#shared/throttle/simulation/types.ts';
import { waitText } from '../seconds.ts';
import { labMessages } from '../words.ts';
import { percentileParts } from './chart-parts.ts';
import { type HistogramRow, histogramRows } from './histogram.ts';
import { plotLeftRem, TimePlot } from './plot-cursor.tsx';
import { PlotFrame } from './plot-frame.tsx';
import type { RequestBins } from './request-bins.ts';
import { percentileTable } from './tables.ts';
import type { Charts } from './use-charts.ts';

const messages = labMessages.throttle.results;

function rangeText({ from, until }: HistogramRow): string {
  return from === until ? `${waitText(until)} s` : `${waitText(from)}–${waitText(until)} s`;
}

/** How often each length came, as bars that are a table. */
function Histogram({ distribution }: { readonly distribution: Distribution }) {
  const rows = histogramRows(distribution.histogram);
  const max = rows.reduce((known, { count }) => Math.max(known, count), 1);
  return (
    <table className="histogram" aria-label={messages.histogram}>
      <tbody>
        {rows.map((row) => (
          <tr key={row.until}>
            <th className="mono num">{rangeText(row)}</th>
            <td aria-hidden="true">
              <i style={{ width: `${(row.count / max) * 100}%` }} />
            </td>
            <td className="mono num">{formatCount(row.count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export interface DistributionViewProps {
  readonly title: string;
  /** The text shown if there is no data. */
  readonly none: string;
  readonly charts: Charts;
  readonly result: SimulationResult;
  readonly distribution: Distribution;
  /** Its percentiles in the pieces of time that suit the view. */
  readonly perBin: PercentileSeries;
  readonly bins: Pick<RequestBins, 'fromSeconds' | 'binSeconds'>;
  readonly lead: ReactNode;
}

/** A distribution of seconds: percentiles over time, and how often each came. */
export function DistributionView(props: DistributionViewProps) {
  const { title, none, charts, result, distribution, perBin, bins, lead } = props;
  const parts = useMemo(() => percentileParts(perBin, bins), [perBin, bins]);
  const table = useMemo(() => percentileTable(result, perBin, bins), [result, perBin, bins]);
  if (distribution.histogram.length === 0)
    return (
      <div>
        <div className="lab-lower-head">{lead}</div>
        <p className="remark">{none}</p>
      </div>
    );
  const { p50, p95, p99 } = distribution;
  return (
    <PlotFrame
      lead={lead}
      title={title}
      table={table}
      aside={
        <ul className="legend mono">
          <li>
            <i className="sw line first" />
            {`p50 ${waitText(p50)} s`}
          </li>
          <li>
            <i className="sw line second" />
            {`p95 ${waitText(p95)} s`}
          </li>
          <li>{`p99 ${waitText(p99)} s`}</li>
        </ul>
      }
    >
      <div className="beside">
        <TimePlot
          charts={charts}
          label={messages.percentilesLabel(title, waitText(p50), waitText(p95))}
          parts={parts}
          leftRem={plotLeftRem}
        />
        <Histogram distribution={distribution} />
      </div>
    </PlotFrame>
  );
}
