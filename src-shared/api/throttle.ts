import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import type { Problem } from '../errors/index.ts';
import type { RouteProblem } from '../gateway/types.ts';
import { liveOutcomes } from '../throttle/live.ts';
import type {
  Decision,
  FoundGroups,
  OtherSpread,
  SimulationResult,
  WindowCounts,
} from '../throttle/simulation/types.ts';
import { readingSchema, spreads } from '../throttle/traffic/recipe.ts';
import { designedTrafficSchema } from '../throttle/traffic/schema.ts';
import { type TraceKind, traceKinds } from '../throttle/traffic/trace-formats.ts';
import { procedure } from './base.ts';
import { streamInput } from './streams.ts';

/** An error in a route document, with its location; file names the script that contains it. */
const routeProblemSchema = z.custom<RouteProblem>();

const filterSchema = z.object({
  name: z.string(),
  /** JSON pointer of its declaration. */
  pointer: z.string(),
  /** Type of its policy; `rate` for a rate of its own. */
  policy: z.string(),
});

/** A route document with its problems, and its throttling filters. */
const checkedRouteSchema = z.object({
  name: z.string(),
  problems: z.array(routeProblemSchema),
  filters: z.array(filterSchema),
  /** True if requests could leave this machine: by this route, or by another that takes some of them. */
  isUpstreamElsewhere: z.boolean(),
});

/** A route of the workspace, in the order in which routes are tried. */
const throttleRouteSchema = checkedRouteSchema.extend({
  /** Such as `routes/02-orders.json`. */
  file: z.string(),
  id: z.string(),
});

/** Recorded requests stay in the engine, and are named by an id. */
const tracedSchema = z.object({
  traffic: designedTrafficSchema,
  traceId: z.string().nullable(),
  /** Recorded requests, and those of each class; none where they are not counted. */
  traceRequests: z.int(),
  classRequests: z.array(z.int()),
});

const simulationStartSchema = z.object({
  /** The route document as text. */
  document: z.string(),
  /** Its file, for the scripts it names; null: not saved yet. */
  file: z.string().nullable().default(null),
  /** Name of the throttling filter; null: the first. */
  filter: z.string().nullable().default(null),
  traffic: designedTrafficSchema,
  traceId: z.string().nullable().default(null),
  /** A second policy for the same traffic; null: none. */
  compare: z
    .object({ document: z.string(), filter: z.string().nullable().default(null) })
    .nullable()
    .default(null),
  bins: z.int().min(1).max(10_000).optional(),
  /** Groups in detail. */
  groups: z.int().min(1).max(500).default(24),
  /** A run that others are compared with, and which is not forgotten for this one; null: none is. */
  comparedRunId: z.string().nullable().default(null),
});

const simulationRunSchema = z.object({
  id: z.string(),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  /** How much is done, 0 … 1. */
  share: z.number(),
  /** Why it failed. */
  problem: z.custom<Problem>().nullable(),
});

const runInput = z.object({ runId: z.string() });

/** A question to a run. */
const askInput = runInput.extend({
  /** Requests of one second laid so, where a log has whole seconds; null: as in the run. */
  spread: z.enum(spreads).nullable().default(null),
});

/** A part of the time in pieces of a length. */
const windowInput = z.object({
  fromSeconds: z.number().min(0),
  untilSeconds: z.number().min(0),
  binSeconds: z.number().min(0.001),
});

const isCountable = ({ fromSeconds, untilSeconds, binSeconds }: z.output<typeof windowInput>) =>
  untilSeconds - fromSeconds <= 10_000 * binSeconds;
const tooManyPieces = { error: 'At most 10,000 parts can be counted' };

/** A log that was read. */
const importedLogSchema = tracedSchema.extend({
  /** By file. */
  formats: z.array(z.enum(traceKinds)),
  /** Lines or entries that could not be read: how many, and the first of them with the reason. */
  skipped: z.int(),
  remarks: z.array(z.object({ line: z.int(), message: z.string(), file: z.string().optional() })),
  /** The columns that were found, those that are not kept, and those that were taken. */
  columns: z.array(z.string()),
  leftOut: z.array(z.object({ name: z.string(), message: z.string() })),
  taken: z.object({ time: z.string().nullable(), key: z.string().nullable() }),
  /** Requests that say nothing of a part: another one is taken for it. */
  missing: z.object({ address: z.int(), path: z.int(), method: z.int() }),
  isWholeSeconds: z.boolean(),
  /** Lines whose time lies before that of the line before: they are put in order. */
  backwards: z.int(),
  /** Answers of the log, and requests that were left out for them. */
  answers: z.object({
    tooMany: z.int(),
    unavailable: z.int(),
    repeats: z.int(),
    dropped: z.int(),
  }),
  /** Columns that could tell clients apart, with the keys that have most requests. */
  proposals: z.array(
    z.object({
      column: z.string(),
      keys: z.int(),
      top: z.array(z.object({ key: z.string(), requests: z.int() })),
    }),
  ),
});

