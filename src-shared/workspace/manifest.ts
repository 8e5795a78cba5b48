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
    .describe('Vendor in URNs: `urn:<urn>:oauth2:grant_type:validate_bearer`.'),
  header: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/)
    .default('Gatehouse')
    .describe('Vendor in header names: `X-<header>-Username`.'),
  mediaType: z
    .string()
    .regex(/^[A-Za-z0-9.-]+$/)
    .default('gatehouse')
    .describe('Vendor in media types: `application/vnd.<mediaType>.consent.accept+json`.'),
  userAgent: z
    .string()
    .min(1)
    .default('Gatehouse')
    .describe('Vendor in the user agent of connectors: `<userAgent>Connector`.'),
  validatedTokenType: z
    .string()
    .min(1)
    .default('Bearer')
    .describe(
      '`token_type` of a validated token. The specification uses `Bearer`; the products use their own URN.',
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
          error: 'The URL must not contain credentials. Use username and password.',
        })
        .describe('Address of the proxy: `http://host:port`, without credentials.'),
      username: z.string().min(1).optional().describe('User name, if the proxy requires authentication.'),
      password: secretValueSchema.optional().describe('Password of that user.'),
    })
    .optional()
    .describe('HTTP proxy for all outgoing requests. Default: no proxy.'),
  caFiles: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'PEM files of trusted CAs, in addition to those of the operating system, relative to the workspace.',
    ),
  proxyLoopback: z.boolean().default(false).describe('Whether requests to this machine also use the proxy.'),
});
export type NetworkSettings = z.infer<typeof networkSchema>;

/** `gatehouse.json`: the manifest of a workspace. */
export const manifestSchema = z.looseObject({
  id: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,64}$/)
    .optional()
    .describe(
      'Id of the workspace in the state, created at the first start. Keep it when you move the folder.',
    ),
  name: z.string().min(1).max(200).describe('Display name of the workspace.'),
  vendor: vendorSchema
    .prefault({})
    .describe(
      'Vendor names in the protocols of the hosted products. Presets in Settings contain those of real products.',
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
  network: networkSchema.prefault({}).describe('How requests of the engine leave this machine.'),
  durability: z
    .enum(['normal', 'full'])
    .default('normal')
    .describe('`full` also survives a power loss, but slows down every commit.'),
});

export type Manifest = z.infer<typeof manifestSchema>;
