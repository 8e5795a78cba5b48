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
        .regex(/^(?:[45](?:\d\d|xx)|connection)$/i, { error: 'is not a status, 4xx, 5xx or connection' }),
    )
    .min(1)
    .describe(
      'Statuses that trigger a retry, such as 503, or 5xx for a whole class. connection: no response was received.',
    ),
  attempts: wholeNumber(1, 20).default(3).describe('Maximum number of retries.'),
  delayMillis: wholeNumber(0, 3_600_000)
    .default(500)
    .describe(
      'First delay in milliseconds. Each further delay is twice as long. A Retry-After header takes precedence.',
    ),
  maxDelayMillis: wholeNumber(0, 3_600_000).default(30_000).describe('Maximum delay, in milliseconds.'),
  jitter: flag(true).describe(
    'Shortens each delay randomly by up to half, so that clients do not retry at the same time.',
  ),
  methods: z
    .array(caseless([...repeatable, ...others], 'a method'))
    .nullish()
    .describe(
      'Methods that the rule applies to; absent: the idempotent methods GET, HEAD, OPTIONS, PUT and DELETE.',
    ),
  idempotencyKey: text.describe(
    'Header for a key that stays the same across retries, such as Idempotency-Key. With this header, POST and PATCH are retried too.',
  ),
});

export type RetrySettings = z.output<typeof retrySchema>;
export const repeatableMethods: readonly string[] = repeatable;
