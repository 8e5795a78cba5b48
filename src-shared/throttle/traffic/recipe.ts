import { z } from 'zod';
import { traceKinds } from './trace-formats.ts';

/** How requests of a log with whole seconds are laid: evenly over their second, or all at its beginning. */
export const spreads = ['even', 'once'] as const;
export type Spread = (typeof spreads)[number];

/** The other way to lay the requests of one second. */
export function otherSpreadOf(spread: Spread): Spread {
  return spread === 'even' ? 'once' : 'even';
}

/** The first number of a date such as 03/04/2025. */
export const dateOrders = ['day-first', 'month-first'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** Stands for a column that tells clients apart: their classes are the templates of the paths, such as `/orders/{id}`. */
export const pathKey = '{path}';

const hex = /^[0-9a-f]+$/;

/** How a log is read. */
export const readingSchema = z.object({
  format: z.enum(traceKinds).nullable().default(null).describe('Format of the log; null: detected.'),
  time: z.string().nullable().default(null).describe('Column with the time; null: detected.'),
  key: z
    .string()
    .nullable()
    .default(null)
    .describe(`Column that identifies clients, \`${pathKey}\`: path templates; null: detected.`),
  path: z.string().nullable().default(null).describe('Column with the path or URL; null: detected by name.'),
  method: z.string().nullable().default(null).describe('Column with the method; null: detected by name.'),
  dates: z
    .enum(dateOrders)
    .nullable()
    .default(null)
    .describe('Order of dates such as 03/04/2025; null: derived from dates with a day above 12.'),
  hashAddresses: z.boolean().default(false).describe('Stores client addresses only as hashes.'),
  withoutQueries: z.boolean().default(false).describe('Omits query strings.'),
  dropRefused: z.boolean().default(false).describe('Skips requests with a 429 or 503 response.'),
  dropRepeats: z
    .boolean()
    .default(false)
    .describe('Skips requests that repeat one with a 429 or 503 response.'),
});

/** Where recorded requests came from: they themselves are in the state of the workspace, by the id. */
export const recipeSchema = z.object({
  id: z
    .string()
    .regex(hex)
    .max(64)
    .describe('Identifies the requests in the state; derived from the members below.'),
  sources: z
    .array(
      z.object({
        name: z.string().max(255).describe('Name of the file.'),
        sizeBytes: z.int().min(0).describe('Size in bytes.'),
        sha256: z.string().regex(hex).describe('SHA-256 of the file, in hexadecimal.'),
      }),
    )
    .max(100)
    .describe('Logs that together form the traffic.'),
  reading: readingSchema.describe('Settings used to read the logs.'),
  requests: z.int().min(0).describe('Number of requests.'),
  isWholeSeconds: z.boolean().default(false).describe('True if all times are whole seconds.'),
  spread: z
    .enum(spreads)
    .default('even')
    .describe(
      'How requests of one second are distributed: `even` or all at `once`. Applies to times in whole seconds.',
    ),
});

export type LogReading = z.output<typeof readingSchema>;
export type TraceRecipe = z.output<typeof recipeSchema>;
