import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure } from './base.ts';
import { streamInput } from './streams.ts';

export const laneSchema = z.enum(['browser', 'client', 'as', 'rs']);

export const flowStepSchema = z.object({
  number: z.number().int(),
  id: z.string(),
  method: z.string(),
  path: z.string(),
  from: laneSchema,
  to: laneSchema,
  state: z.enum(['done', 'failed', 'current', 'waiting', 'not-reached']),
  status: z.number().int().nullable(),
  /** A word beside the step: the user, what it waits for. */
  remark: z.string(),
  /** The exchange as its sender recorded it; null where the sender is a person's browser. */
  clientExchangeId: z.string().nullable(),
  /** The exchange as the hosted server recorded it, with its decision trace. */
  serverExchangeId: z.string().nullable(),
});

/** A value of the run on the shelf; `preview` is masked where the value is secret. */
export const flowValueSchema = z.object({
  name: z.string(),
  state: z.string(),
  tone: z.enum(['ok', 'warn', 'danger', 'muted']),
  preview: z.string(),
  secret: z.boolean(),
  remark: z.string(),
  issuedAtMillis: z.number().nullable(),
  expiresAtMillis: z.number().nullable(),
});

export const flowStateSchema = z.enum([
  'waiting-for-browser',
  'paused',
  'running',
  'passed',
  'failed',
  'cancelled',
]);

export const flowRunSchema = z.object({
  id: z.string(),
  number: z.number().int(),
  kind: z.string(),
  clientId: z.string(),
  username: z.string().nullable(),
  mode: z.enum(['run', 'step']),
  state: flowStateSchema,
  startedAtMillis: z.number(),
  /** What to open in a browser while the run waits for one. */
  browserUrl: z.string().nullable(),
  /** One sentence: what happened last, or what the run waits for. */
  note: z.string(),
  steps: z.array(flowStepSchema),
  values: z.array(flowValueSchema),
});

export const flowKindSchema = z.object({
  kind: z.string(),
  title: z.string(),
  needsUser: z.boolean(),
  /** Clients of the workspace that are registered for what the flow needs. */
  suitableClients: z.array(z.string()),
});

export const flowStartSchema = z.object({
  kind: z.string(),
  clientId: z.string(),
  username: z.string().nullable(),
  mode: z.enum(['run', 'step']),
  /** `system`: a person signs in in a browser; `unattended`: the engine drives the hosted sign-in pages. */
  browser: z.enum(['system', 'unattended']),
});

/** What the token inspector can say of a token. */
export const tokenReportSchema = z.object({
  form: z.enum(['opaque', 'jwt', 'unreadable']),
  /** What the hosted server's store knows of it; null where it does not know it. */
  stored: z
    .object({
      kind: z.enum(['access_token', 'refresh_token', 'authorization_code']),
      state: z.enum(['valid', 'expired', 'revoked', 'rolled', 'used']),
      clientId: z.string(),
      username: z.string().nullable(),
      scope: z.string(),
      issuedAtMillis: z.number(),
      expiresAtMillis: z.number().nullable(),
    })
    .nullable(),
  header: z.string().nullable(),
  claims: z.string().nullable(),
  /** Never `verified` unless a key really verified the signature. */
  signature: z.enum(['none', 'not-verified', 'verified']),
  remarks: z.array(z.string()),
});

const runInput = z.object({ runId: z.string() });

export const flowsContract = {
  kinds: procedure.output(z.array(flowKindSchema)),
  list: procedure.output(z.array(flowRunSchema)),
  get: procedure.input(runInput).output(flowRunSchema),
  start: procedure.input(flowStartSchema).output(flowRunSchema),
  /** Does the next step of a run that was paused. */
  next: procedure.input(runInput).output(flowRunSchema),
  /** Runs on to the end without pausing. */
  resume: procedure.input(runInput).output(flowRunSchema),
  cancel: procedure.input(runInput).output(flowRunSchema),
  /** The run as it changes: only the latest state matters. */
  watch: procedure.input(streamInput.extend({ runId: z.string() })).output(eventIterator(flowRunSchema)),
  /** The value behind a masked preview of the shelf. */
  reveal: procedure.input(runInput.extend({ name: z.string() })).output(z.object({ value: z.string() })),
};

export const tokensContract = {
  inspect: procedure
    .input(
      z.union([
        z.object({ token: z.string().min(1).max(65_536) }),
        z.object({ runId: z.string(), name: z.string() }),
      ]),
    )
    .output(tokenReportSchema),
};

export type Lane = z.infer<typeof laneSchema>;
export type FlowStep = z.infer<typeof flowStepSchema>;
export type FlowValue = z.infer<typeof flowValueSchema>;
export type FlowRun = z.infer<typeof flowRunSchema>;
export type FlowKind = z.infer<typeof flowKindSchema>;
export type FlowStart = z.infer<typeof flowStartSchema>;
export type TokenReport = z.infer<typeof tokenReportSchema>;
