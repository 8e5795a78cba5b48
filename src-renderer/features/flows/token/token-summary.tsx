import { Badge } from '#renderer/ui/badge.tsx';
import { Verdict } from '#renderer/ui/verdict.tsx';
import type { SamlVerdict, TokenReport, TokenVerification } from '#shared/api/index.ts';
import { flowMessages } from '../words.ts';
import { proofOf } from './proof.ts';
import { storedVerdicts } from './stored-verdicts.ts';

const messages = flowMessages.token;
const verdictOf = {
  unasked: 'warning',
  verified: 'passed',
  'in-part': 'warning',
  refused: 'warning',
  wrong: 'failed',
} as const;

export interface SummaryProps {
  readonly report: TokenReport;
  /** Null: nobody asked yet. */
  readonly verification: TokenVerification | null;
  readonly verdicts: readonly SamlVerdict[];
  /** The state is said above already, as of each value of a run. */
  readonly isStateSaid: boolean;
}

/** In a line: the kind of the token, its stated algorithm, and the proven facts. */
export function TokenSummary({ report, verification, verdicts, isStateSaid }: SummaryProps) {
  const { form, algorithm, stored, saml } = report;
  const proof = proofOf(report, verification, verdicts);
  return (
    <p className="row wraps tok-summary">
      <b>{messages.forms[form]}</b>
      {algorithm === null ? null : <Badge>{algorithm}</Badge>}
      {saml === null ? null : <Badge>{flowMessages.tokenSaml.encodings[saml.encoding]}</Badge>}
      {proof === null ? null : (
        <Verdict
          of={verdictOf[proof]}
          word={proof === 'unasked' ? messages.signatures[report.signature] : messages.proofs[proof]}
        />
      )}
      {stored === null || isStateSaid ? null : (
        <Verdict of={storedVerdicts[stored.state]} word={messages.states[stored.state]} />
      )}
      {verification?.isSignatureRight === true && verification.key !== null ? (
        <span className="ref wrap">{verification.key.origin}</span>
      ) : null}
    </p>
  );
}
