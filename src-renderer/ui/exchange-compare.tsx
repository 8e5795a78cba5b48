import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { ExchangeView } from '#shared/api/index.ts';
import { toProblem } from '../api/problem.ts';
import { useStore } from '../api/store.ts';
import { formatBytes, formatDuration } from '../words/format.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { CompareBar } from './compare/compare-bar.tsx';
import { DifferenceList } from './compare/difference-list.tsx';
import { usePairValues } from './compare/pair-values.ts';
import { Rails } from './compare/rails.tsx';
import { comparedBy, messageParts, useComparison } from './compare/use-comparison.ts';
import { ProblemNote } from './note.tsx';
import { Segmented } from './segmented.tsx';
import { toggleValues } from './shown-values.ts';
import { StatusCode } from './status-code.tsx';
import type { ExchangePair } from './use-exchange-pair.ts';

const messages = sharedMessages.diff;
const ways = [
  { id: 'words', label: messages.words },
  { id: 'bytes', label: messages.bytes },
] as const;

/** One of two exchanges: its record, and what tells it from the other one. */
export interface ComparedExchange {
  readonly id: string;
  readonly label: string;
}

export interface ExchangeCompareProps {
  readonly pair: readonly [left: ComparedExchange, right: ComparedExchange];
  /** `at` is the difference that is looked at, counted on beyond both ends. */
  readonly compare: Pick<ExchangePair<ComparedExchange>, 'at' | 'step' | 'swap' | 'close'>;
  /** In place of the labels, where more than these two exchanges are compared. */
  readonly heads?: readonly [left: ReactNode, right: ReactNode];
  readonly summary?: ReactNode;
  /** Below the head: what the two have in common. */
  readonly title?: ReactNode;
  /** Tells the panes of another part of the window apart from those of the screen. */
  readonly scope?: string;
}

/** Where a count that goes on beyond both ends stands among so many. */
export function indexAmong(at: number, count: number): number {
  return count === 0 ? -1 : ((at % count) + count) % count;
}

/** Takes the focus if what had it made room for the comparison, and gives it back afterwards, so that keys keep acting. */
export function useKeptFocus(section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    if (before === null || before === document.body) section.current?.focus();
    return () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [section]);
}

function sizes(view: ExchangeView | undefined) {
  if (view === undefined) return { request: '', response: '' };
  const { request, response, durationMicros } = view;
  return {
    request: formatBytes(request.sizeBytes),
    response: [
      formatDuration(durationMicros),
      ...(response === null ? [] : [formatBytes(response.sizeBytes)]),
    ].join(', '),
  };
}

function Statuses({ views }: { readonly views: readonly (ExchangeView | undefined)[] }) {
  const [left, right] = views.map((view) => view?.response?.status ?? null);
  return (
    <span className="row tight">
      {left == null ? null : <StatusCode status={left} quiet />}
      {right == null || right === left ? null : (
        <>
          <span aria-hidden="true">→</span>
          <StatusCode status={right} quiet />
        </>
      )}
    </span>
  );
}

/** Two exchanges in the place of one: what differs between them, part by part, with what changed marked. */
export function ExchangeCompare(props: ExchangeCompareProps) {
  const { pair, compare, scope } = props;
  const [left, right] = pair;
  const by = useStore(comparedBy);
  const section = useRef<HTMLElement>(null);
  useKeptFocus(section);
  const { lines, rails, stops, views, traces, error, isLoaded } = useComparison(left.id, right.id, by);
  const values = usePairValues(left.id, right.id, [...lines.request, ...lines.response]);
  const index = indexAmong(compare.at, stops.length);
  const [ours, theirs] = views.map(sizes) as [ReturnType<typeof sizes>, ReturnType<typeof sizes>];
  return (
    <section ref={section} tabIndex={-1} className="exchange-compare" aria-label={messages.titleExchanges}>
      <CompareBar
        left={props.heads?.[0] ?? <span className="mono clip">{left.label}</span>}
        right={props.heads?.[1] ?? <span className="mono clip">{right.label}</span>}
        summary={props.summary}
        position={isLoaded ? messages.position(index + 1, stops.length) : ''}
        values={
          values.canShow ? { isShown: values.isShown, onToggle: () => toggleValues(right.id) } : undefined
        }
        onStep={compare.step}
        onSwap={compare.swap}
        onClose={compare.close}
      />
      {props.title}
      {error === null ? null : <ProblemNote problem={toProblem(error)} />}
      <div className="cols">
        {messageParts.map((part) => (
          <DifferenceList
            key={part}
            part={part}
            by={by}
            scope={scope}
            lines={lines[part]}
            values={values}
            current={stops[index]}
            head={
              part === 'request' ? (
                <span className="push">
                  <Segmented mini label={messages.by} options={ways} value={by} onChange={comparedBy.set} />
                </span>
              ) : (
                <span className="push">
                  <Statuses views={views} />
                </span>
              )
            }
            foot={[ours[part], theirs[part]]}
          />
        ))}
        <Rails rows={rails} traces={traces} current={stops[index]} scope={scope} />
      </div>
    </section>
  );
}
