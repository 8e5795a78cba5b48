import { z } from 'zod';
import { clientAuthentications } from '../oauth/client-authentication.ts';
import { secretValueSchema } from './secret.ts';

const httpUrl = z.url({ protocol: /^https?$/ });

/** A client of ours at another server: RFC 7591 §2 names. */
export const targetClientSchema = z.looseObject({
  client_id: z.string().min(1).max(1_024).describe('Client identifier at the server.'),
  client_secret: secretValueSchema
    .optional()
    .describe('Client secret at the server. Omit it for a public client.'),
  token_endpoint_auth_method: z
    .enum(clientAuthentications)
    .optional()
    .describe('Client authentication method. Default: the secret, if any.'),
  private_key: secretValueSchema
    .optional()
    .describe('Private key for `private_key_jwt`: a JWK as JSON, or PEM.'),
  private_key_alg: z.string().default('RS256').describe('Algorithm of client assertions.'),
  private_key_id: z.string().optional().describe('`kid` of client assertions.'),
  id_token_signed_response_alg: z
    .string()
    .optional()
    .describe('Signing algorithm of ID tokens. Default: every public-key algorithm in the metadata.'),
  certificate: z
    .string()
    .optional()
    .describe('Certificate for `tls_client_auth` as PEM, with its key. RFC 8705 §2'),
  certificate_key: secretValueSchema.optional().describe('Key of the certificate as PEM.'),
  redirect_uris: z.array(z.string().min(1)).default([]).describe('Redirect URIs registered at the server.'),
  grant_types: z.array(z.string()).optional().describe('Permitted grants. Default: unknown.'),
  scope: z.string().default('').describe('Requested scopes.'),
  registered_by: z
    .literal('gatehouse')
    .optional()
    .describe('Whether Gatehouse registered the client itself. RFC 7591'),
  registration_client_uri: httpUrl.optional().describe('Where the registration is managed. RFC 7592 §3'),
  registration_access_token: secretValueSchema
    .optional()
    .describe('Token that manages the registration. RFC 7592 §3'),
});

/** A SAML issuer that another server trusts. RFC 7522 §3 */
const trustedIssuerSchema = z.object({
  issuer: z.string().min(1).describe('Entity id, as registered at the server.'),
  private_key: secretValueSchema.describe('Key that signs the assertions, as PEM.'),
  certificate: z.string().min(1).describe('Certificate of the key, as PEM.'),
  audience: z
    .string()
    .min(1)
    .optional()
    .describe('Audience of the assertions. Default: the issuer of the server.'),
});

/** An application of one's own that signs people in at another server. */
const applicationSchema = z.object({
  client_id: z.string().min(1).describe('Client of the application, one of `clients`.'),
  start: httpUrl.describe('URL that starts a sign-in.'),
  account: httpUrl.describe('A page that shows the signed-in user.'),
  shows: z
    .string()
    .min(1)
    .optional()
    .describe('Text on this page while the first of `users` is signed in. Default: the user name.'),
  onward: httpUrl.optional().describe('URL that redirects to the URL in its parameter.'),
  onward_parameter: z.string().min(1).default('next').describe('Name of that parameter.'),
});

/** How people are signed in at another server while nobody is at the screen. */
export const targetSignInSchema = z.object({
  with: z
    .enum(['auto', 'forms', 'browser'])
    .default('auto')
    .describe(
      '`forms` sends the forms over plain HTTP. `browser` uses a headless browser. `auto` starts with forms and uses the browser if a page requires it.',
    ),
  file: z
    .string()
    .min(1)
    .optional()
    .describe('Name of a file in `sign-ins/`, for pages that need a description.'),
  origins: z
    .array(httpUrl)
    .default([])
    .describe(
      'Origins where the user name, the password and codes may be typed, in addition to the issuer and the authorization endpoint.',
    ),
  keep_session: z
    .boolean()
    .default(true)
    .describe(
      'Whether to store the session, encrypted in the state, for the next run. If false, each run signs in.',
    ),
});

