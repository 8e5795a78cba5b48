import type { CompiledExpression, Scope } from '../expressions/types.ts';

/** Requests per duration, with what a bucket needs of them. Two with equal numbers are the same rate. */
export interface Rate {
  readonly numberOfRequests: number;
  readonly durationNanos: number;
  /** The duration as it was written. */
  readonly duration: string;
  /** Time in which one token comes: ceil(duration / numberOfRequests). */
  readonly stepNanos: number;
  /** How far ahead of time a bucket may be booked: numberOfRequests − 1 steps. */
  readonly toleranceNanos: number;
}

/** A bucket as screens show it. */
export interface BucketView {
  readonly group: string;
  readonly rate: Rate;
  /** Tokens that it holds, with fractions: 0 … numberOfRequests. */
  readonly level: number;
  /** Until a request would be accepted; 0: at once. */
  readonly waitNanos: number;
}

export interface LimiterOptions {
  /** Groups that have a bucket of their own at one time; further ones share a bucket for each rate. */
  readonly maxGroups: number;
  /** True if refill that did not fit into a bucket is granted later, as the model product does. */
  readonly carryOver?: boolean;
}

/** Token buckets by group. Times are whole nanoseconds from any fixed moment; going back does no harm. */
export interface Limiter {
  /** Takes a token; the nanoseconds to wait where there is none, 0 where the request is accepted. */
  decide(group: string, rate: Rate, nowNanos: number): number;
  /** Looks at the bucket of a group without taking anything; null: there is none, so it would be full. */
  peek(group: string, nowNanos: number): BucketView | null;
  /** Forgets buckets that are full again, looking at `maxGroups` of them; how many went. */
  sweep(nowNanos: number, maxGroups?: number): number;
  /** Moves the zero of time forward by so many nanoseconds: before a count of them is no longer exact. */
  rebase(byNanos: number): void;
  /** The emptiest buckets first. */
  views(nowNanos: number, max: number): readonly BucketView[];
  /** Forgets the group that came first, in use or not: for callers that would rather start one anew than share. */
  forgetOldest(): void;
  clear(): void;
  /** Groups with a bucket of their own. */
  readonly size: number;
  /** Decisions that were made on a shared bucket because the limit of groups was reached. */
  readonly overflowed: number;
  /** Buckets forgotten so far because they were full again. */
  readonly evicted: number;
}

/** Where a rate came from. */
export type RateOrigin = 'fixed' | 'mapped' | 'default' | 'script' | 'none';

/** The decision of a policy on a request; a null rate lets it pass. */
export interface RateResult {
  readonly rate: Rate | null;
  readonly why: RateOrigin;
  /** The result of the mapper of a mapped policy; null: no text. */
  readonly mapped?: string | null;
}

/** A policy that is ready to run. It throws, or its promise is rejected, where the request has to fail with 500. */
export interface RatePolicy {
  readonly rate: (scope: Scope, nowNanos: number) => RateResult | Promise<RateResult>;
  /** True if the answer depends on the scope alone, so that a simulation asks once for each client and status. */
  readonly isPure: boolean;
}

/** A script of a route as it is declared; its runner resolves `file`. */
export interface ScriptDeclaration {
  /** Media type of the language. */
  readonly type: string;
  readonly source: string | { readonly file: string };
  readonly args: Readonly<Record<string, unknown>>;
  /** True if a clientHandler gives the script an `http`. */
  readonly hasClient: boolean;
  /** JSON pointer of the declaration in its route. */
  readonly pointer: string;
}

/** A script that is loaded. It throws or rejects where the script fails or returns something that is no rate. */
export interface ScriptHandle {
  rate(scope: Scope, nowNanos: number): Rate | null | Promise<Rate | null>;
  /** True if the script keeps nothing between runs and uses no clock and no network. */
  readonly isStateless?: boolean;
}

/** The external services that policies need. */
export interface PolicyPorts {
  /** Loads a script. @throws what is wrong with it */
  readonly script?: (script: ScriptDeclaration) => ScriptHandle;
}

export type PolicyConfig =
  | { readonly type: 'fixed'; readonly rate: Rate }
  | {
      readonly type: 'MappedThrottlingPolicy';
      readonly mapper: CompiledExpression;
      readonly rates: ReadonlyMap<string, Rate>;
      readonly defaultRate: Rate;
    }
  | { readonly type: 'ScriptableThrottlingPolicy'; readonly script: ScriptDeclaration }
  | {
      readonly type: 'DefaultRateThrottlingPolicy';
      readonly delegate: PolicyConfig;
      readonly defaultRate: Rate;
    };

export interface ThrottlingConfig {
  /** The grouping expression; an empty text puts all requests into one group. */
  readonly group: CompiledExpression;
  readonly policy: PolicyConfig;
  readonly cleaningIntervalMillis: number;
  /** Extension: counts and never refuses. */
  readonly shadow: boolean;
  /** Extension: answers carry RateLimit and RateLimit-Policy. draft-ietf-httpapi-ratelimit-headers-11 */
  readonly rateLimitHeaders: boolean;
  /** Extension: groups that may have a bucket of their own. */
  readonly maxGroups: number;
  /** Extension: refill beyond a full bucket is granted later, as the model product does. */
  readonly carryOver: boolean;
}
