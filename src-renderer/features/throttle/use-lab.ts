import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { useAppStatus } from '#renderer/api/live.ts';
import { reportProblem } from '#renderer/ui/report-problem.ts';
import type { SimulationStartInput, ThrottleRoute } from '#shared/api/index.ts';
import type { Spread } from '#shared/throttle/traffic/recipe.ts';
import type { EditOrder } from './edit-order.ts';
import { type LiveSending, useLiveSending } from './live/use-live-run.ts';
import type { NextTraffic } from './next-traffic.ts';
import type { Policy } from './policy/use-policy.ts';
import type { Shown } from './results/chart-parts.ts';
import type { Comparison } from './results/comparison.ts';
import { laidOutcome, type Outcome, type ShownSpread, spreadOf } from './results/kept-simulations.ts';
import type { MarkedSimulation } from './results/marked.ts';
import { isSameInput } from './results/same-input.ts';
import { type Charts, useCharts } from './results/use-charts.ts';
import { useLiveSimulation, type Waiting } from './results/use-live-simulation.ts';
import { type MarkActs, useMark, useMarkActs } from './results/use-mark.ts';
import { type Simulation, useSimulation } from './results/use-simulation.ts';
import { binsOf } from './traffic/traffic-document.ts';
import type { TrafficState } from './traffic/use-traffic.ts';

/** Everything that the lab shows and does with one route and one traffic. */
export interface Lab extends MarkActs {
  readonly route: ThrottleRoute;
  readonly routes: readonly ThrottleRoute[];
  readonly policy: Policy;
  readonly traffic: TrafficState | null;
  readonly simulation: Simulation;
  /** Of a log with whole seconds: how its requests are laid in what is shown; null: there is one way alone. */
  readonly shownSpread: ShownSpread | null;
  readonly setSpread: (spread: Spread) => void;
  /** Policy or traffic are other ones than those of the outcome. */
  readonly isStale: boolean;
  /** Why an edit waits for the button; null: it is simulated by itself. */
  readonly waiting: Waiting | null;
  /**
   * The marked outcome, else that before the last edit, to tell what changed since; null: there is none, or it is of another
   * length.
   */
  readonly former: Outcome | null;
  /** The simulation that others are compared with; null: none is marked. */
  readonly mark: MarkedSimulation | null;
  readonly charts: Charts;
  readonly live: LiveSending;
  readonly shown: Shown;
  readonly setShown: (shown: Shown) => void;
  readonly isGatewayRunning: boolean;
  readonly comparison: Comparison;
  readonly setComparison: (comparison: Comparison) => void;
  readonly canSimulate: boolean;
  readonly simulate: () => void;
  /** Sends the traffic to the running gateway; the simulation beside it gives the charts their axes. */
  readonly send: (isConfirmed: boolean) => void;
  readonly editTraffic: TrafficState['edit'];
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: boolean;
}

export interface LabOptions {
  readonly route: ThrottleRoute;
  readonly routes: readonly ThrottleRoute[];
  readonly policy: Policy;
  readonly traffic: TrafficState | null;
  /** The order of changes, newest last: undo goes back through policy and traffic as they were edited. */
  readonly edits: EditOrder;
  readonly next: NextTraffic;
}

/** Groups in detail: fewer where each has the bins of a day. */
const manyGroups = 100;
const fewGroups = 24;
const manyBins = 120;

function detailOf(durationSeconds: number): { readonly bins: number; readonly groups: number } {
  const bins = binsOf(durationSeconds);
  return { bins, groups: bins > manyBins ? fewGroups : manyGroups };
}

/** Returns the input for starting a simulation. */
function useInputs({ policy, traffic }: LabOptions) {
  return (compare: SimulationStartInput['compare']): SimulationStartInput | null =>
    traffic === null
      ? null
      : {
          document: policy.file.text,
          file: policy.fileName,
          filter: policy.filterName,
          traffic: traffic.traffic,
          traceId: traffic.traceId,
          ...detailOf(traffic.traffic.durationSeconds),
          compare: compare ?? null,
        };
}

function useComparison(policy: Policy) {
  const { client } = useApi();
  const [comparison, setComparison] = useState<Comparison>(null);
  const documentOf = async (): Promise<string | null> => {
    if (comparison === null || comparison.kind === 'marked') return null;
    if (comparison.kind === 'saved') return policy.file.saved.text;
    return (await client.workspace.readFile({ file: comparison.file })).text;
  };
  return { comparison, setComparison, documentOf };
}

/** True if an outcome is of the policy and the traffic as they are now. */
function useIsSame({ policy, traffic }: LabOptions, outcome: Outcome | null): boolean {
  const { filterName: filter } = policy;
  const document = policy.file.text;
  const tried = traffic?.traffic;
  return useMemo(
    () =>
      outcome !== null &&
      tried !== undefined &&
      isSameInput(outcome.input, { document, filter, traffic: tried }),
    [outcome, document, filter, tried],
  );
}

