import { z } from 'zod';
import { clientAuthentications } from '../flows/setup.ts';
import { secretValueSchema } from './secret.ts';

const httpUrl = z.url({ protocol: /^https?$/ });

/** A client of ours at another server: RFC 7591 §2 names. */
export const targetClientSchema = z.looseObject({
  client_id: z.string().min(1).max(1_024),
  client_secret: secretValueSchema.optional(),
  token_endpoint_auth_method: z.enum(clientAuthentications).optional(),
  /** Private key for `private_key_jwt`: a JWK as JSON, or PEM. */
  private_key: secretValueSchema.optional(),
  private_key_alg: z.string().default('RS256'),
  private_key_id: z.string().optional(),
  /** Certificate for `tls_client_auth`: PEM, and the key that belongs to it. RFC 8705 §2 */
  certificate: z.string().optional(),
  certificate_key: secretValueSchema.optional(),
  redirect_uris: z.array(z.string().min(1)).default([]),
  /** What it may use; absent: nobody but the server knows. */
  grant_types: z.array(z.string()).optional(),
  scope: z.string().default(''),
});

/** `targets/<name>.json`: an authorization server that Gatehouse does not host, and our clients and users there. */
export const targetFileSchema = z.looseObject({
  display_name: z.string().min(1).max(100).optional(),
  issuer: httpUrl,
  /** Endpoints are read from the server's metadata; those that stand here win. RFC 8414 */
  discovery: z.boolean().default(true),
  authorization_endpoint: httpUrl.optional(),
  token_endpoint: httpUrl.optional(),
  introspection_endpoint: httpUrl.optional(),
  revocation_endpoint: httpUrl.optional(),
  userinfo_endpoint: httpUrl.optional(),
  jwks_uri: httpUrl.optional(),
  /** A resource that takes its tokens. */
  resource: httpUrl.optional(),
  clients: z.array(targetClientSchema).default([]),
  users: z
    .array(z.looseObject({ username: z.string().min(1), password: secretValueSchema.optional() }))
    .default([]),
  /** A proxy for this server alone, for example one that intercepts; absent: that of the workspace. */
  proxy: z
    .object({
      url: z.url({ protocol: /^http$/ }),
      username: z.string().optional(),
      password: secretValueSchema.optional(),
    })
    .optional(),
  /** Paths of PEM files in the workspace that are trusted for this server. */
  ca_files: z.array(z.string().min(1)).default([]),
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
  readonly users: readonly { readonly username: string; readonly password: () => string | null }[];
  readonly proxyPassword: () => string | null;
}
