import { useState } from 'react';
import type { ActivityRow } from '#shared/api/index.ts';
import type { ComparedExchange } from '../../ui/exchange-compare.tsx';
import { sameEndOf } from '../../ui/folded-exchanges.ts';
import { formatWireTime } from '../../words/format.ts';
import type { ActivityState } from './use-activity.ts';

/** Two exchanges that are compared, and where the person stands among the differences. */
export interface Compare {
  /** The exchange with which others are compared, A; null while none is marked. */
  readonly marked: ActivityRow | null;
  readonly mark: (row: ActivityRow) => void;
  /** Takes the mark away, where nothing is being compared. */
  readonly unmark: () => void;
  /** The two that are compared; null while one exchange is looked at alone. */
  readonly pair: readonly [left: ComparedExchange, right: ComparedExchange] | null;
  /** Undefined while there are no two. */
  readonly start: (() => void) | undefined;
  readonly at: number;
  readonly step: (by: 1 | -1) => void;
  readonly swap: () => void;
  readonly close: () => void;
}

interface Sides {
  readonly id: string;
  readonly row?: ActivityRow | undefined;
}

function labelOf({ id, row }: Sides): string {
  if (row === undefined) return id;
  const { method, target, status, startedAtMillis } = row;
  return `${method} ${target.replace(/\?.*$/s, '')} ${status ?? ''} ${formatWireTime(startedAtMillis)}`;
}

/** The mode in which two exchanges are compared: A is marked or was chosen before, B is the chosen one. */
export function useCompare(state: ActivityState): Compare {
  const [marked, setMarked] = useState<ActivityRow | null>(null);
  const [left, setLeft] = useState<Sides | null>(null);
  const [at, setAt] = useState(0);
  const [isSwapped, setIsSwapped] = useState(false);
  const { exchangeId, row } = state;
  const chosen: Sides | null = exchangeId === null ? null : { id: exchangeId, row };
  const otherId = state.pair?.find((id) => id !== exchangeId);
  const other: Sides | null = otherId === undefined ? null : { id: otherId, row: state.rowOf(otherId) };
  const before: Sides | null =
    marked !== null && marked.id !== row?.id ? { id: marked.id, row: marked } : other;
  const isComparable = left !== null && chosen !== null && left.id !== chosen.id;
  const ids = isComparable ? sameEndOf(left, chosen) : null;
  const both =
    ids === null || left === null || chosen === null
      ? null
      : ([
          { id: ids[0], label: labelOf(left) },
          { id: ids[1], label: labelOf(chosen) },
        ] as const);
  const begin = (sides: Sides) => {
    setLeft(sides);
    setAt(0);
    setIsSwapped(false);
  };
  return {
    marked,
    mark: setMarked,
    unmark: () => setMarked(null),
    pair: both === null ? null : isSwapped ? [both[1], both[0]] : both,
    start: before === null || chosen === null ? undefined : () => begin(before),
    at,
    step: (by) => setAt((now) => now + by),
    swap: () => setIsSwapped((now) => !now),
    close: () => setLeft(null),
  };
}