/** The outcome before, laid as the one that is shown; one of another length has no place on the same axis. */
function useFormer(shown: Outcome | null, former: Outcome | null, spread: Spread | null): Outcome | null {
  const laid = useMemo(() => laidOutcome(former, spread), [former, spread]);
  const isOther = shown?.runId !== laid?.runId;
  return isOther && shown?.result.durationSeconds === laid?.result.durationSeconds ? laid : null;
}

/** Undo and redo through policy and traffic alike. */
function useSteps({ policy, traffic, edits }: LabOptions) {
  const files = traffic === null ? [policy.fileName] : [policy.fileName, traffic.file];
  const step = (by: 'undo' | 'redo') => {
    const last = by === 'undo' ? edits.takeLast(files) : edits.takeUndone(files);
    // Drafts of an earlier time have steps that nobody noted.
    const hasNone = by === 'undo' ? policy.file.isDirty : traffic?.canRedo !== true;
    const isOfPolicy = last === null ? hasNone || traffic === null : last === policy.fileName;
    if (isOfPolicy) policy.file[by]();
    else traffic?.[by]();
  };
  return { undo: () => step('undo'), redo: () => step('redo') };
}

/** Simulates policy and traffic as they are now, by hand and after each edit, and a second policy with them. */
function useTrying(options: LabOptions, simulation: Simulation, mark: MarkedSimulation | null) {
  const { policy, traffic, next } = options;
  const { outcome } = simulation;
  const inputs = useInputs(options);
  const { comparison, setComparison, documentOf } = useComparison(policy);
  const [simulatedWith, setSimulatedWith] = useState<Comparison>(null);
  const isSame = useIsSame(options, outcome);
  const canSimulate = traffic !== null && policy.filter !== null && policy.isJson;
  const second = comparison?.kind === 'marked' ? null : comparison;
  const isCompared = second === null || (outcome !== null && simulatedWith === second);
  const start = () => {
    if (!canSimulate) return;
    documentOf().then((document) => {
      const input = inputs(document === null ? null : { document });
      if (input === null) return;
      setSimulatedWith(second);
      simulation.start({ ...input, comparedRunId: mark?.outcome.runId ?? null });
    }, reportProblem);
  };
  const { waiting, clear } = useLiveSimulation({
    policy,
    traffic,
    simulation,
    comparison: second,
    isTurnedTo: next.isTurnedTo,
    isNeeded: !(isSame && isCompared),
    start,
  });
  const simulate = () => {
    if (next.isOpening) return next.simulateThen();
    clear();
    start();
  };
  const onOpened = useEffectEvent(() => {
    if (next.takePress()) simulate();
  });
  // After the effects of the schedule, which would cancel what begins here.
  useEffect(() => onOpened(), []);
  return { comparison, setComparison, canSimulate, isSame, waiting, clear, simulate };
}

/** Brings policy, traffic, results and the live gateway together. */
export function useLab(options: LabOptions): Lab {
  const { route, routes, policy, traffic } = options;
  const status = useAppStatus();
  const files = { file: route.file, trafficFile: traffic?.file ?? null };
  const workspaceId = status?.workspaceId ?? null;
  const simulation = useSimulation(JSON.stringify([workspaceId, files]));
  const { outcome } = simulation;
  const [spread, setSpread] = useState<Spread | null>(null);
  const laid = useMemo(() => laidOutcome(outcome, spread), [outcome, spread]);
  const mark = useMark(workspaceId);
  const former = useFormer(laid, mark?.outcome ?? simulation.former, spread);
  const charts = useCharts(laid);
  const live = useLiveSending(files);
  const [shown, setShown] = useState<Shown>(live.run?.state === 'running' ? 'live' : 'simulated');
  const tried = useTrying(options, simulation, mark);
  const { comparison, setComparison, simulate, clear } = tried;
  const gateway = status?.services.find(({ key }) => key === 'gateway');
  return {
    route,
    routes,
    policy,
    traffic,
    simulation: {
      ...simulation,
      outcome: laid,
      cancel: () => {
        clear();
        simulation.cancel();
      },
    },
    waiting: tried.waiting,
    former,
    mark,
    ...useMarkActs({ route, outcome, former, mark, workspaceId, charts, comparison, setComparison }),
    shownSpread: spreadOf(outcome, spread),
    setSpread,
    isStale: outcome !== null && !tried.isSame,
    charts,
    live,
    shown,
    setShown,
    isGatewayRunning: gateway?.state === 'running',
    comparison,
    setComparison,
    canSimulate: tried.canSimulate,
    simulate,
    send: (isConfirmed) => {
      if (traffic === null) return;
      if (outcome === null) simulate();
      live.send(traffic, policy.filterName, isConfirmed);
    },
    editTraffic: (next, of) => traffic?.edit(next, of),
    canUndo: policy.file.isDirty || traffic?.canUndo === true,
    ...useSteps(options),
  };
}
