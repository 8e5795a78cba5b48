import type { ScriptingPorts } from '#main/services/scripting/index.ts';
import type { Problem } from '#shared/errors/index.ts';
import type { ReadRouteOptions } from '#shared/gateway/types.ts';
import type { Decision, DecisionWindow, SimulationResult } from '#shared/throttle/simulation/types.ts';
import type { Traffic } from '#shared/throttle/traffic/schema.ts';

/** A policy as it is to be tried: its route document, and which of its filters. */
export interface TriedPolicy {
  readonly document: unknown;
  readonly filter: string | null;
}

/** Input of a simulation; it is copied into the worker. */
export interface SimulationTask {
  readonly policies: readonly TriedPolicy[];
  readonly routeOptions: ReadRouteOptions;
  readonly traffic: Traffic;
  readonly bins: number | null;
  readonly groups: number;
  /** Single decisions of the first of the policies are wanted in place of a result. */
  readonly window: DecisionWindow | null;
  /** Where scripts lie, and the entry file of the worker that runs them. */
  readonly directory: string;
  readonly scriptWorker: string;
}

/** Messages from the worker. */
export type SimulationMessage =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'results'; readonly results: readonly SimulationResult[] }
  | { readonly kind: 'decisions'; readonly decisions: readonly Decision[] }
  | { readonly kind: 'failed'; readonly problem: Problem };

/** Scripts that are tried out send nothing: what they would ask is another system. */
export const offlineScripts: Pick<ScriptingPorts, 'send' | 'log'> = {
  send: () => Promise.reject(new Error('A simulation sends no requests')),
  log: () => undefined,
};
