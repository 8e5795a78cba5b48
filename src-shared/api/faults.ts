import { z } from 'zod';
import { serviceKeys } from '../exchange/exchange.ts';
import { procedure } from './base.ts';

/** The effect of a fault on a matching response. */
export const faultEffectSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delay'), millis: z.int().min(0).max(120_000) }),
  z.object({
    kind: z.literal('status'),
    status: z.int().min(200).max(599),
    body: z.string().max(65_536),
  }),
  z.object({ kind: z.literal('truncate'), bytes: z.int().min(0) }),
  z.object({ kind: z.literal('drop') }),
  /** Tokens that the authorization server signs get a signature that no key verifies. */
  z.object({ kind: z.literal('wrong-signature') }),
  /** Clients are told another expiry than the server goes by: later by so many seconds, or earlier. */
  z.object({ kind: z.literal('skew-expiry'), seconds: z.int().min(-86_400).max(86_400) }),
]);

export const faultRuleSchema = z.object({
  id: z.string(),
  service: z.enum(serviceKeys),
  /** Only this path; absent: every path. */
  path: z.string().startsWith('/').optional(),
  /** Only this client_id; absent: every client. */
  clientId: z.string().optional(),
  effect: faultEffectSchema,
});

export const faultsContract = {
  list: procedure.output(z.array(faultRuleSchema)),
  add: procedure.input(faultRuleSchema.omit({ id: true })).output(faultRuleSchema),
  remove: procedure.input(z.object({ id: z.string() })).output(z.object({ removed: z.boolean() })),
};

export type FaultEffect = z.infer<typeof faultEffectSchema>;
export type FaultRule = z.infer<typeof faultRuleSchema>;
