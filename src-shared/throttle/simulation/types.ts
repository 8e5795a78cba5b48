import type { Scope } from '../../expressions/types.ts';
import type { Route, RouteProblem } from '../../gateway/types.ts';
import type { Spread } from '../traffic/recipe.ts';
import type { Traffic } from '../traffic/schema.ts';
import type { RateOrigin } from '../types.ts';

export interface SimulationInput {
  readonly route: Route;
  /** Name of the ThrottlingFilter; absent: the first one. */
  readonly filter?: string;
  readonly traffic: Traffic;
  /** Pieces of time in which the results are counted, at most: their length is round; absent: as many as suit the duration. */
  readonly bins?: number;
  /** Groups that are shown in detail, most refused first. */
  readonly groups?: number;
  /** Roots of expressions besides those that traffic gives: env, system, properties. */
  readonly roots?: Scope;
}

/** Counts over time: one number for each bin. */
export type Series = readonly number[];

/** Counts of the requests that the route takes; those that it does not take are counted in `notTaken` alone. */
export interface SimulationTotals {
  /** Requests that the route takes, retries included: accepted + refused + failed. */
  readonly offered: number;
  readonly accepted: number;
  readonly refused: number;
  /** Requests that ended with 500: no group key, or a policy that failed. */
  readonly failed: number;
  /** Accepted because no rate applied. */
  readonly unthrottled: number;
  /** Requests that the condition of the route does not take: another route answers them, or none. */
  readonly notTaken: number;
  /** Accepted without a token, because the filter is in shadow mode. */
  readonly shadowed: number;
  /** Second and further attempts among the offered. */
  readonly retries: number;
  /** Requests whose client stopped trying. */
  readonly gaveUp: number;
  /** Requests whose next attempt would have come after the end. */
  readonly pending: number;
  /** Decisions on a shared bucket because the limit of groups was reached. */
  readonly overflowed: number;
}

export interface GroupResult {
  readonly key: string;
  readonly label: string;
  /** The first client in it. */
  readonly client: string;
  /** The rate at the end, such as `6/10 s`; empty: none. */
  readonly rate: string;
  /** Tokens of a full bucket of that rate. */
  readonly capacity: number;
  readonly accepted: number;
  readonly refused: number;
  readonly bins: { readonly accepted: Series; readonly refused: Series };
  /** Tokens in the bucket: the lowest in each bin, and the mean over its time. */
  readonly level: { readonly min: Series; readonly mean: Series };
  /** Capacity in force at the end of each bin: it changes with the rate. */
  readonly capacityPerBin: Series;
  /** Refused share of its requests, 0 … 1. */
  readonly share: number;
  readonly timeToFirstRefusalSeconds: number | null;
}

/** How values in seconds are spread. Above 64 steps of the unit the values are rounded up by 3 % at most. */
export interface Distribution {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Seconds and how often, ascending. */
  readonly histogram: readonly (readonly [seconds: number, count: number])[];
  /** null where a bin has none. */
  readonly perBin: { readonly p50: readonly (number | null)[]; readonly p95: readonly (number | null)[] };
}

/** Requests of one method and path that the route does not take. */
export interface NotTakenRequest {
  /** Such as `GET /status`. */
  readonly request: string;
  readonly count: number;
}

export interface RateSwitch {
  readonly atSeconds: number;
  readonly group: string;
  readonly from: string;
  readonly to: string;
}

export interface SimulationResult {
  readonly durationSeconds: number;
  readonly binSeconds: number;
  readonly totals: SimulationTotals;
  readonly bins: {
    readonly offered: Series;
    readonly accepted: Series;
    readonly refused: Series;
    /** Requests that the route does not take; they are no part of the offered. */
    readonly notTaken: Series;
    /** The long-term limit of all groups together, in requests per second. */
    readonly limitPerSecond: Series;
  };
  readonly groups: readonly GroupResult[];
  readonly groupCount: number;
  /** The requests that the route does not take, most frequent first: ten at most. */
  readonly notTaken: readonly NotTakenRequest[];
  /** The groups that are not shown in detail. */
  readonly otherGroups: { readonly accepted: number; readonly refused: number };
  readonly retryAfter: Distribution;
  /** From the first attempt to success, of requests that were refused at first. */
  readonly waiting: Distribution;
  /** Refused share by group and bin; −1: nothing was offered. */
  readonly heat: { readonly groups: readonly string[]; readonly share: readonly Series[] };
  /** The first 1,000 changes of a group's rate; each opened a full bucket. */
  readonly switches: readonly RateSwitch[];
  readonly switchCount: number;
  /** Idle buckets that were forgotten. */
  readonly evictions: number;
  readonly warnings: readonly RouteProblem[];
  /** The same for the same inputs, whatever the machine. */
  readonly digest: string;
}

