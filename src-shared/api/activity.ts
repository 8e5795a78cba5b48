import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { exchangeResults, trafficSources } from '../exchange/traffic-sources.ts';
import { procedure } from './base.ts';
import { exchangeSummarySchema } from './exchanges.ts';
import { streamInput } from './streams.ts';

/**
 * One row of the activity log: a summary, and what people noted on it. An exchange that was recorded at both ends is one
 * row: the record that came first, with the tags, remark and notes of both.
 */
export const activityRowSchema = exchangeSummarySchema.extend({
  /** The record of the other end; null where there is none, and where each record is listed by itself. */
  peer: z
    .object({
      id: z.string(),
      side: z.enum(['server', 'client']),
      service: z.string(),
      durationMicros: z.number(),
    })
    .nullable(),
  source: z.enum(trafficSources),
  isPinned: z.boolean(),
  /** The reason given for marking it as a finding; null if it is not marked. */
  finding: z.string().nullable(),
  /** Ids of the rules of the contract that found something in it. */
  contract: z.array(z.string()),
});

/** A filter in the language of `#shared/exchange/filter`; empty: everything. */
const filterText = z.string().max(2_000);
const filterInput = z.object({ filter: filterText });

/**
 * How many rows there are, the oldest first: row 0 is the oldest that matches. `generation` changes when rows left at
 * the front (retention, purge) or a pin changed what matches: indexes of another generation mean other rows.
 */
const extentSchema = z.object({
  /** Exchanges: two records of one count once. */
  total: z.int(),
  matching: z.int(),
  generation: z.int(),
});

/** The filters under which sources and results are counted. */
const facetInput = z.object({ sources: filterText, results: filterText });

/** The matching exchanges by the time at which they arrived: the count of each bar, `barMillis` wide from `fromMillis` on. */
const timelineSchema = z.object({
  fromMillis: z.number(),
  barMillis: z.number(),
  answered: z.array(z.int()),
  redirected: z.array(z.int()),
  /** With those that got no answer, or an error of the server. */
  refused: z.array(z.int()),
});

const facetCountsSchema = z.object({
  sources: z.record(z.enum(trafficSources), z.int()),
  results: z.record(z.enum(exchangeResults), z.int()),
  /** Of what the filter itself matches; null while it matches nothing. */
  timeline: timelineSchema.nullable(),
});

export const savedFilterSchema = z.object({
  id: z.string(),
  name: z.string().min(1).max(80),
  filter: filterText,
});

/** Kinds of state that can be purged. */
export const purgeKinds = [
  'exchanges',
  'flowRuns',
  'tokens',
  'consents',
  'sandbox',
  'jobs',
  'lintSources',
  'drafts',
] as const;

export const stateUsageSchema = z.object({
  /** Where the state of this workspace lies; empty where it lies in memory. */
  directory: z.string(),
  sizeBytes: z.int(),
  kinds: z.array(z.object({ kind: z.enum(purgeKinds), count: z.int(), sizeBytes: z.int() })),
});

/** How long and how much is kept. Pinned exchanges and findings stay whatever their age. */
export const retentionSchema = z.object({
  maxExchanges: z.int().min(100).max(1_000_000),
  maxExchangeMebibytes: z.int().min(1).max(16_384),
  /** Null: no limit of age. */
  maxAgeDays: z.int().min(1).max(3_650).nullable(),
});

export const activityContract = {
  /** Rows `from` … `from + limit`, oldest first. Fails with `activity.filter-invalid` for a filter that does not parse. */
  window: procedure
    .input(filterInput.extend({ from: z.int().min(0), limit: z.int().min(1).max(500) }))
    .output(extentSchema.extend({ from: z.int(), items: z.array(activityRowSchema) })),
  /** Position of a row among the matching ones; null if it does not match or is gone. */
  locate: procedure
    .input(filterInput.extend({ id: z.string() }))
    .output(z.object({ index: z.int().nullable(), generation: z.int() })),
  /**
   * The extent as it grows, with the rows that came or got their other end since the message before (at first the
   * newest): `tail` ends at row `matching − 1`. At most 10 a second.
   */
  watch: procedure.input(streamInput.extend({ filter: filterText, facets: facetInput.optional() })).output(
    eventIterator(
      extentSchema.extend({
        /** Counts for the requested facets; null if none were requested. */
        counts: facetCountsSchema.nullable(),
        tail: z.array(activityRowSchema),
        /** Exchanges since the start of the engine that could not be kept and have no rows. */
        notRecorded: z.int(),
        bodiesDropped: z.int(),
      }),
    ),
  ),
  /** Ids of all rows that match, oldest first; for acting on a whole selection. */
  ids: procedure
    .input(filterInput.extend({ limit: z.int().min(1).max(10_000) }))
    .output(z.object({ ids: z.array(z.string()) })),
  pin: procedure
    .input(z.object({ ids: z.array(z.string()).min(1).max(1_000), isPinned: z.boolean() }))
    .output(z.object({ changed: z.int() })),
  /** Marks an exchange as a finding with a note; null takes the mark away. */
  markFinding: procedure
    .input(z.object({ id: z.string(), note: z.string().min(1).max(2_000).nullable() }))
    .output(activityRowSchema),
  /** Exchanges of the same run, and the record taken at the other end, oldest first. */
  related: procedure.input(z.object({ id: z.string() })).output(z.array(activityRowSchema)),
  savedFilters: procedure.output(z.array(savedFilterSchema)),
  saveFilter: procedure.input(savedFilterSchema.omit({ id: true })).output(savedFilterSchema),
  removeFilter: procedure.input(z.object({ id: z.string() })).output(z.object({ removed: z.boolean() })),
};

export const stateContract = {
  usage: procedure.output(stateUsageSchema),
  /** Empties the named parts. Pinned exchanges and findings go too, when exchanges are named. */
  purge: procedure
    .input(z.object({ kinds: z.array(z.enum(purgeKinds)).min(1) }))
    .output(z.object({ removed: z.int() })),
  retention: procedure.output(retentionSchema),
  setRetention: procedure.input(retentionSchema).output(retentionSchema),
};

export type FacetFilters = z.infer<typeof facetInput>;
export type Timeline = z.infer<typeof timelineSchema>;
export type FacetCounts = z.infer<typeof facetCountsSchema>;
export type ActivityRow = z.infer<typeof activityRowSchema>;
export type SavedFilter = z.infer<typeof savedFilterSchema>;
export type PurgeKind = (typeof purgeKinds)[number];
export type StateUsage = z.infer<typeof stateUsageSchema>;
export type Retention = z.infer<typeof retentionSchema>;
