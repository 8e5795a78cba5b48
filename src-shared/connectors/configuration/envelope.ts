import { z } from 'zod';
import { propertiesSchema } from './properties.ts';
import { systemActionsSchema } from './scripts.ts';
import { anyJson, flag, text, wholeNumber } from './values.ts';

const timeouts = [
  'CREATE',
  'UPDATE',
  'DELETE',
  'TEST',
  'SCRIPT_ON_CONNECTOR',
  'SCRIPT_ON_RESOURCE',
  'GET',
  'RESOLVEUSERNAME',
  'AUTHENTICATE',
  'SEARCH',
  'VALIDATE',
  'SYNC',
  'SCHEMA',
] as const;

const timeoutSchema = z.object(
  Object.fromEntries(
    timeouts.map((name) => [
      name,
      wholeNumber(-1).nullish().describe(`Timeout of ${name}, in milliseconds; -1: no limit.`),
    ]),
  ) as Record<(typeof timeouts)[number], z.ZodOptional<z.ZodNullable<ReturnType<typeof wholeNumber>>>>,
);

const rateLimitSchema = z.object({
  requestLimit: wholeNumber(1).default(50).describe('Number of operations allowed per period.'),
  requestPeriod: wholeNumber(1).default(500).describe('Length of a period, in milliseconds.'),
  requestTimeout: wholeNumber(0)
    .default(5_000)
    .describe('Maximum wait for a free slot, in milliseconds. After that, the operation fails with 503.'),
});

const rateLimitsSchema = z.object(
  Object.fromEntries(
    timeouts.map((name) => [name, rateLimitSchema.nullish().describe(`Maximum rate of ${name}.`)]),
  ) as Record<(typeof timeouts)[number], z.ZodOptional<z.ZodNullable<typeof rateLimitSchema>>>,
);

const withoutEffect = anyJson.nullish().describe('Preserved, but has no effect in Gatehouse.');
const poolSchema = z.object({
  maxObjects: wholeNumber(1).default(10).describe('Maximum number of operations that run at the same time.'),
  maxWait: wholeNumber(-1)
    .default(150_000)
    .describe(
      'Maximum wait for a free slot, in milliseconds. After that, the operation fails with 503. -1: no limit.',
    ),
  maxIdle: withoutEffect,
  minIdle: withoutEffect,
  minEvictableIdleTimeMillis: withoutEffect,
});

/** Of the host's own business with other parts of it. */
const unread = anyJson.nullish().describe('Preserved, but not used.');

const property = z.looseObject({
  type: z.string().nullish().describe('JSON type of the values.'),
  nativeName: z.string().nullish().describe('Name of the attribute in the connector.'),
  nativeType: z.string().nullish().describe('Type of the values in the connector.'),
  required: z.boolean().nullish().describe('Every object has a value for the attribute.'),
  flags: z.array(z.string()).nullish().describe('Flags of the attribute.'),
});

/** Which connector a document is for. Spec 2 §9 */
export const connectorRefSchema = z.object({
  bundleName: z.string().min(1).describe('Name of the bundle.'),
  bundleVersion: z.string().min(1).describe('Version, or a range such as [1.5.20.29,1.6.0.0).'),
  connectorName: z.string().min(1).describe('Class of the connector.'),
  connectorHostRef: text.describe('Name of a remote connector server from the settings.'),
  displayName: text.describe('Preserved, but not used.'),
  systemType: text.describe('Preserved, but not used.'),
});

/** The host's document of a connector: `connectors/provisioner.openicf-<name>.json`. */
export const envelopeSchema = z.object({
  _id: text.describe('provisioner.openicf/<name>'),
  name: text.describe('Name of the system. The file name takes precedence.'),
  displayName: text.describe('Display name.'),
  enabled: flag(true).describe('Whether the connector accepts requests.'),
  connectorRef: connectorRefSchema.nullish().describe('Connector that the document configures.'),
  configurationProperties: propertiesSchema.describe('Configuration of the connector itself.'),
  objectTypes: z
    .record(
      z.string(),
      z.looseObject({
        nativeType: z.string().nullish().describe('Object class in the connector.'),
        properties: z
          .record(z.string(), property)
          .nullish()
          .describe('Attributes by the names that the connector host exposes.'),
      }),
    )
    .nullish()
    .describe(
      'Attributes that the connector host exposes for each object class, as a JSON schema with native names.',
    ),
  systemActions: systemActionsSchema,
  operationOptions: unread,
  operationTimeout: timeoutSchema
    .nullish()
    .describe('Timeout of each operation, in milliseconds; -1: no limit.')
    .meta({ examples: [{ SEARCH: 60_000, TEST: 5_000 }] }),
  operationRateLimits: rateLimitsSchema
    .nullish()
    .describe('Maximum rate of each operation.')
    .meta({ examples: [{ SEARCH: { requestLimit: 50, requestPeriod: 500 } }] }),
  poolConfigOption: poolSchema
    .nullish()
    .describe('Limits concurrent operations.')
    .meta({ examples: [{ maxObjects: 10, maxWait: 150_000 }] }),
  resultsHandlerConfig: unread,
  excludeUnmodified: flag(false).describe('Skips updates that change nothing.'),
  syncFailureHandler: unread,
  syncRetry: unread,
  producerBufferSize: unread,
  connectorPoolingSupported: unread,
});

export type ConnectorDocument = z.output<typeof envelopeSchema>;
