import { z } from 'zod';
import { listenerSettings } from './listener.ts';

/** The three ways in which the authorization server can behave. */
export const profileSchema = z.enum(['product', 'strict', 'training']);

/** The signature algorithms of the server's own keys. RFC 7518 §3.1, RFC 8037 §3.1 */
export const signingAlgorithms = ['RS256', 'ES256', 'EdDSA'] as const;
export const signingAlgorithmSchema = z.enum(signingAlgorithms);
export type SigningAlgorithm = z.infer<typeof signingAlgorithmSchema>;

/** The format of an access token: a random value, or a JWT as defined by RFC 9068. */
export const accessTokenFormatSchema = z.enum(['opaque', 'jwt']);
export type AccessTokenFormat = z.infer<typeof accessTokenFormatSchema>;

/** One link of the chain that checks what a client collected from a user. */
export const passwordValidatorSchema = z.discriminatedUnion('type', [
  z.object({
    id: z.string().min(1).max(64),
    type: z.literal('users'),
    credential: z
      .enum(['password', 'pin'])
      .default('password')
      .describe("Which secret of the user's file the second value is compared with."),
  }),
  z.object({
    id: z.string().min(1).max(64),
    type: z.literal('http'),
    url: z
      .url({ protocol: /^https?$/ })
      .describe(
        'Gets `{"username","password"}` as JSON: 200 with attributes is a yes, 401, 403 and 404 a no.',
      ),
    timeoutMillis: z.number().int().min(100).max(60_000).default(5_000),
  }),
  z.object({
    id: z.string().min(1).max(64),
    type: z.literal('unavailable').describe('Never answers: for trying what clients make of it.'),
  }),
]);
export type PasswordValidatorSettings = z.infer<typeof passwordValidatorSchema>;

/** The settings of the authorization server. */
export const authorizationServerSettingsSchema = z
  .looseObject({
    ...listenerSettings(9031),
    profile: profileSchema
      .default('product')
      .describe(
        '`product`: as the specification says; `strict`: as the RFCs say where they differ; `training`: with the named weaknesses.',
      ),
    weaknesses: z
      .array(z.string())
      .default([])
      .describe('Names of the weaknesses that the training profile switches on.'),
    accessTokenLifetimeSeconds: z
      .number()
      .int()
      .positive()
      .default(7_200)
      .describe('How long access tokens live, in seconds.'),
    codeLifetimeSeconds: z
      .number()
      .int()
      .positive()
      .default(60)
      .describe('How long authorization codes live, in seconds.'),
    refreshTokenLifetimeSeconds: z
      .number()
      .int()
      .positive()
      .nullable()
      .default(null)
      .describe('Null: refresh tokens do not expire.'),
    rollRefreshTokens: z
      .boolean()
      .default(false)
      .describe('Whether each use of a refresh token gives another one.'),
    refreshGraceSeconds: z
      .number()
      .int()
      .min(0)
      .max(60)
      .default(0)
      .describe('Grace in which a rolled refresh token still works.'),
    requirePkce: z
      .boolean()
      .default(false)
      .describe('Whether every authorization request has to bring a code challenge. RFC 7636'),
    allowPlainPkce: z.boolean().default(true).describe('Whether the method `plain` is taken. RFC 7636 §4.3'),
    issuerInResponse: z.boolean().default(false).describe('`iss` in authorization responses. RFC 9207.'),
    accessTokenFormat: accessTokenFormatSchema
      .default('opaque')
      .describe('What access tokens look like: a random value, or a JWT. RFC 9068'),
    accessTokenSigningAlgorithm: signingAlgorithmSchema
      .default('RS256')
      .describe('The algorithm that signs JWT access tokens.'),
    audience: z
      .string()
      .min(1)
      .optional()
      .describe('`aud` of JWT access tokens where neither request nor client names one; absent: the issuer.'),
    idTokenLifetimeSeconds: z
      .number()
      .int()
      .positive()
      .default(3_600)
      .describe('How long ID tokens live, in seconds.'),
    sessionLifetimeSeconds: z
      .number()
      .int()
      .min(0)
      .default(28_800)
      .describe('How long a browser stays signed in; 0: every flow asks again.'),
    lockoutAttempts: z
      .number()
      .int()
      .min(0)
      .max(1_000)
      .default(5)
      .describe('Wrong guesses in a row after which a user name is locked; 0: never.'),
    lockoutSeconds: z
      .number()
      .int()
      .positive()
      .default(60)
      .describe('How long a name stays locked, in seconds.'),
    passwordValidators: z
      .array(passwordValidatorSchema)
      .min(1)
      .default([{ id: 'users', type: 'users', credential: 'password' }])
      .describe('Asked one after the other until one says yes.'),
    keyOverlapSeconds: z
      .number()
      .int()
      .min(0)
      .default(86_400)
      .describe('How long a key that was replaced stays published, in seconds.'),
    clockSkewSeconds: z
      .number()
      .int()
      .min(0)
      .max(600)
      .default(60)
      .describe('Difference between clocks that is forgiven in request objects.'),
    introspectionClaims: z
      .array(z.string().min(1))
      .default([])
      .describe(
        'Claims of users that introspection tells resource servers, besides what RFC 7662 §2.2 defines.',
      ),
    scopes: z
      .record(z.string(), z.string())
      .default({})
      .describe('What scopes mean, in words for the consent page.'),
  })
  .prefault({})
  .describe('The OAuth 2.0 and OpenID Connect authorization server.');
export type AuthorizationServerSettings = z.infer<typeof authorizationServerSettingsSchema>;
