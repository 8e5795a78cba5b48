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
  format: z.enum(traceKinds).nullable().default(null).describe('Its format; null: told from its text.'),
  time: z.string().nullable().default(null).describe('The column with the time; null: guessed.'),
  key: z
    .string()
    .nullable()
    .default(null)
    .describe(`The column that tells clients apart, \`${pathKey}\`: templates of paths; null: guessed.`),
  path: z
    .string()
    .nullable()
    .default(null)
    .describe('The column with the path or the address; null: told by its name.'),
  method: z.string().nullable().default(null).describe('The column with the method; null: told by its name.'),
  dates: z
    .enum(dateOrders)
    .nullable()
    .default(null)
    .describe('How to read dates such as 03/04/2025; null: worked out from dates with a day over 12.'),
  hashAddresses: z.boolean().default(false).describe('Addresses of clients are kept as hashes alone.'),
  withoutQueries: z.boolean().default(false).describe('The queries of addresses are left out.'),
  dropRefused: z.boolean().default(false).describe('Requests that were answered 429 or 503 are left out.'),
  dropRepeats: z.boolean().default(false).describe('Requests that repeat such a one are left out.'),
});

/** Where recorded requests came from: they themselves are in the state of the workspace, by the id. */
export const recipeSchema = z.object({
  id: z
    .string()
    .regex(hex)
    .max(64)
    .describe('Names the requests in the state; it follows from all that is below.'),
  sources: z
    .array(
      z.object({
        name: z.string().max(255).describe('The file.'),
        sizeBytes: z.number().int().min(0).describe('Its size.'),
        sha256: z.string().regex(hex).describe('Its SHA-256, in hexadecimal digits.'),
      }),
    )
    .max(100)
    .describe('The logs, which together are one traffic.'),
  reading: readingSchema.describe('How they were read.'),
  requests: z.number().int().min(0).describe('How many requests there are.'),
  isWholeSeconds: z.boolean().default(false).describe('True if their times have no part of a second.'),
  spread: z
    .enum(spreads)
    .default('even')
    .describe('Requests of one second: `even` over it, or all at `once`. For times in whole seconds.'),
});

export type LogReading = z.output<typeof readingSchema>;
export type TraceRecipe = z.output<typeof recipeSchema>;
