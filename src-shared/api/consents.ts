import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import {
  dateReadingSchema,
  fixSchema,
  type ImportJob,
  type ImportRowPage,
  loadingSchema,
  type MappingSuggestion,
  mappingSchema,
  matchesSchema,
  paceSchema,
  readingSchema,
  rowFlags,
  rowOutcomes,
  type SourcePreview,
  type Survey,
} from '../consents/index.ts';
import { problemSchema } from '../errors/problem.ts';
import { importFiles } from '../exports/index.ts';
import { idsOf } from '../files/index.ts';
import { procedure } from './base.ts';
import { jobSchema } from './jobs.ts';
import { streamInput } from './streams.ts';

const id = z.object({ id: z.string() });

/** The seven steps, in their order. */
export const importSteps = ['file', 'map', 'match', 'check', 'dry-run', 'load', 'report'] as const;
export type ImportStep = (typeof importSteps)[number];

/**
 * State of an import: `receiving` its file, `editing` its settings, `ready` with a frozen plan, then the
 * states of its load. `paused` is by a person, `halted` by itself, with a problem that says why.
 */
export const importStates = [
  'receiving',
  'editing',
  'ready',
  'loading',
  'paused',
  'halted',
  'cancelled',
  'loaded',
  'undoing',
  'undone',
] as const;
export type ImportState = (typeof importStates)[number];

const counts = z.object({
  /** Rows of the plan that are to be sent. */
  total: z.int(),
  accepted: z.int(),
  /** The platform had the same consent, or a newer one. */
  already: z.int(),
  failed: z.int(),
  inFlight: z.int(),
  /** Refused for now: they are sent again. */
  retrying: z.int(),
  pending: z.int(),
});
export type ImportCounts = z.infer<typeof counts>;

export const importViewSchema = z.object({
  job: z.custom<ImportJob>(),
  /** Path of the job file. */
  jobFile: z.string(),
  state: z.enum(importStates),
  /** Steps with valid results. */
  done: z.array(z.enum(importSteps)),
  /** The first that is to be done next. */
  next: z.enum(importSteps),
  columns: z.array(z.string()),
  /** null before the file was read whole. */
  rows: z.int().nullable(),
  matches: matchesSchema.nullable(),
  counts,
  /** Long work that goes on for it: reading, matching, planning, rehearsing, loading, undoing. */
  work: jobSchema.nullable(),
  problems: z.array(problemSchema),
  /** Its rows were deleted; only counts are left. */
  isForgotten: z.boolean(),
  /** The view with the greater number is newer. */
  revision: z.int(),
});
export type ImportView = z.infer<typeof importViewSchema>;

/** A platform that consents are loaded into. */
const targetSchema = z.object({
  name: z.string(),
  file: z.string(),
  displayName: z.string(),
  region: z.string(),
  baseUrl: z.string(),
  environmentId: z.string(),
  /** True if it is the sandbox of this workspace: writing to anything else has to be confirmed by its name. */
  isSandbox: z.boolean(),
  limit: paceSchema.nullable(),
  problems: z.array(problemSchema),
});
export type ImportTarget = z.infer<typeof targetSchema>;

/** How a load goes, at this moment. */
const progressSchema = z.object({
  counts,
  /** Since the load began, without pauses. */
  elapsedMillis: z.number(),
  acceptedPerSecond: z.number(),
  /** The pace at which is sent; null: not known yet. */
  limitPerSecond: z.number().nullable(),
  isLearned: z.boolean(),
  remainingMillis: z.number().nullable(),
  refusals: z.int(),
  last429: z.object({ atMillis: z.number(), waitMillis: z.number() }).nullable(),
  /** One entry a second, the oldest first, at most ten minutes. */
  seconds: z.array(
    z.object({
      atMillis: z.number(),
      accepted: z.int(),
      refused: z.int(),
      failed: z.int(),
      limit: z.number().nullable(),
    }),
  ),
});
export type ImportProgress = z.infer<typeof progressSchema>;

