import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { WorkspaceFile } from '#shared/api/index.ts';
import { createStore, useStore } from '../../api/store.ts';
import { Icon } from '../../ui/icon.tsx';
import { Tree } from '../../ui/tree.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { filePath } from '../../workbench/addresses.ts';
import { useCommands } from '../../workbench/commands.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { useTab } from '../../workbench/tab-context.tsx';
import { type FileTreeRow, fileTree, folderOf } from './file-tree.ts';

const messages = sharedMessages.files;

// One for all tabs: the list stands beside each file, and is to look alike there.
const closedFolders = createStore<ReadonlySet<string>>(new Set());

function setClosed(folder: string, isClosed: boolean): void {
  closedFolders.update((closed) => {
    if (closed.has(folder) === isClosed) return closed;
    const next = new Set(closed);
    if (isClosed) next.add(folder);
    else next.delete(folder);
    return next;
  });
}

function Row({ row }: { readonly row: FileTreeRow }) {
  // A closed folder stands for the drafts in it.
  const marksDraft = row.hasDraft && row.isExpanded !== true;
  return (
    <>
      {row.kind === 'folder' ? (
        <Icon small of={row.isExpanded === true ? ChevronDown : ChevronRight} />
      ) : null}
      <span className="mono clip" title={row.name}>
        {row.name}
      </span>
      {row.kind === 'folder' ? <span className="ref">{row.count}</span> : null}
      {marksDraft ? (
        <>
          <i className="dot c-accent" />
          <span className="vh">{messages.draft}</span>
        </>
      ) : null}
    </>
  );
}

export interface FileListProps {
  readonly files: readonly WorkspaceFile[];
  readonly current: string;
}

/** The files of the workspace under their folders, and a filter; a file opens in the tab that the list stands in. */
export function FileList({ files, current }: FileListProps) {
  const { showHere } = useTab();
  const closed = useStore(closedFolders);
  const [filter, setFilter] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const rows = fileTree(files, { filter, closed });
  const shown = rows.filter(({ kind }) => kind === 'file').length;
  const isSought = filter.trim() !== '';
  // The file that is open is seen in the list, also where it was opened from elsewhere.
  useEffect(() => {
    if (current !== '') setClosed(folderOf(current), false);
  }, [current]);
  useCommands([
    {
      id: 'files.filter',
      title: messages.commands.filter,
      group: 'go',
      keys: ['ctrl+f'],
      within: '.files-side',
      run: () => field.current?.focus(),
    },
  ]);
  const open = (row: FileTreeRow, isBeside: boolean) => {
    if (row.kind !== 'file') return;
    if (isBeside) openLink(filePath(row.file));
    else showHere(filePath(row.file));
  };
  return (
    <>
      <search className="file-filter">
        <input
          ref={field}
          type="search"
          className="in"
          aria-label={messages.filter}
          placeholder={messages.filterHint}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setFilter('');
          }}
        />
        <output className="vh">{isSought ? messages.found(shown) : ''}</output>
      </search>
      {rows.length === 0 && isSought ? (
        <p className="remark">
          {messages.noneFound}{' '}
          <button type="button" className="lnk" onClick={() => setFilter('')}>
            {messages.clear}
          </button>
        </p>
      ) : null}
      <Tree
        label={messages.list}
        className="scroll file-tree"
        rows={rows}
        selectedId={current === '' ? null : current}
        rowClass={({ kind, level }) =>
          kind === 'folder' ? 'file-row folder inset' : `file-row inset${level === 2 ? ' below' : ''}`
        }
        onExpand={(row, isExpanded) => {
          if (row.kind === 'folder') setClosed(row.name, !isExpanded);
        }}
        onOpen={open}
      >
        {(row) => <Row row={row} />}
      </Tree>
    </>
  );
}
