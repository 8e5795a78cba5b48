import { JsonCode, PlainCode } from '#renderer/ui/code.tsx';
import { isJsonType } from '#renderer/ui/json-tokens.ts';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { StatusCode } from '#renderer/ui/status-code.tsx';
import { formatCount } from '#renderer/words/format.ts';
import { activityPath } from '#renderer/workbench/addresses.ts';
import { openLink } from '#renderer/workbench/layout-store.ts';
import type { RemoteStep, StepPurpose } from '#shared/connectors/trace.ts';
import { studioMessages } from '../words.ts';

const messages = studioMessages.connectorConsole;

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

type Fields = readonly (readonly [name: string, value: string])[];

function Headers({ headers }: { readonly headers: Fields }) {
  return (
    <ul className="params">
      {headers.map(([name, value], index) => (
        <li key={`${index} ${name}`}>
          <span className="pn mono wrap">{name}</span>
          <span className="pv mono hash">{value}</span>
        </li>
      ))}
    </ul>
  );
}

/** A body by its declared media type. */
export function Body({ headers, body }: { readonly headers: Fields; readonly body: string }) {
  if (body === '') return null;
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return isJsonType(type) ? <JsonCode text={body} /> : <PlainCode text={body} />;
}

/** One request of an operation with its answer: all that went over the wire, secrets masked. */
export function StepView({ step }: { readonly step: RemoteStep }) {
  const { request, response, failure, rule, notes, exchangeId, durationMillis } = step;
  const name = purposeText(step.purpose);
  return (
    <article className="studio-step" aria-label={name}>
      <header className="row tight wraps">
        <span className="strong">{name}</span>
        <span className="mono wrap">
          {request.method} {request.url}
        </span>
        <span className="push" />
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
          <button type="button" className="lnk" onClick={() => openLink(activityPath({ exchangeId }))}>
            {messages.inActivity}
          </button>
        )}
      </header>
      {notes.map((note) => (
        <p key={note} className="help" data-words="data">
          {note}
        </p>
      ))}
      {rule === null ? null : (
        <p className="help">{messages.ruleWon(rule.type, rule.index === null ? null : rule.index + 1)}</p>
      )}
      {failure === null ? null : <ProblemNote problem={failure} />}
      <div className="studio-wire">
        <section aria-label={messages.requestOf(name)}>
          <h4 className="label">{messages.request}</h4>
          <Headers headers={request.headers} />
          <Body headers={request.headers} body={request.body} />
        </section>
        <section aria-label={messages.responseOf(name)}>
          <h4 className="label">{messages.response}</h4>
          {response === null ? (
            <p className="remark">{failure === null ? messages.notSentMore : messages.noAnswer}</p>
          ) : (
            <>
              <Headers headers={response.headers} />
              {response.isCut ? <p className="remark">{messages.cut}</p> : null}
              <Body headers={response.headers} body={response.body} />
            </>
          )}
        </section>
      </div>
    </article>
  );
}
