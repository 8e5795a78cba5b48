import { Eye, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ExchangeView } from '#shared/api/index.ts';
import { arrivedAtMillis } from '#shared/exchange/arrival.ts';
import type { DecisionTrace } from '#shared/exchange/trace.ts';
import { createStore, useStore } from '../api/store.ts';
import { formatBytes, formatDateTime, formatDuration } from '../words/format.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { SmallGhostButton } from './button.tsx';
import { Message, RawRequest } from './message.tsx';
import { PaneHead } from './pane-head.tsx';
import type { RevealField } from './param-list.tsx';
import { Rail, traceVerdict } from './rail.tsx';
import { ScrollRegion } from './scroll-region.tsx';
import { Segmented } from './segmented.tsx';
import { maskedPointers, toggleValues, useShownValues } from './shown-values.ts';
import { StatusCode } from './status-code.tsx';
import { Verdict } from './verdict.tsx';

const messages = sharedMessages.exchange;

interface PaneProps {
  readonly title: string;
  readonly region: string;
  /** Tells the panes of another part of the window apart from those of the screen. */
  readonly scope?: string | undefined;
  /** The content of the head beside the title. */
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

interface SideProps {
  readonly view: ExchangeView;
  readonly onReveal: RevealField;
  readonly scope?: string;
}

interface ValuesSwitchProps {
  readonly view: ExchangeView;
  readonly isShown: boolean;
}

/** Shows all that is masked in the exchange, or masks it again. */
function ValuesSwitch({ view, isShown }: ValuesSwitchProps) {
  return (
    <SmallGhostButton
      icon={isShown ? EyeOff : Eye}
      isPressed={isShown}
      label={messages.showValues}
      onPress={() => toggleValues(view.id)}
    />
  );
}

// One for all requests: who reads bytes reads them step after step.
const requestForm = createStore<'fields' | 'raw'>('fields');

/** The request: as fields, or its bytes as text. */
export function RequestPane({ view, onReveal, scope }: SideProps) {
  const form = useStore(requestForm);
  const pointers = maskedPointers(view.request);
  const { isShown, values } = useShownValues(view.id, pointers, onReveal);
  const head = (
    <>
      <span className="ref mono">{formatBytes(view.request.sizeBytes)}</span>
      <span className="push" />
      {pointers.length === 0 ? null : <ValuesSwitch view={view} isShown={isShown} />}
      <Segmented
        mini
        label={messages.viewOfRequest}
        options={[
          { id: 'fields', label: messages.fields },
          { id: 'raw', label: messages.raw },
        ]}
        value={form}
        onChange={requestForm.set}
      />
    </>
  );
  return (
    <Pane title={messages.request} region={messages.requestRegion} scope={scope} head={head}>
      {form === 'raw' ? (
        <RawRequest key={view.id} view={view} values={values} onReveal={onReveal} />
      ) : (
        <Message key={view.id} message={view.request} values={values} onReveal={onReveal} />
      )}
    </Pane>
  );
}

/** The response, or the reason why there is none. */
export function ResponsePane({ view, onReveal, scope }: SideProps) {
  const { response } = view;
  const pointers = response === null ? [] : maskedPointers(response);
  const { isShown, values } = useShownValues(view.id, pointers, onReveal);
  const head = (
    <>
      {response === null ? null : <StatusCode status={response.status} />}
      <span className="ref mono push">
        {formatDuration(view.durationMicros)}
        {response === null ? '' : `, ${formatBytes(response.sizeBytes)}`}
      </span>
      {pointers.length === 0 ? null : <ValuesSwitch view={view} isShown={isShown} />}
    </>
  );
  return (
    <Pane title={messages.response} region={messages.responseRegion} scope={scope} head={head}>
      {arrivedAtMillis(view) === view.startedAtMillis ? null : (
        <p className="remark">{messages.onServiceClock(formatDateTime(view.startedAtMillis))}</p>
      )}
      {view.faults.length === 0 ? null : <p className="remark">{messages.faults(view.faults.length)}</p>}
      {response === null ? (
        <p className="remark">{view.failure ?? messages.noResponse}</p>
      ) : (
        <Message key={view.id} message={response} values={values} onReveal={onReveal} />
      )}
    </Pane>
  );
}

export interface TracePaneProps {
  readonly trace: DecisionTrace | null;
  readonly scope?: string;
}

/** The decision of the hosted server, with its reasons. */
export function TracePane({ trace, scope }: TracePaneProps) {
  const head = (
    <>
      <span className="push" />
      {trace === null ? null : <Verdict of={traceVerdict(trace)} />}
    </>
  );
  return (
    <Pane title={messages.trace} region={messages.traceRegion} scope={scope} head={head}>
      {trace === null ? <p className="remark">{messages.noTrace}</p> : <Rail trace={trace} />}
    </Pane>
  );
}
