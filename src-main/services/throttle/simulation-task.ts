import type { ScriptingPorts } from '#main/services/scripting/index.ts';
import type { Problem } from '#shared/errors/index.ts';
import type { ReadRouteOptions } from '#shared/gateway/types.ts';
import type {
  CountWindow,
  Decision,
  DecisionWindow,
  FoundGroups,
  GroupSearch,
  OtherSpread,
  SimulationResult,
  WindowCounts,
} from '#shared/throttle/simulation/types.ts';
import type { LogReading, Spread } from '#shared/throttle/traffic/recipe.ts';
import type { Traffic } from '#shared/throttle/traffic/schema.ts';
import type { ReadLogs, ReadTraffic } from './stored/read-logs.ts';

/** A policy as it is to be tried: its route document, and which of its filters. */
export interface TriedPolicy {
  readonly document: unknown;
  readonly filter: string | null;
}

/** A folder with recorded requests, and how those of one second are laid where the log has whole seconds. */
export interface StoredTrace {
  readonly folder: string;
  readonly spread: Spread;
  /** The other way to lay them is counted as well. */
  readonly hasOther: boolean;
}

/** Logs that a worker is to read. */
export interface ImportTask {
  readonly kind: 'import';
  readonly files: ReadLogs['files'];
  readonly reading: LogReading;
  /** Of this import alone, in hexadecimal digits: it is kept nowhere. */
  readonly salt: string;
  /** Where recorded requests are kept, and the name of the folder while it is not whole. */
  readonly directory: string;
  readonly part: string;
}

/** A task of a worker. */
export type WorkerTask = SimulationTask | ImportTask;
/** A question to a simulation in place of its result: more of one part of it, found by running again. */
export type SimulationQuestion =
  | { readonly kind: 'decisions'; readonly window: DecisionWindow }
  | { readonly kind: 'counts'; readonly window: CountWindow }
  | { readonly kind: 'groups'; readonly search: GroupSearch };

/** Input of a simulation; it is copied into the worker. */
export interface SimulationTask {
  readonly policies: readonly TriedPolicy[];
  readonly routeOptions: ReadRouteOptions;
  readonly traffic: Traffic;
  /** Where its recorded requests are, if they are not in it. */
  readonly stored: StoredTrace | null;
  readonly bins: number | null;
  readonly groups: number;
  /** Asked of the first policy, and of the second where groups are compared; null: the result is wanted. */
  readonly question: SimulationQuestion | null;
  /** Where scripts lie, and the entry file of the worker that runs them. */
  readonly directory: string;
  readonly scriptWorker: string;
}

/** Messages from the worker. */
export type SimulationMessage =
  | { readonly kind: 'progress'; readonly share: number; readonly requests?: number }
  | {
      readonly kind: 'results';
      readonly results: readonly SimulationResult[];
      readonly otherSpread: OtherSpread | null;
    }
  | { readonly kind: 'imported'; readonly read: ReadTraffic }
  | { readonly kind: 'decisions'; readonly decisions: readonly Decision[] }
  | { readonly kind: 'counts'; readonly counts: WindowCounts }
  | { readonly kind: 'groups'; readonly found: FoundGroups }
  | { readonly kind: 'failed'; readonly problem: Problem };

/** Scripts that are tried out send nothing: what they would ask is another system. */
export const offlineScripts: Pick<ScriptingPorts, 'send' | 'log'> = {
  send: () => Promise.reject(new Error('A simulation sends no requests')),
  log: () => undefined,
};
