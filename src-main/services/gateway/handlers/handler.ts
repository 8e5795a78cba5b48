import type { TraceRule } from '#shared/exchange/index.ts';
import type { GatewayContext } from '../context.ts';
import type { RequestNotes } from '../request-notes.ts';

/** The handler at the end of a route's chain. */
export interface RunningHandler {
  /** Answers the exchange. */
  handle(context: GatewayContext): void;
  /** Rules for the trace where the handler was reached. */
  rules(run: RequestNotes): readonly TraceRule[];
  readonly unreached: readonly TraceRule[];
  /** Returns the outcome of the request, in one sentence. */
  effect(run: RequestNotes): string;
}
