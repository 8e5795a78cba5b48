import { type ReactNode, useMemo } from 'react';
import { type RemSize, useMeasured } from '#renderer/ui/use-narrow.ts';
import type { CountWindow, SimulationResult } from '#shared/throttle/simulation/types.ts';
import type { Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';
import { GroupFinder, useGroupPage } from './group-page.tsx';
import { heatParts } from './heat-parts.ts';
import { plotLeftRem, RowNames, rowNameLength, TimePlot } from './plot-cursor.tsx';
import { PlotFrame } from './plot-frame.tsx';
import { groupBins } from './request-bins.ts';
import { heatTable } from './tables.ts';
import { tellingNames } from './telling-names.ts';
import { useFormerGroups, useGroupsWithin } from './use-simulation.ts';

const messages = labMessages.throttle.results;

/** Rows of a page; fewer where the height has no room for them. */
const maxRows = 12;
const fewestRows = 3;

/** Height of a row with its name, and of the axis below the rows, in rem. */
const rowRem = 0.875;
const axisRem = 1.5;

function rowsIn({ height }: RemSize): number {
  return Math.min(maxRows, Math.max(fewestRows, Math.floor((height - axisRem) / rowRem)));
}

/** The legend of the cells: by how far they are filled, and not by the colour alone. */
function HeatLegend({ former }: { readonly former: string | null }) {
  return (
    <ul className="legend heat-legend" aria-label={messages.heatLegend.title}>
      <li>
        <i className="sw nothing" />
        {messages.heatLegend.nothing}
      </li>
      <li>
        <i className="sw cell" />
        {messages.heatLegend.none}
      </li>
      <li>
        <i className="sw half" />
        {messages.heatLegend.half}
      </li>
      <li>
        <i className="sw hatch" />
        {messages.heatLegend.all}
      </li>
      {former === null ? null : (
        <li>
          <i className="sw outline" />
          {former}
        </li>
      )}
    </ul>
  );
}

function refusedThere({ mark }: Lab): string {
  return mark === null ? messages.heatLegend.former : messages.heatLegend.marked;
}

export interface HeatProps {
  readonly lab: Lab;
  readonly result: SimulationResult;
  /** The part of the time that has to be counted for the view; null: the pieces of the whole are fine enough. */
  readonly wanted: CountWindow | null;
  readonly lead: ReactNode;
}

/** How much of each group was refused, over time. */
export function Heat({ lab, result, wanted, lead }: HeatProps) {
  const { charts } = lab;
  const [room, rows] = useMeasured(rowsIn, maxRows);
  const page = useGroupPage(lab, rows);
  const { groups } = page;
  const keys = useMemo(() => groups.map(({ key }) => key), [groups]);
  const counted = useGroupsWithin(lab.simulation.outcome, keys, wanted).data;
  const bins = useMemo(
    () => groupBins(result, groups, wanted, counted?.groups ?? null),
    [result, groups, wanted, counted],
  );
  const former = useFormerGroups(lab.former, keys, wanted);
  const parts = useMemo(() => heatParts(bins, former), [bins, former]);
  const names = tellingNames(
    groups.map(({ key }) => (key === '' ? messages.blankKey : key)),
    rowNameLength,
  );
  const table = useMemo(() => heatTable(result, bins), [result, bins]);
  return (
    <PlotFrame
      lead={lead}
      title={messages.lowerNames.heat}
      table={table}
      aside={
        <>
          <HeatLegend former={former.length === 0 ? null : refusedThere(lab)} />
          <GroupFinder lab={lab} page={page} />
        </>
      }
    >
      <div ref={room} className="named-rows">
        <RowNames names={groups.map(({ key }, at) => ({ key, text: names[at] ?? key }))} />
        <TimePlot
          charts={charts}
          label={messages.heatLabel(groups.length)}
          parts={parts}
          leftRem={plotLeftRem}
        />
      </div>
    </PlotFrame>
  );
}
