import { z } from 'zod';
import { methodSchema } from '../http/method.ts';
import type { JsonValue } from '../workspace/three-way.ts';
import { connectorInterfaces, type StepPurpose } from './trace.ts';

const json: z.ZodType<JsonValue> = z.json();
const headers = z.array(z.tuple([z.string(), z.string()]));

/** A run as a file of the workspace: what was given, what went over the wire, what came of it. Secrets are masked. */
export const recordingFileSchema = z.object({
  /** Name of the connector. */
  system: z.string().min(1),
  operation: z.enum(connectorInterfaces),
  objectType: z.string(),
  /** Of that time: requests are compared below it, so that a recording holds in every environment. */
  serviceUri: z.string(),
  input: z.object({
    uid: z.string().nullable(),
    attributes: z.record(z.string(), json),
    filter: z.string(),
    pageSize: z.number().nullable(),
    offset: z.number().nullable(),
    cookie: z.string().nullable(),
    fields: z.array(z.string()),
  }),
  exchanges: z.array(
    z.object({
      purpose: z.custom<StepPurpose>((value) => typeof value === 'object' && value !== null),
      request: z.object({ method: methodSchema, url: z.string(), headers, body: z.string() }),
      /** null: none came. */
      response: z.object({ status: z.number(), reason: z.string(), headers, body: z.string() }).nullable(),
    }),
  ),
  result: json,
  /** Code of the failure; null: it succeeded. */
  problem: z.string().nullable(),
});
export type RecordingFile = z.output<typeof recordingFileSchema>;
