import { type ReactNode, useMemo } from 'react';
import { Chart } from '#renderer/ui/chart/chart.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { formatCount } from '#renderer/words/format.ts';
import { figuresOf } from '#shared/throttle/simulation/figures.ts';
import type { SimulationResult } from '#shared/throttle/simulation/types.ts';
import type { Comparison, Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';
import { differenceOf, differenceParts } from './chart-parts.ts';
import { PlotFrame } from './plot-frame.tsx';
import { differenceTable } from './tables.ts';

const messages = labMessages.throttle.results;

const none = 'none';
const saved = 'saved';

function idOf(comparison: Comparison): string {
  return comparison === null ? none : comparison.kind === 'saved' ? saved : comparison.file;
}

/** Which policy is the second one. */
function Choice({ lab }: { readonly lab: Lab }) {
  const others = lab.routes.filter(({ file }) => file !== lab.route.file);
  return (
    <span className="push row">
      <Select
        label={messages.compareWith}
        options={[
          { id: none, label: messages.compareNone },
          { id: saved, label: messages.compareSaved },
          ...others.map(({ file, name }) => ({ id: file, label: name })),
        ]}
        value={idOf(lab.comparison)}
        onChange={(id) => {
          if (id === none) lab.setComparison(null);
          else lab.setComparison(id === saved ? { kind: 'saved' } : { kind: 'route', file: id });
        }}
      />
    </span>
  );
}

function nameOf({ comparison, routes }: Lab): string {
  if (comparison === null || comparison.kind === 'saved') return messages.compareSaved;
  return routes.find(({ file }) => file === comparison.file)?.name ?? comparison.file;
}

interface DifferenceProps {
  readonly lab: Lab;
  readonly result: SimulationResult;
  readonly compared: SimulationResult;
}

function Difference({ lab, result, compared }: DifferenceProps) {
  const { charts } = lab;
  const parts = useMemo(() => differenceParts(result, compared), [result, compared]);
  const table = useMemo(() => differenceTable(result, compared), [result, compared]);
  const more = differenceOf(result, compared).reduce((sum, value) => sum + value, 0);
  return (
    <PlotFrame
      title={messages.compareTitle(nameOf(lab))}
      table={table}
      aside={
        <span className="ref">
          {messages.allowed} <span className="mono">{formatCount(figuresOf(result).allowed)}</span>
          {' / '}
          <span className="mono">{formatCount(figuresOf(compared).allowed)}</span>
        </span>
      }
    >
      <Chart
        label={messages.compareLabel(more)}
        parts={parts}
        view={charts.view}
        cursorSeconds={charts.cursor?.atSeconds ?? null}
        onPick={charts.pick}
        onRange={charts.setView}
      />
    </PlotFrame>
  );
}

export interface CompareProps {
  readonly lab: Lab;
  readonly result: SimulationResult;
  readonly lead: ReactNode;
}

/** Two policies on the same traffic. */
export function Compare({ lab, result, lead }: CompareProps) {
  const compared = lab.simulation.outcome?.compared ?? null;
  return (
    <div className="compare">
      <div className="lab-lower-head">
        {lead}
        <Choice lab={lab} />
      </div>
      {compared === null ? (
        <p className="remark">{messages.compareHelp}</p>
      ) : (
        <Difference lab={lab} result={result} compared={compared} />
      )}
    </div>
  );
}
