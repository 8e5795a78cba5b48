import { type ReactNode, useState } from 'react';
import type { ExchangeView, ViewMessage } from '#shared/api/index.ts';
import type { DecisionTrace } from '#shared/exchange/trace.ts';
import { formatBytes, formatDuration } from '../app/format.ts';
import { strings } from '../app/strings.ts';
import { JsonCode, PlainCode } from './code.tsx';
import { isJsonType } from './json-tokens.ts';
import { PaneHead } from './pane-head.tsx';
import { ParamList, type RevealField } from './param-list.tsx';
import { Rail, traceVerdict } from './rail.tsx';
import { rawRequest } from './raw-message.ts';
import { ScrollRegion } from './scroll-region.tsx';
import { Segmented } from './segmented.tsx';
import { StatusCode } from './status-code.tsx';
import { Verdict } from './verdict.tsx';

const words = strings.exchange;

interface PaneProps {
  readonly title: string;
  readonly region: string;
  /** Tells the panes of another part of the window apart from those of the screen. */
  readonly scope?: string | undefined;
  /** What stands in the head beside the title. */
  readonly head: ReactNode;
  readonly children: ReactNode;
}

function Pane({ title, region, scope, head, children }: PaneProps) {
  const named = (name: string) => (scope === undefined ? name : `${scope}: ${name}`);
  return (
    <section aria-label={named(title)}>
      <PaneHead title={title}>{head}</PaneHead>
      <ScrollRegion label={named(region)}>{children}</ScrollRegion>
    </section>
  );
}

function Remark({ text }: { readonly text: string }) {
  return <p className="remark">{text}</p>;
}

/** The body of a message: decoded fields, coloured JSON or text; or why there is none to show. */
function Body({ message, onReveal }: { readonly message: ViewMessage; readonly onReveal: RevealField }) {
  if (message.kept === 'sampled-out') return <Remark text={words.dropped} />;
  if (message.sizeBytes === 0) return <Remark text={words.noBody} />;
  return (
    <>
      {message.kept === 'truncated' ? <Remark text={words.truncated} /> : null}
      {message.fields.length > 0 ? (
        <ParamList fields={message.fields} onReveal={onReveal} />
      ) : (
        <BodyText message={message} />
      )}
    </>
  );
}

function BodyText({ message }: { readonly message: ViewMessage }) {
  if (message.text === null) return <Remark text={words.binary} />;
  return isJsonType(message.mediaType) ? <JsonCode text={message.text} /> : <PlainCode text={message.text} />;
}

function Message({ message, onReveal }: { readonly message: ViewMessage; readonly onReveal: RevealField }) {
  // Fields of a message without a body were read from its query.
  const isQuery = message.sizeBytes === 0 && message.fields.length > 0;
  return (
    <>
      {isQuery ? (
        <>
          <h3 className="grp">{words.query}</h3>
          <ParamList fields={message.fields} onReveal={onReveal} />
        </>
      ) : null}
      <h3 className="grp">{words.headers}</h3>
      <ParamList fields={message.headers} onReveal={onReveal} />
      {isQuery ? null : (
        <>
          <h3 className="grp">{words.body}</h3>
          <Body message={message} onReveal={onReveal} />
        </>
      )}
    </>
  );
}

interface SideProps {
  readonly view: ExchangeView;
  readonly onReveal: RevealField;
  readonly scope?: string;
}

/** What was asked: fields, or the bytes as text. */
export function RequestPane({ view, onReveal, scope }: SideProps) {
  const [form, setForm] = useState<'fields' | 'raw'>('fields');
  const head = (
    <>
      <span className="ref mono">{formatBytes(view.request.sizeBytes)}</span>
      <span className="push" />
      <Segmented
        mini
        label={words.viewOfRequest}
        options={[
          { id: 'fields', label: words.fields },
          { id: 'raw', label: words.raw },
        ]}
        value={form}
        onChange={setForm}
      />
    </>
  );
  return (
    <Pane title={words.request} region={words.requestRegion} scope={scope} head={head}>
      {form === 'raw' ? (
        <PlainCode text={rawRequest(view)} />
      ) : (
        <Message message={view.request} onReveal={onReveal} />
      )}
    </Pane>
  );
}

/** What was answered, or why nothing was. */
export function ResponsePane({ view, onReveal, scope }: SideProps) {
  const { response } = view;
  const head = (
    <>
      {response === null ? null : <StatusCode status={response.status} />}
      <span className="ref mono push">
        {formatDuration(view.durationMicros)}
        {response === null ? '' : `, ${formatBytes(response.sizeBytes)}`}
      </span>
    </>
  );
  return (
    <Pane title={words.response} region={words.responseRegion} scope={scope} head={head}>
      {view.faults.length === 0 ? null : <Remark text={words.faults(view.faults.length)} />}
      {response === null ? (
        <Remark text={view.failure ?? words.noResponse} />
      ) : (
        <Message message={response} onReveal={onReveal} />
      )}
    </Pane>
  );
}

export interface TracePaneProps {
  readonly trace: DecisionTrace | null;
  readonly scope?: string;
}

/** What the hosted server decided and why. */
export function TracePane({ trace, scope }: TracePaneProps) {
  const head = (
    <>
      <span className="push" />
      {trace === null ? null : <Verdict of={traceVerdict(trace)} />}
    </>
  );
  return (
    <Pane title={words.trace} region={words.traceRegion} scope={scope} head={head}>
      {trace === null ? <Remark text={words.noTrace} /> : <Rail trace={trace} />}
    </Pane>
  );
}
