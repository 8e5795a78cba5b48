import { z } from 'zod';
import { listenerSettings } from './listener.ts';

/** The settings of the sample client, resource server and directory. */
export const sampleUpstreamsSettingsSchema = z
  .looseObject({
    ...listenerSettings(9035),
    weaknesses: z
      .array(z.string())
      .default([])
      .describe('Weaknesses enabled in the sample resource server and the client simulator.'),
    queryTokens: z
      .boolean()
      .default(true)
      .describe('Whether the resource server accepts tokens in the query. RFC 6750 §2.3'),
    requireAudience: z
      .boolean()
      .default(false)
      .describe(
        'Whether a token must name the resource server as its audience. If false, tokens without an audience are accepted too.',
      ),
    dpopNonces: z
      .boolean()
      .default(false)
      .describe('Whether DPoP proofs must have a nonce of the resource server. RFC 9449 §9'),
    validationCacheSeconds: z
      .int()
      .min(0)
      .max(3_600)
      .default(0)
      .describe(
        'How long a validation result is cached, in seconds. 0: every request validates the token again.',
      ),
  })
  .prefault({})
  .describe('The sample client, the sample resource server and the sample directory.');
export type SampleUpstreamsSettings = z.infer<typeof sampleUpstreamsSettingsSchema>;
