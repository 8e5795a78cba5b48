import { ListBox } from '#renderer/ui/list-box.tsx';
import type { ContractEntry } from '#shared/contract/index.ts';
import { EntryRow, type EntryRowProps } from './entry-row.tsx';
import { messages } from './words.ts';

interface ListedEntry extends EntryRowProps {
  readonly id: string;
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
      className={items.some(({ places }) => places > 0) ? 'ch-entries scroll' : 'ch-entries ch-unused scroll'}
      itemClass={() => 'ch-option inset'}
    >
      {(item) => (
        <>
          {item.year === null ? null : (
            <span className="label ch-heading" aria-hidden="true">
              {item.year}
            </span>
          )}
          <EntryRow {...item} />
        </>
      )}
    </ListBox>
  );
}
