import { type ReactNode, useState } from 'react';
import type { MenuAnchor } from '../ui/context-menu.tsx';
import { ExchangeCells } from '../ui/exchange-cells.tsx';
import { type ExchangeRow, rowOf } from '../ui/folded-exchanges.ts';
import { ListBox } from '../ui/list-box.tsx';
import { sharedMessages } from '../words/shared-messages.ts';
import { ExchangeDetail } from './exchange-detail.tsx';
import { ExchangeContextMenu } from './exchange-menu.tsx';
import { type ListedPlace, useListedExchange } from './use-listed-exchange.ts';

const messages = sharedMessages.wire;

export interface ListedExchangesProps {
  /** The newest first. */
  readonly rows: readonly ExchangeRow[];
  readonly place: ListedPlace;
  /** Names the panes, beside those of the screen. */
  readonly title: string;
  /** In place of the list while there is none. */
  readonly empty: string;
  /** False: all are of one client, which is said elsewhere. */
  readonly hasClients?: boolean;
  /** Content above the list. */
  readonly children?: ReactNode;
}

interface Chosen {
  readonly id: string;
  readonly previousId: string | null;
}

/** A list of exchanges, and the chosen one from both sides with its acts. */
export function ListedExchanges({
  rows,
  place,
  title,
  empty,
  hasClients = true,
  children,
}: ListedExchangesProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [menuAnchor, setMenuAnchor] = useState<MenuAnchor | null>(null);
  const chosenRow = rowOf(rows, chosen?.id ?? null);
  const select = (id: string) =>
    setChosen((before) => {
      // Switching between the two records of an exchange keeps the exchange to compare with.
      const row = rowOf(rows, id);
      const isSame = before !== null && row !== undefined && row === rowOf(rows, before.id);
      return { id, previousId: (isSame ? before.previousId : before?.id) ?? null };
    });
  const choice = { id: chosen?.id ?? null, previousId: chosen?.previousId ?? null, rows, onSelect: select };
  const acts = useListedExchange(place, choice);
  return (
    <div className="exchange-browser">
      <div className="exchange-side">
        {children}
        {rows.length === 0 ? (
          <p className="remark">{empty}</p>
        ) : (
          <ListBox
            className="exchange-list scroll"
            label={messages.list}
            items={rows}
            selectedId={chosenRow?.id ?? null}
            onSelect={(row) => select(row.id)}
            onMenu={setMenuAnchor}
            itemClass={() => 'exchange-row inset'}
          >
            {(row) => <ExchangeCells row={row} hasClient={hasClients} />}
          </ListBox>
        )}
      </div>
      {chosen === null ? (
        <p className="remark">{messages.choose}</p>
      ) : (
        <div className="exchange-place">
          <ExchangeDetail
            key={chosenRow?.id ?? chosen.id}
            id={chosen.id}
            acts={acts}
            label={messages.detail}
            scope={title}
            onSelect={select}
          />
        </div>
      )}
      {menuAnchor === null ? null : (
        <ExchangeContextMenu anchor={menuAnchor} acts={acts.offered} onClose={() => setMenuAnchor(null)} />
      )}
      {acts.dialog}
    </div>
  );
}
