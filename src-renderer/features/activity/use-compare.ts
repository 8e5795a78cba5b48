import type { ActivityRow } from '#shared/api/index.ts';
import { arrivedAtMillis } from '#shared/exchange/arrival.ts';
import type { ComparedExchange } from '../../ui/exchange-compare.tsx';
import { sameEndOf } from '../../ui/folded-exchanges.ts';
import { type ExchangePair, useExchangePair } from '../../ui/use-exchange-pair.ts';
import { formatWireTime } from '../../words/format.ts';
import type { ActivityState } from './use-activity.ts';

/** Two exchanges of the log that are compared, with the row that is marked. */
export interface Compare extends Omit<ExchangePair<ComparedExchange>, 'marked' | 'startWith'> {
  readonly marked: ActivityRow | null;
  /** Compares the chosen exchange with another one than the marked. */
  readonly startWith: (row: ActivityRow) => void;
}

/** A row among two that are compared: it is kept, since the log may show others by then. */
interface Side {
  /** Of the row, whichever of its records is looked at. */
  readonly id: string;
  readonly exchangeId: string;
  readonly row: ActivityRow | undefined;
}

function labelOf({ exchangeId, row }: Side): string {
  if (row === undefined) return exchangeId;
  const { method, target, status } = row;
  return `${method} ${target.replace(/\?.*$/s, '')} ${status ?? ''} ${formatWireTime(arrivedAtMillis(row))}`;
}

/** The two records that were taken at the same end. */
function atSameEnd([left, right]: readonly [Side, Side]): readonly [ComparedExchange, ComparedExchange] {
  const ids = sameEndOf({ id: left.exchangeId, row: left.row }, { id: right.exchangeId, row: right.row });
  return [
    { id: ids[0], label: labelOf(left) },
    { id: ids[1], label: labelOf(right) },
  ];
}

function sideOf(exchangeId: string | null | undefined, row: ActivityRow | undefined): Side | null {
  return exchangeId === null || exchangeId === undefined
    ? null
    : { id: row?.id ?? exchangeId, exchangeId, row };
}

/** The mode in which two exchanges are compared: A is marked or was chosen before, B is the chosen one. */
export function useCompare(state: ActivityState): Compare {
  const { exchangeId, row } = state;
  const otherId = state.pair?.find((id) => id !== exchangeId);
  const other = sideOf(otherId, otherId === undefined ? undefined : state.rowOf(otherId));
  const { marked, mark, pair, startWith, ...compare } = useExchangePair(sideOf(exchangeId, row), other);
  return {
    ...compare,
    mark: row === undefined ? undefined : mark,
    marked: marked?.row ?? null,
    startWith: (first) => startWith({ id: first.id, exchangeId: first.id, row: first }),
    pair: pair === null ? null : atSameEnd(pair),
  };
}
