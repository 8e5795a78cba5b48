import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { problemSchema } from '../errors/problem.ts';
import { serviceKeys } from '../exchange/exchange.ts';
import { profileSchema } from '../workspace/services/profile.ts';
import { procedure } from './base.ts';
import { streamInput } from './streams.ts';
import { trustModes } from './workspace-trust.ts';

export const serviceStatusSchema = z.object({
  key: z.enum(serviceKeys),
  state: z.enum(['running', 'starting', 'stopped', 'failed']),
  /** Public base URL; null while the service does not run. */
  url: z.string().nullable(),
  port: z.int(),
  requests: z.int(),
  errors: z.int(),
  problem: problemSchema.nullable(),
});

export const clockStatusSchema = z.object({
  /** Difference between the services' clock and the machine's, in milliseconds; 0 is real time. */
  offsetMillis: z.number(),
  frozen: z.boolean(),
  nowMillis: z.number(),
});

/** The status that the shell shows at all times. Sent whole whenever it changes: only the latest value matters. */
export const appStatusSchema = z.object({
  services: z.array(serviceStatusSchema),
  clock: clockStatusSchema,
  activeJobs: z.int(),
  activeFaults: z.int(),
  problems: z.array(problemSchema),
  profile: profileSchema,
  /** Weaknesses of authorization server and samples that are switched on. */
  activeWeaknesses: z.int(),
  /** The trust mode of the workspace, and the number of its effects that are switched off. */
  trust: z.object({ mode: z.enum(trustModes), off: z.int() }),
  /** Name of the environment in force; null: none. */
  environment: z.string().nullable(),
  workspaceId: z.string(),
  /** Grows with every change of the workspace's files or secrets: earlier reads may be out of date. */
  workspaceRevision: z.int(),
});

export const appInfoSchema = z.object({
  version: z.string(),
  host: z.enum(['web', 'electron']),
  workspaceName: z.string(),
  startedAtMillis: z.number(),
});

export const appContract = {
  info: procedure.output(appInfoSchema),
  status: procedure.output(appStatusSchema),
  watchStatus: procedure.input(streamInput).output(eventIterator(appStatusSchema)),
};

export const servicesContract = {
  start: procedure.input(z.object({ key: z.enum(serviceKeys) })).output(serviceStatusSchema),
  stop: procedure.input(z.object({ key: z.enum(serviceKeys) })).output(serviceStatusSchema),
  restart: procedure.input(z.object({ key: z.enum(serviceKeys) })).output(serviceStatusSchema),
};

export const clockContract = {
  /** Moves the services' clock; `reset` returns to real time. */
  set: procedure
    .input(
      z.discriminatedUnion('action', [
        z.object({ action: z.literal('advance'), millis: z.int() }),
        z.object({ action: z.literal('freeze') }),
        z.object({ action: z.literal('reset') }),
      ]),
    )
    .output(clockStatusSchema),
};

export type ServiceStatus = z.infer<typeof serviceStatusSchema>;
export type ClockStatus = z.infer<typeof clockStatusSchema>;
export type AppStatus = z.infer<typeof appStatusSchema>;
