import type { TraceRule } from '#shared/exchange/index.ts';
import type { GatewayContext } from '../context.ts';
import type { RequestNotes } from '../request-notes.ts';

/** What stands at the end of a route's chain. */
export interface RunningHandler {
  /** Answers the exchange. */
  handle(context: GatewayContext): void;
  /** What the trace says of it where it was reached. */
  rules(run: RequestNotes): readonly TraceRule[];
  readonly unreached: readonly TraceRule[];
  /** What came of the request, in one sentence. */
  effect(run: RequestNotes): string;
}
