import { z } from 'zod';

const longestSeconds = 31 * 86_400;
const seconds = z.number().min(0).max(longestSeconds);
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
const positiveSeconds = z.number().min(0.001).max(longestSeconds);

/** What a client does after a 429. */
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
  id: z.string().min(1).max(200),
  count: z.number().int().min(1).max(1_000_000).optional(),
  /** Claims of its token; null: the claim is there and null. */
  attributes: attributesSchema.default({}),
  headers: z.record(z.string(), z.string()).optional(),
  remoteAddress: z.string().optional(),
  /** Where they differ from the request of the traffic. */
  method: z.string().optional(),
  uri: z.string().optional(),
  patterns: z.array(patternSchema).max(100).default([]),
  on429: onRefusedSchema.default({ kind: 'drop' }),
});

export const statusChangeSchema = z.object({
  atSeconds: seconds,
  /** Id of a class; of a class with several clients also `id-n`. */
  client: z.string(),
  attributes: attributesSchema,
});

/** Requests that were recorded: when, in milliseconds from the start, and the index of the class. */
export const traceSchema = z
  .object({
    atMillis: z.custom<ArrayLike<number>>((value) => isNumberList(value), 'Times are numbers from 0 on'),
    client: z.custom<ArrayLike<number>>(
      (value) => isNumberList(value, true),
      'Clients are whole numbers from 0 on',
    ),
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
  name: z.string().max(200).default(''),
  durationSeconds: z.number().min(0.001).max(longestSeconds),
  /** The same seed gives the same requests. */
  seed: z.number().int().min(0).max(0xffff_ffff).default(1),
  request: z
    .object({
      method: z.string().default('GET'),
      uri: z.string().default('http://localhost/'),
      headers: z.record(z.string(), z.string()).default({}),
    })
    .prefault({}),
  clients: z.array(trafficClassSchema).max(100_000).default([]),
  changes: z.array(statusChangeSchema).max(10_000).default([]),
});

/** `traffic/<name>.json`: the requests that a policy is tried on. */
export const trafficSchema = designedTrafficSchema
  .extend({ trace: traceSchema.optional() })
  .refine(({ trace, clients }) => trace === undefined || isEachBelow(trace.client, clients.length), {
    error: 'A recorded request is of a client that is not there',
    path: ['trace', 'client'],
  });

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
