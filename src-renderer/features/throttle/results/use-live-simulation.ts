import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useStore } from '#renderer/api/store.ts';
import type { DesignedTraffic } from '#shared/api/index.ts';
import { figuresOf } from '#shared/throttle/simulation/figures.ts';
import { toPointer } from '#shared/workspace/json-pointer.ts';
import type { Policy } from '../policy/use-policy.ts';
import { expectedRequests } from '../traffic/traffic-document.ts';
import { isSameTraffic } from '../traffic/traffic-history.ts';
import type { TrafficState } from '../traffic/use-traffic.ts';
import { simulatesAsTyped } from './live-choice.ts';
import { createLiveSchedule, takesLong } from './live-schedule.ts';
import type { Simulation } from './use-simulation.ts';

/** Why an edit is not simulated by itself. */
export type Waiting = 'off' | 'long' | 'broken';

export interface LiveSimulation {
  /** Null: each edit is simulated. */
  readonly waiting: Waiting | null;
  /** Called where a simulation is started or cancelled by hand. */
  readonly clear: () => void;
}

export interface LiveSimulationOptions {
  readonly policy: Policy;
  readonly traffic: TrafficState | null;
  readonly simulation: Simulation;
  /** A second policy that is to be simulated as well; null: none. */
  readonly comparison: object | null;
  /** The traffic was turned to from another one, which counts as an edit. */
  readonly isTurnedTo: boolean;
  /** False: the outcome is of these very inputs. */
  readonly isNeeded: boolean;
  readonly start: () => void;
}

function isLongOf(traffic: TrafficState | null, { outcome, tookMillis }: Simulation): boolean {
  if (traffic === null) return false;
  const last =
    outcome === null || tookMillis === null ? null : { tookMillis, requests: figuresOf(outcome.result).all };
  return takesLong(expectedRequests(traffic.traffic) + traffic.traceRequests, last);
}

/** Returns the same object until the traffic changes: reading its file again is not an edit. */
function useUnchanged(traffic: DesignedTraffic | undefined): DesignedTraffic | undefined {
  const [kept, setKept] = useState(traffic);
  if (kept === traffic) return kept;
  if (kept !== undefined && traffic !== undefined && isSameTraffic(kept, traffic)) return kept;
  setKept(traffic);
  return traffic;
}

/** Simulates a moment after each edit of policy, traffic or comparison. */
export function useLiveSimulation(options: LiveSimulationOptions): LiveSimulation {
  const { policy, traffic, simulation, comparison, isTurnedTo, isNeeded, start } = options;
  const isOn = useStore(simulatesAsTyped);
  const isLong = isLongOf(traffic, simulation);
  const hasError = policy.findings.some(({ severity }) => severity === 'error');
  const isRunnable = policy.isJson && policy.filter !== null && !(policy.isChecked && hasError);
  const pointer = policy.filter === null ? '' : toPointer(policy.filter.path);
  const { text } = policy.file;
  const designed = useUnchanged(traffic?.traffic);
  // Each is an edit of its own; the object is the name of them all.
  const inputs = useMemo(
    () => ({ text, pointer, designed, comparison, isOn }),
    [text, pointer, designed, comparison, isOn],
  );
  // A simulation that runs already goes on.
  const seen = useRef(isTurnedTo && simulation.share === null ? null : inputs);
  const [schedule] = useState(createLiveSchedule);
  const onEdit = useEffectEvent(() => {
    if (isOn && !isLong && traffic !== null) schedule.edited();
    else schedule.clear();
  });
  useEffect(() => {
    schedule.setActs({
      start: () => {
        if (isNeeded) start();
      },
      cancel: simulation.cancel,
    });
    schedule.setReady(isRunnable && policy.isChecked);
  });
  useEffect(() => {
    if (seen.current === inputs) return;
    seen.current = inputs;
    onEdit();
  }, [inputs]);
  useEffect(() => schedule.clear, [schedule]);
  const waiting = !isOn ? 'off' : isLong ? 'long' : isRunnable ? null : 'broken';
  return { waiting, clear: schedule.clear };
}
