import type { ReactNode } from 'react';
import { useExchange } from '../../api/use-exchange.ts';
import type { ComparedExchange } from '../../ui/exchange-compare.tsx';
import { useOpenInFlows, useReplay } from '../../ui/exchange-sends.tsx';
import { type ExchangeRow, rowOf, sameEndOf } from '../../ui/folded-exchanges.ts';
import { toggleValues } from '../../ui/shown-values.ts';
import { type ExchangePair, useExchangePair } from '../../ui/use-exchange-pair.ts';
import { formatWireTime } from '../../words/format.ts';
import { sharedMessages } from '../../words/shared-messages.ts';
import { flowRunPath } from '../../workbench/addresses.ts';
import { type Command, useCommands } from '../../workbench/commands.ts';
import {
  exchangeKeys,
  type OfferedActs,
  showInActivity,
  showInFlow,
  useCommonActs,
  usePin,
} from '../../workbench/exchange-acts.ts';
import { openLink } from '../../workbench/layout-store.ts';

const messages = sharedMessages.wire.commands;

/** The exchange that is looked at, and the one that was before it. */
export interface WireChoice {
  readonly id: string | null;
  readonly previousId: string | null;
  readonly rows: readonly ExchangeRow[];
  readonly onSelect: (id: string) => void;
}

export interface WireActs {
  readonly offered: OfferedActs;
  readonly compare: ExchangePair;
  readonly isSending: boolean;
  /** Asks for the host, where a request would leave this machine. */
  readonly dialog: ReactNode;
}

/** An exchange among two that are compared. */
function comparedOf(rows: readonly ExchangeRow[], id: string | null): ComparedExchange | null {
  if (id === null) return null;
  const row = rowOf(rows, id);
  const label =
    row === undefined ? id : `${row.method} ${row.status ?? ''} ${formatWireTime(row.startedAtMillis)}`;
  return { id, label };
}

/** Compares the records that were taken at the same end. */
function atSameEnd(rows: readonly ExchangeRow[], { pair, ...compare }: ExchangePair): ExchangePair {
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

function useWireKeys(id: string | null, { offered, compare }: Pick<WireActs, 'offered' | 'compare'>): void {
  const command = (what: keyof typeof messages, key: string, run: (() => void) | undefined): Command => ({
    id: `wire.${what}`,
    title: messages[what],
    group: 'edit',
    keys: [key],
    within: '.wire-panel',
    isDisabled: run === undefined,
    run: run ?? (() => undefined),
  });
  const whileCompared = (run: () => void) => (compare.pair === null ? undefined : run);
  useCommands([
    command('curl', exchangeKeys.curl, offered.curl?.run),
    command('replay', exchangeKeys.replay, offered.replay?.run),
    command('edit', exchangeKeys.edit, offered.edit?.run),
    command('values', exchangeKeys.values, id === null ? undefined : () => toggleValues(id)),
    command('mark', exchangeKeys.mark, compare.mark),
    command('compare', exchangeKeys.compare, compare.start),
    command(
      'next',
      'n',
      whileCompared(() => compare.step(1)),
    ),
    command(
      'previous',
      'p',
      whileCompared(() => compare.step(-1)),
    ),
  ]);
}

/** The acts on the exchange that is looked at on the wire, in its menus and under its keys. */
export function useWireActs({ id, previousId, rows, onSelect }: WireChoice): WireActs {
  const replay = useReplay(onSelect);
  const openInFlows = useOpenInFlows((runId) => openLink(flowRunPath(runId)));
  const exchange = useExchange(id);
  const pair = useExchangePair(comparedOf(rows, id), comparedOf(rows, previousId));
  const compare = atSameEnd(rows, pair);
  const common = useCommonActs(id);
  const pin = usePin();
  const act = (run: (of: string) => void) => ({ run: id === null ? undefined : () => run(id) });
  const offered: OfferedActs = {
    ...common,
    replay: act(replay.act),
    edit: act(openInFlows.act),
    mark: { run: compare.mark },
    compare: { run: compare.start },
    pin: act(pin),
    activity: showInActivity(id),
    run: showInFlow(exchange.data?.tags ?? []),
  };
  useWireKeys(id, { offered, compare });
  return { offered, compare, isSending: replay.isPending, dialog: replay.dialog ?? openInFlows.dialog };
}
