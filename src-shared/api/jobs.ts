import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { problemSchema } from '../errors/problem.ts';
import { procedure } from './base.ts';
import { streamInput } from './streams.ts';

export const jobStateSchema = z.enum(['queued', 'running', 'paused', 'done', 'failed', 'cancelled']);

/** Long work: its progress, the remaining part, and the results left by Cancel. Survives a restart. */
export const jobSchema = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  state: jobStateSchema,
  done: z.number(),
  total: z.number().nullable(),
  unit: z.string(),
  note: z.string(),
  pausable: z.boolean(),
  startedAtMillis: z.number(),
  endedAtMillis: z.number().nullable(),
  problem: problemSchema.nullable(),
});

const idInput = z.object({ id: z.string() });

export const jobsContract = {
  list: procedure.output(z.array(jobSchema)),
  pause: procedure.input(idInput).output(jobSchema),
  resume: procedure.input(idInput).output(jobSchema),
  cancel: procedure.input(idInput).output(jobSchema),
  watch: procedure.input(streamInput).output(eventIterator(z.array(jobSchema))),
};

export type Job = z.infer<typeof jobSchema>;
