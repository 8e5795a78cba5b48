import { z } from 'zod';
import { claimsRequestSchema } from './claims-request.ts';

/** Where a resource request carries its token. RFC 6750 §2 */
export const tokenPlaces = ['header', 'body', 'query'] as const;
export type TokenLocation = (typeof tokenPlaces)[number];

const text = z.string().max(8_192);
const given = text.min(1);

/**
 * Parameters of the requests by which a client asks for tokens. Of those that a flow sends by itself, an absent one is
 * sent as ever, and null leaves it out.
 */
export const requestParametersSchema = z.object({
  scope: text.nullable().optional().describe('Default: the registered scope. null: not sent.'),
  nonce: text
    .nullable()
    .optional()
    .describe(
      'Default: a random value, if the scope has openid or an ID token is requested. null: not sent. OpenID Connect Core §3.1.2.1',
    ),
  login_hint: text.nullable().optional().describe('Default: the user. null: not sent.'),
  prompt: given.optional().describe('none, login, consent or select_account. OpenID Connect Core §3.1.2.1'),
  max_age: z
    .number()
    .int()
    .min(0)
    .max(999_999_999)
    .optional()
    .describe('Maximum time since the sign-in in seconds. The ID token then requires auth_time.'),
  acr_values: given.optional().describe('Authentication context classes, in order of preference.'),
  resource: z
    .array(given)
    .max(20)
    .default([])
    .describe('Resources that the token is for, one parameter each. RFC 8707 §2'),
  claims: claimsRequestSchema.optional().describe('Requested individual claims. OpenID Connect Core §5.5'),
  extra: z
    .array(
      z.object({
        name: given.describe('Name of the parameter.'),
        value: text.default('').describe('Value of the parameter, as a template.'),
      }),
    )
    .max(50)
    .default([])
    .describe('Additional parameters, sent unchanged. A value may be a template such as {{state}}.'),
});

export type RequestParameters = z.infer<typeof requestParametersSchema>;

export const usualParameters: RequestParameters = { resource: [], extra: [] };

/** How a client becomes known to a server that it discovers. */
export const clientRegistrations = ['pre-registered', 'metadata-document', 'dynamic'] as const;
export type ClientRegistration = (typeof clientRegistrations)[number];

/** The choices of a flow that begins at a resource. */
export const resourceOptionsSchema = z.object({
  url: given.optional().describe('Address of the resource. Default: that of the server’s file.'),
  registration: z
    .enum(clientRegistrations)
    .default('pre-registered')
    .describe('How the client becomes known to the server.'),
  document_url: text.default('').describe('Client ID metadata document: the URL that is the client_id.'),
  tool: text.default('').describe('Name of the MCP tool that is called. Empty: tools are only listed.'),
  arguments: text.default('{}').describe('Arguments of the tool, as JSON.'),
});

export type ResourceOptions = z.infer<typeof resourceOptionsSchema>;

export const usualResource: ResourceOptions = resourceOptionsSchema.parse({});

/** The user's choices besides flow, client and user. */
export interface FlowOptions {
  readonly tokenPlace: TokenLocation;
  /** Null: that of the flow. Any text is sent as it is. */
  readonly responseType: string | null;
  readonly responseMode: string | null;
  /** Absent: as ever. */
  readonly parameters?: RequestParameters;
  /** The authorization request is a signed request object. RFC 9101 */
  readonly isSigned?: boolean;
  /** The authorization request is pushed first. RFC 9126 */
  readonly isPushed?: boolean;
  /** Tokens are bound to a key of the run. RFC 9449 */
  readonly isBound?: boolean;
  /** Of a flow that begins at a resource. */
  readonly resource?: ResourceOptions;
}
