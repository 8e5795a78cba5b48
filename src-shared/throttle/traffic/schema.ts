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
    requests: z.number().int().min(1).max(1_000_000),
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

const maximumRetries = z.number().int().min(0).max(1_000).default(3);
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
  id: z.string().min(1).max(200).describe('Names the class.'),
  count: z.number().int().min(1).max(1_000_000).optional().describe('How many clients it has.'),
  /** Claims of its token; null: the claim is there and null. */
  attributes: attributesSchema.default({}).describe('Claims of their tokens.'),
  headers: z
    .record(z.string(), z.string())
    .optional()
    .describe('Header fields, in place of those of the traffic.'),
  remoteAddress: z.string().optional().describe('The address that they come from.'),
  method: methodSchema.optional().describe('Where they differ from the request of the traffic.'),
  uri: z.string().optional().describe('Path and query, in place of those of the traffic.'),
  patterns: z
    .array(patternSchema)
    .max(100)
    .default([])
    .describe('When they send: `steady`, `poisson`, `burst`, `ramp`, `stages`.'),
  on429: onRefusedSchema.default({ kind: 'drop' }).describe('What they do when they are refused.'),
});

export const statusChangeSchema = z.object({
  atSeconds: seconds.describe('The moment, in seconds from the beginning.'),
  client: z.string().describe('Id of a class; of a class with several clients also `id-n`.'),
  attributes: attributesSchema.describe('The claims from then on.'),
});

/**
 * Requests that were recorded: when, in milliseconds from the start, and the index of the class; where there are
 * shapes, that of the shape.
 */
export const traceSchema = z
  .object({
    atMillis: z.custom<ArrayLike<number>>((value) => isNumberList(value), 'Times are numbers from 0 on'),
    client: z.custom<ArrayLike<number>>(
      (value) => isNumberList(value, true),
      'Clients are whole numbers from 0 on',
    ),
    shapes: z.custom<TraceShapes>(isTraceShapes, 'Shapes are columns of texts').optional(),
  })
  .refine(({ atMillis, client }) => atMillis.length === client.length, {
    error: 'There is one client for each time',
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
  name: z.string().max(200).default('').describe('What it is called.'),
  durationSeconds: z.number().min(0.001).max(maxSeconds).describe('How long it lasts, in seconds.'),
  seed: z
    .number()
    .int()
    .min(0)
    .max(0xffff_ffff)
    .default(1)
    .describe('The same seed gives the same requests.'),
  request: z
    .object({
      method: methodSchema.default('GET').describe('The method.'),
      uri: z.string().default('http://localhost/').describe('Path and query.'),
      headers: z.record(z.string(), z.string()).default({}).describe('Header fields by their names.'),
    })
    .prefault({})
    .describe('What every client sends where its class says nothing else.'),
  clients: z.array(trafficClassSchema).max(100_000).default([]).describe('Classes of clients.'),
  changes: z
    .array(statusChangeSchema)
    .max(10_000)
    .default([])
    .describe('Attributes that change from a moment on.'),
  recorded: recipeSchema.optional().describe('The logs that its recorded requests came from.'),
});

/** `traffic/<name>.json`: the requests that a policy is tried on. */
export const trafficSchema = designedTrafficSchema
  .extend({ trace: traceSchema.optional().describe('Requests that were recorded, in place of patterns.') })
  .refine(({ trace, clients }) => trace === undefined || hasItsClasses(trace, clients.length), {
    error: 'A recorded request is of a client that is not there',
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
