import { z } from 'zod';
import { signingAlgorithmSchema } from '../workspace/services/authorization-server.ts';
import { procedure } from './base.ts';

/** Whose tokens: the user as consents name them, or null for clients that act for themselves. */
const holder = z.string().nullable();

/** A place in the tree of issued tokens: holder, client, grant. Null: its root. */
const parentSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('holder'), holder }),
    z.object({ kind: z.literal('client'), holder, clientId: z.string() }),
    z.object({ kind: z.literal('family'), familyId: z.string() }),
  ])
  .nullable();

/** One row of the tree; what does not apply is null. */
export const liveTokenRowSchema = z.object({
  kind: z.enum(['holder', 'client', 'family', 'access_token', 'refresh_token']),
  /** Of a token the SHA-256 by which the server knows it, of a grant its identifier, else a client_id or a holder. */
  id: z.string(),
  holder,
  clientId: z.string().nullable(),
  familyId: z.string().nullable(),
  /** Of a holder or client: `valid` while any of its tokens is. `orphaned`: its client or user is gone. */
  state: z.enum(['valid', 'expired', 'revoked', 'rolled', 'orphaned']),
  /** Access and refresh tokens below it, and how many of them are good now. */
  tokens: z.int(),
  live: z.int(),
  scope: z.string().nullable(),
  audience: z.string().nullable(),
  grantType: z.string().nullable(),
  issuedAtMillis: z.number().nullable(),
  /** Null of a token: it does not expire. */
  expiresAtMillis: z.number().nullable(),
  lastUsedAtMillis: z.number().nullable(),
});

const revocationTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('token'), tokenId: z.string() }),
  z.object({ kind: z.literal('family'), familyId: z.string() }),
  z.object({ kind: z.literal('holder'), holder: z.string() }),
  /** Every token of a client; with a holder only those that it got for them, null: for itself. */
  z.object({ kind: z.literal('client'), clientId: z.string(), holder: holder.optional() }),
]);

export const liveTokensContract = {
  /** Rows below a place, the newest first. `search` finds holders and clients by a part of their names. */
  rows: procedure
    .input(
      z.object({
        parent: parentSchema,
        search: z.string().max(200).default(''),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(500).default(100),
      }),
    )
    .output(z.object({ total: z.int(), items: z.array(liveTokenRowSchema) })),
  /** How many tokens are good now for a client or a user: what ends with their registration. */
  count: procedure
    .input(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('client'), clientId: z.string() }),
        z.object({ kind: z.literal('user'), username: z.string() }),
      ]),
    )
    .output(z.object({ live: z.int(), grants: z.int(), consents: z.int() })),
  /** Ends tokens for good; committed when the call returns. A refresh token takes its grant with it. RFC 7009 §2.1 */
  revoke: procedure
    .input(
      z.object({
        target: revocationTarget,
        by: z.enum(['administrator', 'user']).default('administrator'),
        reason: z.string().max(300).default(''),
      }),
    )
    .output(z.object({ grants: z.int(), tokens: z.int() })),
};

export const consentSchema = z.object({
  username: z.string(),
  clientId: z.string(),
  scopes: z.array(z.string()),
  grantedAtMillis: z.number(),
});

export const consentsContract = {
  list: procedure
    .input(z.object({ username: z.string().optional(), clientId: z.string().optional() }))
    .output(z.array(consentSchema)),
  /** Withdraws a user's consent for a client; with `revokeTokens` its tokens for that user end too. */
  withdraw: procedure
    .input(z.object({ username: z.string(), clientId: z.string(), revokeTokens: z.boolean() }))
    .output(z.object({ withdrawn: z.boolean(), grants: z.int(), tokens: z.int() })),
};

/** Names with which somebody is signed in, or for which too many wrong passwords came. */
export const accountSchema = z.object({
  username: z.string(),
  /** Null: it is not locked. */
  lockedUntilMillis: z.number().nullable(),
  wrongGuesses: z.int(),
  /** Browsers in which they are signed in. */
  sessions: z.int(),
});

export const accountsContract = {
  list: procedure.output(z.array(accountSchema)),
  unlock: procedure.input(z.object({ username: z.string() })).output(z.object({ unlocked: z.boolean() })),
  /** Ends the sign-ins of a user in every browser; tokens stay. */
  signOut: procedure.input(z.object({ username: z.string() })).output(z.object({ sessions: z.int() })),
};

export const signingKeySchema = z.object({
  kid: z.string(),
  algorithm: signingAlgorithmSchema,
  state: z.enum(['signing', 'published', 'retired']),
  createdAtMillis: z.number(),
  replacedAtMillis: z.number().nullable(),
  /** When it leaves the JWKS; null while it signs. */
  publishedUntilMillis: z.number().nullable(),
  /** Its public half as a JWK. RFC 7517 §4 */
  publicJwk: z.record(z.string(), z.unknown()),
});

export const signingKeysContract = {
  /** The newest first. */
  list: procedure.output(z.array(signingKeySchema)),
  /** Puts a new key in place of the one that signs; that one stays published for the overlap. */
  rotate: procedure.input(z.object({ algorithm: signingAlgorithmSchema })).output(signingKeySchema),
};

export type LiveTokenRow = z.infer<typeof liveTokenRowSchema>;
export type LiveTokenParent = z.infer<typeof parentSchema>;
export type RevocationTarget = z.infer<typeof revocationTarget>;
export type ConsentRow = z.infer<typeof consentSchema>;
export type Account = z.infer<typeof accountSchema>;
export type SigningKeyView = z.infer<typeof signingKeySchema>;
