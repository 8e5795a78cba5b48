import type { SamlVerdict, TokenReport, TokenVerification } from '#shared/api/index.ts';
import { coveringOf } from './use-saml-verdicts.ts';

/** How far a token is proved: nobody asked, all of it, part of it, all of it and yet to be refused, not at all. */
export type Proof = 'unasked' | 'verified' | 'in-part' | 'refused' | 'wrong';

/** Returns the proof state of a JWT's signature: unasked until a key has actually been used to verify it. */
function proofOfJwt(verification: TokenVerification | null): Proof {
  if (verification === null) return 'unasked';
  if (verification.isVerified) return 'verified';
  return verification.isSignatureRight ? 'refused' : 'wrong';
}

/** Only the words of a document that a valid signature covers count. */
function proofOfSaml({ saml, remarks }: TokenReport, verdicts: readonly SamlVerdict[]): Proof {
  const states = (saml?.assertions ?? []).map(({ coveredBy }) => coveringOf(coveredBy, verdicts));
  if (states.length > 0 && states.every((state) => state === 'verified'))
    return remarks.some(({ severity }) => severity !== 'notice') ? 'refused' : 'verified';
  if (states.includes('verified')) return 'in-part';
  return verdicts.some(({ outcome }) => outcome === 'failed') ? 'wrong' : 'unasked';
}

/** How far a token is proved; null for one that has no signature by its nature. */
export function proofOf(
  report: TokenReport,
  verification: TokenVerification | null,
  verdicts: readonly SamlVerdict[],
): Proof | null {
  if (report.form === 'jwt') return proofOfJwt(verification);
  return report.form === 'saml' ? proofOfSaml(report, verdicts) : null;
}
