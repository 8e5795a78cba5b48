import { z } from 'zod';
import { listenerSettings } from './listener.ts';

/** The groups of endpoints that share a limit at the platform sandbox. Spec 3 §8 */
export const rateGroups = ['directoryRead', 'directoryWrite', 'configuration', 'audit', 'analytics'] as const;
export const rateGroupSchema = z.enum(rateGroups);
export type RateGroup = (typeof rateGroups)[number];
const rateLimitSchema = z.object({
  requestsPerSecond: z.number().positive().max(1_000_000),
  burst: z.int().min(1).max(1_000_000).default(10),
});

/** The settings of the platform sandbox. */
export const platformSettingsSchema = z
  .looseObject({
    ...listenerSettings(9034),
    users: z.int().min(1).max(200_000).default(400).describe('Number of generated sandbox users.'),
    rateLimits: z
      .partialRecord(rateGroupSchema, rateLimitSchema)
      .prefault({})
      .describe('Limit of each rate group. Groups without a limit are unlimited.'),
    retryAfter: z
      .enum(['ceil', 'fixed', 'none'])
      .default('ceil')
      .describe('Retry-After of a rejected request: whole seconds, a fixed value, or none.'),
    retryAfterSeconds: z.int().min(1).max(3_600).default(5).describe('Value for `fixed`, in seconds.'),
  })
  .prefault({})
  .describe('The sandbox platform for rehearsing consent imports.');
export type PlatformSettings = z.infer<typeof platformSettingsSchema>;
