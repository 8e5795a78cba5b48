import type { ReactNode } from 'react';
import { arrivedAtMillis } from '#shared/exchange/arrival.ts';
import { useExchange } from '../api/use-exchange.ts';
import type { ComparedExchange } from '../ui/exchange-compare.tsx';
import { useOpenInFlows, useReplay } from '../ui/exchange-sends.tsx';
import { type ExchangeRow, rowOf, sameEndOf } from '../ui/folded-exchanges.ts';
import type { ExchangePair } from '../ui/use-exchange-pair.ts';
import { formatWireTime } from '../words/format.ts';
import { flowRunPath } from './addresses.ts';
import { type OfferedActs, showInFlow } from './exchange-acts.ts';
import { openLink } from './layout-store.ts';
import {
  type ExchangeActs,
  type ExchangeCommands,
  useExchangeActs,
  useExchangeCommands,
} from './use-exchange-acts.ts';

/** Where a list of exchanges stands. */
export type ListedPlace = Pick<ExchangeCommands, 'prefix' | 'within' | 'titles'>;

/** The exchange that is looked at, and the one that was before it. */
export interface ListedChoice {
  readonly id: string | null;
  readonly previousId: string | null;
  readonly rows: readonly ExchangeRow[];
  readonly onSelect: (id: string) => void;
}

export interface ListedActs extends ExchangeActs {
  /** Asks for the host, where a request would leave this machine. */
  readonly dialog: ReactNode;
}

/** An exchange among two that are compared. */
function comparedOf(rows: readonly ExchangeRow[], id: string | null): ComparedExchange | null {
  if (id === null) return null;
  const row = rowOf(rows, id);
  const label =
    row === undefined ? id : `${row.method} ${row.status ?? ''} ${formatWireTime(arrivedAtMillis(row))}`;
  return { id, label };
}

/** Compares the records that were taken at the same end. */
function atSameEnd(
  rows: readonly ExchangeRow[],
  { pair, ...compare }: ExchangePair<ComparedExchange>,
): ExchangePair<ComparedExchange> {
  if (pair === null) return { ...compare, pair };
  const [left, right] = pair;
  const ids = sameEndOf(
    { id: left.id, row: rowOf(rows, left.id) },
    { id: right.id, row: rowOf(rows, right.id) },
  );
  return {
    ...compare,
    pair: [
      { ...left, id: ids[0] },
      { ...right, id: ids[1] },
    ],
  };
}

/** The acts on the exchange of a list that is looked at, in its menus and under its keys. */
export function useListedExchange(
  place: ListedPlace,
  { id, previousId, rows, onSelect }: ListedChoice,
): ListedActs {
  const replay = useReplay(onSelect);
  const openInFlows = useOpenInFlows((runId) => openLink(flowRunPath(runId)));
  const exchange = useExchange(id);
  const acts = useExchangeActs({
    id,
    compared: comparedOf(rows, id),
    before: comparedOf(rows, previousId),
  });
  const compare = atSameEnd(rows, acts.compare);
  const act = (run: (of: string) => void) => ({ run: id === null ? undefined : () => run(id) });
  const offered: OfferedActs = {
    ...acts.offered,
    // A request that is on its way is not sent a second time by the same press.
    replay: replay.isPending ? { run: undefined } : act(replay.act),
    edit: act(openInFlows.act),
    run: showInFlow(exchange.data?.tags ?? []),
  };
  useExchangeCommands({ ...place, valuesOf: id }, { offered, compare });
  return { offered, compare, dialog: replay.dialog ?? openInFlows.dialog };
}
