import { useMutation } from '@tanstack/react-query';
import { MessageCircleQuestion } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { JsonCode, PlainCode } from '#renderer/ui/code.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { StatusCode } from '#renderer/ui/status-code.tsx';
import { Verdict } from '#renderer/ui/verdict.tsx';
import type { ClientSummary, TokenAsk, TokenResponse } from '#shared/api/index.ts';
import { flowMessages } from '../words.ts';
import { Choice, namesOf } from './controls.tsx';
import { ExchangeLink } from './exchange-link.tsx';
import { hostElsewhere } from './target.ts';
import type { Inspected } from './use-inspection.ts';
import { useClients } from './use-workspace.ts';
import { WorkFrame } from './work-frame.tsx';

const messages = flowMessages.tokenAsk;

interface ResultProps {
  readonly answer: TokenResponse;
  readonly onLeave: () => void;
}

function Result({ answer: { isActive, sentence, status, body, exchangeId }, onLeave }: ResultProps) {
  const verdict = isActive === null ? 'inconclusive' : isActive ? 'passed' : 'failed';
  const word = isActive === null ? messages.noAnswer : isActive ? messages.active : messages.inactive;
  return (
    <section className="tok-part" aria-label={messages.body}>
      <p className="row wraps">
        <Verdict of={verdict} word={word} />
        <StatusCode status={status} />
        <span className="wrap">{sentence}</span>
      </p>
      {body.startsWith('{') ? <JsonCode text={body} /> : <PlainCode text={body} />}
      <ExchangeLink exchangeId={exchangeId} onLeave={onLeave} />
    </section>
  );
}

/** The client that may validate tokens comes first: a resource server's own registration. */
function firstOf(clients: readonly ClientSummary[]): string | null {
  const validating = clients.find(({ grantTypes }) =>
    grantTypes.some((type) => type.endsWith(':validate_bearer')),
  );
  return (validating ?? clients.find(({ isPublic }) => !isPublic) ?? clients[0])?.clientId ?? null;
}

export interface AskTabProps {
  readonly inspected: Inspected;
  readonly onLeave: () => void;
}

/** Asks a server about the token, as a client of the workspace. */
export function AskTab({ inspected, onLeave }: AskTabProps) {
  const { client } = useApi();
  const clients = useClients();
  const [chosen, setChosen] = useState<string | null>(null);
  const [url, setUrl] = useState('');
  const [isConfirmed, setConfirmed] = useState(false);
  const clientId = chosen ?? firstOf(clients);
  const elsewhere = hostElsewhere(url);
  const ask = useMutation({
    mutationFn: (how: TokenAsk['how']) =>
      client.tokens.ask({
        source: inspected.source,
        how,
        clientId: clientId ?? '',
        ...(url === '' ? {} : { url, isConfirmed }),
      }),
  });
  const isReady = clientId !== null && !ask.isPending && (url === '' || URL.canParse(url));
  const way = (how: TokenAsk['how'], kind: 'ink' | 'quiet') => (
    <Button kind={kind} disabled={!isReady} onPress={() => ask.mutate(how)}>
      {messages[how]}
    </Button>
  );
  return (
    <WorkFrame
      error={ask.error}
      result={ask.data === undefined ? null : <Result answer={ask.data} onLeave={onLeave} />}
      empty={{ icon: MessageCircleQuestion, title: messages.emptyTitle, text: messages.empty }}
      form={
        <>
          {clients.length === 0 ? <p className="help">{messages.noClients}</p> : null}
          <Choice
            label={messages.client}
            mono
            options={namesOf(clients.map((each) => each.clientId))}
            value={clientId}
            help={messages.clientHelp}
            onChange={setChosen}
          />
          <TextField
            label={messages.address}
            value={url}
            isMono
            help={messages.addressHelp}
            onChange={(address) => {
              setUrl(address);
              setConfirmed(false);
            }}
          />
          {elsewhere === null ? null : (
            <Checkbox
              label={flowMessages.tokenVerify.confirm(elsewhere)}
              isChecked={isConfirmed}
              onChange={setConfirmed}
            />
          )}
          <div className="row">
            {way('validate', 'ink')}
            {way('introspect', 'quiet')}
          </div>
        </>
      }
    />
  );
}
