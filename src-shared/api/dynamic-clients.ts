import { z } from 'zod';
import { procedure } from './base.ts';
import { registrationSchema } from './identity.ts';

/** A client that registered itself, without its secret. RFC 7591 §3.2.1 */
export const dynamicClientSchema = z.object({
  clientId: z.string(),
  /** client_name; else its client_id. */
  name: z.string(),
  isDisabled: z.boolean(),
  issuedAtMillis: z.number(),
  expiresAtMillis: z.number(),
  /** Where the registration came from. */
  address: z.string(),
  metadata: z.record(z.string(), z.unknown()),
});

/** A token with which clients may be registered: never the token itself. RFC 7591 §3 */
export const initialTokenSchema = z.object({
  /** SHA-256 of the token. */
  id: z.string(),
  label: z.string(),
  createdAtMillis: z.number(),
  expiresAtMillis: z.number(),
  /** Registrations that it has allowed, and those that it may. */
  used: z.int(),
  maxUses: z.int(),
});

const named = z.object({ clientId: z.string().min(1).max(256) });

export const dynamicClientsContract = {
  /** The newest first. */
  list: procedure.output(z.array(dynamicClientSchema)),
  /** Fails with `api.not-found` for a client that is not registered any more, as do all below. */
  setEnabled: procedure.input(named.extend({ isEnabled: z.boolean() })).output(dynamicClientSchema),
  /** Deletes a registration and revokes all that was issued to its client. */
  remove: procedure.input(named).output(z.object({ removed: z.boolean() })),
  /** Makes a registration a file of the workspace, with its secret sealed; its client can no longer manage it. */
  keep: procedure.input(named).output(registrationSchema),
  /** The newest first; those that have expired are left out. */
  tokens: procedure.output(z.array(initialTokenSchema)),
  /** The one time that the token is told. */
  createToken: procedure
    .input(
      z.object({
        label: z.string().trim().min(1).max(100),
        lifetimeHours: z.int().min(1).max(8_760),
        maxUses: z.int().min(1).max(10_000),
      }),
    )
    .output(initialTokenSchema.extend({ token: z.string() })),
  removeToken: procedure
    .input(z.object({ id: z.string().min(1).max(64) }))
    .output(z.object({ removed: z.boolean() })),
};

export type DynamicClient = z.infer<typeof dynamicClientSchema>;
export type InitialTokenView = z.infer<typeof initialTokenSchema>;
