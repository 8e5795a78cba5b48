import { z } from 'zod';
import { secretValueSchema } from './secret.ts';
import { authorizationServerSettingsSchema } from './services/authorization-server.ts';
import { connectorHostSettingsSchema } from './services/connector-host.ts';
import { gatewaySettingsSchema } from './services/gateway.ts';
import { platformSettingsSchema } from './services/platform.ts';
import { sampleUpstreamsSettingsSchema } from './services/sample-upstreams.ts';

/** The one place where vendor names are spelt; everything else builds its names from these parts. */
export const vendorSchema = z.object({
  urn: z
    .string()
    .min(1)
    .default('gatehouse')
    .describe('The vendor in URNs: `urn:<urn>:oauth2:grant_type:validate_bearer`.'),
  header: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/)
    .default('Gatehouse')
    .describe('The vendor in names of header fields: `X-<header>-Username`.'),
  mediaType: z
    .string()
    .regex(/^[A-Za-z0-9.-]+$/)
    .default('gatehouse')
    .describe('The vendor in media types: `application/vnd.<mediaType>.consent.accept+json`.'),
  userAgent: z
    .string()
    .min(1)
    .default('Gatehouse')
    .describe('The vendor in the user agent of connectors: `<userAgent>Connector`.'),
  validatedTokenType: z
    .string()
    .min(1)
    .default('Bearer')
    .describe(
      '`token_type` of a validated token: the documents say `Bearer`, the products a URN of their own.',
    ),
});
export type Vendor = z.infer<typeof vendorSchema>;

/** How the engine's own requests leave this machine. */
export const networkSchema = z.object({
  proxy: z
    .object({
      url: z
        .url({ protocol: /^http$/ })
        .refine((url) => !/^http:\/\/[^/]*@/i.test(url), {
          error: 'Credentials do not belong in the URL: use username and password.',
        })
        .describe('Its address: `http://host:port`, without credentials.'),
      username: z.string().min(1).optional().describe('Its user, where it asks for one.'),
      password: secretValueSchema.optional().describe('The password of that user.'),
    })
    .optional()
    .describe('An HTTP proxy for every outgoing client; absent: none.'),
  caFiles: z
    .array(z.string().min(1))
    .default([])
    .describe('PEM files of CAs that are trusted besides those of the system, relative to the workspace.'),
  proxyLoopback: z
    .boolean()
    .default(false)
    .describe('Whether requests to this machine go through the proxy too.'),
});
export type NetworkSettings = z.infer<typeof networkSchema>;

/** `gatehouse.json`: the manifest of a workspace. */
export const manifestSchema = z.looseObject({
  id: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,64}$/)
    .optional()
    .describe('Names the workspace in the state: made at the first start, and kept when the folder moves.'),
  name: z.string().min(1).max(200).describe('The name of the workspace, for people.'),
  vendor: vendorSchema
    .prefault({})
    .describe(
      'How the products that are hosted spell their vendor; presets in Settings give those of real products.',
    ),
  services: z
    .looseObject({
      authorizationServer: authorizationServerSettingsSchema,
      connectorHost: connectorHostSettingsSchema,
      gateway: gatewaySettingsSchema,
      platform: platformSettingsSchema,
      sampleUpstreams: sampleUpstreamsSettingsSchema,
    })
    .prefault({})
    .describe('Settings of the hosted services.'),
  network: networkSchema.prefault({}).describe('How the engine’s own requests leave this machine.'),
  durability: z
    .enum(['normal', 'full'])
    .default('normal')
    .describe('`full` survives the loss of power too, and costs time with every commit.'),
});

export type Manifest = z.infer<typeof manifestSchema>;
