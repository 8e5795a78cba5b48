import { createStore } from '#renderer/api/store.ts';
import type { Outcome } from './kept-simulations.ts';

/** A simulation that others are compared with. */
export interface MarkedSimulation {
  readonly outcome: Outcome;
  readonly workspaceId: string | null;
  /** The name of its route. */
  readonly name: string;
}

/** The marked simulation, whatever route is shown: it outlives the screen, so that another policy can be held against it. */
export const markedSimulation = createStore<MarkedSimulation | null>(null);
