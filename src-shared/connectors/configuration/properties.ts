import { z } from 'zod';
import { objectTypeSchema } from './object-type.ts';
import { retrySchema } from './retries.ts';
import { anyJson, caseless, flag, secret, secretKey, text, textMap, wholeNumber } from './values.ts';
import { authenticationMethods, grantTypes } from './vocabulary.ts';

/** The remote and how requests reach it. */
const connection = {
  serviceUri: text.describe('Base URL of the remote, such as https://hr.example.com/api.'),
  acceptSelfSignedCertificates: flag(false).describe('Trusts any certificate. For debugging only.'),
  disableHostNameVerifier: flag(false).describe('Trusts certificates of other hosts. For debugging only.'),
  disableHttpCompression: flag(false).describe('Asks for answers that are not compressed.'),
  clientCertAlias: text.describe('Mutual TLS: alias of the certificate in the keystore.'),
  clientCertPassword: secret.describe(
    'Password of the private key, where it differs from that of the keystore.',
  ),
  maximumConnections: wholeNumber(1, 10_000)
    .nullable()
    .default(10)
    .transform((value) => value ?? 10)
    .describe('Connections that are open at once; further requests wait.'),
  connectionTimeout: wholeNumber(0, 86_400)
    .nullable()
    .default(30)
    .transform((value) => value ?? 30)
    .describe('Time for a connection and for an answer, in seconds; 0: no limit.'),
  httpProxyHost: text.describe('Host of an HTTP proxy.'),
  httpProxyPort: wholeNumber(1, 65_535).nullable().default(null).describe('Port of the HTTP proxy.'),
  httpProxyUsername: text.describe('Name by which the proxy knows this connector.'),
  httpProxyPassword: secret.describe('Password for the proxy.'),
  defaultHeaders: textMap.describe('Header fields of every request.'),
  retries: z
    .array(retrySchema)
    .nullable()
    .default([])
    .transform((rules) => rules ?? [])
    .describe('Extension: when to repeat a request. The first matching rule applies.')
    .meta({ examples: [[{ codes: ['429', '503'], attempts: 3 }]] }),
  userAgent: text.describe('User-Agent of every request; null: that of the vendor setting.'),
};

/** How requests say who sends them. Spec 2 §5 */
const authentication = {
  authenticationMethod: caseless(authenticationMethods, 'an authentication method')
    .nullable()
    .default('OAUTH')
    .transform((method) => method ?? 'OAUTH')
    .describe(
      'BASIC: login and password; OAUTH: an access token; JWT_TOKEN: a JWT signed here; TOKEN: authToken. Extension: NONE sends no credentials.',
    ),
  login: text.describe('BASIC: name of the user.'),
  password: secret.describe('BASIC: password of the user.'),
  authToken: secret.describe('TOKEN: the token.'),
  authorizationTokenPrefix: z
    .string()
    .nullable()
    .default('Bearer')
    .transform((prefix) => prefix ?? 'Bearer')
    .describe('What stands before the token in the Authorization field.'),
  tokenEndpoint: text.describe('OAUTH: URL at which access tokens are asked for.'),
  clientId: text.describe('OAUTH: identifier of the client.'),
  clientSecret: secret.describe('OAUTH: secret of the client.'),
  grantType: caseless(grantTypes, 'a grant')
    .nullable()
    .default(null)
    .describe('OAUTH: the grant that is used.'),
  refreshToken: secret.describe('OAUTH with refresh_token: the refresh token.'),
  scope: text.describe('OAUTH: the scope that is asked for.'),
  useBasicAuthForOauthTokenNeg: flag(true).describe(
    'OAUTH: true sends client identifier and secret by Basic authentication, false as header fields.',
  ),
  clientCredentialsInForm: flag(false).describe(
    'Extension: with useBasicAuthForOauthTokenNeg false, sends identifier and secret as form fields.',
  ),
  jwtKey: secretKey.describe('JWT_TOKEN, jwt_bearer: the key as a JWK, an object or its text.'),
  jwtExpiration: wholeNumber(1, 525_600)
    .nullable()
    .default(null)
    .describe('JWT_TOKEN, jwt_bearer: how long a JWT is valid, in minutes.'),
  jwtAlgorithm: text.describe('JWT_TOKEN, jwt_bearer: algorithm of the signature, such as RS256.'),
  jwtClaims: z
    .record(z.string(), anyJson)
    .nullable()
    .default(null)
    .describe('JWT_TOKEN, jwt_bearer: claims.'),
  jwtPem: secret.describe('JWT_TOKEN, jwt_bearer: the private key as PEM.'),
  jwtCert: secret.describe('JWT_TOKEN, jwt_bearer: the certificate of that key as PEM.'),
  keyAlgorithm: text.describe('Type of the key in jwtPem: RSA, EC or DSA.'),
};

/** Members of samples that nothing reads. */
const unused = {
  tokenExpiration: anyJson.nullish().describe('Kept; nothing reads it.'),
  accessToken: anyJson.nullish().describe('Kept; nothing reads it.'),
  customGrantType: anyJson.nullish().describe('Kept; nothing reads it.'),
  defaultHeader: anyJson.nullish().describe('Kept; nothing reads it. Header fields stand in defaultHeaders.'),
};
/** Names of the members that samples hold and nothing reads. Spec 2 §A.1 */
export const unusedProperties: readonly string[] = Object.keys(unused);

/** Names of the members that go beyond the documents. */
export const extensionProperties: readonly string[] = ['clientCredentialsInForm', 'retries'];

/** `configurationProperties`. Spec 2 §A.1 */
export const propertiesSchema = z.object({
  ...connection,
  ...authentication,
  ...unused,
  objectTypes: z
    .record(z.string(), objectTypeSchema)
    .nullable()
    .default({ __ACCOUNT__: { schema: [], operations: {}, exceptions: {} } })
    .transform((types) => types ?? {})
    .describe('Operations and schemas by object class, such as __ACCOUNT__.'),
});

/** Properties of the type GuardedString. Spec 2 §A.1 */
export const guardedProperties = [
  'password',
  'clientSecret',
  'authToken',
  'refreshToken',
  'jwtKey',
  'jwtPem',
  'jwtCert',
  'clientCertPassword',
  'httpProxyPassword',
] as const;

export type ConnectorProperties = z.output<typeof propertiesSchema>;
