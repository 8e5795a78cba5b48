import { z } from 'zod';
import { secretAuthentications } from '../oauth/client-authentication.ts';
import { secretValueSchema } from './secret.ts';

/** A URL, in which variables such as `&{services.platform}` may stand. */
const url = z.string().regex(/^(?:https?:\/\/|&\{)/);

/** `platforms/<name>.json`: a platform that consents are loaded into, and our worker client there. Spec 3 §4.1, §5 */
export const platformTargetSchema = z.looseObject({
  display_name: z.string().min(1).max(100).optional().describe('Display name. Default: name of the file.'),
  region: z.string().max(100).default('').describe('Display name of the region.'),
  base_url: url.describe('Base URL of the API, with or without `/v1`.'),
  token_endpoint: url.describe('Where the worker client gets its tokens.'),
  environment_id: z.string().min(1).max(100).describe('Environment to write to.'),
  client_id: z.string().min(1).max(1_024).describe('Client identifier of the worker client.'),
  client_secret: secretValueSchema.optional().describe('Secret of the worker client.'),
  token_endpoint_auth_method: z
    .enum(secretAuthentications)
    .default('client_secret_basic')
    .describe('Client authentication method.'),
  scope: z.string().default('').describe('Requested scopes.'),
  limit: z
    .object({
      requests_per_second: z.number().positive().max(100_000).describe('Requests per second.'),
      burst: z.int().min(1).max(100_000).default(1).describe('Maximum burst of requests.'),
    })
    .optional()
    .describe('Rate limit of the platform. Default: measured during the load.'),
});
export type PlatformTarget = z.output<typeof platformTargetSchema>;
