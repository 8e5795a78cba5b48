import { FileSignature } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { Verdict } from '#renderer/ui/verdict.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import type { SamlReport, SamlSignature, SamlVerdict } from '#shared/api/index.ts';
import { flowMessages } from '../words.ts';
import { type Fact, Facts, Failure } from './controls.tsx';
import type { SamlVerdicts } from './use-saml-verdicts.ts';

const messages = flowMessages.tokenSaml;
const verdictOf = { verified: 'passed', failed: 'failed', 'no-key': 'inconclusive' } as const;

interface SignatureProps {
  readonly signature: SamlSignature;
  readonly title: string;
  /** Undefined: nobody has said yet. */
  readonly verdict: SamlVerdict | undefined;
}

function SignatureFacts({ signature, title, verdict }: SignatureProps) {
  const none = sharedMessages.common.none;
  return (
    <section className="tok-part tok-assertion" aria-label={title}>
      <h3 className="row wraps">
        <b>{title}</b>
        {verdict === undefined ? (
          <Verdict of="warning" word={flowMessages.token.signatures['not-verified']} />
        ) : (
          <Verdict of={verdictOf[verdict.outcome]} word={messages.verdicts[verdict.outcome]} />
        )}
      </h3>
      {verdict === undefined ? null : <p className="wrap">{verdict.detail}</p>}
      <Facts
        facts={[
          [messages.covers, messages.coverKinds[signature.covers], 'words'],
          [messages.reference, signature.reference || none],
          [messages.algorithm, signature.algorithm || none],
          [messages.digest, signature.digest || none],
          [messages.canonical, signature.canonicalisation || none],
          [messages.transforms, signature.transforms.join('\n') || none],
          [messages.brings, signature.certificate ?? none],
          ...(verdict?.certificate == null ? [] : [[messages.provedBy, verdict.certificate] satisfies Fact]),
        ]}
      />
    </section>
  );
}

export interface SamlSignaturesProps {
  readonly saml: SamlReport;
  readonly state: SamlVerdicts;
}

/** Each signature by itself: its coverage, its algorithms, and whether a certificate proves it. */
export function SamlSignatures({ saml: { signatures }, state }: SamlSignaturesProps) {
  const [certificate, setCertificate] = useState('');
  if (signatures.length === 0)
    return <Empty icon={FileSignature} title={messages.unsigned} text={messages.unsignedText} />;
  return (
    <div className="tok-cols tok-work">
      <div className="tok-form">
        <TextArea
          label={messages.certificate}
          value={certificate}
          rows={8}
          help={messages.certificateHelp}
          onChange={setCertificate}
        />
        <div className="row wraps">
          <Button
            kind="ink"
            disabled={certificate.trim() === '' || state.isPending}
            onPress={() => state.verify(certificate)}
          >
            {messages.verifyWith}
          </Button>
          <Button disabled={state.isPending} onPress={() => state.verify(null)}>
            {messages.verifyTrusted}
          </Button>
        </div>
      </div>
      <div className="tok-main" aria-live="polite">
        {state.error === null ? null : <Failure error={state.error} />}
        {signatures.map((signature, index) => (
          <SignatureFacts
            key={signature.nodeId}
            signature={signature}
            title={messages.signature(index + 1, signature.inside)}
            verdict={state.verdicts[index]}
          />
        ))}
      </div>
    </div>
  );
}
