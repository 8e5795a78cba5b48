import { z } from 'zod';
import { clientCheckSchema, laneSchema } from '../flows/index.ts';

/** Before the request leaves, or before the client reads the answer. */
export const holdPhaseSchema = z.enum(['request', 'response']);

export const flowStepSchema = z.object({
  number: z.int(),
  /** Of the row: unique in its run. */
  id: z.string(),
  /** Of the step of the script that the row belongs to. */
  stepId: z.string(),
  act: z.enum(['send', 'browse', 'observe', 'wait', 'make', 'operate']),
  method: z.string(),
  path: z.string(),
  from: laneSchema,
  to: laneSchema,
  /** `unseen`: it happened where nobody could look. */
  state: z.enum(['done', 'failed', 'current', 'waiting', 'not-reached', 'unseen']),
  status: z.int().nullable(),
  /** A word beside the step: the user, or the awaited event. */
  remark: z.string(),
  /** The exchange as its sender recorded it; null where the sender is a person's browser. */
  clientExchangeId: z.string().nullable(),
  /** The exchange as the hosted server recorded it, with its decision trace. */
  serverExchangeId: z.string().nullable(),
  /** Its request can be edited, or was. */
  hasRequest: z.boolean(),
  /** A short summary of the edits; empty: none. */
  edits: z.string(),
  breakpoints: z.array(holdPhaseSchema),
});

/** A value that the run holds; `preview` is masked where the value is secret. */
export const flowValueSchema = z.object({
  name: z.string(),
  state: z.string(),
  tone: z.enum(['ok', 'warn', 'danger', 'muted']),
  preview: z.string(),
  secret: z.boolean(),
  /** It is never shown: it came with a recorded request and belongs to somebody. */
  isStored: z.boolean().optional(),
  remark: z.string(),
  /** Number of the step that gave it; null: it was there at the start. */
  fromStep: z.int().nullable(),
  /** Numbers of the steps whose requests it went into; absent in runs that earlier versions kept. */
  usedInSteps: z.array(z.int()).optional(),
  /** Somebody typed another value over it. */
  isEdited: z.boolean(),
  issuedAtMillis: z.number().nullable(),
  expiresAtMillis: z.number().nullable(),
  /** When it was verified or introspected; absent: it was not. */
  checkedAtMillis: z.number().optional(),
  /** How long the finding `valid` holds. */
  validUntilMillis: z.number().nullable().optional(),
});

export const flowStateSchema = z.enum([
  'waiting-for-browser',
  'paused',
  'running',
  'passed',
  'failed',
  'cancelled',
]);

/** `system`: a person signs in; `unattended`: the engine drives the pages; `controlled`: a person signs in in a browser that is watched. */
export const flowBrowserSchema = z.enum(['system', 'unattended', 'controlled']);

/**
 * `arrives`: the browser comes back to Gatehouse by itself. `pasted`: a person brings the address that it ended at, so
 * that the redirect URI may lead anywhere.
 */
export const flowCallbackSchema = z.enum(['arrives', 'pasted']);

export const flowRunSchema = z.object({
  id: z.string(),
  number: z.int(),
  kind: z.string(),
  title: z.string(),
  /** Name of the other server; null: the hosted one. */
  target: z.string().nullable(),
  clientId: z.string(),
  username: z.string().nullable(),
  browser: flowBrowserSchema,
  mode: z.enum(['run', 'step']),
  state: flowStateSchema,
  startedAtMillis: z.number(),
  /** From its start to its end, by a clock that nobody moves; null: it has not ended, or an earlier version kept it. */
  tookMillis: z.number().nullable().default(null),
  /** The URL to open in a browser while the run waits for one. */
  browserUrl: z.string().nullable(),
  /** How the answer of that browser gets here. */
  callback: flowCallbackSchema.default('arrives'),
  /** Position of the run while it is paused: the row, and the phase. */
  hold: z.object({ rowId: z.string(), phase: holdPhaseSchema }).nullable(),
  /** One sentence: the last event, or the awaited one. */
  note: z.string(),
  /** A short summary of the edits; empty: none. */
  edits: z.string(),
  /** The case of the catalogue of attacks, the saved flow or the recorded exchange that it was made from. */
  origin: z.object({ kind: z.enum(['flow', 'saved', 'attack', 'replay', 'exchange']), name: z.string() }),
  steps: z.array(flowStepSchema),
  values: z.array(flowValueSchema),
  /** The checks of a conforming client, step by step; empty in runs that earlier versions kept. */
  checks: z.array(clientCheckSchema).default([]),
  /** The step at which it failed, and whether a sign-in did; null: it did not fail. */
  failedAt: z
    .object({
      stepId: z.string(),
      isSignIn: z.boolean(),
      /** The act of the sign-in's file at which it stopped, from 1; null: at none. */
      act: z.int().nullable().default(null),
    })
    .nullable()
    .default(null),
  /** The step of which there is a picture, taken where its sign-in stopped; null: there is none. */
  picture: z.object({ stepId: z.string() }).nullable().default(null),
  /** The expectations with their outcomes; empty: nothing in particular is expected. */
  expectations: z
    .array(
      z.object({
        check: z.string(),
        /** Null: the last step that was answered, or the run as a whole. */
        step: z.string().nullable(),
        /** `open`: the run has not ended. */
        outcome: z.enum(['open', 'met', 'broken']),
        expected: z.string(),
        actual: z.string(),
      }),
    )
    .default([]),
  /** Acts of a person in its controlled browser that a sign-in can be made of; 0: none was watched. */
  watchedActs: z.int().default(0),
  /** Name of the tokens that it is kept for; null: it is dropped by age like other runs. */
  keptAs: z.string().nullable().default(null),
  /** The view with the greater number is newer; 0 in runs that earlier versions kept. */
  revision: z.int().default(0),
});

export type Lane = z.infer<typeof laneSchema>;
export type FlowStep = z.infer<typeof flowStepSchema>;
export type FlowValue = z.infer<typeof flowValueSchema>;
export type FlowRun = z.infer<typeof flowRunSchema>;
export type FlowBrowser = z.infer<typeof flowBrowserSchema>;
export type HoldPhase = z.infer<typeof holdPhaseSchema>;