const importStateSchema = z.object({
  state: z.enum(['receiving', 'running', 'done', 'failed']),
  /** How much is read, 0 … 1, and how many requests came of it. */
  share: z.number(),
  requests: z.int(),
  problem: z.custom<Problem>().nullable(),
  found: importedLogSchema.nullable(),
});

const importPreviewSchema = z.object({
  files: z.array(
    z.object({
      name: z.string(),
      /** Told from its text; null: it is none that can be read. */
      format: z.enum(traceKinds).nullable(),
      /** True if it is packed with gzip. */
      isPacked: z.boolean(),
      lines: z.array(z.string()),
      /** The same lines taken apart, and the names of their parts; none of what is one document. */
      columns: z.array(z.string()),
      rows: z.array(z.array(z.string())),
    }),
  ),
});

const importInput = z.object({ importId: z.string() });

/** One request that was sent to the gateway. */
const liveResponseSchema = z.object({
  index: z.int(),
  /** Since the start, as planned. */
  atSeconds: z.number(),
  client: z.string(),
  attempt: z.int(),
  /** null: no answer. */
  status: z.int().nullable(),
  outcome: z.enum(liveOutcomes),
  retryAfterSeconds: z.number().nullable(),
  durationMillis: z.number(),
});

const liveRunSchema = z.object({
  id: z.string(),
  file: z.string(),
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  sent: z.int(),
  /** Let through by the throttle, whatever the upstream answered. */
  accepted: z.int(),
  refused: z.int(),
  /** Never decided by the throttle, or with 500: its own failures, answers of filters before it, no answer at all. */
  failed: z.int(),
  /** Taken by another route, or by none. */
  notTaken: z.int(),
  /** The answers to the accepted ones, by their status. */
  statuses: z.array(z.object({ status: z.int(), count: z.int() })),
  durationSeconds: z.number(),
  elapsedSeconds: z.number(),
  /** Requests that came later than planned by more than 50 ms: this machine could not send as fast. */
  late: z.int(),
  problem: simulationRunSchema.shape.problem,
});

const bucketSchema = z.object({
  group: z.string(),
  rate: z.string(),
  level: z.number(),
  capacity: z.number(),
  waitSeconds: z.number(),
});

/** A throttling filter of the running gateway. */
const liveFilterSchema = z.object({
  file: z.string(),
  filter: z.string(),
  accepted: z.int(),
  refused: z.int(),
  /** Would have been refused, if the filter were not in shadow mode. */
  shadowed: z.int(),
  failed: z.int(),
  overflowed: z.int(),
  groups: z.int(),
  /** The emptiest first. */
  buckets: z.array(bucketSchema),
});

