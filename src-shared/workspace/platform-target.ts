import { z } from 'zod';
import { secretAuthentications } from '../oauth/client-authentication.ts';
import { secretValueSchema } from './secret.ts';

/** A URL, in which variables such as `&{services.platform}` may stand. */
const url = z.string().regex(/^(?:https?:\/\/|&\{)/);

/** `platforms/<name>.json`: a platform that consents are loaded into, and our worker client there. Spec 3 §4.1, §5 */
export const platformTargetSchema = z.looseObject({
  display_name: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('What the screens call it; absent: the name of the file.'),
  region: z.string().max(100).default('').describe('Name of the region, for people.'),
  base_url: url.describe('Base of the paths: with or without `/v1`.'),
  token_endpoint: url.describe('Where the worker client gets its tokens.'),
  environment_id: z.string().min(1).max(100).describe('The environment that is written to.'),
  client_id: z.string().min(1).max(1_024).describe('The worker client.'),
  client_secret: secretValueSchema.optional().describe('Its secret.'),
  token_endpoint_auth_method: z
    .enum(secretAuthentications)
    .default('client_secret_basic')
    .describe('How it shows who it is.'),
  scope: z.string().default('').describe('What it asks for.'),
  limit: z
    .object({
      requests_per_second: z.number().positive().max(100_000).describe('Requests a second.'),
      burst: z.number().int().min(1).max(100_000).default(1).describe('How many may come at once.'),
    })
    .optional()
    .describe('What the platform allows; absent: it is learnt.'),
});
export type PlatformTarget = z.output<typeof platformTargetSchema>;
