import { FileSignature } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { Verdict } from '#renderer/ui/verdict.tsx';
import { strings } from '#renderer/words/strings.ts';
import type { SamlReport, SamlSignature, SamlVerdict } from '#shared/api/index.ts';
import { flowWords } from '../words.ts';
import { type Fact, Facts, Failure } from './controls.tsx';
import type { SamlVerdicts } from './use-saml-verdicts.ts';

const words = flowWords.tokenSaml;
const verdictOf = { verified: 'passed', failed: 'failed', 'no-key': 'inconclusive' } as const;

interface SignatureProps {
  readonly signature: SamlSignature;
  readonly title: string;
  /** Undefined: nobody has said yet. */
  readonly verdict: SamlVerdict | undefined;
}

function SignatureFacts({ signature, title, verdict }: SignatureProps) {
  const none = strings.common.none;
  return (
    <section className="tok-part tok-assertion" aria-label={title}>
      <h3 className="row wraps">
        <b>{title}</b>
        {verdict === undefined ? (
          <Verdict of="warning" word={flowWords.token.signatures['not-verified']} />
        ) : (
          <Verdict of={verdictOf[verdict.outcome]} word={words.verdicts[verdict.outcome]} />
        )}
      </h3>
      {verdict === undefined ? null : <p className="wrap">{verdict.detail}</p>}
      <Facts
        facts={[
          [words.covers, words.coverKinds[signature.covers], 'words'],
          [words.reference, signature.reference || none],
          [words.algorithm, signature.algorithm || none],
          [words.digest, signature.digest || none],
          [words.canonical, signature.canonicalisation || none],
          [words.transforms, signature.transforms.join('\n') || none],
          [words.brings, signature.certificate ?? none],
          ...(verdict?.certificate == null ? [] : [[words.provedBy, verdict.certificate] satisfies Fact]),
        ]}
      />
    </section>
  );
}

export interface SamlSignaturesProps {
  readonly saml: SamlReport;
  readonly state: SamlVerdicts;
}

/** Each signature by itself: what it covers, how, and whether a certificate proves it. */
export function SamlSignatures({ saml: { signatures }, state }: SamlSignaturesProps) {
  const [certificate, setCertificate] = useState('');
  if (signatures.length === 0)
    return <Empty icon={FileSignature} title={words.unsigned} text={words.unsignedText} />;
  return (
    <div className="tok-cols tok-work">
      <div className="tok-form">
        <TextArea
          label={words.certificate}
          value={certificate}
          rows={8}
          help={words.certificateHelp}
          onChange={setCertificate}
        />
        <div className="row wraps">
          <Button
            kind="ink"
            disabled={certificate.trim() === '' || state.isPending}
            onPress={() => state.verify(certificate)}
          >
            {words.verifyWith}
          </Button>
          <Button disabled={state.isPending} onPress={() => state.verify(null)}>
            {words.verifyTrusted}
          </Button>
        </div>
      </div>
      <div className="tok-main" aria-live="polite">
        {state.error === null ? null : <Failure error={state.error} />}
        {signatures.map((signature, index) => (
          <SignatureFacts
            key={signature.nodeId}
            signature={signature}
            title={words.signature(index + 1, signature.inside)}
            verdict={state.verdicts[index]}
          />
        ))}
      </div>
    </div>
  );
}
