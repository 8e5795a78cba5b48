import { useState } from 'react';

/** Two exchanges that are compared, and where the person stands among the differences. */
export interface ExchangePair<T> {
  /** The exchange with which others are compared, A; null while none is marked. */
  readonly marked: T | null;
  /** Marks the chosen one; undefined while none is chosen. */
  readonly mark: (() => void) | undefined;
  readonly unmark: () => void;
  /** The two that are compared; null while one exchange is looked at alone. */
  readonly pair: readonly [left: T, right: T] | null;
  /** Undefined while there are no two. */
  readonly start: (() => void) | undefined;
  /** Compares the chosen one, which may be chosen by the same press, with another one than the marked. */
  readonly startWith: (other: T) => void;
  readonly at: number;
  readonly step: (by: 1 | -1) => void;
  readonly swap: () => void;
  readonly close: () => void;
}

/**
 * The mode in which two exchanges are compared: A is the marked one, else the one that was chosen before; B is the chosen
 * one. `first` is compared with the chosen one from the beginning.
 */
export function useExchangePair<T extends { readonly id: string }>(
  chosen: T | null,
  before: T | null,
  first: T | null = null,
): ExchangePair<T> {
  const [marked, setMarked] = useState<T | null>(null);
  const [left, setLeft] = useState(first);
  const [at, setAt] = useState(0);
  const [isSwapped, setIsSwapped] = useState(false);
  const other = marked !== null && marked.id !== chosen?.id ? marked : before;
  const canStart = chosen !== null && other !== null && other.id !== chosen.id;
  const isCompared = left !== null && chosen !== null && left.id !== chosen.id;
  const startWith = (wanted: T) => {
    setLeft(wanted);
    setAt(0);
    setIsSwapped(false);
  };
  return {
    marked,
    mark: chosen === null ? undefined : () => setMarked(chosen),
    unmark: () => setMarked(null),
    pair: !isCompared ? null : isSwapped ? [chosen, left] : [left, chosen],
    start: canStart ? () => startWith(other) : undefined,
    startWith,
    at,
    step: (by) => setAt((now) => now + by),
    swap: () => setIsSwapped((now) => !now),
    close: () => setLeft(null),
  };
}
