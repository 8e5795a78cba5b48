import { z } from 'zod';
import { secretValueSchema } from './secret.ts';

/** The three ways in which the authorization server can behave. */
export const profileSchema = z.enum(['product', 'strict', 'training']);

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

const port = z.number().int().min(0).max(65_535);
const listenerSettings = (defaultPort: number) => ({
  port: port
    .default(defaultPort)
    .describe(
      'Port to listen on; 0: a free one. A port that is taken is an error: only the screens move on.',
    ),
  bind: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address to listen on; anything but loopback is an explicit choice.'),
  publicUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Base URL under which others reach the service, when it differs from the listener's."),
  allowedHosts: z
    .array(z.string().regex(/^(?:\*\.)?[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/))
    .max(100)
    .default([])
    .describe(
      'Further names under which the service answers, without a port; `*.example.com` for all below it. Others than these, loopback names, its own address and the host of `publicUrl` are answered with 421.',
    ),
  tls: z
    .boolean()
    .default(false)
    .describe("Whether it speaks TLS, with a certificate of the workspace's own CA."),
});

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

/** The groups of endpoints that share a limit at the platform sandbox. Spec 3 §8 */
export const rateGroups = ['directoryRead', 'directoryWrite', 'configuration', 'audit', 'analytics'] as const;
export const rateGroupSchema = z.enum(rateGroups);
export type RateGroup = (typeof rateGroups)[number];
const rateLimitSchema = z.object({
  requestsPerSecond: z.number().positive().max(1_000_000),
  burst: z.number().int().min(1).max(1_000_000).default(10),
});

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
      authorizationServer: z
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
          allowPlainPkce: z
            .boolean()
            .default(true)
            .describe('Whether the method `plain` is taken. RFC 7636 §4.3'),
          issuerInResponse: z
            .boolean()
            .default(false)
            .describe('`iss` in authorization responses. RFC 9207.'),
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
            .describe(
              '`aud` of JWT access tokens where neither request nor client names one; absent: the issuer.',
            ),
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
        .describe('The OAuth 2.0 and OpenID Connect authorization server.'),
      connectorHost: z
        .looseObject({
          ...listenerSettings(9032),
          username: z.string().default('admin').describe('Who may use the management interface.'),
          password: secretValueSchema
            .optional()
            .describe('The password of that user; absent: nobody gets in.'),
          alreadyExistsStatus: z
            .union([z.literal(412), z.literal(409)])
            .default(412)
            .describe('Status for an object that exists already: the products answer 412.'),
          runtime: z
            .enum(['complete', 'product'])
            .default('complete')
            .describe(
              'complete: searches read on until a page is full, and lists to the end. product: each request reads one page of the remote, as a literal connector does.',
            ),
          maxListRecords: z
            .number()
            .int()
            .min(1)
            .max(10_000_000)
            .default(100_000)
            .describe(
              'Maximum number of records in a list without _pageSize. Longer lists are cut, and the response says so.',
            ),
          frameworkVersion: z
            .string()
            .regex(/^\d+(?:\.\d+){1,3}$/)
            .default('1.5.20.36')
            .describe('Version of the connector framework that the host stands for. Spec 2 §9'),
          connectorServers: z
            .record(z.string(), z.string().regex(/^\d+(?:\.\d+){1,3}$/))
            .default({})
            .describe('Versions of remote connector servers by their names. Spec 2 §9'),
          keystore: z
            .object({
              file: z.string().min(1).describe('Its path, relative to the workspace.'),
              password: secretValueSchema.optional().describe('The password of the keystore.'),
            })
            .optional()
            .describe('PKCS#12 file with the keys of mutual TLS, relative to the workspace.'),
        })
        .prefault({})
        .describe('The host that runs connectors, with its management interface.'),
      gateway: z
        .looseObject({
          ...listenerSettings(9033),
          recordedBodyBytes: z
            .number()
            .int()
            .min(0)
            .max(262_144)
            .default(65_536)
            .describe('How much of each body that passes through its record keeps.'),
        })
        .prefault({})
        .describe('The gateway.'),
      platform: z
        .looseObject({
          ...listenerSettings(9034),
          users: z
            .number()
            .int()
            .min(1)
            .max(200_000)
            .default(400)
            .describe('Users of the sandbox, besides those who were made.'),
          rateLimits: z
            .partialRecord(rateGroupSchema, rateLimitSchema)
            .prefault({})
            .describe('Requests of each rate group; a group without a limit has none.'),
          retryAfter: z
            .enum(['ceil', 'fixed', 'none'])
            .default('ceil')
            .describe('What a refused request is told to wait: whole seconds, always the same, or nothing.'),
          retryAfterSeconds: z
            .number()
            .int()
            .min(1)
            .max(3_600)
            .default(5)
            .describe('What `fixed` says, in seconds.'),
        })
        .prefault({})
        .describe('The platform to rehearse imports of consents on.'),
      sampleUpstreams: z
        .looseObject({
          ...listenerSettings(9035),
          weaknesses: z
            .array(z.string())
            .default([])
            .describe(
              'Names of the weaknesses that are switched on in the sample resource server and the client simulator.',
            ),
          queryTokens: z
            .boolean()
            .default(true)
            .describe('Whether the resource server takes tokens in the query. RFC 6750 §2.3'),
          requireAudience: z
            .boolean()
            .default(false)
            .describe(
              'Whether a token has to name the resource server as its audience; else one that names nobody is taken too.',
            ),
          validationCacheSeconds: z
            .number()
            .int()
            .min(0)
            .max(3_600)
            .default(0)
            .describe('How long a validation is trusted, in seconds; 0: every request asks anew.'),
        })
        .prefault({})
        .describe('The sample client, resource server and directory of people.'),
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
export type SampleUpstreamsSettings = Manifest['services']['sampleUpstreams'];
export type PlatformSettings = Manifest['services']['platform'];
export type AuthorizationServerSettings = Manifest['services']['authorizationServer'];
