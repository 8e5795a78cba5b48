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
      wholeNumber(-1).nullish().describe(`Longest time of ${name}, in milliseconds; -1: no limit.`),
    ]),
  ) as Record<(typeof timeouts)[number], z.ZodOptional<z.ZodNullable<ReturnType<typeof wholeNumber>>>>,
);

const rateLimitSchema = z.object({
  requestLimit: wholeNumber(1).default(50).describe('Number of operations allowed per period.'),
  requestPeriod: wholeNumber(1).default(500).describe('Length of a period, in milliseconds.'),
  requestTimeout: wholeNumber(0)
    .default(5_000)
    .describe('How long an operation waits for its turn, in milliseconds, before it fails with 503.'),
});

const rateLimitsSchema = z.object(
  Object.fromEntries(
    timeouts.map((name) => [name, rateLimitSchema.nullish().describe(`Maximum rate of ${name}.`)]),
  ) as Record<(typeof timeouts)[number], z.ZodOptional<z.ZodNullable<typeof rateLimitSchema>>>,
);

const withoutEffect = anyJson.nullish().describe('Kept, but has no effect here.');
const poolSchema = z.object({
  maxObjects: wholeNumber(1).default(10).describe('Maximum number of operations that run at the same time.'),
  maxWait: wholeNumber(-1)
    .default(150_000)
    .describe(
      'How long another operation waits for a free slot, in milliseconds, before it fails with 503. -1: no limit.',
    ),
  maxIdle: withoutEffect,
  minIdle: withoutEffect,
  minEvictableIdleTimeMillis: withoutEffect,
});

/** Of the host's own business with other parts of it. */
const unread = anyJson.nullish().describe('Kept; nothing reads it.');

const property = z.looseObject({
  type: z.string().nullish().describe('Type of the values, as JSON has it.'),
  nativeName: z.string().nullish().describe('Name of the attribute in the connector.'),
  nativeType: z.string().nullish().describe('Type of the values in the connector.'),
  required: z.boolean().nullish().describe('Every object has it.'),
  flags: z.array(z.string()).nullish().describe('Flags of the attribute.'),
});

/** Which connector a document is for. Spec 2 §9 */
export const connectorRefSchema = z.object({
  bundleName: z.string().min(1).describe('Name of the bundle.'),
  bundleVersion: z.string().min(1).describe('A version, or a range such as [1.5.20.29,1.6.0.0).'),
  connectorName: z.string().min(1).describe('Class of the connector.'),
  connectorHostRef: text.describe('A remote connector server, by its name in the settings.'),
  displayName: text.describe('Kept; nothing reads it.'),
  systemType: text.describe('Kept; nothing reads it.'),
});

/** The host's document of a connector: `connectors/provisioner.openicf-<name>.json`. */
export const envelopeSchema = z.object({
  _id: text.describe('provisioner.openicf/<name>'),
  name: text.describe('Name of the system; the name of the file decides.'),
  displayName: text.describe('Name for people.'),
  enabled: flag(true).describe('Takes requests.'),
  connectorRef: connectorRefSchema.nullish().describe('Which connector the document is for.'),
  configurationProperties: propertiesSchema.describe('What the connector itself reads.'),
  objectTypes: z
    .record(
      z.string(),
      z.looseObject({
        nativeType: z.string().nullish().describe('Object class in the connector.'),
        properties: z
          .record(z.string(), property)
          .nullish()
          .describe('Attributes, by the names under which the host shows them.'),
      }),
    )
    .nullish()
    .describe('What the host shows of each object class: its attributes as a JSON schema with native names.'),
  systemActions: systemActionsSchema,
  operationOptions: unread,
  operationTimeout: timeoutSchema
    .nullish()
    .describe('How long an operation may take, by its name, in milliseconds; -1: no limit.')
    .meta({ examples: [{ SEARCH: 60_000, TEST: 5_000 }] }),
  operationRateLimits: rateLimitsSchema
    .nullish()
    .describe('Maximum rate of each operation, by its name.')
    .meta({ examples: [{ SEARCH: { requestLimit: 50, requestPeriod: 500 } }] }),
  poolConfigOption: poolSchema
    .nullish()
    .describe('Limits the operations that run at the same time.')
    .meta({ examples: [{ maxObjects: 10, maxWait: 150_000 }] }),
  resultsHandlerConfig: unread,
  excludeUnmodified: flag(false).describe('Does not send an update that changes nothing.'),
  syncFailureHandler: unread,
  syncRetry: unread,
  producerBufferSize: unread,
  connectorPoolingSupported: unread,
});

export type ConnectorDocument = z.output<typeof envelopeSchema>;
