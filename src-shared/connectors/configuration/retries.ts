import { z } from 'zod';
import { caseless, flag, text, wholeNumber } from './values.ts';

/** Methods that may be repeated without another effect. RFC 9110 §9.2.2 */
const repeatable = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'] as const;
const others = ['POST', 'PATCH'] as const;

/** When requests are sent again. An extension: the products say nothing of it. */
export const retrySchema = z.object({
  codes: z
    .array(
      z
        .string()
        .regex(/^(?:[45](?:\d\d|xx)|connection)$/i, { error: 'is no status, 4xx, 5xx or connection' }),
    )
    .min(1)
    .describe(
      'Statuses after which a request is sent again: 503, or 5xx for all of them; connection: no answer came.',
    ),
  attempts: wholeNumber(1, 20).default(3).describe('How often a request is sent again at most.'),
  delayMillis: wholeNumber(0, 3_600_000)
    .default(500)
    .describe(
      'The first wait, in milliseconds; each further one is twice as long. Retry-After of the answer goes before it.',
    ),
  maxDelayMillis: wholeNumber(0, 3_600_000)
    .default(30_000)
    .describe('The longest wait of those, in milliseconds.'),
  jitter: flag(true).describe(
    'Shortens each wait at random, down to its half, so that callers do not come together.',
  ),
  methods: z
    .array(caseless([...repeatable, ...others], 'a method'))
    .nullish()
    .describe(
      'Methods of this rule; absent: GET, HEAD, OPTIONS, PUT and DELETE, which may be repeated by their nature.',
    ),
  idempotencyKey: text.describe(
    'Header field, such as Idempotency-Key, in which POST and PATCH carry a key that a repetition keeps; they are then repeated too.',
  ),
});

export type RetrySettings = z.output<typeof retrySchema>;
export const repeatableMethods: readonly string[] = repeatable;
