import { Ellipsis } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { exchangeSources } from '#shared/exports/index.ts';
import { acceptOf } from '#shared/files/index.ts';
import { Button } from '../../ui/button.tsx';
import { FileChooser } from '../../ui/file-chooser.tsx';
import { Menu } from '../../ui/menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { SavedFilters } from './saved-filters.tsx';
import type { ActivityActs } from './use-acts.ts';
import { activityMessages } from './words.ts';

const messages = activityMessages.activity;

export interface ToolbarProps {
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  readonly filterField: RefObject<HTMLInputElement | null>;
  readonly matching: number;
  readonly total: number;
  readonly selectedIds: readonly string[];
  readonly isFollowing: boolean;
  readonly onFollow: (isFollowing: boolean) => void;
  readonly acts: ActivityActs;
  readonly onPaste: () => void;
}

/** The filter, how much it shows, and what can be done with the whole list. */
export function Toolbar(props: ToolbarProps) {
  const { filter, filterField, matching, total, selectedIds, isFollowing, acts } = props;
  const file = useRef<HTMLInputElement>(null);
  const entries = [
    { id: 'matching', label: messages.exportMatching, disabled: matching === 0 },
    { id: 'selected', label: messages.exportSelected, disabled: selectedIds.length === 0 },
    { id: 'import', label: messages.importFile },
    { id: 'paste', label: messages.pasteRequest },
  ] as const;
  return (
    <div className="toolbar activity-bar">
      <h1 className="vh">{messages.title}</h1>
      <FilterBar field={filterField} value={filter} onChange={props.onFilter} />
      <span className="mono muted activity-count">{messages.count(matching, total)}</span>
      <output className="vh">{messages.shown(matching)}</output>
      <SavedFilters filter={filter} onChoose={props.onFilter} />
      <Button small isPressed={isFollowing} onPress={() => props.onFollow(!isFollowing)}>
        {messages.follow}
      </Button>
      <Menu
        label={messages.more}
        icon={Ellipsis}
        entries={entries}
        onAction={(id) => {
          if (id === 'matching') acts.exportMatching(filter);
          else if (id === 'selected') acts.exportIds(selectedIds);
          else if (id === 'paste') props.onPaste();
          else file.current?.click();
        }}
      />
      <FileChooser
        ref={file}
        label={messages.importFile}
        accept={acceptOf(Object.values(exchangeSources))}
        onFiles={([chosen]) => acts.importFile(chosen)}
      />
    </div>
  );
}
