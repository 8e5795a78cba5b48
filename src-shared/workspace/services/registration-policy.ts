import { z } from 'zod';
import { confidentialAuthentications, hostedAuthentications } from '../../oauth/client-authentication.ts';
import { calledUrlSchema } from '../called-url.ts';

/** The parties that may register clients: nobody, holders of an initial access token, or everybody. RFC 7591 §3 */
export const registrationModeSchema = z.enum(['off', 'token', 'open']);

/** An issuer of software statements that the server believes. RFC 7591 §2.3 */
const statementIssuerSchema = z
  .object({
    issuer: z.string().min(1).describe('`iss` of its software statements.'),
    jwks: z
      .object({
        keys: z
          .array(
            z.looseObject({ kty: z.string().describe('Key type. Further members are those of RFC 7517.') }),
          )
          .min(1)
          .max(20)
          .describe('Public keys. RFC 7517 §5'),
      })
      .optional()
      .describe('Its public keys. RFC 7517 §5'),
    jwks_uri: calledUrlSchema.optional().describe('URL of its public keys, instead of `jwks`.'),
  })
  .refine(({ jwks, jwks_uri: uri }) => (jwks === undefined) !== (uri === undefined), {
    error: 'An issuer has either jwks or jwks_uri.',
  });

/** The policy for clients that register themselves. RFC 7591 §2 */
export const registrationPolicySchema = z
  .object({
    grantTypes: z
      .array(z.string().min(1))
      .default(['authorization_code', 'refresh_token'])
      .describe('Grant types that such a client may have.'),
    scopes: z
      .array(z.string().min(1))
      .default(['openid', 'profile', 'email', 'offline_access'])
      .describe('Scopes that such a client may ever request, whichever of them it registers.'),
    audiences: z
      .array(z.string().min(1))
      .default([])
      .describe('Resources and audiences that such a client may request tokens for. RFC 8707'),
    authenticationMethods: z
      .array(z.enum(hostedAuthentications))
      .min(1)
      .default([...confidentialAuthentications, 'none'])
      .describe('Client authentication methods that such a client may have.'),
    webOnLoopback: z
      .boolean()
      .default(true)
      .describe(
        'Whether web applications may have `http` redirect URIs on this machine, except with the implicit grant.',
      ),
    anyPrivateScheme: z
      .boolean()
      .default(false)
      .describe('Whether native applications may have schemes without a dot. RFC 8252 §8.4'),
    internalUris: z
      .boolean()
      .default(false)
      .describe('Whether `jwks_uri` and other URIs may point to this machine or a private network.'),
    lifetimeDays: z.int().min(1).max(3_650).default(30).describe('Days until a registration expires.'),
    maxRegistrations: z
      .int()
      .min(1)
      .max(10_000)
      .default(1_000)
      .describe('Registrations that may exist at a time.'),
    perMinute: z
      .int()
      .min(1)
      .max(10_000)
      .default(20)
      .describe('Registrations that one address may request in a minute.'),
    requireSoftwareStatement: z
      .boolean()
      .default(false)
      .describe('Whether a registration needs a software statement. RFC 7591 §2.3'),
    softwareStatementIssuers: z
      .array(statementIssuerSchema)
      .max(20)
      .default([])
      .describe('Trusted issuers of software statements.'),
  })
  .prefault({})
  .describe('What clients may be that register themselves. RFC 7591');
export type RegistrationPolicy = z.output<typeof registrationPolicySchema>;
