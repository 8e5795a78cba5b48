import { z } from 'zod';
import { secretValueSchema } from './secret.ts';

/** The three ways in which the authorization server can behave. DESIGN.md decision 12. */
export const profileSchema = z.enum(['product', 'strict', 'training']);

/** The one place where vendor names are spelt; everything else builds its names from these parts. */
export const vendorSchema = z.object({
  urn: z.string().min(1).default('gatehouse'),
  header: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/)
    .default('Gatehouse'),
  mediaType: z
    .string()
    .regex(/^[A-Za-z0-9.-]+$/)
    .default('gatehouse'),
  userAgent: z.string().min(1).default('Gatehouse'),
  /** `token_type` of a validated token: the documents say `Bearer`, the products a URN of their own. DESIGN.md §7.4 */
  validatedTokenType: z.string().min(1).default('Bearer'),
});
export type Vendor = z.infer<typeof vendorSchema>;

/** The signature algorithms of the server's own keys. RFC 7518 §3.1, RFC 8037 §3.1 */
export const signingAlgorithms = ['RS256', 'ES256', 'EdDSA'] as const;
export const signingAlgorithmSchema = z.enum(signingAlgorithms);
export type SigningAlgorithm = z.infer<typeof signingAlgorithmSchema>;

/** What an access token looks like: a random value, or a JWT as RFC 9068 has it. */
export const accessTokenFormatSchema = z.enum(['opaque', 'jwt']);
export type AccessTokenFormat = z.infer<typeof accessTokenFormatSchema>;

/** One link of the chain that checks what a client collected from a user. */
export const passwordValidatorSchema = z.discriminatedUnion('type', [
  z.object({
    id: z.string().min(1).max(64),
    type: z.literal('users'),
    /** Which secret of the user's file the second value is compared with. */
    credential: z.enum(['password', 'pin']).default('password'),
  }),
  z.object({
    id: z.string().min(1).max(64),
    type: z.literal('http'),
    /** Gets `{"username","password"}` as JSON: 200 with attributes is a yes, 401, 403 and 404 a no. */
    url: z.url({ protocol: /^https?$/ }),
    timeoutMillis: z.number().int().min(100).max(60_000).default(5_000),
  }),
  z.object({
    id: z.string().min(1).max(64),
    /** Never answers: for trying what clients make of it. */
    type: z.literal('unavailable'),
  }),
]);
export type PasswordValidatorSettings = z.infer<typeof passwordValidatorSchema>;

const port = z.number().int().min(0).max(65_535);
const listenerSettings = (defaultPort: number) => ({
  port: port.default(defaultPort),
  /** Address to listen on; anything but loopback is an explicit choice. */
  bind: z.string().min(1).default('127.0.0.1'),
  /** Base URL under which others reach the service, when it differs from the listener's. */
  publicUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** Whether it speaks TLS, with a certificate of the workspace's own CA. */
  tls: z.boolean().default(false),
});

/** How the engine's own requests leave this machine. */
export const networkSchema = z.object({
  proxy: z
    .object({
      url: z.url({ protocol: /^http$/ }).refine((url) => !/^http:\/\/[^/]*@/i.test(url), {
        error: 'Credentials do not belong in the URL: use username and password.',
      }),
      username: z.string().min(1).optional(),
      password: secretValueSchema.optional(),
    })
    .optional(),
  /** PEM files of CAs that are trusted besides those of the system, relative to the workspace. */
  caFiles: z.array(z.string().min(1)).default([]),
  /** Whether requests to this machine go through the proxy too. */
  proxyLoopback: z.boolean().default(false),
});
export type NetworkSettings = z.infer<typeof networkSchema>;

/** The groups of endpoints that share a limit at the platform sandbox. Spec 3 §8 */
export const rateGroups = ['directoryRead', 'directoryWrite', 'configuration', 'audit', 'analytics'] as const;
export const rateGroupSchema = z.enum(rateGroups);
export type RateGroup = (typeof rateGroups)[number];
const rateLimitSchema = z.object({
  requestsPerSecond: z.number().positive().max(1_000_000),
  burst: z.number().int().min(1).max(1_000_000).default(10),
});

