import { type ReactNode, useMemo } from 'react';
import { ChartTable } from '#renderer/ui/chart/chart-table.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { formatCount } from '#renderer/words/format.ts';
import { figuresOf } from '#shared/throttle/simulation/figures.ts';
import type { SimulationResult } from '#shared/throttle/simulation/types.ts';
import type { Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';
import { differenceOf, differenceParts } from './chart-parts.ts';
import type { Comparison } from './comparison.ts';
import { GroupFinder, useGroupPage } from './group-page.tsx';
import { TimePlot } from './plot-cursor.tsx';
import { PlotFrame } from './plot-frame.tsx';
import { differenceTable, lossOf, pairsOf, pairsTable } from './tables.ts';
import { useFormerGroups } from './use-simulation.ts';

const messages = labMessages.throttle.results;

/** Groups that are compared at a time. */
const pairedGroups = 100;

const none = 'none';
const saved = 'saved';
const marked = 'marked';

function idOf(comparison: Comparison): string {
  if (comparison === null) return none;
  return comparison.kind === 'route' ? comparison.file : comparison.kind;
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
          ...(lab.mark === null ? [] : [{ id: marked, label: messages.marked(lab.mark.name) }]),
          ...others.map(({ file, name }) => ({ id: file, label: name })),
        ]}
        value={idOf(lab.comparison)}
        onChange={(id) => {
          if (id === none) lab.setComparison(null);
          else if (id === marked) lab.setComparison({ kind: 'marked' });
          else lab.setComparison(id === saved ? { kind: 'saved' } : { kind: 'route', file: id });
        }}
      />
    </span>
  );
}

function nameOf({ comparison, routes, mark }: Lab): string {
  if (comparison?.kind === 'marked') return messages.marked(mark?.name ?? '');
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
      <TimePlot charts={charts} label={messages.compareLabel(more)} parts={parts} />
    </PlotFrame>
  );
}

export interface CompareProps {
  readonly lab: Lab;
  readonly result: SimulationResult;
  readonly lead: ReactNode;
}

/** Each group under both policies, with what it loses. */
function GroupsCompared({ lab }: { readonly lab: Lab }) {
  const page = useGroupPage(lab, pairedGroups, true);
  const { charts } = lab;
  const isMarked = lab.comparison?.kind === 'marked';
  const keys = useMemo(() => page.groups.map(({ key }) => key), [page.groups]);
  const former = useFormerGroups(isMarked ? lab.former : null, keys, null);
  const others = isMarked ? former : page.compared;
  const pairs = useMemo(() => pairsOf(page.groups, others ?? []), [page.groups, others]);
  const losing = pairs.filter((pair) => lossOf(pair) > 0).length;
  const title = messages.compareGroups;
  return (
    <section className="plot-frame" aria-label={title}>
      <div className="plot-cap">
        <h3 className="label">{title}</h3>
        <span className="push row">
          <span className="ref">{messages.losing(losing, pairs.length)}</span>
          <GroupFinder lab={lab} page={page} />
        </span>
      </div>
      <ChartTable
        label={title}
        {...pairsTable(pairs)}
        cursor={pairs.findIndex(({ first }) => first.key === charts.groupKey)}
        onMove={(row) => {
          const pair = pairs[row];
          if (pair !== undefined) charts.setGroup(pair.first);
        }}
      />
    </section>
  );
}

/** Why there is nothing to compare with yet. */
function missingText({ comparison }: Lab): string {
  if (comparison === null) return messages.compareHelp;
  return comparison.kind === 'marked' ? messages.compareOther : messages.compareNext;
}

/** Two policies on the same traffic. */
export function Compare({ lab, result, lead }: CompareProps) {
  const isMarked = lab.comparison?.kind === 'marked';
  const compared = (isMarked ? lab.former?.result : lab.simulation.outcome?.compared) ?? null;
  return (
    <div className="compare">
      <div className="lab-lower-head">
        {lead}
        <Choice lab={lab} />
      </div>
      {compared === null ? (
        <p className="remark">{missingText(lab)}</p>
      ) : (
        <div className="compare-parts">
          <Difference lab={lab} result={result} compared={compared} />
          <GroupsCompared lab={lab} />
        </div>
      )}
    </div>
  );
}
