import type { ActivityRow } from '#shared/api/index.ts';
import { ContextMenu } from '../../ui/context-menu.tsx';
import type { MenuEntry } from '../../ui/menu-list.tsx';
import { flowRunPath } from '../../workbench/addresses.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { tagValue } from './columns.tsx';
import { type CopyAct, copyEntries, useCopies } from './copies.ts';
import type { ActivityActs } from './use-acts.ts';
import type { Compare } from './use-compare.ts';
import { activityMessages } from './words.ts';

const messages = activityMessages.activity;

type RowAct = CopyAct | 'replay' | 'openInFlows' | 'mark' | 'compare' | 'pin' | 'run';

export interface RowMenuProps {
  readonly row: ActivityRow;
  readonly anchor: HTMLElement;
  readonly acts: ActivityActs;
  readonly compare: Compare;
  readonly onClose: () => void;
}

/** The actions on the exchange of a row, each with its key; opened by right-click or the menu key. */
export function RowMenu({ row, anchor, acts, compare, onClose }: RowMenuProps) {
  const { id, isPinned } = row;
  const copies = useCopies();
  const runId = tagValue(row, 'run');
  const entries: readonly MenuEntry<RowAct>[] = [
    ...copyEntries,
    { id: 'replay', label: messages.replay, keyHint: 'r' },
    { id: 'openInFlows', label: messages.openInFlows, keyHint: 'o' },
    { id: 'mark', label: messages.markA, keyHint: 'a' },
    { id: 'compare', label: messages.compareWith, keyHint: 'd', disabled: compare.start === undefined },
    { id: 'pin', label: isPinned ? messages.unpin : messages.pin, keyHint: 'space' },
    { id: 'run', label: messages.openRun, disabled: runId === '' },
  ];
  const perform: Readonly<Record<RowAct, () => void>> = {
    curl: () => copies.curl(id),
    har: () => copies.har(id),
    url: () => copies.url(id),
    link: () => copies.link(id),
    replay: () => acts.replay(id),
    openInFlows: () => acts.openInFlows(id),
    mark: () => compare.mark(row),
    compare: () => compare.start?.(),
    pin: () => acts.pin([id], !isPinned),
    run: () => openLink(flowRunPath(runId)),
  };
  return (
    <ContextMenu
      label={messages.rowMenu}
      anchor={anchor}
      entries={entries}
      onAction={(act) => perform[act]()}
      onClose={onClose}
    />
  );
}