/** `gatehouse.json`: the manifest of a workspace. DESIGN.md §5. */
export const manifestSchema = z.looseObject({
  id: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,64}$/)
    .optional(),
  name: z.string().min(1).max(200),
  vendor: vendorSchema.prefault({}),
  services: z
    .looseObject({
      authorizationServer: z
        .looseObject({
          ...listenerSettings(9031),
          profile: profileSchema.default('product'),
          /** Names of the weaknesses that the training profile switches on. */
          weaknesses: z.array(z.string()).default([]),
          accessTokenLifetimeSeconds: z.number().int().positive().default(7_200),
          codeLifetimeSeconds: z.number().int().positive().default(60),
          /** Null: refresh tokens do not expire. */
          refreshTokenLifetimeSeconds: z.number().int().positive().nullable().default(null),
          rollRefreshTokens: z.boolean().default(false),
          /** Grace in which a rolled refresh token still works. DESIGN.md §7.3. */
          refreshGraceSeconds: z.number().int().min(0).max(60).default(0),
          requirePkce: z.boolean().default(false),
          allowPlainPkce: z.boolean().default(true),
          /** `iss` in authorization responses. RFC 9207. */
          issuerInResponse: z.boolean().default(false),
          accessTokenFormat: accessTokenFormatSchema.default('opaque'),
          accessTokenSigningAlgorithm: signingAlgorithmSchema.default('RS256'),
          /** `aud` of JWT access tokens where neither request nor client names one; absent: the issuer. */
          audience: z.string().min(1).optional(),
          idTokenLifetimeSeconds: z.number().int().positive().default(3_600),
          /** How long a browser stays signed in; 0: every flow asks again. */
          sessionLifetimeSeconds: z.number().int().min(0).default(28_800),
          /** Wrong guesses in a row after which a user name is locked; 0: never. */
          lockoutAttempts: z.number().int().min(0).max(1_000).default(5),
          lockoutSeconds: z.number().int().positive().default(60),
          /** Asked one after the other until one says yes. */
          passwordValidators: z
            .array(passwordValidatorSchema)
            .min(1)
            .default([{ id: 'users', type: 'users', credential: 'password' }]),
          /** How long a key that was replaced stays published, in seconds. */
          keyOverlapSeconds: z.number().int().min(0).default(86_400),
          /** Difference between clocks that is forgiven in request objects. */
          clockSkewSeconds: z.number().int().min(0).max(600).default(60),
          /** Claims of users that introspection tells resource servers, besides what RFC 7662 §2.2 defines. */
          introspectionClaims: z.array(z.string().min(1)).default([]),
          /** What scopes mean, in words for the consent page. */
          scopes: z.record(z.string(), z.string()).default({}),
        })
        .prefault({}),
      connectorHost: z
        .looseObject({
          ...listenerSettings(9032),
          username: z.string().default('admin'),
          password: secretValueSchema.optional(),
          /** Status for an object that exists already: the products answer 412. DESIGN.md §7.9 */
          alreadyExistsStatus: z.union([z.literal(412), z.literal(409)]).default(412),
          /** Version of the connector framework that the host stands for. Spec 2 §9 */
          frameworkVersion: z
            .string()
            .regex(/^\d+(?:\.\d+){1,3}$/)
            .default('1.5.20.36'),
          /** Versions of remote connector servers by their names. Spec 2 §9 */
          connectorServers: z.record(z.string(), z.string().regex(/^\d+(?:\.\d+){1,3}$/)).default({}),
          /** PKCS#12 file with the keys of mutual TLS, relative to the workspace. */
          keystore: z.object({ file: z.string().min(1), password: secretValueSchema.optional() }).optional(),
        })
        .prefault({}),
      gateway: z
        .looseObject({
          ...listenerSettings(9033),
          /** How much of each body that passes through its record keeps. */
          recordedBodyBytes: z.number().int().min(0).max(262_144).default(65_536),
        })
        .prefault({}),
      platform: z
        .looseObject({
          ...listenerSettings(9034),
          /** Users of the sandbox, besides those who were made. */
          users: z.number().int().min(1).max(200_000).default(400),
          /** Requests of each rate group; a group without a limit has none. */
          rateLimits: z.partialRecord(rateGroupSchema, rateLimitSchema).prefault({}),
          /** What a refused request is told to wait: whole seconds, always the same, or nothing. */
          retryAfter: z.enum(['ceil', 'fixed', 'none']).default('ceil'),
          retryAfterSeconds: z.number().int().min(1).max(3_600).default(5),
        })
        .prefault({}),
      sampleUpstreams: z
        .looseObject({
          ...listenerSettings(9035),
          /** Names of the weaknesses that are switched on in the sample resource server and the client simulator. */
          weaknesses: z.array(z.string()).default([]),
          /** Whether the resource server takes tokens in the query. RFC 6750 §2.3 */
          queryTokens: z.boolean().default(true),
          /** Whether a token has to name the resource server as its audience; else one that names nobody is taken too. */
          requireAudience: z.boolean().default(false),
          /** How long a validation is trusted, in seconds; 0: every request asks anew. */
          validationCacheSeconds: z.number().int().min(0).max(3_600).default(0),
        })
        .prefault({}),
    })
    .prefault({}),
  network: networkSchema.prefault({}),
  durability: z.enum(['normal', 'full']).default('normal'),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type SampleUpstreamsSettings = Manifest['services']['sampleUpstreams'];
export type PlatformSettings = Manifest['services']['platform'];
export type AuthorizationServerSettings = Manifest['services']['authorizationServer'];
