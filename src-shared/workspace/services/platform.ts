import { z } from 'zod';
import { listenerSettings } from './listener.ts';

/** The groups of endpoints that share a limit at the platform sandbox. Spec 3 §8 */
export const rateGroups = ['directoryRead', 'directoryWrite', 'configuration', 'audit', 'analytics'] as const;
export const rateGroupSchema = z.enum(rateGroups);
export type RateGroup = (typeof rateGroups)[number];
const rateLimitSchema = z.object({
  requestsPerSecond: z.number().positive().max(1_000_000),
  burst: z.number().int().min(1).max(1_000_000).default(10),
});

/** The settings of the platform sandbox. */
export const platformSettingsSchema = z
  .looseObject({
    ...listenerSettings(9034),
    users: z
      .number()
      .int()
      .min(1)
      .max(200_000)
      .default(400)
      .describe('Users of the sandbox, besides those who were made.'),
    rateLimits: z
      .partialRecord(rateGroupSchema, rateLimitSchema)
      .prefault({})
      .describe('Requests of each rate group; a group without a limit has none.'),
    retryAfter: z
      .enum(['ceil', 'fixed', 'none'])
      .default('ceil')
      .describe('What a refused request is told to wait: whole seconds, always the same, or nothing.'),
    retryAfterSeconds: z
      .number()
      .int()
      .min(1)
      .max(3_600)
      .default(5)
      .describe('What `fixed` says, in seconds.'),
  })
  .prefault({})
  .describe('The platform to rehearse imports of consents on.');
export type PlatformSettings = z.infer<typeof platformSettingsSchema>;
