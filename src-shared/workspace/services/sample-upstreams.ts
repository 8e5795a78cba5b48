import { z } from 'zod';
import { listenerSettings } from './listener.ts';

/** The settings of the sample client, resource server and directory. */
export const sampleUpstreamsSettingsSchema = z
  .looseObject({
    ...listenerSettings(9035),
    weaknesses: z
      .array(z.string())
      .default([])
      .describe(
        'Names of the weaknesses that are switched on in the sample resource server and the client simulator.',
      ),
    queryTokens: z
      .boolean()
      .default(true)
      .describe('Whether the resource server takes tokens in the query. RFC 6750 §2.3'),
    requireAudience: z
      .boolean()
      .default(false)
      .describe(
        'Whether a token has to name the resource server as its audience; else one that names nobody is taken too.',
      ),
    validationCacheSeconds: z
      .number()
      .int()
      .min(0)
      .max(3_600)
      .default(0)
      .describe('How long a validation is trusted, in seconds; 0: every request asks anew.'),
  })
  .prefault({})
  .describe('The sample client, resource server and directory of people.');
export type SampleUpstreamsSettings = z.infer<typeof sampleUpstreamsSettingsSchema>;