/** `targets/<name>.json`: an authorization server that Gatehouse does not host, and our clients and users there. */
export const targetFileSchema = z.looseObject({
  display_name: z.string().min(1).max(100).optional().describe('Display name. Default: name of the file.'),
  issuer: httpUrl.describe('Issuer of the server.'),
  discovery: z
    .boolean()
    .default(true)
    .describe('Endpoints come from the metadata of the server. Members here override them. RFC 8414'),
  authorization_endpoint: httpUrl.optional().describe('Authorization endpoint; overrides the metadata.'),
  token_endpoint: httpUrl.optional().describe('Token endpoint.'),
  introspection_endpoint: httpUrl.optional().describe('Introspection endpoint.'),
  revocation_endpoint: httpUrl.optional().describe('Revocation endpoint.'),
  pushed_authorization_request_endpoint: httpUrl
    .optional()
    .describe('Pushed authorization request endpoint. RFC 9126 §2'),
  registration_endpoint: httpUrl.optional().describe('Client registration endpoint. RFC 7591 §3'),
  end_session_endpoint: httpUrl
    .optional()
    .describe('End session endpoint. OpenID Connect RP-Initiated Logout §2.1'),
  userinfo_endpoint: httpUrl.optional().describe('UserInfo endpoint.'),
  jwks_uri: httpUrl.optional().describe('URL of the public keys.'),
  resource: httpUrl.optional().describe('A resource that accepts the tokens of the server.'),
  saml: trustedIssuerSchema
    .optional()
    .describe('A SAML issuer that the server trusts, for signing assertions. RFC 7522'),
  application: applicationSchema
    .optional()
    .describe('An application whose users sign in at the server, as a target of attacks.'),
  clients: z.array(targetClientSchema).default([]).describe('Clients at the server.'),
  users: z
    .array(
      z.looseObject({
        username: z.string().min(1).describe('User name.'),
        password: secretValueSchema
          .optional()
          .describe('Password for unattended sign-ins. Without it, the user cannot sign in unattended.'),
        totp_seed: secretValueSchema
          .optional()
          .describe(
            'Seed of one-time codes, in Base32 or as an `otpauth://totp/` URI. Default: no code is entered. RFC 6238',
          ),
      }),
    )
    .default([])
    .describe('Users of the server.'),
  sign_in: targetSignInSchema.optional().describe('Unattended sign-in at the server.'),
  proxy: z
    .object({
      url: z.url({ protocol: /^http$/ }).describe('Address of the proxy.'),
      username: z.string().optional().describe('User name, if the proxy requires authentication.'),
      password: secretValueSchema.optional().describe('Password of that user.'),
    })
    .optional()
    .describe(
      'A proxy for this server only, such as an intercepting proxy. Default: the proxy of the workspace.',
    ),
  ca_files: z
    .array(z.string().min(1))
    .default([])
    .describe('Paths of PEM files in the workspace that are trusted for this server.'),
});

export type TargetFile = z.output<typeof targetFileSchema>;

/** A client at another server, its secrets resolved when they are needed. */
export interface TargetClient {
  readonly file: z.output<typeof targetClientSchema>;
  readonly secret: () => string | null;
  readonly privateKey: () => string | null;
  readonly certificateKey: () => string | null;
  /** The token that manages its registration. RFC 7592 §3 */
  readonly registrationToken: () => string | null;
}

/** Another server as the flow debugger uses it. */
export interface Target {
  /** The name of its file. */
  readonly name: string;
  readonly displayName: string;
  readonly file: TargetFile;
  readonly clients: readonly TargetClient[];
  readonly users: readonly {
    readonly username: string;
    readonly password: () => string | null;
    /** The seed of the one-time codes. */
    readonly totpSeed: () => string | null;
  }[];
  readonly proxyPassword: () => string | null;
  /** The key of the SAML issuer that it trusts. */
  readonly samlKey: () => string | null;
}
