import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { decisionTraceSchema } from '../exchange/trace.ts';
import { procedure } from './base.ts';
import { streamInput } from './streams.ts';

/** One line of a list of exchanges. The target is masked as in the view. */
export const exchangeSummarySchema = z.object({
  id: z.string(),
  side: z.enum(['server', 'client']),
  service: z.string(),
  startedAtMillis: z.number(),
  durationMicros: z.number(),
  method: z.string(),
  target: z.string(),
  status: z.int().nullable(),
  /** OAuth `error` or code of the answer, or why there is none; empty when all went well. */
  remark: z.string(),
  /** The statement of the rule that refused, where a hosted server decided; empty where none did. */
  rule: z.string(),
  tags: z.array(z.string()),
  /** The ports of client and server, which both records of an exchange share. Absent if they are not known. */
  ports: z.string().optional(),
});

/**
 * A name with its value. A secret's value is masked; `artefact` (code, token, typed password) may be revealed by
 * its pointer, `stored` (a secret of the workspace) never leaves the engine.
 */
export const viewFieldSchema = z.object({
  name: z.string(),
  value: z.string(),
  secret: z.enum(['stored', 'artefact']).optional(),
  pointer: z.string().optional(),
  /** Location of a field of a request; absent for headers. */
  part: z.enum(['query', 'body']).optional(),
});

export const viewMessageSchema = z.object({
  headers: z.array(viewFieldSchema),
  /** Decoded form or query fields, in order; empty where the body is no form. */
  fields: z.array(viewFieldSchema),
  /** The body as text with secrets masked; null for binary or dropped bodies. */
  text: z.string().nullable(),
  /** Reveals the whole text, where something in it is masked and may be shown. */
  textPointer: z.string().optional(),
  mediaType: z.string(),
  sizeBytes: z.int(),
  kept: z.enum(['whole', 'truncated', 'sampled-out']),
});

export const exchangeViewSchema = exchangeSummarySchema.extend({
  origin: z.string(),
  request: viewMessageSchema,
  response: viewMessageSchema.extend({ status: z.int(), reason: z.string() }).nullable(),
  failure: z.string().nullable(),
  trace: decisionTraceSchema.nullable(),
  faults: z.array(z.string()),
  /** The record of the same exchange taken at the other end, if there is one. */
  counterpartId: z.string().nullable(),
});

const idInput = z.object({ id: z.string() });
/** A text for use outside the application, and the names of its masked values. */
const exportSchema = z.object({ text: z.string(), redacted: z.array(z.string()) });

/** A piece of two texts that are compared: in both, or in one of them. */
export const diffSegmentSchema = z.object({ text: z.string(), in: z.enum(['both', 'left', 'right']) });

/**
 * `differs`: somebody sent or decided something else. `fresh`: a value that is made anew each time, such as a state or a
 * token. `same`: equal on both sides.
 */
export const diffChangeSchema = z.enum(['differs', 'fresh', 'same']);

export const diffLineSchema = z.object({
  part: z.enum(['request', 'response', 'trace']),
  name: z.string(),
  change: diffChangeSchema,
  left: z.string().nullable(),
  right: z.string().nullable(),
  /** Where the two differ; null where one is missing, or they are too long or too different to say. */
  segments: z.array(diffSegmentSchema).readonly().nullable(),
  /** Reveal the value of their side, where it is masked and may be shown. */
  leftPointer: z.string().optional(),
  rightPointer: z.string().optional(),
});

export const exchangesContract = {
  list: procedure
    .input(
      z.object({
        before: z.string().optional(),
        limit: z.int().min(1).max(500).default(100),
        service: z.string().optional(),
        tag: z.string().optional(),
      }),
    )
    .output(z.object({ items: z.array(exchangeSummarySchema), nextBefore: z.string().nullable() })),
  get: procedure.input(idInput).output(exchangeViewSchema),
  /** The value behind a mask; only for artefacts of runs. */
  reveal: procedure.input(idInput.extend({ pointer: z.string() })).output(z.object({ value: z.string() })),
  curl: procedure.input(idInput).output(exportSchema),
  har: procedure.input(z.object({ ids: z.array(z.string()).max(10_000) })).output(exportSchema),
  /**
   * Checks a HAR 1.2 document, an XML export of Burp Suite, curl commands or one HTTP request, and begins the
   * job that imports it.
   */
  importHar: procedure.input(z.object({ text: z.string() })).output(
    z.object({
      jobId: z.string(),
      entries: z.int(),
      /** Id of the first exchange, once the job has come to it. */
      firstId: z.string(),
    }),
  ),
  /** Sends the request of a recorded exchange again; a server beyond this machine needs its host, as a person typed it. */
  replay: procedure
    .input(idInput.extend({ typedHost: z.string().nullable().default(null) }))
    .output(z.object({ id: z.string() })),
  /** Compares two exchanges: their named parts by words, or their messages by bytes. */
  diff: procedure
    .input(
      z.object({
        leftId: z.string(),
        rightId: z.string(),
        by: z.enum(['words', 'bytes']).default('words'),
        /** Lines that are the same on both sides are listed, too. */
        withSame: z.boolean().default(false),
      }),
    )
    .output(z.array(diffLineSchema)),
  /** Summaries as they are recorded; under load the oldest of a batch are dropped and counted. */
  watch: procedure.input(streamInput).output(
    eventIterator(
      z.object({
        items: z.array(exchangeSummarySchema),
        skipped: z.int(),
        /** Exchanges since the engine started that the list held but the store could not keep. */
        notRecorded: z.int(),
        bodiesDropped: z.int(),
      }),
    ),
  ),
};

export type ExchangeSummary = z.infer<typeof exchangeSummarySchema>;
export type ViewField = z.infer<typeof viewFieldSchema>;
export type ViewMessage = z.infer<typeof viewMessageSchema>;
export type ExchangeView = z.infer<typeof exchangeViewSchema>;
export type DiffSegment = z.infer<typeof diffSegmentSchema>;
export type DiffLine = z.infer<typeof diffLineSchema>;
