import { z } from 'zod';
import { listenerSettings } from './listener.ts';

/** The settings of the gateway. */
export const gatewaySettingsSchema = z
  .looseObject({
    ...listenerSettings(9033),
    recordedBodyBytes: z
      .int()
      .min(0)
      .max(262_144)
      .default(65_536)
      .describe('How much of each request and response body is recorded.'),
  })
  .prefault({})
  .describe('The gateway.');
