import { z } from 'zod';
import { objectTypeSchema } from './object-type.ts';
import { retrySchema } from './retries.ts';
import { anyJson, caseless, flag, secret, secretKey, text, textMap, wholeNumber } from './values.ts';
import { authenticationMethods, grantTypes } from './vocabulary.ts';

/** The remote and how requests reach it. */
const connection = {
  serviceUri: text.describe('Base URL of the remote system, such as https://hr.example.com/api.'),
  acceptSelfSignedCertificates: flag(false).describe('Accepts any certificate. For debugging only.'),
  disableHostNameVerifier: flag(false).describe(
    'Accepts certificates issued for other hosts. For debugging only.',
  ),
  disableHttpCompression: flag(false).describe('Requests uncompressed responses.'),
  clientCertAlias: text.describe('Mutual TLS: alias of the certificate in the keystore.'),
  clientCertPassword: secret.describe(
    'Password of the private key, if it differs from the keystore password.',
  ),
  maximumConnections: wholeNumber(1, 10_000)
    .nullable()
    .default(10)
    .transform((value) => value ?? 10)
    .describe('Maximum number of open connections. Further requests wait.'),
  connectionTimeout: wholeNumber(0, 86_400)
    .nullable()
    .default(30)
    .transform((value) => value ?? 30)
    .describe('Timeout for connecting and for a response, in seconds; 0: no limit.'),
  httpProxyHost: text.describe('Host of an HTTP proxy.'),
  httpProxyPort: wholeNumber(1, 65_535).nullable().default(null).describe('Port of the HTTP proxy.'),
  httpProxyUsername: text.describe('User name for the proxy.'),
  httpProxyPassword: secret.describe('Password for the proxy.'),
  defaultHeaders: textMap.describe('Headers of every request.'),
  retries: z
    .array(retrySchema)
    .nullable()
    .default([])
    .transform((rules) => rules ?? [])
    .describe('Extension: rules for retries. The first matching rule applies.')
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
      'BASIC: login and password; OAUTH: an access token; JWT_TOKEN: a JWT that the connector signs; TOKEN: authToken. Extension: NONE sends no credentials.',
    ),
  login: text.describe('BASIC: user name.'),
  password: secret.describe('BASIC: password.'),
  authToken: secret.describe('TOKEN: the token.'),
  authorizationTokenPrefix: z
    .string()
    .nullable()
    .default('Bearer')
    .transform((prefix) => prefix ?? 'Bearer')
    .describe('Prefix of the token in the Authorization header.'),
  tokenEndpoint: text.describe('OAUTH: URL of the token endpoint.'),
  clientId: text.describe('OAUTH: client ID.'),
  clientSecret: secret.describe('OAUTH: client secret.'),
  grantType: caseless(grantTypes, 'a grant').nullable().default(null).describe('OAUTH: grant type.'),
  refreshToken: secret.describe('OAUTH with refresh_token: refresh token.'),
  scope: text.describe('OAUTH: requested scope.'),
  useBasicAuthForOauthTokenNeg: flag(true).describe(
    'OAUTH: true sends client ID and secret with Basic authentication, false as headers.',
  ),
  clientCredentialsInForm: flag(false).describe(
    'Extension: if useBasicAuthForOauthTokenNeg is false, sends client ID and secret as form parameters.',
  ),
  jwtKey: secretKey.describe('JWT_TOKEN, jwt_bearer: key as a JWK, as an object or as JSON text.'),
  jwtExpiration: wholeNumber(1, 525_600)
    .nullable()
    .default(null)
    .describe('JWT_TOKEN, jwt_bearer: lifetime of a JWT, in minutes.'),
  jwtAlgorithm: text.describe('JWT_TOKEN, jwt_bearer: signature algorithm, such as RS256.'),
  jwtClaims: z
    .record(z.string(), anyJson)
    .nullable()
    .default(null)
    .describe('JWT_TOKEN, jwt_bearer: claims.'),
  jwtPem: secret.describe('JWT_TOKEN, jwt_bearer: private key as PEM.'),
  jwtCert: secret.describe('JWT_TOKEN, jwt_bearer: certificate of the key as PEM.'),
  keyAlgorithm: text.describe('Type of the key in jwtPem: RSA, EC or DSA.'),
};

/** Members of samples that nothing reads. */
const unused = {
  tokenExpiration: anyJson.nullish().describe('Preserved, but not used.'),
  accessToken: anyJson.nullish().describe('Preserved, but not used.'),
  customGrantType: anyJson.nullish().describe('Preserved, but not used.'),
  defaultHeader: anyJson.nullish().describe('Preserved, but not used. Use defaultHeaders for headers.'),
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