const dryRunSchema = z.object({
  planHash: z.string(),
  /** Requests that would be sent, in all. */
  requests: z.object({ reads: z.int(), writes: z.int() }),
  limitPerSecond: z.number().nullable(),
  /** null: the limit has to be learnt first. */
  expectedMillis: z.number().nullable(),
  samples: z.array(
    z.object({
      row: z.int(),
      method: z.string(),
      url: z.string(),
      headers: z.array(z.tuple([z.string(), z.string()])),
      body: z.string(),
      curl: z.string(),
    }),
  ),
  /** The result of the rehearsal, which only reads; null before there was one. */
  rehearsal: z
    .object({
      atMillis: z.number(),
      rows: z.int(),
      wouldAccept: z.int(),
      alreadySame: z.int(),
      alreadyNewer: z.int(),
      failed: z.int(),
    })
    .nullable(),
});
export type ImportDryRun = z.infer<typeof dryRunSchema>;

const reportSchema = z.object({
  name: z.string(),
  state: z.enum(importStates),
  target: z.string(),
  environmentId: z.string(),
  fileName: z.string(),
  sha256: z.string(),
  planHash: z.string(),
  appVersion: z.string(),
  startedAtMillis: z.number().nullable(),
  endedAtMillis: z.number().nullable(),
  startedBy: z.string(),
  rows: z.int(),
  counts,
  /** Rows that were not sent, by why. */
  notSent: z.array(z.object({ outcome: z.enum(rowOutcomes), rows: z.int() })),
  /** Rows that were refused, by why. */
  failures: z.array(z.object({ code: z.string(), message: z.string(), rows: z.int() })),
  undone: z.object({ restored: z.int(), revoked: z.int(), notRestorable: z.int() }).nullable(),
});
export type ImportReport = z.infer<typeof reportSchema>;

/** A mapping that is kept for other files. */
export const importTemplateSchema = z.object({
  name: z.string(),
  mapping: mappingSchema,
  dates: dateReadingSchema.nullable(),
});
export type ImportTemplate = z.infer<typeof importTemplateSchema>;

const rowFilter = z.union([
  z.literal('all'),
  z.literal('problems'),
  z.literal('failed'),
  z.enum(rowOutcomes),
  z.enum(rowFlags),
]);

export const importOutputs = idsOf(importFiles);

