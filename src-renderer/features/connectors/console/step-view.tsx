import { type ComparedExchange, ExchangeCompare } from '#renderer/ui/exchange-compare.tsx';
import { Message } from '#renderer/ui/message.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { StatusCode } from '#renderer/ui/status-code.tsx';
import { formatCount } from '#renderer/words/format.ts';
import { ExchangeBar } from '#renderer/workbench/exchange-bar.tsx';
import type { ChosenExchange } from '#renderer/workbench/use-chosen-exchange.tsx';
import type { RemoteStep, StepPurpose } from '#shared/connectors/trace.ts';
import { studioMessages } from '../words.ts';
import { useStepMessages } from './step-messages.ts';

const messages = studioMessages.connectorConsole;

/** The text of a step, as a selector. */
export const stepText = '.studio-wire, .compare-place';

/** Why a request was sent. */
export function purposeText(purpose: StepPurpose): string {
  switch (purpose.kind) {
    case 'main':
      return purpose.operation;
    case 'step':
      return messages.additionalStep(purpose.operation, purpose.index + 1, purpose.attribute);
    case 'token':
      return messages.token(purpose.grant);
    case 'test':
      return messages.test;
  }
}

/** The step in a comparison: its request and how it ended. */
function comparedStep({ purpose, request, response }: RemoteStep, id: string): ComparedExchange {
  const target = request.url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/\?.*$/s, '');
  return {
    id,
    label: `${purposeText(purpose)} ${request.method} ${target} ${response?.status ?? ''}`.trim(),
  };
}

/** Request and response of a step side by side. */
function StepWire({ step }: { readonly step: RemoteStep }) {
  const name = purposeText(step.purpose);
  const { request, response, values, onReveal } = useStepMessages(step);
  return (
    <div className="studio-wire">
      <section aria-label={messages.requestOf(name)}>
        <h3 className="label">{messages.request}</h3>
        <Message message={request} values={values} onReveal={onReveal} />
      </section>
      <section aria-label={messages.responseOf(name)}>
        <h3 className="label">{messages.response}</h3>
        {response === null ? (
          <p className="remark">{step.failure === null ? messages.notSentMore : messages.noAnswer}</p>
        ) : (
          <Message message={response} values={values} onReveal={onReveal} />
        )}
      </section>
    </div>
  );
}

interface StepHeadProps {
  readonly step: RemoteStep;
  readonly exchanges: ChosenExchange;
}

function StepHead({ step, exchanges }: StepHeadProps) {
  const { request, response, failure, exchangeId, durationMillis } = step;
  return (
    <header className="row tight wraps">
      <span className="strong">{purposeText(step.purpose)}</span>
      <span className="mono wrap">
        {request.method} {request.url}
      </span>
      <span className="row tight push">
        {response === null ? (
          <span className="muted">{failure === null ? messages.notSent : messages.noAnswer}</span>
        ) : (
          <>
            <StatusCode status={response.status} />
            <span className="muted">{response.reason}</span>
            <span className="mono muted">{messages.millis(formatCount(durationMillis))}</span>
          </>
        )}
        {exchangeId === null ? null : (
          <ExchangeBar isCompact hasButtons={exchanges.id === exchangeId} acts={exchanges.offered} />
        )}
      </span>
    </header>
  );
}

export interface StepViewProps {
  readonly step: RemoteStep;
  readonly exchanges: ChosenExchange;
}

/** One request of an operation with its answer: all that went over the wire, secrets masked. */
export function StepView({ step, exchanges }: StepViewProps) {
  const { failure, rule, notes, exchangeId } = step;
  const { compare } = exchanges;
  const pair = exchangeId !== null && exchangeId === exchanges.id ? compare.pair : null;
  // It takes the focus by a press, and so its keys; by Tab it is reached at the menu in its head.
  const chosen =
    exchangeId === null ? {} : { tabIndex: -1, ...exchanges.element(comparedStep(step, exchangeId)) };
  return (
    <article className="studio-step" aria-label={purposeText(step.purpose)} {...chosen}>
      <StepHead step={step} exchanges={exchanges} />
      {notes.map((note) => (
        <p key={note} className="help" data-words="data">
          {note}
        </p>
      ))}
      {rule === null ? null : (
        <p className="help">{messages.ruleWon(rule.type, rule.index === null ? null : rule.index + 1)}</p>
      )}
      {failure === null ? null : <ProblemNote problem={failure} />}
      {pair === null ? (
        <StepWire step={step} />
      ) : (
        <div className="compare-place">
          <ExchangeCompare pair={pair} compare={compare} scope={purposeText(step.purpose)} />
        </div>
      )}
    </article>
  );
}
