import { type ReactNode, useState } from 'react';
import { ListBox } from '../../ui/list-box.tsx';
import { identityMessages } from './words.ts';

const messages = identityMessages.identity;

/** One line of the list at the left. */
export interface Entry {
  readonly id: string;
  readonly title: string;
  /** It is our own word, not the name of a thing. */
  readonly isWord?: boolean;
  /** The content at the right of the line. */
  readonly note: ReactNode;
  readonly isDirty: boolean;
  /** Further text that the filter searches. */
  readonly text: string;
}

export interface SplitProps {
  readonly label: string;
  readonly entries: readonly Entry[];
  readonly selectedId: string | null;
  readonly onSelect: (id: string) => void;
  /** Acts at the head of the list. */
  readonly acts: ReactNode;
  readonly children: ReactNode;
}

/** A list on the left, and the selected item. */
export function Split({ label, entries, selectedId, onSelect, acts, children }: SplitProps) {
  const [filter, setFilter] = useState('');
  const sought = filter.trim().toLowerCase();
  const shown = entries.filter(({ title, text }) => `${title} ${text}`.toLowerCase().includes(sought));
  return (
    <div className="identity-split">
      <section className="identity-side" aria-label={label}>
        <div className="pane-head">
          <input
            type="search"
            className="in side-filter"
            aria-label={messages.filterOf(label)}
            placeholder={messages.filter}
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setFilter('');
            }}
          />
          {acts}
        </div>
        {shown.length === 0 && entries.length > 0 ? <p className="remark">{messages.noneFound}</p> : null}
        <ListBox
          className="scroll"
          label={label}
          items={shown}
          selectedId={selectedId}
          onSelect={({ id }) => onSelect(id)}
          itemClass={() => 'side-row inset'}
        >
          {({ title, isWord, note, isDirty }) => (
            <>
              <span className={isWord === true ? 'clip' : 'mono clip'}>{title}</span>
              {isDirty ? (
                <>
                  <i className="dot c-accent" />
                  <span className="vh">{messages.unsaved}</span>
                </>
              ) : null}
              <span className="push row tight">{note}</span>
            </>
          )}
        </ListBox>
      </section>
      {children}
    </div>
  );
}
