import { z } from 'zod';
import { secretValueSchema } from './secret.ts';

/** A URL, in which variables such as `&{services.platform}` may stand. */
const url = z.string().regex(/^(?:https?:\/\/|&\{)/);

/** `platforms/<name>.json`: a platform that consents are loaded into, and our worker client there. Spec 3 §4.1, §5 */
export const platformTargetSchema = z.looseObject({
  display_name: z.string().min(1).max(100).optional(),
  /** Name of the region, for people. */
  region: z.string().max(100).default(''),
  /** Base of the paths: with or without `/v1`. */
  base_url: url,
  token_endpoint: url,
  environment_id: z.string().min(1).max(100),
  client_id: z.string().min(1).max(1_024),
  client_secret: secretValueSchema.optional(),
  token_endpoint_auth_method: z
    .enum(['client_secret_basic', 'client_secret_post'])
    .default('client_secret_basic'),
  scope: z.string().default(''),
  /** What the platform allows; absent: it is learnt. */
  limit: z
    .object({
      requests_per_second: z.number().positive().max(100_000),
      burst: z.number().int().min(1).max(100_000).default(1),
    })
    .optional(),
});
export type PlatformTarget = z.output<typeof platformTargetSchema>;
