import { useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { exchangeLog } from '../../api/exchange-log.ts';
import { toProblem } from '../../api/problem.ts';
import { useStore } from '../../api/store.ts';
import { useExchange } from '../../api/use-exchange.ts';
import type { MenuAnchor } from '../../ui/context-menu.tsx';
import { ExchangeCompare } from '../../ui/exchange-compare.tsx';
import { RecordSwitch } from '../../ui/exchange-ends.tsx';
import { RequestPane, ResponsePane, TracePane } from '../../ui/exchange-panes.tsx';
import { type ExchangeRow, rowOf } from '../../ui/folded-exchanges.ts';
import { ListBox } from '../../ui/list-box.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { ExchangeBar } from '../../workbench/exchange-bar.tsx';
import { ExchangeContextMenu } from '../../workbench/exchange-menu.tsx';
import { ExchangeCells, wireRows } from './exchange-cells.tsx';
import { useWireActs, type WireActs } from './use-wire-acts.ts';

const messages = sharedMessages.wire;

interface DetailProps {
  readonly id: string;
  readonly rows: readonly ExchangeRow[];
  readonly acts: WireActs;
  readonly onSelect: (id: string) => void;
}

function Detail({ id, rows, acts: { offered, compare, isSending }, onSelect }: DetailProps) {
  const { client } = useApi();
  const exchange = useExchange(id);
  const counterpart = useExchange(exchange.data?.counterpartId ?? null);
  const { error, data: view } = exchange;
  // A request that is on its way is not sent a second time by the same button.
  const sending = isSending ? { ...offered, replay: { run: undefined } } : offered;
  const onReveal = async (pointer: string) => (await client.exchanges.reveal({ id, pointer })).value;
  if (compare.pair !== null)
    return (
      <ExchangeCompare
        left={compare.pair[0]}
        right={compare.pair[1]}
        at={compare.at}
        scope={messages.title}
        onStep={compare.step}
        onSwap={compare.swap}
        onClose={compare.close}
      />
    );
  return (
    <section className="wire-detail" aria-label={messages.detail}>
      <div className="pane-head">
        <RecordSwitch id={id} row={rowOf(rows, id)} onSelect={onSelect} />
        <ExchangeBar acts={sending}>
          <span className="push" />
        </ExchangeBar>
      </div>
      {error === null ? null : <ProblemNote problem={toProblem(error)} />}
      {view === undefined ? null : (
        <div className="cols">
          <RequestPane view={view} onReveal={onReveal} scope={messages.title} />
          <ResponsePane view={view} onReveal={onReveal} scope={messages.title} />
          <TracePane trace={view.trace ?? counterpart.data?.trace ?? null} scope={messages.title} />
        </div>
      )}
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
  const acts = useWireActs({
    id: chosen?.id ?? null,
    previousId: chosen?.previousId ?? null,
    rows,
    onSelect: select,
  });
  const [menuAnchor, setMenuAnchor] = useState<MenuAnchor | null>(null);
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
            onMenu={setMenuAnchor}
            itemClass={() => 'wire-row inset'}
          >
            {(row) => <ExchangeCells row={row} />}
          </ListBox>
        )}
      </div>
      {chosen === null ? (
        <p className="remark">{messages.choose}</p>
      ) : (
        <Detail key={chosenRow?.id ?? chosen.id} id={chosen.id} rows={rows} acts={acts} onSelect={select} />
      )}
      {menuAnchor === null ? null : (
        <ExchangeContextMenu anchor={menuAnchor} acts={acts.offered} onClose={() => setMenuAnchor(null)} />
      )}
      {acts.dialog}
    </div>
  );
}
