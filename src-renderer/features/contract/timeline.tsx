import {
  type CSSProperties,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { changeKinds } from '#shared/contract/history.ts';
import type { ContractEntry } from '#shared/contract/index.ts';
import { countByYear, impactOf } from './entries.ts';
import { Mark } from './entry-mark.tsx';
import { binEntries, dayShare, spanOf } from './timeline-scale.ts';
import { messages } from './words.ts';

/** Room that a mark takes, in pixels. */
const markPx = 13;
const widthFallbackPx = 900;

export interface TimelineProps {
  readonly entries: readonly ContractEntry[];
  readonly shown: ReadonlySet<string>;
  readonly mine: ReadonlySet<string>;
  readonly selectedId: string | null;
  /** The day whose contract is looked at. */
  readonly date: string;
  readonly newest: string;
  readonly onSelect: (id: string) => void;
}

function useWidth(): readonly [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null);
  const [widthPx, setWidthPx] = useState(widthFallbackPx);
  useLayoutEffect(() => {
    if (element.current === null) return;
    const watcher = new ResizeObserver(([entry]) => {
      if (entry !== undefined && entry.contentRect.width > 0) setWidthPx(entry.contentRect.width);
    });
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, []);
  return [element, widthPx];
}

function Legend() {
  return (
    <ul className="ch-legend" aria-label={messages.timeline.legend}>
      {changeKinds.map((kind) => (
        <li key={kind}>
          <Mark kind={kind} impact="additive" />
          {messages.kinds[kind]}
        </li>
      ))}
      <li>
        <Mark kind="added" impact="breaking" />
        {messages.timeline.breaks}
      </li>
      <li>
        <Mark kind="added" impact="behaviour" />
        {messages.timeline.differs}
      </li>
      <li>
        <i className="ch-mine" />
        {messages.timeline.mine}
      </li>
    </ul>
  );
}

/** Every change as a mark over the years; the list below says the same in words. */
export function Timeline(props: TimelineProps) {
  const { entries, shown, mine, selectedId, date, newest, onSelect } = props;
  const [plot, widthPx] = useWidth();
  const years = countByYear(entries);
  const span = spanOf(years.map(({ year }) => year));
  const marks = binEntries(entries, span, Math.max(8, Math.floor(widthPx / markPx)));
  const height = Math.max(3, ...marks.map(({ level }) => level + 1));
  const label = messages.timeline.label(
    entries.length,
    years.map(({ year, count }) => messages.timeline.year(year, count)).join(', '),
    mine.size,
  );
  const onClick = (event: MouseEvent) => {
    const id = event.target instanceof Element ? event.target.closest('[data-entry]') : null;
    const name = id?.getAttribute('data-entry');
    if (name !== undefined && name !== null) onSelect(name);
  };
  // The marks are a picture of the list, which has the keys: the pointer may use them as well.
  const pointing = { role: 'img', 'aria-label': label, onClick } as const;
  const className = ({ id, date: day }: ContractEntry) =>
    [
      'ch-at',
      shown.has(id) ? '' : 'out',
      day > date ? 'later' : '',
      mine.has(id) ? 'mine' : '',
      id === selectedId ? 'chosen' : '',
    ]
      .filter((name) => name !== '')
      .join(' ');
  return (
    <div className="ch-timeline">
      <Legend />
      <div className="ch-plot" ref={plot} style={{ '--levels': height } as CSSProperties} {...pointing}>
        {years.map(({ year, count }) => (
          <span
            key={year}
            className="ch-year"
            style={{ insetInlineStart: `${dayShare(`${year}-01-01`, span) * 100}%` }}
          >
            {year} <span className="mono">{count}</span>
          </span>
        ))}
        {date < newest ? (
          <span className="ch-force" style={{ insetInlineStart: `${dayShare(date, span) * 100}%` }}>
            <span className={dayShare(date, span) > 0.7 ? 'left' : ''}>
              {messages.timeline.inForce(date)}
            </span>
          </span>
        ) : null}
        <span data-words="data">
          {marks.map(({ entry, share, level }) => (
            <i
              key={entry.id}
              className={className(entry)}
              data-entry={entry.id}
              title={`${entry.date} ${entry.title}`}
              style={{ insetInlineStart: `${share * 100}%`, '--level': level } as CSSProperties}
            >
              <Mark kind={entry.kind} impact={impactOf(entry)} />
            </i>
          ))}
        </span>
      </div>
    </div>
  );
}
