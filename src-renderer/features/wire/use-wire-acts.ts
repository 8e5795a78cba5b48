import type { ReactNode } from 'react';
import { arrivedAtMillis } from '#shared/exchange/arrival.ts';
import { useExchange } from '../../api/use-exchange.ts';
import type { ComparedExchange } from '../../ui/exchange-compare.tsx';
import { useOpenInFlows, useReplay } from '../../ui/exchange-sends.tsx';
import { type ExchangeRow, rowOf, sameEndOf } from '../../ui/folded-exchanges.ts';
import type { ExchangePair } from '../../ui/use-exchange-pair.ts';
import { formatWireTime } from '../../words/format.ts';
import { sharedMessages } from '../../words/shared-messages.ts';
import { flowRunPath } from '../../workbench/addresses.ts';
import { type OfferedActs, showInFlow } from '../../workbench/exchange-acts.ts';
import { openLink } from '../../workbench/layout-store.ts';
import {
  type ExchangeActs,
  useExchangeActs,
  useExchangeCommands,
} from '../../workbench/use-exchange-acts.ts';

const messages = sharedMessages.wire.commands;

/** The exchange that is looked at, and the one that was before it. */
export interface WireChoice {
  readonly id: string | null;
  readonly previousId: string | null;
  readonly rows: readonly ExchangeRow[];
  readonly onSelect: (id: string) => void;
}

export interface WireActs extends ExchangeActs {
  readonly isSending: boolean;
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

/** The acts on the exchange that is looked at on the wire, in its menus and under its keys. */
export function useWireActs({ id, previousId, rows, onSelect }: WireChoice): WireActs {
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
    replay: act(replay.act),
    edit: act(openInFlows.act),
    run: showInFlow(exchange.data?.tags ?? []),
  };
  const place = { prefix: 'wire', within: '.wire-panel', titles: messages, valuesOf: id };
  useExchangeCommands(place, { offered, compare });
  return { offered, compare, isSending: replay.isPending, dialog: replay.dialog ?? openInFlows.dialog };
}
