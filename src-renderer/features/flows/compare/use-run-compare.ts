import { skipToken, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { useStore } from '#renderer/api/store.ts';
import { comparedBy, useComparison } from '#renderer/ui/compare/use-comparison.ts';
import { indexAmong } from '#renderer/ui/exchange-compare.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import { useExchangePair } from '#renderer/ui/use-exchange-pair.ts';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { type Command, useCommands } from '#renderer/workbench/commands.ts';
import { exchangeKeys } from '#renderer/workbench/exchange-acts.ts';
import type { FlowRun } from '#shared/api/index.ts';
import {
  type ComparedStep,
  comparedSteps,
  isOneSided,
  notableDifference,
  otherRun,
  recordOf,
} from './compared-runs.ts';

const messages = sharedMessages.diff;

/** Two runs that are compared, step by step. */
export interface RunPair {
  readonly left: FlowRun;
  readonly right: FlowRun;
  readonly steps: readonly ComparedStep[];
  /** Keys of the steps that differ in more than what is made anew each time. */
  readonly differing: ReadonlySet<string>;
  readonly step: ComparedStep | undefined;
  /** The exchange under which the masked values of both are shown. */
  readonly shownId: string | null;
  readonly at: number;
  readonly select: (stepKey: string) => void;
  /** Goes to the next difference; behind the last one of a step, to the next step that differs. */
  readonly go: (by: 1 | -1) => void;
  readonly swap: () => void;
  readonly close: () => void;
}

export interface RunCompare {
  /** The run with which others are compared. */
  readonly marked: FlowRun | null;
  /** The run that is taken beside the chosen one. */
  readonly other: FlowRun | null;
  readonly pair: RunPair | null;
  readonly start: (() => void) | undefined;
}

interface Place {
  readonly stepKey: string | null;
  readonly at: number;
}

/** Keys of the steps that differ: one run alone sent them, or a field, a byte of the answer or a rule is another one. */
function useDiffering(steps: readonly ComparedStep[]): ReadonlySet<string> {
  const { orpc } = useApi();
  const diffs = useQueries({
    queries: steps.map(({ left, right }) => {
      const [leftId, rightId] = [recordOf(left), recordOf(right)];
      const input = leftId === null || rightId === null ? skipToken : { leftId, rightId };
      return orpc.exchanges.diff.queryOptions({ input });
    }),
  });
  const differing = steps.filter(
    (step, index) =>
      isOneSided(step) || (diffs[index]?.data ?? []).some(({ change }) => change === 'differs'),
  );
  return new Set(differing.map(({ id }) => id));
}

function useRunCommands(compare: {
  readonly mark: (() => void) | undefined;
  readonly start: (() => void) | undefined;
  readonly pair: RunPair | null;
}): void {
  const { mark, start, pair } = compare;
  const command = (
    what: keyof typeof messages.commands,
    key: string,
    run: (() => void) | undefined,
    within: string,
  ): Command => ({
    id: `flow.runs.${what}`,
    title: messages.commands[what],
    group: 'edit',
    keys: [key],
    within,
    isDisabled: run === undefined,
    run: run ?? (() => undefined),
  });
  useCommands([
    command('mark', exchangeKeys.mark, mark, '.runs'),
    command('compare', exchangeKeys.compare, start, '.runs'),
    command('next', 'n', pair === null ? undefined : () => pair.go(1), '.flow-body'),
    command('previous', 'p', pair === null ? undefined : () => pair.go(-1), '.flow-body'),
    command('close', 'escape', pair?.close, '.flow-body'),
  ]);
}

/** The two runs as they are now: a comparison is begun with what was shown then. */
function useSteps(runs: readonly FlowRun[], pair: readonly [FlowRun, FlowRun] | null) {
  const current = (snapshot: FlowRun) => runs.find(({ id }) => id === snapshot.id) ?? snapshot;
  const sides = pair === null ? null : { left: current(pair[0]), right: current(pair[1]) };
  const steps = sides === null ? [] : comparedSteps(sides.left, sides.right);
  return { sides, steps, differing: useDiffering(steps) };
}

/** Where the person stands: at a step, and among its differences. */
function usePlace(steps: readonly ComparedStep[], differing: ReadonlySet<string>) {
  const [place, setPlace] = useState<Place>({ stepKey: null, at: 0 });
  const by = useStore(comparedBy);
  const step = steps.find(({ id }) => id === place.stepKey) ?? notableDifference(steps, differing);
  const { stops } = useComparison(recordOf(step?.left ?? null), recordOf(step?.right ?? null), by);
  const own = step?.id ?? null;
  return {
    step,
    at: place.at,
    select: (stepKey: string | null) => setPlace({ stepKey, at: 0 }),
    go: (direction: 1 | -1) => {
      const index = indexAmong(place.at, stops.length) + direction;
      if (stops.length > 0 && index >= 0 && index < stops.length)
        return setPlace({ stepKey: own, at: index });
      const keys = steps.map(({ id }) => id).filter((id) => differing.has(id) || id === own);
      const next = keys[indexAmong(keys.indexOf(own ?? '') + direction, keys.length)];
      // A place before the first one is counted from the last.
      setPlace({ stepKey: next ?? null, at: direction === 1 ? 0 : -1 });
    },
  };
}

/** The run that is taken beside the chosen one. */
function runBeside(runs: readonly FlowRun[], run: FlowRun | null, marked: FlowRun | null): FlowRun | null {
  if (run === null) return null;
  return marked !== null && marked.id !== run.id ? marked : otherRun(runs, run);
}

/**
 * The mode in which two runs are compared: A is the marked one, else the one before; B is the chosen one. `against` is the
 * id of a run that is compared with it from the beginning; null: the run is looked at alone.
 */
export function useRunCompare(
  runs: readonly FlowRun[],
  run: FlowRun | null,
  against: string | null,
): RunCompare {
  const first = runs.find(({ id }) => id === against) ?? null;
  const two = useExchangePair(run, run === null ? null : otherRun(runs, run), first);
  const { sides, steps, differing } = useSteps(runs, two.pair);
  const { step, at, select, go } = usePlace(steps, differing);
  const shownId = recordOf(step?.right ?? null);
  const pair =
    sides === null
      ? null
      : { ...sides, steps, differing, step, shownId, at, select, go, swap: two.swap, close: two.close };
  const { mark, start: begin } = two;
  const start =
    begin === undefined
      ? undefined
      : () => {
          select(null);
          begin();
        };
  const markRun =
    mark === undefined || run === null
      ? undefined
      : () => {
          mark();
          toast(messages.markedRun(run.number));
        };
  useRunCommands({ mark: markRun, start, pair });
  return { marked: two.marked, other: runBeside(runs, run, two.marked), pair, start };
}
