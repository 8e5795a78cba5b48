import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { caseReportSchema, verdictSchema } from '../attacks/index.ts';
import { type AttackReportFormat, attackReports } from '../exports/index.ts';
import { idsOf } from '../files/index.ts';
import { profiles } from '../workspace/services/profile.ts';
import { procedure } from './base.ts';
import { flowRunSchema } from './flow-run.ts';
import { streamInput } from './streams.ts';

/** How the hosted server behaves while it is attacked: as the workspace has it set, or in another profile. */
export const attackProfileSchema = z.enum(['as-configured', ...profiles]);

/** The target of an attack run, and its cases. */
export const attackStartSchema = z.object({
  /** Name of another server; null: the hosted one. */
  target: z.string().nullable().default(null),
  profile: attackProfileSchema.default('as-configured'),
  /** Weaknesses that are switched on besides those of the workspace; they act in the profile training. */
  weaknesses: z.array(z.string()).default([]),
  /** Ids of the cases; null: all. */
  only: z.array(z.string()).nullable().default(null),
  /** Cases that lock accounts or load the server are played at a server beyond this machine too. */
  isDisruptive: z.boolean().default(false),
});

export const attackGroupSchema = z.object({
  group: z.string(),
  title: z.string(),
  /** The file of the workspace that holds these cases, and why they are not played; null: they are the catalogue's. */
  own: z.object({ file: z.string(), withheld: z.string().nullable() }).nullable(),
  cases: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      severity: z.enum(['critical', 'high', 'medium', 'low']),
      clauses: z.array(z.string()),
      cwe: z.array(z.int()),
      /** Other names under which people search for the attack. */
      aliases: z.array(z.string()),
      about: z.enum(['authorization-server', 'client', 'resource-server']),
      isShould: z.boolean(),
      explain: z.string(),
      fix: z.string(),
      variants: z.array(z.string()),
    }),
  ),
});

export const attackTargetSchema = z.object({
  name: z.string().nullable(),
  title: z.string(),
  origin: z.string(),
  /** A target that is not on this machine is attacked only after it was confirmed. */
  needsConfirmation: z.boolean(),
  isConfirmed: z.boolean(),
});

/** A run of the catalogue; its progress is that of the job. */
export const attackRunSchema = z.object({
  id: z.string(),
  jobId: z.string(),
  start: attackStartSchema,
  state: z.enum(['running', 'paused', 'done', 'cancelled', 'failed']),
  done: z.int(),
  total: z.int(),
  startedAtMillis: z.number(),
  /** How long it has taken so far. */
  durationMillis: z.number(),
  counts: z.record(verdictSchema, z.number()),
  /** Findings about the target, and the reasons that several cases share. */
  remarks: z.array(z.object({ text: z.string(), cases: z.array(z.string()) })),
  verdicts: z.array(z.object({ id: z.string(), verdict: verdictSchema })),
  /** The view with the greater number is newer. */
  revision: z.int(),
});

const runInput = z.object({ runId: z.string() });

export const attackFormats = idsOf(attackReports);

export const attacksContract = {
  catalogue: procedure.output(z.array(attackGroupSchema)),
  targets: procedure.output(z.array(attackTargetSchema)),
  /** Says that the user may attack a server, or takes that back. */
  confirmTarget: procedure
    .input(
      z.object({
        name: z.string(),
        origin: z.string(),
        isConfirmed: z.boolean(),
        /** False: for no longer than the engine runs, as a command needs it; nothing is stored. */
        isLasting: z.boolean().default(true),
      }),
    )
    .output(z.array(attackTargetSchema)),
  start: procedure.input(attackStartSchema).output(attackRunSchema),
  list: procedure.output(z.array(attackRunSchema)),
  get: procedure.input(runInput).output(attackRunSchema),
  watch: procedure.input(streamInput.extend({ runId: z.string() })).output(eventIterator(attackRunSchema)),
  cancel: procedure.input(runInput).output(attackRunSchema),
  /** Returns the result of one case; null while it has not been run. */
  result: procedure.input(runInput.extend({ caseId: z.string() })).output(caseReportSchema.nullable()),
  report: procedure
    .input(runInput.extend({ format: z.enum(attackFormats) }))
    .output(z.object({ text: z.string(), fileName: z.string(), mediaType: z.string() })),
  /** Opens a case as an ordinary run, held before its first request: to be looked at, edited, and done step by step. */
  open: procedure
    .input(
      attackStartSchema.extend({
        caseId: z.string(),
        variant: z.string(),
        play: z.enum(['control', 'mutant']),
      }),
    )
    .output(flowRunSchema),
};

export type AttackStart = z.infer<typeof attackStartSchema>;
export type AttackStartInput = z.input<typeof attackStartSchema>;
export type AttackGroup = z.infer<typeof attackGroupSchema>;
export type AttackTargetView = z.infer<typeof attackTargetSchema>;
export type AttackRun = z.infer<typeof attackRunSchema>;
export type AttackFormat = AttackReportFormat;
