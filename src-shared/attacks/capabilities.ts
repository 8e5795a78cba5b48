import { z } from 'zod';
import { clientAuthentications } from '../oauth/client-authentication.ts';

/** A client of the target as the probe found it. */
export const probedClientSchema = z.object({
  clientId: z.string(),
  /** How it authenticates at the token endpoint, as far as the server takes it. */
  authentication: z.enum(clientAuthentications),
  /** Another way than the one that its file gives was taken in place of it. */
  isCorrected: z.boolean(),
  /** The server demands PKCE of it. RFC 7636 */
  pkce: z.boolean(),
  /** The server takes only pushed authorization requests of it. RFC 9126 §5 */
  push: z.boolean(),
  redirectUris: z.int(),
  /** Why the token endpoint does not know it; null: it does, or that was not tried. */
  problem: z.string().nullable(),
  /** Why no code comes back to it; null: one does, or that was not tried. */
  frontProblem: z.string().nullable(),
});

/** The demands and abilities of a target, found by a few requests before the first case. */
export const capabilitiesSchema = z.object({
  /** Requests that it took. */
  requests: z.int(),
  /** Address of the metadata. */
  metadata: z.string(),
  /** Its answers carry `iss`. RFC 9207 */
  namesIssuer: z.boolean(),
  /** It answers a second authorization request without asking the user again; null: that was not tried. */
  remembersConsent: z.boolean().nullable(),
  clients: z.array(probedClientSchema),
});

/** The remains of a run at a server that is not hosted here: at most so many, as some are used up or revoked. */
export const leftBehindSchema = z.object({
  /** Each represents a session of the user, and a consent. */
  authorizations: z.int(),
  accessTokens: z.int(),
  refreshTokens: z.int(),
});

export type LeftBehindCounts = z.infer<typeof leftBehindSchema>;
export type ProbedClient = z.infer<typeof probedClientSchema>;
export type Capabilities = z.infer<typeof capabilitiesSchema>;
