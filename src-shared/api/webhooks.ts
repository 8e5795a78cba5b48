import { z } from 'zod';
import { procedure } from './base.ts';

/** The status of a subscription since the engine started. */
export const webhookStatusSchema = z.object({
  name: z.string(),
  delivered: z.int(),
  /** Deliveries that wait, for their turn or for the next attempt. */
  pending: z.int(),
  /** Events that were not kept, or given up after three days. */
  lost: z.int(),
  /** Why the last attempt failed; null where it did not. */
  lastError: z.string().nullable(),
});

export const webhooksContract = {
  status: procedure.output(z.array(webhookStatusSchema)),
  /** Sends an event of the type `webhook.test`; `status` tells what became of it. */
  test: procedure.input(z.object({ name: z.string() })).output(z.object({ enqueued: z.literal(true) })),
};

export type WebhookStatus = z.infer<typeof webhookStatusSchema>;
