import { Gauge, Play, Send } from 'lucide-react';
import { useMemo } from 'react';
import { useAnnounced } from '#renderer/ui/announcer.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { useDelayed } from '#renderer/ui/use-delayed.ts';
import { useNarrow } from '#renderer/ui/use-narrow.ts';
import { figuresOf } from '#shared/throttle/simulation/figures.ts';
import type { CountWindow, SimulationResult } from '#shared/throttle/simulation/types.ts';
import { spreads } from '#shared/throttle/traffic/recipe.ts';
import { LiveBuckets } from '../live/live-buckets.tsx';
import { LiveNotes } from '../live/live-notes.tsx';
import { liveBins } from '../live/use-live-run.ts';
import { lengthText } from '../seconds.ts';
import { claimIn } from '../traffic/traffic-document.ts';
import type { Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';
import { Compare } from './compare.tsx';
import { DistributionView } from './distribution.tsx';
import { Groups } from './groups.tsx';
import { Heat } from './heat.tsx';
import { LevelChart, RequestsChart } from './main-charts.tsx';
import { Readouts } from './readouts.tsx';
import { countWindow, type RequestBins, requestBins, sentBins } from './request-bins.ts';
import { SimulatedBadge } from './simulated-badge.tsx';
import { Strip } from './strip.tsx';
import { Timebar } from './timebar.tsx';
import { type Charts, lowerViews } from './use-charts.ts';
import { type Outcome, useCounts } from './use-simulation.ts';

const messages = labMessages.throttle.results;

const spreadOptions = spreads.map((id) => ({ id, label: messages.spreads[id] }));
const lowerOptions = lowerViews.map((id) => ({ id, label: messages.lowerNames[id] }));

/** How far the running simulation is. */
function Progress({ share }: { readonly share: number | null }) {
  const isLate = useDelayed(share !== null);
  const percent = Math.round((share ?? 0) * 100);
  if (!isLate) return null;
  const bar = {
    role: 'progressbar',
    'aria-label': messages.running(percent),
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    'aria-valuenow': percent,
  } as const;
  return (
    <div className="lab-progress" {...bar}>
      <span className="bar">
        <i style={{ width: `${percent}%` }} />
      </span>
      <span className="mono">{messages.running(percent)}</span>
    </div>
  );
}

/** The placeholder before the first simulation or sending. */
function NothingYet({ lab }: { readonly lab: Lab }) {
  const { traffic } = lab;
  const duration = lengthText(traffic?.traffic.durationSeconds ?? 60);
  if (lab.shown === 'live')
    return (
      <Empty
        icon={Send}
        title={labMessages.throttle.live.emptyTitle}
        text={labMessages.throttle.live.emptyText(duration)}
      />
    );
  return (
    <Empty
      icon={Gauge}
      title={messages.noResultTitle}
      text={traffic === null ? messages.noTraffic : messages.noResultText(duration)}
      actions={
        traffic === null ? undefined : (
          <Button icon={Play} disabled={!lab.canSimulate} onPress={lab.simulate}>
            {labMessages.throttle.simulate(duration)}
          </Button>
        )
      }
    />
  );
}

interface LowerProps {
  readonly lab: Lab;
  readonly result: SimulationResult;
  /** The requests in the pieces of time that suit the view, and the part of the time in finer ones; null: they are those of the whole. */
  readonly bins: RequestBins;
  readonly wanted: CountWindow | null;
  readonly isNarrow: boolean;
}

interface LowerChoiceProps {
  readonly charts: Charts;
  readonly isNarrow: boolean;
}

/** Which of the lower parts is shown; a list to choose from where they have no room beside each other. */
function LowerChoice({ charts, isNarrow }: LowerChoiceProps) {
  const { lower, setLower } = charts;
  const choice = { label: messages.lower, options: lowerOptions, value: lower };
  if (!isNarrow) return <Segmented mini {...choice} onChange={setLower} />;
  return <Select {...choice} onChange={(id) => setLower(lowerViews.find((view) => view === id) ?? lower)} />;
}

function Lower({ lab, result, bins, wanted, isNarrow }: LowerProps) {
  const { charts, policy } = lab;
  const lead = (
    <>
      <LowerChoice charts={charts} isNarrow={isNarrow} />
      {charts.lower === 'live' ? null : <SimulatedBadge lab={lab} />}
    </>
  );
  const claim = claimIn(policy.form?.mapper ?? '');
  switch (charts.lower) {
    case 'groups':
      return <Groups lab={lab} result={result} claim={claim} lead={lead} />;
    case 'heat':
      return <Heat lab={lab} result={result} wanted={wanted} lead={lead} />;
    case 'retryAfter':
    case 'waiting':
      return (
        <DistributionView
          key={charts.lower}
          lead={lead}
          title={messages.lowerNames[charts.lower]}
          none={charts.lower === 'waiting' ? messages.noneWaited : messages.noneRefused}
          charts={charts}
          result={result}
          distribution={result[charts.lower]}
          perBin={bins[charts.lower]}
          bins={bins}
        />
      );
    case 'strip':
      return <Strip charts={charts} result={result} lead={lead} />;
    case 'compare':
      return <Compare lab={lab} result={result} lead={lead} />;
    case 'live':
      return <LiveBuckets lab={lab} lead={lead} />;
  }
}

/** Below this width, in rem, the lower part has no room for a switch of all its views. */
const narrowRem = 34;

function Plots({ lab, result }: { readonly lab: Lab; readonly result: SimulationResult }) {
  const { charts, live, simulation, former, shown } = lab;
  const [lower, isNarrow] = useNarrow(narrowRem);
  const { group } = charts;
  const { fromSeconds, untilSeconds } = charts.view;
  const wanted = useMemo(
    () => countWindow(result, { fromSeconds, untilSeconds }),
    [result, fromSeconds, untilSeconds],
  );
  const counts = useCounts(simulation.outcome, wanted).data ?? null;
  const bins = useMemo(() => requestBins(result, wanted, counts), [result, wanted, counts]);
  const formerCounts = useCounts(former, wanted).data ?? null;
  const formerBins = useMemo(
    () => (former === null ? null : requestBins(former.result, wanted, formerCounts)),
    [former, wanted, formerCounts],
  );
  const real = useMemo(
    () =>
      live.answers.length === 0
        ? null
        : liveBins(live.answers, {
            ...bins,
            count: bins.offered.length,
            durationSeconds: result.durationSeconds,
          }),
    [live.answers, bins, result.durationSeconds],
  );
  const counted = useMemo(() => (shown === 'live' ? sentBins(bins, real) : bins), [shown, bins, real]);
  return (
    <>
      <Timebar charts={charts} result={result} bins={counted} />
      <div className="lab-plots">
        <RequestsChart
          lab={lab}
          result={result}
          bins={bins}
          counted={counted}
          live={real}
          former={formerBins}
        />
        {group === null ? null : <LevelChart lab={lab} result={result} group={group} wanted={wanted} />}
      </div>
      <div ref={lower} className="lab-lower">
        <Lower lab={lab} result={result} bins={bins} wanted={wanted} isNarrow={isNarrow} />
      </div>
    </>
  );
}

function simulatedText(outcome: Outcome | null): string {
  if (outcome === null) return '';
  const { offered, allowed, refused, failed, notTaken } = figuresOf(outcome.result);
  return messages.done(offered, allowed, refused, failed, notTaken);
}

/** Of a log with whole seconds: how the requests of a second are laid in what is shown, and what the other way gives. */
function SpreadChoice({ lab }: { readonly lab: Lab }) {
  const { shown, shownSpread, setSpread } = lab;
  if (shownSpread === null || shown === 'live') return null;
  const { spread, other, otherTotals } = shownSpread;
  const { accepted, refused, failed } = otherTotals;
  return (
    <div className="lab-spread">
      <span className="label">{messages.spread}</span>
      <Segmented mini label={messages.spread} options={spreadOptions} value={spread} onChange={setSpread} />
      <span className="wrap">{messages.otherSpread[other](accepted, refused, failed)}</span>
    </div>
  );
}

/** How long results may be those of the former input without a word: an edit is simulated within it. */
const quietMillis = 1_500;

/** Why the results are those of the input before the last edit. */
function Waiting({ lab }: { readonly lab: Lab }) {
  const isLate = useDelayed(lab.isStale && lab.simulation.share === null, quietMillis);
  if (!isLate) return null;
  return <p className="lab-stale">{messages.waiting[lab.waiting ?? 'off']}</p>;
}

/** The results of a simulation, the real requests over them, and what keeps either from being there. */
export function ChartsPane({ lab }: { readonly lab: Lab }) {
  const { simulation, shown } = lab;
  const { outcome, problem, share } = simulation;
  useAnnounced(share === null ? simulatedText(outcome) : '');
  return (
    <section className="lab-charts" aria-label={messages.title} aria-busy={share !== null}>
      {problem === null ? null : <ProblemNote problem={problem} />}
      {shown === 'simulated' ? null : <LiveNotes lab={lab} />}
      <Progress share={share} />
      <Waiting lab={lab} />
      {outcome === null ? (
        share === null && problem === null ? (
          <NothingYet lab={lab} />
        ) : null
      ) : (
        <>
          <Readouts lab={lab} outcome={outcome} />
          <SpreadChoice lab={lab} />
          <Plots lab={lab} result={outcome.result} />
        </>
      )}
    </section>
  );
}