export const throttleContract = {
  routes: procedure.output(z.array(throttleRouteSchema)),
  /** Reads a route document as the gateway would, its scripts included. */
  check: procedure
    .input(z.object({ document: z.string(), file: z.string().nullable().default(null) }))
    .output(checkedRouteSchema),
  simulate: procedure.input(simulationStartSchema).output(simulationRunSchema),
  watch: procedure.input(streamInput.extend(runInput.shape)).output(eventIterator(simulationRunSchema)),
  cancel: procedure.input(runInput).output(simulationRunSchema),
  /** Returns the result of a completed run. */
  result: procedure.input(runInput).output(
    z.object({
      result: z.custom<SimulationResult>(),
      compared: z.custom<SimulationResult>().nullable(),
      /** Of a log with whole seconds: the results where the requests of a second are laid in the other way. */
      otherSpread: z.custom<OtherSpread>().nullable(),
    }),
  ),
  /** Each request of a window of time, exactly, by running again. */
  decisions: procedure
    .input(
      askInput.extend({
        side: z.enum(['first', 'compared']).default('first'),
        fromSeconds: z.number().min(0),
        untilSeconds: z.number().min(0),
        maximum: z.int().min(1).max(20_000).default(5_000),
        group: z.string().optional(),
      }),
    )
    .output(z.array(z.custom<Decision>())),
  /** The requests of a part of the time in pieces of another length, exactly, by running again. */
  counts: procedure
    .input(askInput.extend(windowInput.shape).refine(isCountable, tooManyPieces))
    .output(z.custom<WindowCounts>()),
  /** Groups whose key has a text in it, in detail and most refused first, a page of them; under both policies. */
  groups: procedure
    .input(
      askInput.extend({
        search: z.string().max(1_000).default(''),
        from: z.int().min(0).default(0),
        maximum: z.int().min(1).max(100).default(24),
        /** These keys in their order, in place of a search. */
        keys: z.array(z.string()).max(100).nullable().default(null),
        /** The part of the time that is shown; null: the whole. */
        window: windowInput.refine(isCountable, tooManyPieces).nullable().default(null),
      }),
    )
    .output(z.custom<FoundGroups>()),
  /** Traffic files of the workspace. */
  traffics: procedure.output(z.array(z.object({ file: z.string(), name: z.string() }))),
  openTraffic: procedure.input(z.object({ file: z.string() })).output(tracedSchema),
  /** Writes `traffic/<name>.json`, recorded requests included. */
  saveTraffic: procedure
    .input(
      z.object({
        name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/),
        traffic: designedTrafficSchema,
        traceId: z.string().nullable().default(null),
      }),
    )
    .output(z.object({ file: z.string() })),
  /** Begins the import of logs, which are sent in pieces of base64, each in its order. */
  importTrace: procedure
    .input(
      z.object({
        files: z
          .array(z.object({ name: z.string().max(255), sizeBytes: z.int().min(0) }))
          .min(1)
          .max(100),
      }),
    )
    .output(importInput),
  importPiece: procedure
    .input(
      importInput.extend({
        file: z.int().min(0),
        offset: z.int().min(0),
        base64: z.string().max(2_800_000),
      }),
    )
    .output(z.object({ receivedBytes: z.int() })),
  /** The recognised format and the first lines of what was sent so far. */
  previewImport: procedure.input(importInput).output(importPreviewSchema),
  /** Begins to read what was sent; once more with other settings. */
  readImport: procedure
    .input(importInput.extend({ reading: readingSchema.prefault({}) }))
    .output(importStateSchema),
  /** Reads what was sent as it is recognised, and resolves when that has ended. */
  finishImport: procedure.input(importInput).output(importedLogSchema),
  importState: procedure.input(importInput).output(importStateSchema),
  /** Stops reading, and forgets what was sent. */
  cancelImport: procedure.input(importInput).output(z.object({})),
  /** Sends traffic to the running gateway, in real time. A route whose upstream is elsewhere has to be confirmed. */
  sendLive: procedure
    .input(
      z.object({
        file: z.string(),
        /** The throttling filter that is asked about; null: the first. */
        filter: z.string().nullable().default(null),
        traffic: designedTrafficSchema,
        traceId: z.string().nullable().default(null),
        isConfirmed: z.boolean().default(false),
      }),
    )
    .output(liveRunSchema),
  watchLive: procedure.input(streamInput.extend(runInput.shape)).output(eventIterator(liveRunSchema)),
  /** The answers from an index on. */
  liveAnswers: procedure
    .input(runInput.extend({ from: z.int().min(0).default(0) }))
    .output(z.array(liveResponseSchema)),
  stopLive: procedure.input(runInput).output(liveRunSchema),
  /** The filters of the running gateway and their buckets. */
  live: procedure.output(z.array(liveFilterSchema)),
  /** Fills every bucket of a filter. */
  resetLive: procedure
    .input(z.object({ file: z.string(), filter: z.string() }))
    .output(z.array(liveFilterSchema)),
};

export type ThrottleRoute = z.infer<typeof throttleRouteSchema>;
export type CheckedRoute = z.infer<typeof checkedRouteSchema>;
export type SimulationStart = z.infer<typeof simulationStartSchema>;
export type SimulationStartInput = z.input<typeof simulationStartSchema>;
export type SimulationRun = z.infer<typeof simulationRunSchema>;
export type DesignedTraffic = z.infer<typeof designedTrafficSchema>;
export type TracedTraffic = z.infer<typeof tracedSchema>;
export type ImportedLog = z.infer<typeof importedLogSchema>;
export type LogImportState = z.infer<typeof importStateSchema>;
export type LogImportPreview = z.infer<typeof importPreviewSchema>;
export type TraceFormat = TraceKind;
export type LiveRun = z.infer<typeof liveRunSchema>;
export type LiveResponse = z.infer<typeof liveResponseSchema>;
export type LiveFilter = z.infer<typeof liveFilterSchema>;
