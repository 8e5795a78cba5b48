import { ListBox } from '#renderer/ui/list-box.tsx';
import type { ContractEntry } from '#shared/contract/index.ts';
import { impactOf } from './entries.ts';
import { ImpactWord, Mark } from './entry-mark.tsx';
import { MarkedText } from './marked-text.tsx';
import { messages } from './words.ts';

interface ListedEntry {
  readonly id: string;
  readonly entry: ContractEntry;
  readonly places: number;
  /** Not in force yet at the day that is looked at. */
  readonly isLater: boolean;
  /** The year that begins with it. */
  readonly year: string | null;
}

export interface EntryListProps {
  readonly entries: readonly ContractEntry[];
  readonly placesOf: (id: string) => number;
  readonly date: string;
  readonly selectedId: string | null;
  readonly onSelect: (id: string) => void;
}

function Row({ entry, places, isLater }: ListedEntry) {
  return (
    <span className={isLater ? 'ch-row later' : 'ch-row'}>
      <Mark kind={entry.kind} impact={impactOf(entry)} />
      <span className="mono">{entry.date}</span>
      <span className="ch-row-title">
        <span className="clip" data-words="data">
          <MarkedText text={entry.title} />
        </span>
        {isLater ? <span className="ref">{messages.timeline.notYet}</span> : null}
      </span>
      <span className="muted clip ch-row-area">{messages.areas[entry.area]}</span>
      <span className="ch-row-kind muted">{messages.kinds[entry.kind]}</span>
      <span className="ch-row-impact">
        <ImpactWord entry={entry} />
      </span>
      <span className="num ch-row-places">
        {places === 0 ? <span className="vh">{messages.entry.noPlaces}</span> : messages.entry.places(places)}
      </span>
    </span>
  );
}

/** The changes, newest first, under their years. */
export function EntryList({ entries, placesOf, date, selectedId, onSelect }: EntryListProps) {
  const items = entries.map((entry, at): ListedEntry => {
    const year = entry.date.slice(0, 4);
    return {
      id: entry.id,
      entry,
      places: placesOf(entry.id),
      isLater: entry.date > date,
      year: entries[at - 1]?.date.slice(0, 4) === year ? null : year,
    };
  });
  return (
    <ListBox
      label={messages.timeline.list}
      items={items}
      selectedId={selectedId}
      onSelect={({ id }) => onSelect(id)}
      className="ch-entries scroll"
      itemClass={() => 'ch-option inset'}
    >
      {(item) => (
        <>
          {item.year === null ? null : (
            <span className="label ch-heading" aria-hidden="true">
              {item.year}
            </span>
          )}
          <Row {...item} />
        </>
      )}
    </ListBox>
  );
}
