import { z } from 'zod';
import { caseless, flag, text, wholeNumber } from './values.ts';

/** Idempotent and safe methods. RFC 9110 §9.2.2 */
const repeatable = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'] as const;
const others = ['POST', 'PATCH'] as const;

/** When to repeat a request. An extension: the products do not document retries. */
export const retrySchema = z.object({
  codes: z
    .array(
      z
        .string()
        .regex(/^(?:[45](?:\d\d|xx)|connection)$/i, { error: 'is no status, 4xx, 5xx or connection' }),
    )
    .min(1)
    .describe(
      'Statuses after which the request is repeated, such as 503, or 5xx for all of them. connection: there was no response.',
    ),
  attempts: wholeNumber(1, 20).default(3).describe('Maximum number of repetitions.'),
  delayMillis: wholeNumber(0, 3_600_000)
    .default(500)
    .describe(
      'The first delay in milliseconds; each further delay is twice as long. Retry-After in the response takes precedence.',
    ),
  maxDelayMillis: wholeNumber(0, 3_600_000).default(30_000).describe('The longest delay, in milliseconds.'),
  jitter: flag(true).describe(
    'Shortens each delay at random, by up to half, so that clients do not all retry at once.',
  ),
  methods: z
    .array(caseless([...repeatable, ...others], 'a method'))
    .nullish()
    .describe(
      'Methods this rule applies to; absent: the idempotent methods GET, HEAD, OPTIONS, PUT and DELETE.',
    ),
  idempotencyKey: text.describe(
    'Header field for a key that stays the same when POST or PATCH is repeated, such as Idempotency-Key. With it, POST and PATCH are repeated too.',
  ),
});

export type RetrySettings = z.output<typeof retrySchema>;
export const repeatableMethods: readonly string[] = repeatable;
