import { z } from 'zod';
import { verdictSchema } from '../attacks/index.ts';
import { attackRunSchema } from './attacks.ts';
import { procedure } from './base.ts';
import { importViewSchema } from './consents.ts';
import { flowRunSchema } from './flow-run.ts';

const at = { atMillis: z.number() };

/** Work that can be continued: the last of its kind, as far as the engine keeps it. */
const recentWorkSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('run'),
    ...at,
    ...flowRunSchema.pick({ id: true, number: true, title: true, clientId: true, state: true, note: true })
      .shape,
    /** Requests that were sent. */
    requests: z.int(),
    /** Names of the tokens that it holds. */
    tokens: z.array(z.string()),
    /** Number of the step that was refused; null: none was. */
    refusedStep: z.int().nullable(),
  }),
  z.object({
    kind: z.literal('attack'),
    ...at,
    ...attackRunSchema.pick({ id: true, start: true, state: true, done: true, total: true }).shape,
    counts: z.record(verdictSchema, z.number()),
    /** Ids of the cases that failed. */
    failed: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('import'),
    ...at,
    ...importViewSchema.pick({ state: true, rows: true, counts: true, next: true }).shape,
    id: z.string(),
    name: z.string(),
  }),
  z.object({
    kind: z.literal('simulation'),
    ...at,
    file: z.string(),
    requests: z.int(),
    refused: z.int(),
  }),
  z.object({
    kind: z.literal('findings'),
    ...at,
    /** Names of the recordings that were checked, newest last. */
    sources: z.array(z.string()),
    findings: z.int(),
    errors: z.int(),
  }),
  z.object({
    kind: z.literal('connector'),
    ...at,
    file: z.string(),
    isPassed: z.boolean(),
    durationMillis: z.number(),
    /** Why the test failed; empty: it did not. */
    note: z.string(),
  }),
  z.object({ kind: z.literal('draft'), ...at, file: z.string() }),
]);
export type RecentWork = z.infer<typeof recentWorkSchema>;

export const homeContract = {
  /** The last work of each kind, in no order. Runs age by the clock of the services, all else by that of the machine. */
  recentWork: procedure.output(z.array(z.object({ work: recentWorkSchema, ageMillis: z.number() }))),
};
