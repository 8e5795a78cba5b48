import { GitCompare, RotateCw, SquarePen } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { exchangeLog } from '../../api/exchange-log.ts';
import { toProblem } from '../../api/problem.ts';
import { useStore } from '../../api/store.ts';
import { useExchange } from '../../api/use-exchange.ts';
import { Button } from '../../ui/button.tsx';
import { ExchangeActions } from '../../ui/exchange-actions.tsx';
import { ExchangeCompare } from '../../ui/exchange-compare.tsx';
import { RecordSwitch } from '../../ui/exchange-ends.tsx';
import { RequestPane, ResponsePane, TracePane } from '../../ui/exchange-panes.tsx';
import { useOpenInFlows, useReplay } from '../../ui/exchange-sends.tsx';
import { type ExchangeRow, rowOf, sameEndOf } from '../../ui/folded-exchanges.ts';
import { ListBox } from '../../ui/list-box.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { formatWireTime } from '../../words/format.ts';
import { sharedMessages } from '../../words/shared-messages.ts';
import { flowRunPath } from '../../workbench/addresses.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { ExchangeCells, wireRows } from './exchange-cells.tsx';

const messages = sharedMessages.wire;

interface Compared {
  readonly at: number;
  readonly isSwapped: boolean;
}

/** Returns the label that identifies an exchange in the comparison bar. */
function labelOf(id: string, row: ExchangeRow | undefined): string {
  return row === undefined ? id : `${row.method} ${row.status ?? ''} ${formatWireTime(row.startedAtMillis)}`;
}

interface DetailProps {
  readonly id: string;
  readonly rows: readonly ExchangeRow[];
  readonly previousId: string | null;
  readonly onSelect: (id: string) => void;
}

function Detail({ id, rows, previousId, onSelect }: DetailProps) {
  const { client } = useApi();
  const replay = useReplay(onSelect);
  const openInFlows = useOpenInFlows((runId) => openLink(flowRunPath(runId)));
  const exchange = useExchange(id);
  const counterpart = useExchange(exchange.data?.counterpartId ?? null);
  const [compared, setCompared] = useState<Compared | null>(null);
  const { error } = exchange;
  const view = exchange.data;
  const onReveal = async (pointer: string) => (await client.exchanges.reveal({ id, pointer })).value;
  if (compared !== null && previousId !== null) {
    const [before, now] = [previousId, id].map((one) => ({ id: one, row: rowOf(rows, one) }));
    if (before === undefined || now === undefined) return null;
    const ids = sameEndOf(before, now);
    const sides = [
      { id: ids[0], label: labelOf(ids[0], before.row) },
      { id: ids[1], label: labelOf(ids[1], now.row) },
    ] as const;
    const [left, right] = compared.isSwapped ? [sides[1], sides[0]] : sides;
    return (
      <ExchangeCompare
        left={left}
        right={right}
        at={compared.at}
        scope={messages.title}
        onStep={(by) => setCompared({ ...compared, at: compared.at + by })}
        onSwap={() => setCompared({ ...compared, isSwapped: !compared.isSwapped })}
        onClose={() => setCompared(null)}
      />
    );
  }
  return (
    <section className="wire-detail" aria-label={messages.detail}>
      <div className="pane-head">
        <Button small icon={RotateCw} disabled={replay.isPending} onPress={() => replay.act(id)}>
          {messages.replay}
        </Button>
        <Button small kind="ghost" icon={SquarePen} onPress={() => openInFlows.act(id)}>
          {messages.openInFlows}
        </Button>
        <Button
          small
          kind="ghost"
          icon={GitCompare}
          disabled={previousId === null}
          onPress={() => setCompared({ at: 0, isSwapped: false })}
        >
          {messages.compare}
        </Button>
        <RecordSwitch id={id} row={rowOf(rows, id)} onSelect={onSelect} />
        <span className="push" />
        <ExchangeActions id={id} />
      </div>
      {error === null ? null : <ProblemNote problem={toProblem(error)} />}
      {view === undefined ? null : (
        <div className="cols">
          <RequestPane view={view} onReveal={onReveal} scope={messages.title} />
          <ResponsePane view={view} onReveal={onReveal} scope={messages.title} />
          <TracePane trace={view.trace ?? counterpart.data?.trace ?? null} scope={messages.title} />
        </div>
      )}
      {replay.dialog ?? openInFlows.dialog}
    </section>
  );
}

/** The last exchanges of all services, and the chosen one from both sides. */
export function WirePanel() {
  const { items, skipped, notRecorded } = useStore(exchangeLog);
  const rows = wireRows(items);
  const [chosen, setChosen] = useState<{ readonly id: string; readonly previousId: string | null } | null>(
    null,
  );
  const chosenRow = rowOf(rows, chosen?.id ?? null);
  const select = (id: string) =>
    setChosen((before) => {
      // Switching between the two records of an exchange keeps the exchange to compare with.
      const row = rowOf(rows, id);
      const isSame = before !== null && row !== undefined && row === rowOf(rows, before.id);
      return { id, previousId: (isSame ? before.previousId : before?.id) ?? null };
    });
  return (
    <div className="wire-panel">
      <div className="wire-side">
        {skipped === 0 ? null : <p className="remark">{messages.skipped(skipped)}</p>}
        {notRecorded === 0 ? null : <p className="remark">{messages.notRecorded(notRecorded)}</p>}
        {rows.length === 0 ? (
          <p className="remark">{messages.empty}</p>
        ) : (
          <ListBox
            className="wire-list scroll"
            label={messages.list}
            items={rows}
            selectedId={chosenRow?.id ?? null}
            onSelect={(row) => select(row.id)}
            itemClass={() => 'wire-row inset'}
          >
            {(row) => <ExchangeCells row={row} />}
          </ListBox>
        )}
      </div>
      {chosen === null ? (
        <p className="remark">{messages.choose}</p>
      ) : (
        <Detail
          key={chosenRow?.id ?? chosen.id}
          id={chosen.id}
          rows={rows}
          previousId={chosen.previousId}
          onSelect={select}
        />
      )}
    </div>
  );
}
