import { z } from 'zod';

/** The checks that a conforming client makes, in the order in which it makes them. */
export const clientCheckIds = [
  'metadata-address',
  'resource-identifier',
  'known-server',
  'metadata-issuer',
  'pkce-methods',
  'endpoint-addresses',
  'issuer-announced',
  'client-registration',
  'signed-response',
  'response-audience',
  'response-expiry',
  'state',
  'response-issuer',
  'response-mode',
  'token-type',
  'algorithm',
  'signature',
  'issuer',
  'audience',
  'authorized-party',
  'nonce',
  'expiry',
  'issued-at',
  'auth-time',
  'access-token-hash',
  'code-hash',
  'refreshed-issuer',
  'refreshed-subject',
  'refreshed-audience',
  'refreshed-auth-time',
  'refreshed-nonce',
  'userinfo-subject',
  'step-up',
] as const;

/** The outcome of a check; a remark ends no run. */
export const clientCheckOutcomes = ['passed', 'failed', 'remark', 'not-checked', 'not-reached'] as const;

export const clientCheckSchema = z.object({
  /** Of the step of the script whose answer is checked. */
  stepId: z.string(),
  id: z.enum(clientCheckIds),
  title: z.string(),
  clause: z.string(),
  outcome: z.enum(clientCheckOutcomes),
  /** One sentence on the finding, without a secret; empty while the step is not reached. */
  sentence: z.string(),
});

export type ClientCheckId = (typeof clientCheckIds)[number];
export type ClientCheckOutcome = (typeof clientCheckOutcomes)[number];
export type ClientCheckView = z.infer<typeof clientCheckSchema>;

/** How long a token counts as valid after the server said so, in milliseconds. */
export const saidValidForMillis = 60_000;

interface Checked {
  readonly state: string;
  readonly tone: 'ok' | 'warn' | 'danger' | 'muted';
  readonly validUntilMillis?: number | null | undefined;
}

/** The state of a value at an instant: a token found valid earlier is not checked any more once that is too long ago. */
export function stateAt<T extends Checked>(value: T, nowMillis: number): Pick<T, 'state' | 'tone'> {
  const { state, tone, validUntilMillis } = value;
  const isOver = state === 'valid' && validUntilMillis != null && nowMillis >= validUntilMillis;
  return isOver ? { state: 'not checked', tone: 'muted' } : { state, tone };
}
