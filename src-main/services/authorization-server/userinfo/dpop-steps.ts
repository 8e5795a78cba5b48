import { boundTokenSteps, dpopChallenge, nonceHeader } from '#main/platform/dpop/index.ts';
import type { Step } from '#main/platform/pipeline.ts';
import { hostedProofs } from '../token/dpop-steps.ts';
import type { UserinfoContext } from './context.ts';

/** The checks of a token that is bound to a key: a bearer token has none. RFC 9449 §7 */
export const boundUserinfoSteps: readonly Step<UserinfoContext>[] = boundTokenSteps<UserinfoContext>({
  ...hostedProofs,
  applies: isWithProof,
  token: ({ bearer }) => (bearer.found === 'one' ? bearer.token : ''),
  boundTo: ({ token }) => token?.boundTo ?? null,
});

function isWithProof({ bearer }: UserinfoContext): boolean {
  return bearer.found === 'one' && bearer.scheme === 'DPoP';
}

/** The challenge in the scheme that was used; a bound token that came as a bearer token is told the other one. RFC 9449 §7.2 */
export function challengeOf(context: UserinfoContext, parameters: readonly string[]): string {
  if (isWithProof(context)) return dpopChallenge(parameters);
  const bearer = `Bearer ${parameters.join(', ')}`;
  return (context.token?.boundTo ?? null) === null ? bearer : `${bearer}, ${dpopChallenge([])}`;
}

/** The header with the next nonce, where the client needs one. RFC 9449 §9 */
export function nonceOf(context: UserinfoContext): readonly string[] {
  const { runtime, settings, failure, nowMillis } = context;
  if (!isWithProof(context)) return [];
  const error = failure?.code === 'use_dpop_nonce' ? failure.code : null;
  return nonceHeader(runtime.dpop, settings.dpopNonces, error, nowMillis);
}
