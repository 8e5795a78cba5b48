import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Chart } from '#renderer/ui/chart/chart.tsx';
import type { SimulationResult } from '#shared/throttle/simulation/types.ts';
import { labMessages } from '../words.ts';
import { heatParts } from './chart-parts.ts';
import { PlotFrame } from './plot-frame.tsx';
import { heatTable } from './tables.ts';
import type { Charts } from './use-charts.ts';

const messages = labMessages.throttle.results;

/** Rows that can be told apart at the height that there is. */
const maxRows = 12;

export interface HeatProps {
  readonly charts: Charts;
  readonly result: SimulationResult;
  readonly lead: ReactNode;
}

/** How much of each group was refused, over time. */
export function Heat({ charts, result, lead }: HeatProps) {
  const [first, setFirst] = useState(0);
  const { groups } = result.heat;
  const from = Math.min(first, Math.max(0, groups.length - 1));
  const rows = Math.max(1, Math.min(maxRows, groups.length - from));
  const parts = useMemo(() => heatParts(result, from, rows), [result, from, rows]);
  const table = useMemo(() => heatTable(result, from, rows), [result, from, rows]);
  const names = groups.slice(from, from + rows);
  return (
    <PlotFrame
      lead={lead}
      title={messages.lowerNames.heat}
      table={table}
      aside={
        groups.length <= maxRows ? null : (
          <>
            <span className="ref">{messages.heatGroups(from + 1, from + rows, groups.length)}</span>
            <Button
              small
              kind="ghost"
              icon={ChevronUp}
              label={messages.earlierGroups}
              disabled={from === 0}
              onPress={() => setFirst(Math.max(0, from - maxRows))}
            />
            <Button
              small
              kind="ghost"
              icon={ChevronDown}
              label={messages.laterGroups}
              disabled={from + maxRows >= groups.length}
              onPress={() => setFirst(from + maxRows)}
            />
          </>
        )
      }
    >
      <div className="named-rows">
        <ol className="row-names" aria-hidden="true">
          {names.map((name) => (
            <li key={name} className="mono clip">
              {name === '' ? messages.blankKey : name}
            </li>
          ))}
        </ol>
        <Chart
          label={messages.heatLabel(groups.length)}
          parts={parts}
          view={charts.view}
          cursorSeconds={charts.cursor?.atSeconds ?? null}
          onPick={charts.pick}
          onRange={charts.setView}
        />
      </div>
    </PlotFrame>
  );
}
