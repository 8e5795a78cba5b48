import { z } from 'zod';
import { secretValueSchema } from './secret.ts';

/** `webhooks/<name>.json`: whom to tell of audit events. */
export const webhookFileSchema = z.looseObject({
  url: z.url({ protocol: /^https?$/ }).describe('URL of the receiver.'),
  secret: secretValueSchema.optional().describe('Key of the signature of every delivery.'),
  /** Types of events; `token.*` names all that begin with it, `*` all. */
  events: z
    .array(z.string().min(1))
    .default(['*'])
    .describe('Event types. `token.*` includes all types with that prefix; `*` includes all types.'),
  enabled: z.boolean().default(true).describe('Whether events are delivered.'),
});

/** A subscription as deliveries use it. */
export interface Webhook {
  /** The name of its file. */
  readonly name: string;
  readonly url: string;
  /** Resolved when it is needed; null where it has none or it cannot be had. */
  readonly secret: () => string | null;
  readonly events: readonly string[];
  readonly isEnabled: boolean;
}
