import { useMutation } from '@tanstack/react-query';
import { ShieldQuestion } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Rail } from '#renderer/ui/rail.tsx';
import type { TokenKeySource, TokenVerification } from '#shared/api/index.ts';
import { flowMessages } from '../words.ts';
import { type Fact, Facts, Failure } from './controls.tsx';
import { ExchangeLink } from './exchange-link.tsx';
import { emptyKeySource, KeySourceFields, type KeySourceForm, keySourceOf } from './key-source.tsx';
import type { Inspected, Inspection } from './use-inspection.ts';
import { useIssuer } from './use-workspace.ts';

const messages = flowMessages.tokenVerify;

interface ResultProps {
  readonly verification: TokenVerification;
  readonly onLeave: () => void;
}

function Result({ verification, onLeave }: ResultProps) {
  const { key, trace, exchangeId } = verification;
  return (
    <section className="tok-part" aria-label={messages.result}>
      <h3 className="label">{messages.result}</h3>
      <Rail trace={trace} />
      {key === null ? null : (
        <section className="tok-part" aria-label={messages.keyFacts}>
          <h3 className="label">{messages.keyFacts}</h3>
          <Facts
            facts={[
              ...(key.kid === null ? [] : [[messages.kid, key.kid] satisfies Fact]),
              [messages.type, key.type],
              ...(key.thumbprint === null ? [] : [[messages.thumbprint, key.thumbprint] satisfies Fact]),
              [messages.origin, key.origin, 'words'],
            ]}
          />
        </section>
      )}
      {exchangeId === null ? null : <ExchangeLink exchangeId={exchangeId} onLeave={onLeave} />}
    </section>
  );
}

export interface VerifyTabProps {
  readonly state: Inspection;
  readonly inspected: Inspected;
  readonly onLeave: () => void;
}

/** Verifies the signature with keys that the person names, and shows each thing that was checked. */
export function VerifyTab({ state, inspected, onLeave }: VerifyTabProps) {
  const { client } = useApi();
  const hosted = useIssuer();
  const [form, setForm] = useState<KeySourceForm>(emptyKeySource);
  const [typedIssuer, setIssuer] = useState<string | null>(null);
  const [audience, setAudience] = useState('');
  const issuer = typedIssuer ?? (form.kind === 'hosted' ? hosted : '');
  const keys = keySourceOf(form);
  const verify = useMutation({
    mutationFn: (source: TokenKeySource) =>
      client.tokens.verify({ source: inspected.source, with: source, issuer, audience }),
    onMutate: () => state.setVerification(null),
    onSuccess: state.setVerification,
  });
  const { verification } = state;
  return (
    <div className="tok-cols tok-work">
      <form
        className="tok-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (keys !== null) verify.mutate(keys);
        }}
      >
        <KeySourceFields form={form} onChange={(part) => setForm({ ...form, ...part })} />
        <TextField
          label={messages.issuer}
          value={issuer}
          isMono
          help={messages.expectedHelp}
          onChange={setIssuer}
        />
        <TextField
          label={messages.audience}
          value={audience}
          isMono
          help={messages.expectedHelp}
          onChange={setAudience}
        />
        <div className="row">
          <Button
            kind="ink"
            disabled={keys === null || verify.isPending}
            onPress={() => {
              if (keys !== null) verify.mutate(keys);
            }}
          >
            {messages.verify}
          </Button>
        </div>
      </form>
      <div className="tok-main" aria-live="polite">
        {verify.error === null ? null : <Failure error={verify.error} />}
        {verification === null ? null : <Result verification={verification} onLeave={onLeave} />}
        {verification === null && verify.error === null ? (
          <Empty icon={ShieldQuestion} title={messages.emptyTitle} text={messages.empty} />
        ) : null}
      </div>
    </div>
  );
}
