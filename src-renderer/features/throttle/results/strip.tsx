import { type ReactNode, useMemo } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import type { SimulationResult } from '#shared/throttle/simulation/types.ts';
import { labMessages } from '../words.ts';
import { stripParts } from './chart-parts.ts';
import { offeredIn, refOf } from './decision-window.ts';
import { plotLeftRem, RowNames, rowNameLength, TimePlot } from './plot-cursor.tsx';
import { PlotFrame } from './plot-frame.tsx';
import { decisionsTable } from './tables.ts';
import { tellingNames } from './telling-names.ts';
import type { Charts } from './use-charts.ts';
import { maxDecisions } from './use-simulation.ts';

const messages = labMessages.throttle.results;
const maxRows = 12;

export interface StripProps {
  readonly charts: Charts;
  readonly result: SimulationResult;
  readonly lead: ReactNode;
}

/** Every request of the part of time that is shown, one mark each. */
export function Strip({ charts, result, lead }: StripProps) {
  const { decisions, view } = charts;
  const groups = useMemo(
    () => [...new Set(decisions.map(({ group }) => group ?? ''))].slice(0, maxRows),
    [decisions],
  );
  const parts = useMemo(() => stripParts(decisions, groups), [decisions, groups]);
  const table = useMemo(
    () => decisionsTable(decisions, result.durationSeconds),
    [decisions, result.durationSeconds],
  );
  const count = offeredIn(result, view);
  if (count > maxDecisions)
    return (
      <div>
        <div className="lab-lower-head">{lead}</div>
        <div className="lab-form">
          <p className="help">{messages.stripMore(count)}</p>
          <span className="row">
            <Button small onPress={() => charts.zoom((0.9 * maxDecisions) / count)}>
              {messages.zoomIn}
            </Button>
          </span>
        </div>
      </div>
    );
  const names = tellingNames(
    groups.map((group) => (group === '' ? messages.noKey : group)),
    rowNameLength,
  );
  const at = charts.decision === null ? -1 : decisions.indexOf(charts.decision);
  return (
    <PlotFrame
      lead={lead}
      title={messages.lowerNames.strip}
      table={{
        ...table,
        cursor: at,
        onMove: (row) => {
          const ref = refOf(decisions, row);
          if (ref !== null) charts.choose(ref);
        },
      }}
      aside={
        <span className="ref">{charts.isLoading ? messages.loadingDecisions : messages.stripLegend}</span>
      }
    >
      <div className="named-rows">
        <RowNames names={groups.map((key, row) => ({ key, text: names[row] ?? key }))} />
        <TimePlot
          charts={charts}
          label={messages.stripLabel(decisions.length)}
          parts={parts}
          leftRem={plotLeftRem}
        />
      </div>
    </PlotFrame>
  );
}