/** The results of a log with whole seconds, where the requests of a second are laid as `spread` says. */
export interface OtherSpread {
  readonly spread: Spread;
  readonly result: SimulationResult;
  /** The second policy's, where one was compared. */
  readonly compared: SimulationResult | null;
}

/** Callbacks from the caller of a simulation, besides the policies' ports. */
export interface SimulationPorts {
  onProgress?(share: number): void;
  isCancelled?(): boolean;
  /** Lets others run; awaited every few milliseconds of work. */
  yield?(): Promise<void>;
}

/** Which of the two ways to lay requests of one second is asked about, where a log has whole seconds. */
export interface AskedSpread {
  /** Absent or null: that of the simulation. */
  readonly spread?: Spread | null;
}

export interface DecisionWindow extends AskedSpread {
  readonly fromSeconds: number;
  readonly untilSeconds: number;
  readonly maximum: number;
  /** Only those of this group key. */
  readonly group?: string;
}

/** A part of the time whose requests are to be counted in pieces of a length of its own. */
export interface CountWindow extends AskedSpread {
  readonly fromSeconds: number;
  readonly untilSeconds: number;
  readonly binSeconds: number;
}

/** Percentiles of each piece of time; null where a piece has no values. */
export type PercentileSeries = Distribution['perBin'];

/** The requests of a part of the time, piece by piece. */
export interface WindowCounts {
  readonly fromSeconds: number;
  readonly binSeconds: number;
  readonly offered: Series;
  readonly accepted: Series;
  readonly refused: Series;
  readonly notTaken: Series;
  readonly retryAfter: PercentileSeries;
  readonly waiting: PercentileSeries;
}

/** Which groups are to be shown in detail: those whose key has a text in it, most refused first, from a place on. */
export interface GroupSearch extends AskedSpread {
  /** Part of the key, in whatever case; empty: all of them. */
  readonly search: string;
  readonly from: number;
  readonly maximum: number;
  /** These keys in their order, whatever is searched for; null: none are named. */
  readonly keys: readonly string[] | null;
  /** The part of the simulated time to divide and count; absent or null: the whole time, divided as in the result. */
  readonly window?: CountWindow | null;
}

export interface FoundGroups {
  /** Groups that the search finds. */
  readonly count: number;
  readonly groups: readonly GroupResult[];
  /** The same groups under the second policy, as far as it has them; null: there is none. */
  readonly compared: readonly GroupResult[] | null;
}

/** One request of a simulation as the filter saw it. */
export interface Decision {
  /** Counts all decisions of the window from 0, in the order of time. */
  readonly index: number;
  readonly atSeconds: number;
  readonly client: string;
  /** 1: the first attempt. */
  readonly attempt: number;
  /** null: the grouping expression gave no text. */
  readonly group: string | null;
  /** Such as `6/10 s`; empty: no rate applies. */
  readonly rateText: string;
  readonly why: RateOrigin;
  readonly mapped: string | null;
  /** Tokens before it took one. */
  readonly levelBefore: number;
  readonly capacity: number;
  /** Seconds in which one token comes. */
  readonly stepSeconds: number;
  /** The state of the bucket; `new` and `changed` open a new one: the first of the group, or one for a new rate. */
  readonly bucket: 'new' | 'kept' | 'changed' | 'shared' | 'none';
  /** False: the condition of the route does not take it, so that nothing of the filter was asked. */
  readonly isTaken: boolean;
  /** Of what is not taken nothing is known but that this filter did not refuse it: 200. */
  readonly status: 200 | 429 | 500;
  /** Seconds until a token is there; 0: there was one. With status 200: it would have been refused but for shadow mode. */
  readonly waitSeconds: number;
  readonly retryAfterSeconds: number | null;
  /** Why it ended with 500. */
  readonly error: string | null;
}

/** One line of “why”; the texts belong to the screen. */
export interface WhyStep {
  readonly title:
    | 'route'
    | 'key'
    | 'rate'
    | 'bucket'
    | 'step'
    | 'token'
    | 'forwarded'
    | 'answered'
    | 'failed';
  readonly outcome: 'pass' | 'shut' | 'never';
  readonly values: Readonly<Record<string, string | number>>;
}
