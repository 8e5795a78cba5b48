import { z } from 'zod';
import { procedure } from './base.ts';

/** A client as the screens may see it: whether it has a secret, never the secret. */
export const clientSummarySchema = z.object({
  clientId: z.string(),
  name: z.string(),
  isPublic: z.boolean(),
  grantTypes: z.array(z.string()),
  responseTypes: z.array(z.string()),
  redirectUris: z.array(z.string()),
  scope: z.string(),
});

export const userSummarySchema = z.object({
  username: z.string(),
  claims: z.record(z.string(), z.unknown()),
});

export const identityContract = {
  clients: procedure.output(z.array(clientSummarySchema)),
  users: procedure.output(z.array(userSummarySchema)),
};

export type ClientSummary = z.infer<typeof clientSummarySchema>;
export type UserSummary = z.infer<typeof userSummarySchema>;
