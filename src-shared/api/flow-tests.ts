import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import {
  expectationCandidateSchema,
  flowExpectationSchema,
  flowVerdictSchema,
} from '../flows/expectations/index.ts';
import { fileNamePattern } from '../workspace/file-name.ts';
import { procedure } from './base.ts';
import { jobSchema } from './jobs.ts';
import { streamInput } from './streams.ts';

/** A name that a file of a flow can have. */
export const flowNameSchema = z.string().regex(fileNamePattern);

/** How one run of a saved flow came out. */
export const flowResultSchema = z.object({
  /** Null: it could not be begun. */
  runId: z.string().nullable(),
  /** Number of the run; null: there is none. */
  number: z.int().nullable(),
  /** When it ended, by the machine's clock. */
  atMillis: z.number(),
  durationMillis: z.number(),
  verdict: flowVerdictSchema,
  /** Name of the other server; null: the hosted one. */
  target: z.string().nullable(),
  /** Why it did not pass, in a sentence each; empty: it did. */
  reasons: z.array(z.string()),
});

/** Results of a saved flow, the newest first. */
export const flowHistorySchema = z.object({
  name: z.string(),
  results: z.array(flowResultSchema),
  /** The last run that passed; null: none did. */
  lastGoodRunId: z.string().nullable(),
});

/** Saved flows, run together, and what came of each. */
export const flowTestsContract = {
  /** The histories of the saved flows as they grow: only the latest state matters. */
  watch: procedure.input(streamInput).output(eventIterator(z.array(flowHistorySchema))),
  histories: procedure.output(z.array(flowHistorySchema)),
  /** Runs saved flows one after another or some at a time, unattended, as a job. */
  run: procedure
    .input(
      z.object({
        names: z.array(z.string()).min(1).max(1_000),
        /** Flows that run at the same time. */
        jobs: z.int().min(1).max(8).default(4),
      }),
    )
    .output(jobSchema),
  /** Everything that may be expected of a step of a run, and of the run as a whole, the way it came. */
  expectable: procedure
    .input(z.object({ runId: z.string(), stepId: z.string() }))
    .output(z.array(expectationCandidateSchema)),
  /** Adds to the expectations of a saved flow; where none has the name, the run is saved as one. */
  expect: procedure
    .input(
      z.object({
        runId: z.string(),
        name: flowNameSchema,
        expectations: z.array(flowExpectationSchema).min(1).max(200),
      }),
    )
    .output(z.object({ file: z.string() })),
};

export type FlowResult = z.infer<typeof flowResultSchema>;
export type FlowHistory = z.infer<typeof flowHistorySchema>;
