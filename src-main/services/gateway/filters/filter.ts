import type { TraceRule } from '#shared/exchange/index.ts';
import type { BucketView } from '#shared/throttle/index.ts';
import type { GatewayContext } from '../context.ts';
import type { RequestNotes } from '../request-notes.ts';
import type { GatewayResponse } from '../response.ts';

/** The outcome of a throttling filter for a request; not reached: another filter answered before it. */
export type ThrottlingOutcome =
  | 'accepted'
  | 'refused'
  | 'shadowed'
  | 'unthrottled'
  | 'failed'
  | 'not-reached';

/** Requests that a throttling filter has seen. */
export interface ThrottlingCounts {
  readonly accepted: number;
  readonly refused: number;
  /** Let pass in shadow mode, where they would have been refused. */
  readonly shadowed: number;
  /** No rate applied to them. */
  readonly unthrottled: number;
  /** The grouping or the policy failed. */
  readonly failed: number;
  /** Decided on a shared bucket because there was no room for another group. */
  readonly overflowed: number;
}

/** A throttling filter as a screen shows it. */
export interface ThrottlingStatus {
  readonly name: string;
  readonly pointer: string;
  readonly isShadow: boolean;
  readonly counts: ThrottlingCounts;
  readonly groupCount: number;
  /** The emptiest first. */
  readonly buckets: readonly BucketView[];
}

/** A filter of a route in force. */
export interface RunningFilter {
  readonly name: string;
  /** Lets a request pass (null) or answers it. What it throws becomes a 500. */
  filter(
    context: GatewayContext,
    filterIndex: number,
  ): GatewayResponse | null | Promise<GatewayResponse | null>;
  /** Rules for the trace where the filter was reached. */
  rules(run: RequestNotes, filterIndex: number): readonly TraceRule[];
  /** Rules for the trace where the filter was not reached. */
  readonly unreached: readonly TraceRule[];
  /** Only of a filter that throttles; with so many buckets at most. */
  throttling?(maxBuckets: number): Omit<ThrottlingStatus, 'pointer'>;
  /** Only of a filter that throttles: what it did with a request. */
  throttled?(run: RequestNotes, filterIndex: number): ThrottlingOutcome;
  /** Forgets everything about earlier requests. */
  reset(): void;
  close(): void;
}
