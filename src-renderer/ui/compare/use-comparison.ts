import { skipToken, useQuery } from '@tanstack/react-query';
import type { DiffLine, ExchangeView } from '#shared/api/index.ts';
import type { DecisionTrace } from '#shared/exchange/trace.ts';
import { useApi } from '../../api/api-context.tsx';
import { createStore } from '../../api/store.ts';
import { useExchange } from '../../api/use-exchange.ts';
import { type RailRow, railRows } from './rail-rows.ts';

/** The two messages of an exchange; the trace is compared by its rules. */
export const messageParts = ['request', 'response'] as const;
export type MessagePart = (typeof messageParts)[number];

export type By = 'words' | 'bytes';
/** One for all comparisons: who reads bytes reads them step after step. */
export const comparedBy = createStore<By>('words');

/** A place that n and p go to: a line of a message, or a rule that ended otherwise. */
export type Stop = DiffLine | RailRow;

export interface Comparison {
  readonly lines: Readonly<Record<MessagePart, readonly DiffLine[]>>;
  readonly rails: readonly RailRow[];
  /** All differences, in the order in which they are shown. */
  readonly stops: readonly Stop[];
  readonly views: readonly [left: ExchangeView | undefined, right: ExchangeView | undefined];
  readonly traces: readonly [left: DecisionTrace | null, right: DecisionTrace | null];
  readonly error: Error | null;
  readonly isLoaded: boolean;
}

/** Differing lines as they are shown: those that both sides have, then those of one side. */
export function differingLines(lines: readonly DiffLine[]): readonly DiffLine[] {
  const differing = lines.filter(({ change }) => change === 'differs');
  const isShared = ({ left, right }: DiffLine) => left !== null && right !== null;
  return [
    ...differing.filter(isShared),
    ...differing.filter(({ left }) => left === null),
    ...differing.filter(({ right }) => right === null),
  ];
}

/** An exchange with the decision on it, whichever of its two records has it. */
function useRecord(id: string | null) {
  const exchange = useExchange(id);
  const counterpart = useExchange(exchange.data?.counterpartId ?? null);
  return {
    view: exchange.data,
    trace: exchange.data?.trace ?? counterpart.data?.trace ?? null,
    error: exchange.error,
  };
}

/** Compares two exchanges; null: one of them is not there. */
export function useComparison(leftId: string | null, rightId: string | null, by: By): Comparison {
  const { orpc } = useApi();
  const input =
    leftId === null || rightId === null ? skipToken : { leftId, rightId, by, withSame: true as const };
  const diff = useQuery(orpc.exchanges.diff.queryOptions({ input }));
  const [left, right] = [useRecord(leftId), useRecord(rightId)];
  const all = diff.data ?? [];
  const lines = {
    request: all.filter(({ part }) => part === 'request'),
    response: all.filter(({ part }) => part === 'response'),
  };
  const rails = railRows(left.trace, right.trace);
  const inOrder = (part: MessagePart) =>
    by === 'words' ? differingLines(lines[part]) : lines[part].filter(({ change }) => change !== 'same');
  return {
    lines,
    rails,
    stops: [...inOrder('request'), ...inOrder('response'), ...rails.filter(({ differs }) => differs)],
    views: [left.view, right.view],
    traces: [left.trace, right.trace],
    error: diff.error ?? left.error ?? right.error,
    isLoaded: diff.data !== undefined,
  };
}
