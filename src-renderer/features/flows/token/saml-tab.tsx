import { PlainCode } from '#renderer/ui/code.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { Verdict } from '#renderer/ui/verdict.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import type { SamlAssertion, SamlReport, SamlVerdict, TokenRemark } from '#shared/api/index.ts';
import { flowMessages } from '../words.ts';
import { type Fact, Facts } from './controls.tsx';
import { Remarks } from './remarks.tsx';
import { SamlTree } from './saml-tree.tsx';
import { TimeRuler } from './time-ruler.tsx';
import { coveringOf } from './use-saml-verdicts.ts';

const messages = flowMessages.tokenSaml;
const verdictOf = { none: 'failed', unproved: 'warning', verified: 'passed', failed: 'failed' } as const;

interface AssertionProps {
  readonly assertion: SamlAssertion;
  readonly title: string;
  readonly verdicts: readonly SamlVerdict[];
}

function AssertionFacts({ assertion, title, verdicts }: AssertionProps) {
  const covering = coveringOf(assertion.coveredBy, verdicts);
  const word = covering === 'none' ? messages.uncovered : messages.coverings[covering];
  const list = (values: readonly string[]) =>
    values.length === 0 ? sharedMessages.common.none : values.join('\n');
  return (
    <section className="tok-part tok-assertion" aria-label={title}>
      <h3 className="row wraps">
        <b>{title}</b> <Verdict bare of={verdictOf[covering]} word={word} />
      </h3>
      <Facts
        facts={[
          [messages.subject, assertion.nameId ?? sharedMessages.common.none],
          [messages.format, assertion.nameIdFormat ?? sharedMessages.common.none],
          [messages.issuer, assertion.issuer ?? sharedMessages.common.none],
          [messages.audience, list(assertion.audiences)],
          [messages.recipient, list(assertion.recipients)],
          [messages.confirmation, list(assertion.confirmationMethods)],
          [messages.id, assertion.id ?? sharedMessages.common.none],
          ...assertion.attributes.map(({ name, values }) => [name, list(values)] satisfies Fact),
        ]}
      />
      <TimeRuler times={assertion.times} />
    </section>
  );
}

export interface SamlTabProps {
  readonly saml: SamlReport;
  readonly remarks: readonly TokenRemark[];
  readonly verdicts: readonly SamlVerdict[];
}

/** A SAML document: its facts, its remarks, and its tree with the part that a signature covers. */
export function SamlTab({ saml, remarks, verdicts }: SamlTabProps) {
  const { assertions, refusal } = saml;
  return (
    <section className="tok-cols" aria-label={flowMessages.token.forms.saml}>
      <div className="tok-main">
        {refusal === null ? null : (
          <Note kind="warning" title={messages.notProcessed}>
            <p>{refusal}</p>
          </Note>
        )}
        <Remarks remarks={remarks} />
        {assertions.map((assertion, index) => (
          <AssertionFacts
            key={assertion.nodeId}
            assertion={assertion}
            title={messages.assertion(index + 1, assertions.length)}
            verdicts={verdicts}
          />
        ))}
      </div>
      {refusal === null ? (
        <SamlTree nodes={saml.nodes} verdicts={verdicts} />
      ) : saml.xml === '' ? null : (
        <section className="tok-part" aria-label={messages.source}>
          <h3 className="label">{messages.source}</h3>
          <PlainCode text={saml.xml} />
        </section>
      )}
    </section>
  );
}
