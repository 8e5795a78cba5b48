import { z } from 'zod';
import { clientIdMetadataDocumentsSchema } from './client-documents.ts';
import { listenerSettings } from './listener.ts';
import { profileSchema, withProfileDefaults } from './profile.ts';
import { registrationModeSchema, registrationPolicySchema } from './registration-policy.ts';

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
      .describe('Secret of the user with which the second value is compared.'),
  }),
  z.object({
    id: z.string().min(1).max(64),
    type: z.literal('http'),
    url: z
      .url({ protocol: /^https?$/ })
      .describe(
        'Receives `{"username","password"}` as JSON. 200 with attributes accepts the sign-in; 401, 403 and 404 reject it.',
      ),
    timeoutMillis: z.int().min(100).max(60_000).default(5_000),
  }),
  z.object({
    id: z.string().min(1).max(64),
    type: z.literal('unavailable').describe('Never responds, to test how clients handle it.'),
  }),
]);
export type PasswordValidatorSettings = z.infer<typeof passwordValidatorSchema>;

/** Where an ID-JAG may lead: to one resource of one server. */
export const idJagTargetSchema = z.object({
  audience: z.string().min(1).describe('Issuer of the authorization server that accepts the ID-JAG.'),
  resource: z
    .string()
    .min(1)
    .optional()
    .describe('Resource that the request names. Default: only requests that name none.'),
});
export type IdJagTarget = z.infer<typeof idJagTargetSchema>;

const membersSchema = z.looseObject({
  ...listenerSettings(9031),
  profile: profileSchema
    .default('product')
    .describe(
      '`product`: follows the specification. `strict`: follows the RFCs where they differ. `oauth-2.1` and `fapi-2.0-security`: follow these profiles, and change the defaults of some settings. `training`: has the named weaknesses.',
    ),
  weaknesses: z.array(z.string()).default([]).describe('Weaknesses that the training profile enables.'),
  accessTokenLifetimeSeconds: z
    .int()
    .positive()
    .default(7_200)
    .describe('Lifetime of access tokens in seconds.'),
  codeLifetimeSeconds: z.int().positive().default(60).describe('Lifetime of authorization codes in seconds.'),
  refreshTokenLifetimeSeconds: z
    .int()
    .positive()
    .nullable()
    .default(null)
    .describe('null: refresh tokens do not expire.'),
  rollRefreshTokens: z
    .boolean()
    .default(false)
    .describe('Whether each use of a refresh token issues a new one.'),
  refreshGraceSeconds: z
    .int()
    .min(0)
    .max(60)
    .default(0)
    .describe('Grace period in which a rotated refresh token still works.'),
  requirePkce: z
    .boolean()
    .default(false)
    .describe('Whether authorization requests require a code challenge. RFC 7636'),
  allowPlainPkce: z.boolean().default(true).describe('Whether the method `plain` is accepted. RFC 7636 §4.3'),
  requirePushedAuthorizationRequests: z
    .boolean()
    .default(false)
    .describe('Whether every authorization request must be pushed. RFC 9126 §5'),
  pushedRequestLifetimeSeconds: z
    .number()
    .int()
    .min(5)
    .max(600)
    .default(60)
    .describe('Lifetime of pushed authorization requests in seconds. RFC 9126 §2.2'),
  requireSignedRequestObject: z
    .boolean()
    .default(false)
    .describe('Whether every authorization request must be a signed request object. RFC 9101 §10.5'),
  dpopNonces: z
    .boolean()
    .default(false)
    .describe('Whether DPoP proofs must have a nonce of the server. RFC 9449 §8'),
  idJag: z
    .boolean()
    .default(false)
    .describe(
      'Whether ID-JAGs are issued by token exchange, and accepted by the JWT bearer grant. draft-ietf-oauth-identity-assertion-authz-grant-04',
    ),
  idJagReuse: z
    .boolean()
    .default(false)
    .describe(
      'Whether an ID-JAG may be used again before it expires, as the draft allows. Enterprise-managed authorization forbids this.',
    ),
  idJagTargets: z
    .array(idJagTargetSchema)
    .default([])
    .describe('Servers and resources for which ID-JAGs are issued.'),
  issuerInResponse: z.boolean().default(false).describe('`iss` in authorization responses. RFC 9207.'),
  accessTokenFormat: accessTokenFormatSchema
    .default('opaque')
    .describe('Format of access tokens: a random value or a JWT. RFC 9068'),
  accessTokenSigningAlgorithm: signingAlgorithmSchema
    .default('RS256')
    .describe('Signature algorithm of JWT access tokens.'),
  audience: z
    .string()
    .min(1)
    .optional()
    .describe(
      '`aud` of JWT access tokens if neither the request nor the client names one. Default: the issuer.',
    ),
  idTokenLifetimeSeconds: z.int().positive().default(3_600).describe('Lifetime of ID tokens in seconds.'),
  sessionLifetimeSeconds: z
    .int()
    .min(0)
    .default(28_800)
    .describe('Lifetime of a browser session in seconds. 0: every flow requires a sign-in.'),
  lockoutAttempts: z
    .int()
    .min(0)
    .max(1_000)
    .default(5)
    .describe('Consecutive failed attempts that lock a user name. 0: never.'),
  lockoutSeconds: z.int().positive().default(60).describe('Duration of the lock in seconds.'),
  passwordValidators: z
    .array(passwordValidatorSchema)
    .min(1)
    .default([{ id: 'users', type: 'users', credential: 'password' }])
    .describe('Password validators, tried in order until one accepts.'),
  keyOverlapSeconds: z
    .int()
    .min(0)
    .default(86_400)
    .describe('How long a rotated key stays published, in seconds.'),
  clockSkewSeconds: z.int().min(0).max(600).default(60).describe('Accepted clock skew for request objects.'),
  introspectionClaims: z
    .array(z.string().min(1))
    .default([])
    .describe('User claims in introspection responses, in addition to those of RFC 7662 §2.2.'),
  registration: registrationModeSchema
    .default('off')
    .describe(
      'Dynamic registration of clients: `off`, with an initial access `token`, or `open` to everybody. RFC 7591 §3',
    ),
  registrationPolicy: registrationPolicySchema,
  clientIdMetadataDocuments: clientIdMetadataDocumentsSchema,
  scopes: z
    .record(z.string(), z.string())
    .default({})
    .describe('Descriptions of scopes on the consent page.'),
});

/** The settings of the authorization server. The profile decides some of the defaults. */
export const authorizationServerSettingsSchema = z
  .preprocess(withProfileDefaults, membersSchema)
  .prefault({})
  .describe('The OAuth 2.0 and OpenID Connect authorization server.');
export type AuthorizationServerSettings = z.infer<typeof authorizationServerSettingsSchema>;