/** Consents of a spreadsheet, on their way to a platform. Document 3 §1, §4.1 */
export const importsContract = {
  list: procedure.output(z.array(importViewSchema)),
  get: procedure.input(id).output(importViewSchema),
  /** One import as it changes. */
  watch: procedure.input(streamInput.extend(id.shape)).output(eventIterator(importViewSchema)),
  targets: procedure.output(z.array(targetSchema)),
  templates: procedure.output(z.array(importTemplateSchema)),
  saveTemplate: procedure.input(importTemplateSchema).output(z.array(importTemplateSchema)),
  removeTemplate: procedure.input(z.object({ name: z.string() })).output(z.array(importTemplateSchema)),

  /** Begins an import whose file is sent in pieces of base64, in their order. */
  create: procedure
    .input(
      z.object({
        name: z.string().min(1).max(200),
        fileName: z.string().min(1).max(255),
        sizeBytes: z.int().min(0),
      }),
    )
    .output(importViewSchema),
  /** Begins an import with the file that comes with Gatehouse: 200 consents for the sandbox, a few of them wrong. */
  createSample: procedure.output(z.object({ id: z.string() })),
  upload: procedure
    .input(z.object({ id: z.string(), offset: z.int().min(0), base64: z.string().max(2_800_000) }))
    .output(z.object({ receivedBytes: z.int() })),
  /** Opens a job file of the machine, or creates one for a file of it: used by the command line. */
  open: procedure
    .input(
      z.object({ jobFile: z.string(), sourceFile: z.string().nullable(), target: z.string().nullable() }),
    )
    .output(importViewSchema),

  preview: procedure
    .input(z.object({ id: z.string(), reading: z.record(z.string(), z.json()).default({}) }))
    .output(z.custom<SourcePreview>()),
  /** Reads the whole file; resolves when that has begun. */
  read: procedure.input(z.object({ id: z.string(), reading: readingSchema })).output(importViewSchema),
  suggest: procedure.input(id).output(z.custom<MappingSuggestion>()),
  /** Returns the content of the mapped columns; the mapping need not be saved. */
  survey: procedure
    .input(z.object({ id: z.string(), mapping: mappingSchema, dates: dateReadingSchema.nullable() }))
    .output(z.custom<Survey>()),
  /** Saves settings; a plan that they would change is no longer frozen. */
  save: procedure
    .input(
      z.object({
        id: z.string(),
        name: z.string().min(1).max(200).optional(),
        mapping: mappingSchema.optional(),
        dates: dateReadingSchema.nullable().optional(),
        target: z.string().optional(),
        loading: loadingSchema.optional(),
      }),
    )
    .output(importViewSchema),
  /** Looks up users, agreements, languages and revisions at the target, then plans; resolves when that has begun. */
  match: procedure.input(id).output(importViewSchema),
  /** Users of the target whose name, e-mail address or id begins so. */
  findUsers: procedure
    .input(z.object({ id: z.string(), text: z.string().max(200) }))
    .output(z.array(z.object({ id: z.string(), label: z.string() }))),
  /** Changes the period of an agreement at the target; `confirm` as for `load`. */
  applyReconsent: procedure
    .input(
      z.object({
        id: z.string(),
        agreementId: z.string(),
        days: z.int().min(1).max(36_500),
        confirm: z.string().nullable(),
      }),
    )
    .output(importViewSchema),

  rows: procedure
    .input(
      z.object({
        id: z.string(),
        filter: rowFilter,
        offset: z.int().min(0),
        limit: z.int().min(1).max(500),
      }),
    )
    .output(z.custom<ImportRowPage>()),
  /** Lays corrections over the file and plans anew. */
  fix: procedure
    .input(z.object({ id: z.string(), fixes: z.array(fixSchema).min(1).max(1_000) }))
    .output(importViewSchema),
  /** Takes back the last call of `fix`. */
  undoFix: procedure.input(id).output(importViewSchema),

  dryRun: procedure
    .input(z.object({ id: z.string(), samples: z.int().min(0).max(50).default(3) }))
    .output(dryRunSchema),
  /** Reads the consents that are there for every row and writes nothing; resolves when that has begun. */
  rehearse: procedure.input(id).output(importViewSchema),

  /** Sends the frozen plan. `confirm` has to be the name of the target, unless that is the sandbox. */
  load: procedure
    .input(z.object({ id: z.string(), planHash: z.string(), confirm: z.string().nullable() }))
    .output(importViewSchema),
  pause: procedure.input(id).output(importViewSchema),
  resume: procedure.input(id).output(importViewSchema),
  /** Requests in progress are completed; the rest are not sent. */
  cancel: procedure.input(id).output(importViewSchema),
  /** Changes the pace of a load, also while it runs. */
  setPace: procedure
    .input(z.object({ id: z.string(), pace: paceSchema.nullable(), parallel: z.int().min(1).max(256) }))
    .output(importViewSchema),
  watchProgress: procedure.input(streamInput.extend(id.shape)).output(eventIterator(progressSchema)),

  report: procedure.input(id).output(reportSchema),
  /** A piece of a file that an import gives out; the first call makes it. */
  output: procedure
    .input(z.object({ id: z.string(), what: z.enum(importOutputs), offset: z.int().min(0) }))
    .output(z.object({ fileName: z.string(), base64: z.string(), sizeBytes: z.int() })),
  /** Restores the state before the load. */
  undo: procedure
    .input(z.object({ id: z.string(), confirm: z.string().nullable() }))
    .output(importViewSchema),
  /** A new import of the rows that were refused or not sent, with the same settings. */
  retryFailed: procedure.input(id).output(importViewSchema),
  /** Deletes file, rows, plan and journal, and keeps what counts them. */
  forget: procedure.input(id).output(importViewSchema),
  remove: procedure.input(id).output(z.object({})),
};
