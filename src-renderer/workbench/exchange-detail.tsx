import { X } from 'lucide-react';
import { useApi } from '../api/api-context.tsx';
import { toProblem } from '../api/problem.ts';
import { useExchange } from '../api/use-exchange.ts';
import { SmallGhostButton } from '../ui/button.tsx';
import { ExchangeCompare } from '../ui/exchange-compare.tsx';
import { RecordSwitch } from '../ui/exchange-ends.tsx';
import { RequestPane, ResponsePane, TracePane } from '../ui/exchange-panes.tsx';
import { ProblemNote } from '../ui/note.tsx';
import { sharedMessages } from '../words/shared-messages.ts';
import { ExchangeBar } from './exchange-bar.tsx';
import type { ExchangeActs } from './use-exchange-acts.ts';

export interface ExchangeDetailProps {
  /** The record that is shown. */
  readonly id: string;
  readonly acts: ExchangeActs;
  readonly label: string;
  /** Tells the panes apart from those of another part of the window. */
  readonly scope?: string;
  /** Which exchange it is, where no list beside it says so. */
  readonly title?: string;
  /** Shows the record that was taken at the other end. */
  readonly onSelect: (id: string) => void;
  /** Where it takes room from what stands above it. */
  readonly onClose?: () => void;
}

/** One exchange with its acts, its request, response and trace; while two are compared, those stand there. */
export function ExchangeDetail(props: ExchangeDetailProps) {
  const { id, acts, label, title, onSelect, onClose } = props;
  const named = props.scope === undefined ? {} : { scope: props.scope };
  const { client } = useApi();
  const exchange = useExchange(id);
  const counterpart = useExchange(exchange.data?.counterpartId ?? null);
  const { pair } = acts.compare;
  const view = exchange.data;
  const onReveal = async (pointer: string) => (await client.exchanges.reveal({ id, pointer })).value;
  if (pair !== null) return <ExchangeCompare pair={pair} compare={acts.compare} {...named} />;
  return (
    <section className="exchange-detail" aria-label={label}>
      <div className="pane-head">
        {title === undefined ? null : <h3 className="mono clip">{title}</h3>}
        <RecordSwitch
          id={id}
          row={view === undefined ? undefined : { ...view, peer: counterpart.data ?? null }}
          onSelect={onSelect}
        />
        <ExchangeBar acts={acts.offered}>
          <span className="push" />
        </ExchangeBar>
        {onClose === undefined ? null : (
          <SmallGhostButton icon={X} label={sharedMessages.common.close} onPress={onClose} />
        )}
      </div>
      {exchange.error === null ? null : <ProblemNote problem={toProblem(exchange.error)} />}
      {view === undefined ? null : (
        <div className="cols">
          <RequestPane view={view} onReveal={onReveal} {...named} />
          <ResponsePane view={view} onReveal={onReveal} {...named} />
          <TracePane trace={view.trace ?? counterpart.data?.trace ?? null} {...named} />
        </div>
      )}
    </section>
  );
}
