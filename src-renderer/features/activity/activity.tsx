import { ListTree } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ActivityRow } from '#shared/api/index.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ExchangeCompare } from '../../ui/exchange-compare.tsx';
import { LogGrid } from '../../ui/log-grid.tsx';
import { ExchangeContextMenu } from '../../workbench/exchange-menu.tsx';
import { openLink } from '../../workbench/layout-store.ts';
import { useTab, useTabLabel } from '../../workbench/tab-context.tsx';
import { ChipBar } from './chip-bar.tsx';
import { defaultFilter } from './chips.ts';
import { columns, columnsOfNarrow, narrowTemplate, wideTemplate } from './columns.tsx';
import { Detail } from './detail.tsx';
import { FindingDialog } from './finding-dialog.tsx';
import { Histogram } from './histogram.tsx';
import { ListNotes } from './list-notes.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import { selectedCount, selectedRange } from './selection.ts';
import { Toolbar } from './toolbar.tsx';
import { type ActivityState, useActivity } from './use-activity.ts';
import { useActivityKeys } from './use-activity-keys.ts';
import { type Compare, useCompare } from './use-compare.ts';
import { useOfferedActs } from './use-offered-acts.ts';
import './activity.css';
import type { MenuAnchor } from '../../ui/context-menu.tsx';
import { activityMessages } from './words.ts';

const messages = activityMessages.activity;

function Nothing({ hasFilter, onClear }: { readonly hasFilter: boolean; readonly onClear: () => void }) {
  const clear = <Button onPress={onClear}>{messages.clear}</Button>;
  if (hasFilter)
    return (
      <Empty icon={ListTree} title={messages.noMatchTitle} text={messages.noMatchText} actions={clear} />
    );
  const runFlow = (
    <Button kind="ink" onPress={() => openLink('/flows')}>
      {messages.runFlow}
    </Button>
  );
  return <Empty icon={ListTree} title={messages.emptyTitle} text={messages.emptyText} actions={runFlow} />;
}

interface ListProps {
  readonly state: ActivityState;
  readonly compare: Compare;
  readonly onMenu: (anchor: MenuAnchor) => void;
}

function List({ state, compare, onMenu }: ListProps) {
  const { rows, selection } = state;
  const { isNarrow } = useTab();
  const isEmpty = rows.isLoaded && rows.window.matching === 0;
  return (
    <div className="activity-list">
      {isEmpty ? (
        <Nothing hasFilter={rows.window.total > 0} onClear={() => state.setFilter(defaultFilter)} />
      ) : (
        <LogGrid
          label={messages.grid}
          columns={isNarrow ? columnsOfNarrow : columns}
          template={isNarrow ? narrowTemplate : wideTemplate}
          count={rows.window.matching}
          rowAt={rows.rowAt}
          rowClass={(shown) => (shown.finding === null ? '' : 'marked')}
          isAlsoSelected={(shown) => shown.id === compare.marked?.id}
          cursor={selection.cursor}
          selection={selectedRange(selection)}
          onMove={state.move}
          onMenu={(_index, anchor) => onMenu(anchor)}
          onAdd={(to) => {
            // The one that was chosen becomes A, and the other one is chosen beside it.
            compare.mark?.();
            state.move(to, false);
          }}
          onShown={({ from, to }) => rows.bring(from, to)}
          isFollowing={state.isFollowing}
          onFollowChange={state.setFollowing}
        />
      )}
      <ListNotes
        fresh={state.fresh}
        onFollow={() => state.setFollowing(true)}
        notRecorded={rows.notRecorded}
        bodiesDropped={rows.bodiesDropped}
        selected={selectedCount(selection)}
        marked={compare.marked}
        onUnmark={compare.unmark}
      />
    </div>
  );
}

type Opened =
  | { readonly kind: 'paste' }
  | { readonly kind: 'finding'; readonly row: ActivityRow }
  | { readonly kind: 'menu'; readonly anchor: MenuAnchor };

/** Everything that went over the wire: filter it, follow it, look at both sides of each exchange. */
export function Activity() {
  useTabLabel(messages.title);
  const state = useActivity();
  const { rows, exchangeId, acts } = state;
  const compare = useCompare(state);
  const [opened, setOpened] = useState<Opened | null>(null);
  const filterField = useRef<HTMLInputElement>(null);
  const close = () => setOpened(null);
  const offered = useOfferedActs(state, compare);
  useActivityKeys(state, { compare, filterField });
  const detailActs = {
    mark: (row: ActivityRow) => setOpened({ kind: 'finding', row }),
    select: state.select,
    compareWith: compare.startWith,
  };
  return (
    <div className={exchangeId === null ? 'activity' : 'activity with-detail'}>
      <Toolbar
        filter={state.typed}
        onFilter={state.setFilter}
        filterField={filterField}
        matching={rows.window.matching}
        total={rows.window.total}
        selectedIds={state.selectedIds}
        isFollowing={state.isFollowing}
        onFollow={state.setFollowing}
        acts={acts}
        onPaste={() => setOpened({ kind: 'paste' })}
      />
      <ChipBar filter={state.typed} counts={rows.counts} onFilter={state.setFilter} />
      <Histogram
        timeline={rows.counts?.timeline ?? null}
        filter={state.typed}
        row={state.row}
        onFilter={state.setFilter}
      />
      <List state={state} compare={compare} onMenu={(anchor) => setOpened({ kind: 'menu', anchor })} />
      {compare.pair !== null ? (
        <ExchangeCompare pair={compare.pair} compare={compare} />
      ) : exchangeId === null ? null : (
        <Detail key={exchangeId} id={exchangeId} row={state.row} acts={detailActs} offered={offered} />
      )}
      {acts.dialog}
      {opened?.kind === 'paste' ? <PasteDialog onImport={acts.importText} onClose={close} /> : null}
      {opened?.kind === 'menu' ? (
        <ExchangeContextMenu anchor={opened.anchor} acts={offered} onClose={close} />
      ) : null}
      {opened?.kind === 'finding' ? (
        <FindingDialog row={opened.row} onMark={(note) => acts.mark(opened.row, note)} onClose={close} />
      ) : null}
    </div>
  );
}
