import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, ChevronLeft, ChevronRight, GitCompare, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { DiffLine } from '#shared/api/index.ts';
import { useApi } from '../api/api-context.tsx';
import { toProblem } from '../api/problem.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { ProblemNote } from './note.tsx';
import { PaneHead } from './pane-head.tsx';
import { ScrollRegion } from './scroll-region.tsx';
import { Segmented } from './segmented.tsx';

const messages = sharedMessages.diff;
const parts = ['request', 'response', 'trace'] as const;
type By = 'words' | 'bytes';
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
  readonly left: ComparedExchange;
  readonly right: ComparedExchange;
  /** The difference that is looked at, counted on beyond both ends. */
  readonly at: number;
  readonly onStep: (by: 1 | -1) => void;
  readonly onSwap: () => void;
  readonly onClose: () => void;
  /** Tells the panes of another part of the window apart from those of the screen. */
  readonly scope?: string;
}

/** Where a count that goes on beyond both ends stands among so many. */
export function indexAmong(at: number, count: number): number {
  return count === 0 ? -1 : ((at % count) + count) % count;
}

function SideMark({ of }: { readonly of: 'left' | 'right' }) {
  return <span className={`side-mark ${of} mono`}>{of === 'left' ? 'A' : 'B'}</span>;
}

function Value({ line, side }: { readonly line: DiffLine; readonly side: 'left' | 'right' }) {
  const value = line[side];
  if (value === null) return <span className="side-absent" title={messages.absent} />;
  // Two masks look the same; the line is shown because the values behind them differ.
  if (line.left === line.right)
    return (
      <span className="mono hash">
        {value} <mark>{messages.differs}</mark>
      </span>
    );
  if (line.segments === null) return <span className="mono hash">{value}</span>;
  return (
    <span className="mono hash">
      {line.segments.map(({ text, in: where }, index) => {
        if (where === 'both') return text;
        // Segments have no identity but their order, which is fixed.
        return where === side ? <mark key={`${index} ${text}`}>{text}</mark> : null;
      })}
    </span>
  );
}

interface DifferenceProps {
  readonly line: DiffLine;
  readonly isCurrent: boolean;
}

/** One difference: A above B, so that bytes line up. */
function Difference({ line, isCurrent }: DifferenceProps) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <li ref={item} aria-current={isCurrent ? 'true' : undefined}>
      <span className="pn mono wrap">{line.name}</span>
      {(['left', 'right'] as const).map((side) => (
        <span key={side} className="side">
          <SideMark of={side} />
          {line[side] === null ? <span className="vh">{messages.absent}</span> : null}
          <Value line={line} side={side} />
        </span>
      ))}
    </li>
  );
}

interface PartProps {
  readonly part: (typeof parts)[number];
  readonly scope: string | undefined;
  readonly lines: readonly DiffLine[];
  readonly current: DiffLine | undefined;
  readonly head: ReactNode;
}

function Part({ part, scope, lines, current, head }: PartProps) {
  const title = messages.parts[part];
  const named = scope === undefined ? title : `${scope}: ${title}`;
  return (
    <section aria-label={named}>
      <PaneHead title={title}>
        <span className="ref">{messages.count(lines.length)}</span>
        {head}
      </PaneHead>
      <ScrollRegion label={`${named}: ${messages.count(lines.length)}`}>
        <ul className="differences">
          {lines.map((line, index) => (
            <Difference key={`${index} ${line.name}`} line={line} isCurrent={line === current} />
          ))}
        </ul>
      </ScrollRegion>
    </section>
  );
}

function useDiff({ left, right }: Pick<ExchangeCompareProps, 'left' | 'right'>, by: By) {
  const { orpc } = useApi();
  const diff = useQuery(
    orpc.exchanges.diff.queryOptions({ input: { leftId: left.id, rightId: right.id, by } }),
  );
  const lines = parts.flatMap((part) => (diff.data ?? []).filter((line) => line.part === part));
  return { lines, error: diff.error };
}

/** Two exchanges in the place of one: what differs between them, part by part, with what changed marked. */
export function ExchangeCompare(props: ExchangeCompareProps) {
  const { left, right, at, onStep, scope } = props;
  const [by, setBy] = useState<By>('words');
  const { lines, error } = useDiff(props, by);
  const index = indexAmong(at, lines.length);
  const way = <Segmented mini label={messages.by} options={ways} value={by} onChange={setBy} />;
  return (
    <section className="exchange-compare" aria-label={messages.titleExchanges}>
      <div className="pane-head compare-bar">
        <Icon of={GitCompare} />
        <SideMark of="left" />
        <span className="mono clip">{left.label}</span>
        <SideMark of="right" />
        <span className="mono clip">{right.label}</span>
        <span className="push" />
        <output>{messages.position(index + 1, lines.length)}</output>
        <Button small kind="ghost" icon={ChevronLeft} label={messages.previous} onPress={() => onStep(-1)} />
        <Button small kind="ghost" icon={ChevronRight} label={messages.next} onPress={() => onStep(1)} />
        <Button small kind="ghost" icon={ArrowLeftRight} onPress={props.onSwap}>
          {messages.swap}
        </Button>
        <Button small kind="ghost" icon={X} keyHint="escape" onPress={props.onClose}>
          {sharedMessages.common.close}
        </Button>
      </div>
      {error === null ? null : <ProblemNote problem={toProblem(error)} />}
      <div className="cols">
        {parts.map((part) => (
          <Part
            key={part}
            part={part}
            scope={scope}
            lines={lines.filter((line) => line.part === part)}
            current={lines[index]}
            head={part === 'request' ? <span className="push">{way}</span> : null}
          />
        ))}
      </div>
    </section>
  );
}
