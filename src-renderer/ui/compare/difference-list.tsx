import { type ReactNode, useEffect, useRef } from 'react';
import type { DiffLine } from '#shared/api/index.ts';
import { sharedMessages } from '../../words/shared-messages.ts';
import { PaneHead } from '../pane-head.tsx';
import { ScrollRegion } from '../scroll-region.tsx';
import { type PairValues, sideText } from './pair-values.ts';
import { SideMark } from './side-mark.tsx';
import { type By, differingLines, type MessagePart } from './use-comparison.ts';

const messages = sharedMessages.diff;
const sides = ['left', 'right'] as const;

interface ValueProps {
  readonly line: DiffLine;
  readonly side: 'left' | 'right';
  readonly values: PairValues;
}

function Value({ line, side, values }: ValueProps) {
  const text = sideText(line, side, values);
  if (text === null)
    return (
      <>
        <span className="vh">{messages.absent}</span>
        <span className="side-absent" title={messages.absent} />
      </>
    );
  return (
    <span className="mono hash">
      {text.parts.map((part, index) =>
        // Parts have no identity but their order, which is fixed.
        part.isChanged ? <mark key={`${index} ${part.text}`}>{part.text}</mark> : part.text,
      )}
      {text.isHidden ? <mark className="hidden-difference">{messages.differs}</mark> : null}
    </span>
  );
}

interface LineProps {
  readonly line: DiffLine;
  readonly values: PairValues;
  readonly isCurrent: boolean;
}

/** One difference: A above B, so that bytes line up. */
function Difference({ line, values, isCurrent }: LineProps) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <li ref={item} aria-current={isCurrent ? 'true' : undefined} className={line.change}>
      <span className="pn mono wrap">{line.name}</span>
      {sides.map((side) => (
        <span key={side} className="side">
          <SideMark of={side} />
          <Value line={line} side={side} values={values} />
        </span>
      ))}
    </li>
  );
}

/** A line that both sides have alike is said once. */
function Same({ line, values }: Omit<LineProps, 'isCurrent'>) {
  return (
    <li className="same">
      <span className="pn mono wrap">{line.name}</span>
      <Value line={line} side="left" values={values} />
    </li>
  );
}

interface ListProps {
  readonly lines: readonly DiffLine[];
  readonly values: PairValues;
  readonly current: unknown;
}

function Lines({ lines, values, current }: ListProps) {
  return (
    <ul className="differences">
      {lines.map((line, index) =>
        line.change === 'same' ? (
          <Same key={`${index} ${line.name}`} line={line} values={values} />
        ) : (
          <Difference
            key={`${index} ${line.name}`}
            line={line}
            values={values}
            isCurrent={line === current}
          />
        ),
      )}
    </ul>
  );
}

function Group({ title, lines, ...list }: ListProps & { readonly title: string }) {
  if (lines.length === 0) return null;
  return (
    <>
      <h3 className="grp">{title}</h3>
      <Lines lines={lines} {...list} />
    </>
  );
}

/** The fields of a message: those that differ first, then those of one side, those made anew, and the rest folded. */
function Fields({ lines, ...list }: ListProps) {
  const differing = differingLines(lines);
  const of = (wanted: DiffLine['change']) => lines.filter(({ change }) => change === wanted);
  const same = of('same');
  return (
    <>
      <Group
        title={messages.groups.differs}
        lines={differing.filter(({ left, right }) => left !== null && right !== null)}
        {...list}
      />
      <Group
        title={messages.groups.onlyRight}
        lines={differing.filter(({ left }) => left === null)}
        {...list}
      />
      <Group
        title={messages.groups.onlyLeft}
        lines={differing.filter(({ right }) => right === null)}
        {...list}
      />
      <Group title={messages.groups.fresh} lines={of('fresh')} {...list} />
      {same.length === 0 ? null : (
        <details className="differences-same">
          <summary>{messages.groups.same(same.length)}</summary>
          <Lines lines={same} {...list} />
        </details>
      )}
    </>
  );
}

export interface DifferenceListProps extends ListProps {
  readonly part: MessagePart;
  readonly by: By;
  readonly scope: string | undefined;
  /** Beside the count in the head. */
  readonly head: ReactNode;
  /** Sizes and times of both sides. */
  readonly foot: readonly [left: ReactNode, right: ReactNode];
}

/** A message of two exchanges: as its fields by kinds of difference, or as its bytes in their order. */
export function DifferenceList({ part, by, scope, head, foot, ...list }: DifferenceListProps) {
  const title = messages.parts[part];
  const named = scope === undefined ? title : `${scope}: ${title}`;
  const count = list.lines.filter(({ change }) => change === 'differs').length;
  return (
    <section aria-label={named} className="compared-part">
      <PaneHead title={title}>
        <span className="ref clip">{messages.count(count)}</span>
        {head}
      </PaneHead>
      <ScrollRegion label={`${named}: ${messages.count(count)}`}>
        {by === 'words' ? <Fields {...list} /> : <Lines {...list} />}
      </ScrollRegion>
      <p className="compared-foot ref mono">
        {sides.map((side, index) => (
          <span key={side} className="row tight">
            <SideMark of={side} />
            {foot[index]}
          </span>
        ))}
      </p>
    </section>
  );
}
