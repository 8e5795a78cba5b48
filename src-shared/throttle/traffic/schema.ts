import { z } from 'zod';
import { methodSchema } from '../../http/method.ts';
import { recipeSchema } from './recipe.ts';
import { isTraceShapes, type TraceShapes } from './recorded.ts';

const maxSeconds = 31 * 86_400;
const seconds = z.number().min(0).max(maxSeconds);
const perSecond = z.number().min(0).max(1_000_000);
const span = { fromSeconds: seconds.optional(), untilSeconds: seconds.optional() };

/**
 * How requests come. Steady ones are evenly spaced, and several clients take turns; ramps and stages are too, by a rate
 * that changes linearly; Poisson is at random.
 */
export const patternSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('steady'), perSecond, ...span }),
  z.object({ kind: z.literal('poisson'), perSecond, ...span }),
  z.object({
    kind: z.literal('burst'),
    atSeconds: seconds,
    requests: z.int().min(1).max(1_000_000),
  }),
  z.object({ kind: z.literal('ramp'), fromPerSecond: perSecond, toPerSecond: perSecond, ...span }),
  /** Each stage goes linearly from the rate before it (0 at first) to its own. */
  z.object({
    kind: z.literal('stages'),
    fromSeconds: seconds.optional(),
    stages: z
      .array(z.object({ durationSeconds: seconds, perSecond }))
      .min(1)
      .max(1_000),
  }),
]);

const maximumRetries = z.int().min(0).max(1_000).default(3);
const positiveSeconds = z.number().min(0.001).max(maxSeconds);

/** The behaviour of a client after a 429. */
export const onRefusedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('drop') }),
  z.object({ kind: z.literal('honour'), maximumRetries }),
  z.object({ kind: z.literal('jitter'), maximumSeconds: positiveSeconds, maximumRetries }),
  z.object({
    kind: z.literal('back-off'),
    initialSeconds: positiveSeconds,
    factor: z.number().min(1).max(100),
    maximumSeconds: positiveSeconds,
    maximumRetries,
  }),
  z.object({ kind: z.literal('impatient'), everySeconds: positiveSeconds, maximumRetries }),
]);

const attributesSchema = z.record(z.string(), z.union([z.string(), z.null()]));

/** Clients that behave alike. In texts `{n}` is the number of the client, from 1. */
export const trafficClassSchema = z.object({
  id: z.string().min(1).max(200).describe('Name of the class.'),
  count: z.int().min(1).max(1_000_000).optional().describe('Number of clients.'),
  /** Claims of its token; null: the claim is there and null. */
  attributes: attributesSchema.default({}).describe('Claims of the clients’ tokens.'),
  headers: z.record(z.string(), z.string()).optional().describe('Headers that replace those of the traffic.'),
  remoteAddress: z.string().optional().describe('Source address of the requests.'),
  method: methodSchema.optional().describe('Method that replaces that of the traffic.'),
  uri: z.string().optional().describe('Path and query that replace those of the traffic.'),
  patterns: z
    .array(patternSchema)
    .max(100)
    .default([])
    .describe('Send pattern: `steady`, `poisson`, `burst`, `ramp`, `stages`.'),
  on429: onRefusedSchema.default({ kind: 'drop' }).describe('Reaction to a rejected request.'),
});

export const statusChangeSchema = z.object({
  atSeconds: seconds.describe('Time of the change, in seconds from the start.'),
  client: z.string().describe('Id of a class, or `id-n` for one client of a class.'),
  attributes: attributesSchema.describe('Claims after the change.'),
});

/**
 * Requests that were recorded: when, in milliseconds from the start, and the index of the class; where there are
 * shapes, that of the shape.
 */
export const traceSchema = z
  .object({
    atMillis: z.custom<ArrayLike<number>>(
      (value) => isNumberList(value),
      'Times must be numbers, 0 or greater',
    ),
    client: z.custom<ArrayLike<number>>(
      (value) => isNumberList(value, true),
      'Clients must be whole numbers, 0 or greater',
    ),
    shapes: z.custom<TraceShapes>(isTraceShapes, 'Shapes must be columns of strings').optional(),
  })
  .refine(({ atMillis, client }) => atMillis.length === client.length, {
    error: 'Each time needs exactly one client',
    path: ['client'],
  });

function isNumberList(value: unknown, isWhole = false): value is ArrayLike<number> {
  const isFit = (item: unknown) =>
    typeof item === 'number' && item >= 0 && item < Number.POSITIVE_INFINITY && (!isWhole || item % 1 === 0);
  const isList = Array.isArray(value) || value instanceof Float64Array || value instanceof Int32Array;
  return isList && value.every(isFit);
}

/** Traffic without recorded requests. */
export const designedTrafficSchema = z.object({
  name: z.string().max(200).default('').describe('Name of the traffic.'),
  durationSeconds: z.number().min(0.001).max(maxSeconds).describe('Duration in seconds.'),
  seed: z
    .int()
    .min(0)
    .max(0xffff_ffff)
    .default(1)
    .describe('Seed of the random generator. The same seed produces the same requests.'),
  request: z
    .object({
      method: methodSchema.default('GET').describe('HTTP method.'),
      uri: z.string().default('http://localhost/').describe('Path and query.'),
      headers: z.record(z.string(), z.string()).default({}).describe('Headers by name.'),
    })
    .prefault({})
    .describe('Request of every client whose class does not override it.'),
  clients: z.array(trafficClassSchema).max(100_000).default([]).describe('Classes of clients.'),
  changes: z.array(statusChangeSchema).max(10_000).default([]).describe('Claims that change during the run.'),
  recorded: recipeSchema.optional().describe('Logs that the recorded requests came from.'),
});

/** `traffic/<name>.json`: the requests that a policy is tried on. */
export const trafficSchema = designedTrafficSchema
  .extend({ trace: traceSchema.optional().describe('Recorded requests, used instead of patterns.') })
  .refine(({ trace, clients }) => trace === undefined || hasItsClasses(trace, clients.length), {
    error: 'A recorded request refers to a client that does not exist',
    path: ['trace', 'client'],
  });

function hasItsClasses({ client, shapes }: z.output<typeof traceSchema>, classes: number): boolean {
  if (shapes === undefined) return isEachBelow(client, classes);
  return isEachBelow(client, shapes.client.length) && isEachBelow(shapes.client, classes);
}

function isEachBelow(list: ArrayLike<number>, bound: number): boolean {
  for (let index = 0; index < list.length; index += 1) if ((list[index] ?? 0) >= bound) return false;
  return true;
}

export type Pattern = z.output<typeof patternSchema>;
export type OnRefused = z.output<typeof onRefusedSchema>;
export type TrafficClass = z.output<typeof trafficClassSchema>;
export type StatusChange = z.output<typeof statusChangeSchema>;
export type TrafficTrace = z.output<typeof traceSchema>;
export type Traffic = z.output<typeof trafficSchema>;
