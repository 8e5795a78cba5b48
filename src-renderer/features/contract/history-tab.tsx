import { SearchX } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { useTab } from '#renderer/workbench/tab-context.tsx';
import { filterEntries } from './entries.ts';
import { EntryDetail } from './entry-detail.tsx';
import { EntryFilters, noEntryFilter } from './entry-filters.tsx';
import { EntryList } from './entry-list.tsx';
import { Timeline } from './timeline.tsx';
import type { Contract } from './use-contract.ts';
import type { ContractView } from './view.ts';
import { messages } from './words.ts';

/** The props that each part of the screen receives. */
export interface PartProps {
  readonly contract: Contract;
  readonly view: ContractView;
  readonly change: (part: Partial<ContractView>) => void;
  /** The day whose contract is looked at. */
  readonly date: string;
  /** Where the part is searched. */
  readonly field: RefObject<HTMLInputElement | null>;
}

/** The history by year, what of it is sought, and one change in full. */
export function HistoryTab({ contract, view, change, date, field }: PartProps) {
  const { history, places } = contract;
  const shown = filterEntries(history.newestFirst, view, { texts: history.texts, places });
  const { isNarrow } = useTab();
  // A wide window always shows a detail beside the list: the newest change until another is chosen.
  const first = isNarrow ? undefined : shown[0];
  const entry = view.entry === null ? first : history.byId.get(view.entry);
  const selectedId = entry?.id ?? null;
  const select = (id: string) => change({ entry: id });
  const total = history.newestFirst.length;
  return (
    <div className="ch-history">
      <EntryFilters view={view} change={change} shown={shown.length} total={total} field={field} />
      <Timeline
        entries={history.newestFirst}
        shown={new Set(shown.map(({ id }) => id))}
        mine={new Set(history.newestFirst.map(({ id }) => id).filter((id) => places.has(id)))}
        selectedId={selectedId}
        date={date}
        newest={history.newest}
        onSelect={select}
      />
      <div className={entry === undefined ? 'ch-split' : 'ch-split with-detail'}>
        {shown.length === 0 ? (
          <Empty
            icon={SearchX}
            title={messages.filters.noneTitle}
            text={messages.filters.noneText}
            actions={<Button onPress={() => change(noEntryFilter)}>{messages.filters.clear}</Button>}
          />
        ) : (
          <EntryList
            entries={shown}
            placesOf={(id) => places.get(id)?.length ?? 0}
            date={date}
            selectedId={selectedId}
            onSelect={select}
          />
        )}
        <section className="ch-detail" aria-label={messages.entry.region}>
          {entry === undefined ? (
            <p className="remark">{messages.entry.choose}</p>
          ) : (
            <EntryDetail key={entry.id} entry={entry} contract={contract} change={change} date={date} />
          )}
        </section>
      </div>
    </div>
  );
}
