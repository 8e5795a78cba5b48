import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import type { SamlVerdict } from '#shared/api/index.ts';
import type { Inspected } from './use-inspection.ts';

const noVerdicts: readonly SamlVerdict[] = [];

/**
 * The verdicts on the signatures of a document: first with the issuers that the workspace trusts, then as requested.
 */
export function useSamlVerdicts(inspected: Inspected | null) {
  const { client } = useApi();
  const isSaml = inspected?.report.saml?.refusal === null;
  const verify = useMutation({
    mutationFn: async (certificate: string | null) =>
      inspected === null ? [] : client.tokens.verifySaml({ source: inspected.source, certificate }),
  });
  const verifyFirst = useEffectEvent(() => verify.mutate(null));
  useEffect(() => {
    if (isSaml) verifyFirst();
  }, [isSaml]);
  return {
    verdicts: verify.data ?? noVerdicts,
    error: verify.error,
    isPending: verify.isPending,
    verify: verify.mutate,
  };
}

export type SamlVerdicts = ReturnType<typeof useSamlVerdicts>;

/** How far the words of a part are proved: by no signature, by one that nobody verified, by a right or a wrong one. */
export type Covering = 'none' | 'unproved' | 'verified' | 'failed';

/** Returns the combined result of the signatures that cover a part: one that is valid is enough. */
export function coveringOf(coveredBy: readonly number[], verdicts: readonly SamlVerdict[]): Covering {
  if (coveredBy.length === 0) return 'none';
  const outcomes = coveredBy.map((index) => verdicts[index]?.outcome);
  if (outcomes.includes('verified')) return 'verified';
  return outcomes.every((outcome) => outcome === 'failed') ? 'failed' : 'unproved';
}
