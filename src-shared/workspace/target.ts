import { z } from 'zod';
import { clientAuthentications } from '../oauth/client-authentication.ts';
import { secretValueSchema } from './secret.ts';

const httpUrl = z.url({ protocol: /^https?$/ });

/** A client of ours at another server: RFC 7591 §2 names. */
export const targetClientSchema = z.looseObject({
  client_id: z.string().min(1).max(1_024).describe('The identifier there.'),
  client_secret: secretValueSchema.optional().describe('The secret there; absent for a public client.'),
  token_endpoint_auth_method: z
    .enum(clientAuthentications)
    .optional()
    .describe('How it shows who it is; absent: by its secret, where it has one.'),
  private_key: secretValueSchema
    .optional()
    .describe('Private key for `private_key_jwt`: a JWK as JSON, or PEM.'),
  private_key_alg: z.string().default('RS256').describe('The algorithm of its assertions.'),
  private_key_id: z.string().optional().describe('`kid` of its assertions.'),
  id_token_signed_response_alg: z
    .string()
    .optional()
    .describe(
      'The signing algorithm of its ID tokens. If absent, every public-key algorithm in the metadata is accepted.',
    ),
  certificate: z
    .string()
    .optional()
    .describe('Certificate for `tls_client_auth`: PEM, and the key that belongs to it. RFC 8705 §2'),
  certificate_key: secretValueSchema.optional().describe('The key of the certificate, as PEM.'),
  redirect_uris: z
    .array(z.string().min(1))
    .default([])
    .describe('The redirect URIs that are registered there.'),
  grant_types: z
    .array(z.string())
    .optional()
    .describe('What it may use; absent: nobody but the server knows.'),
  scope: z.string().default('').describe('What it asks for.'),
});

/** A SAML issuer that another server trusts. RFC 7522 §3 */
const trustedIssuerSchema = z.object({
  issuer: z.string().min(1).describe('Its entity id, as the server knows it.'),
  private_key: secretValueSchema.describe('The key that signs its assertions, as PEM.'),
  certificate: z.string().min(1).describe('The certificate of the key, as PEM.'),
  audience: z
    .string()
    .min(1)
    .optional()
    .describe('Who its assertions are for; absent: the issuer of the server.'),
});

/** An application of one's own that signs people in at another server. */
const applicationSchema = z.object({
  client_id: z.string().min(1).describe('Its client, which is one of `clients`.'),
  start: httpUrl.describe('Where its sign-in begins.'),
  account: httpUrl.describe('A page that shows who is signed in.'),
  shows: z
    .string()
    .min(1)
    .optional()
    .describe('A text that this page holds while the first of `users` is signed in; absent: the user name.'),
  onward: httpUrl
    .optional()
    .describe('An address that sends people on, to where its parameter says, whoever is signed in.'),
  onward_parameter: z.string().min(1).default('next').describe('The name of that parameter.'),
});

/** How people are signed in at another server while nobody is at the screen. */
export const targetSignInSchema = z.object({
  with: z
    .enum(['auto', 'forms', 'browser'])
    .default('auto')
    .describe(
      '`forms` sends the forms of its pages over plain HTTP; `browser` works in a browser without a window; `auto` begins with forms and goes on to the browser where a page cannot be answered without one.',
    ),
  file: z
    .string()
    .min(1)
    .optional()
    .describe('The name of a file in `sign-ins/`, for pages that are not understood without a description.'),
  origins: z
    .array(httpUrl)
    .default([])
    .describe(
      'Origins besides those of the issuer and the authorization endpoint at which the user name, the password and codes may be typed.',
    ),
  keep_session: z
    .boolean()
    .default(true)
    .describe(
      'Keep who is signed in there, sealed in the state, for the next run; false: each run signs in.',
    ),
});

/** `targets/<name>.json`: an authorization server that Gatehouse does not host, and our clients and users there. */
export const targetFileSchema = z.looseObject({
  display_name: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('What the screens call it; absent: the name of the file.'),
  issuer: httpUrl.describe('Its issuer.'),
  discovery: z
    .boolean()
    .default(true)
    .describe("Endpoints are read from the server's metadata; those that stand here win. RFC 8414"),
  authorization_endpoint: httpUrl
    .optional()
    .describe('The authorization endpoint, in place of what its metadata say.'),
  token_endpoint: httpUrl.optional().describe('The token endpoint.'),
  introspection_endpoint: httpUrl.optional().describe('The introspection endpoint.'),
  revocation_endpoint: httpUrl.optional().describe('The revocation endpoint.'),
  pushed_authorization_request_endpoint: httpUrl
    .optional()
    .describe('Where authorization requests are pushed to. RFC 9126 §2'),
  userinfo_endpoint: httpUrl.optional().describe('The userinfo endpoint.'),
  jwks_uri: httpUrl.optional().describe('Where its public keys are.'),
  resource: httpUrl.optional().describe('A resource that takes its tokens.'),
  saml: trustedIssuerSchema
    .optional()
    .describe('A SAML issuer that it trusts, in whose name assertions are signed. RFC 7522'),
  application: applicationSchema
    .optional()
    .describe('An application that signs people in there, for attacks on it.'),
  clients: z.array(targetClientSchema).default([]).describe('Our clients there.'),
  users: z
    .array(
      z.looseObject({
        username: z.string().min(1).describe('The name.'),
        password: secretValueSchema
          .optional()
          .describe('The password, for the unattended browser; absent: it signs nobody in.'),
        totp_seed: secretValueSchema
          .optional()
          .describe(
            'The seed of the one-time codes, in Base32 or as an `otpauth://totp/` address; absent: no code is typed. RFC 6238',
          ),
      }),
    )
    .default([])
    .describe('Who can sign in there.'),
  sign_in: targetSignInSchema.optional().describe('How people are signed in there unattended.'),
  proxy: z
    .object({
      url: z.url({ protocol: /^http$/ }).describe('Its address.'),
      username: z.string().optional().describe('Its user, where it asks for one.'),
      password: secretValueSchema.optional().describe('The password of that user.'),
    })
    .optional()
    .describe(
      'A proxy for this server alone, for example one that intercepts; absent: that of the workspace.',
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
