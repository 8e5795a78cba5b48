import { type ReactNode, useMemo, useState } from 'react';
import { Badge } from '#renderer/ui/badge.tsx';
import { gathered, MiniBars } from '#renderer/ui/chart/mini-bars.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { formatCount } from '#renderer/words/format.ts';
import type { GroupResult, SimulationResult } from '#shared/throttle/simulation/types.ts';
import { binText, lengthText } from '../seconds.ts';
import type { Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';
import { GroupFinder, useGroupPage } from './group-page.tsx';
import { type RateSpan, rateSpans, shownSpans } from './group-rates.ts';
import { PlotFrame } from './plot-frame.tsx';
import { groupsTable, shareText } from './tables.ts';
import { tellingNames } from './telling-names.ts';

const messages = labMessages.throttle.results;

/** Small charts of a page. */
const maxShown = 24;

const noClients = {};

/** Bars of a small chart at most: thinner ones could not be told apart. */
const maxBars = 30;

/** A group with its bins gathered into bars. */
interface SmallGroup {
  readonly group: GroupResult;
  readonly passed: readonly number[];
  readonly stopped: readonly number[];
  readonly top: number;
}

function small(group: GroupResult): SmallGroup {
  const passed = gathered(group.bins.accepted, maxBars);
  const stopped = gathered(group.bins.refused, maxBars);
  const top = passed.reduce((known, value, bar) => Math.max(known, value + (stopped[bar] ?? 0)), 1);
  return { group, passed, stopped, top };
}

/** The rates of a group one after the other, each with the status that led to it. */
function Rates({ spans }: { readonly spans: readonly RateSpan[] }) {
  const { shown, more } = shownSpans(spans);
  return (
    <span className="group-rates">
      {shown.map(({ fromSeconds, status, rate }, at) => (
        <span key={fromSeconds} className="row tight">
          {at === 0 ? null : (
            <span className="muted">{messages.fromTime(lengthText(Math.round(fromSeconds)))}</span>
          )}
          {status === null ? null : (
            <span className="mono">
              <Badge>{status}</Badge>
            </span>
          )}
          <span className="mono muted group-rate">{rate === '' ? messages.noRate : rate}</span>
        </span>
      ))}
      {more === 0 ? null : <span className="muted">{messages.moreRates(more)}</span>}
    </span>
  );
}

interface GroupCardProps {
  readonly of: SmallGroup;
  /** Its key by what tells it from the others. */
  readonly shortName: string;
  readonly spans: readonly RateSpan[];
  readonly top: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function GroupCard({ of, shortName, spans, top, isChosen, onChoose }: GroupCardProps) {
  const { accepted, refused, share, label } = of.group;
  const name = label === '' ? messages.blankKey : label;
  return (
    <li>
      <button type="button" className="group-card inset" aria-pressed={isChosen} onClick={onChoose}>
        <b className="mono wrap" title={name}>
          {shortName}
        </b>
        <Rates spans={spans} />
        <MiniBars
          label={messages.groupLabel(name, accepted, refused)}
          passed={of.passed}
          stopped={of.stopped}
          top={top}
        />
        <span className="group-numbers">
          <span>
            {messages.passed}
            <span className="mono">{formatCount(accepted)}</span>
          </span>
          <span>
            {messages.stopped}
            <span className={refused > 0 ? 'mono c-danger' : 'mono'}>{formatCount(refused)}</span>
          </span>
          <span>
            {messages.share}
            <span className="mono">{shareText(share)}</span>
          </span>
        </span>
      </button>
    </li>
  );
}

export interface GroupsProps {
  readonly lab: Lab;
  readonly result: SimulationResult;
  readonly claim: string | null;
  readonly lead: ReactNode;
}

/** Every group for itself, on one scale unless it is switched off. */
export function Groups({ lab, result, claim, lead }: GroupsProps) {
  const [isSameScale, setIsSameScale] = useState(true);
  const { binSeconds } = result;
  const { charts } = lab;
  const page = useGroupPage(lab, maxShown);
  const { groups } = page;
  const shown = useMemo(() => groups.map(small), [groups]);
  const traffic = lab.simulation.outcome?.input.traffic ?? noClients;
  const names = tellingNames(groups.map(({ label }) => (label === '' ? messages.blankKey : label)));
  const max = shown.reduce((known, { top }) => Math.max(known, top), 1);
  const bar = binText(binSeconds * Math.max(1, Math.ceil(result.bins.offered.length / maxBars)));
  return (
    <PlotFrame
      lead={lead}
      title={messages.lowerNames.groups}
      table={{
        ...groupsTable(groups, result.switches),
        cursor: groups.findIndex(({ key }) => key === charts.groupKey),
        onMove: (row) => {
          const group = groups[row];
          if (group !== undefined) charts.setGroup(group);
        },
      }}
      aside={
        <>
          {isSameScale ? <span className="ref lg">{messages.groupScale(max, bar)}</span> : null}
          <GroupFinder lab={lab} page={page} />
          <Checkbox label={messages.sameScale} isChecked={isSameScale} onChange={setIsSameScale} />
        </>
      }
    >
      {shown.length === 0 && !page.isLoading ? (
        <p className="remark">
          {charts.groupSearch.search === '' ? messages.withoutGroups : messages.noGroups}
        </p>
      ) : (
        <ul className="groups scroll" aria-label={messages.lowerNames.groups}>
          {shown.map((of, at) => (
            <GroupCard
              key={of.group.key}
              of={of}
              shortName={names[at] ?? of.group.label}
              spans={rateSpans(of.group, result.switches, traffic, claim)}
              top={isSameScale ? max : of.top}
              isChosen={of.group.key === charts.groupKey}
              onChoose={() => charts.setGroup(of.group)}
            />
          ))}
        </ul>
      )}
    </PlotFrame>
  );
}
