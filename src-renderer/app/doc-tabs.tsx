import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useState } from 'react';
import type { SessionPane, SessionTab } from '#shared/api/index.ts';
import { useStore } from '../api/store.ts';
import { Button } from '../ui/button.tsx';
import { ContextMenu } from '../ui/context-menu.tsx';
import { copyText } from '../ui/copy.ts';
import { Icon } from '../ui/icon.tsx';
import { nextIndex } from '../ui/roving.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { homePath, linkTo } from '../workbench/addresses.ts';
import { activateTab, focusPane, moveTab, moveToOtherPane } from '../workbench/layout.ts';
import { closeTabById, layout, openInNewTab } from '../workbench/layout-store.ts';
import { tabLabels } from '../workbench/tab-context.tsx';
import { screenAt } from './screens.tsx';

const messages = sharedMessages.tabs;

/** Ids of the elements of a tab, which name each other. */
export const tabElementId = (tabId: string): string => `doc-${tabId}`;
export const panelElementId = (tabId: string): string => `panel-${tabId}`;

type TabAct = 'close' | 'closeOthers' | 'left' | 'right' | 'otherPane' | 'copyLink';

function closeOthers(pane: SessionPane, tabId: string): void {
  for (const tab of pane.tabs) if (tab.id !== tabId) closeTabById(tab.id);
}

function act(what: TabAct, pane: SessionPane, tab: SessionTab): void {
  const acts: Readonly<Record<TabAct, () => void>> = {
    close: () => closeTabById(tab.id),
    closeOthers: () => closeOthers(pane, tab.id),
    left: () => layout.update((current) => moveTab(current, tab.id, -1)),
    right: () => layout.update((current) => moveTab(current, tab.id, 1)),
    otherPane: () => layout.update((current) => moveToOtherPane(activateTab(current, tab.id))),
    copyLink: () => void copyText(linkTo(tab.path), messages.linkCopied),
  };
  acts[what]();
}

const tabActs: readonly TabAct[] = ['close', 'closeOthers', 'left', 'right', 'otherPane', 'copyLink'];
const tabEntries = tabActs.map((id) => ({ id, label: messages.acts[id] }));

interface DocTabProps {
  readonly tab: SessionTab;
  readonly isShown: boolean;
  readonly onMenu: (anchor: HTMLElement) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function DocTab({ tab, isShown, onMenu, onKeyDown }: DocTabProps) {
  const label = useStore(tabLabels).get(tab.id);
  const { title, icon } = screenAt(tab.path);
  const shown = label?.title ?? title;
  return (
    <button
      type="button"
      role="tab"
      className="inset"
      id={tabElementId(tab.id)}
      aria-selected={isShown}
      aria-controls={isShown ? panelElementId(tab.id) : undefined}
      aria-keyshortcuts="Delete"
      tabIndex={isShown ? 0 : -1}
      title={shown}
      onClick={() => layout.update((current) => activateTab(current, tab.id))}
      onKeyDown={onKeyDown}
      onAuxClick={(event: MouseEvent) => {
        if (event.button === 1) closeTabById(tab.id);
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(event.currentTarget);
      }}
    >
      <Icon of={icon} small />
      <span className="clip">{shown}</span>
      {label?.isDirty === true ? (
        <>
          <i className="dot c-accent" />
          <span className="vh">{messages.notSaved}</span>
        </>
      ) : null}
    </button>
  );
}

export interface DocTabsProps {
  readonly pane: SessionPane;
  readonly index: number;
}

/** The open tabs of one pane: arrows go through them, Delete closes, the menu key opens what else can be done. */
export function DocTabs({ pane, index }: DocTabsProps) {
  const [menu, setMenu] = useState<{ readonly anchor: HTMLElement; readonly tab: SessionTab } | null>(null);
  const at = pane.tabs.findIndex(({ id }) => id === pane.activeTabId);
  const shown = pane.tabs[at];
  const labels = useStore(tabLabels);
  const shownId = shown?.id;
  const tabCount = pane.tabs.length;
  useEffect(() => {
    if (shownId !== undefined && tabCount > 0)
      document.getElementById(tabElementId(shownId))?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shownId, tabCount]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Delete' && shown !== undefined) return closeTabById(shown.id);
    const target = nextIndex(event.key, at, pane.tabs.length, true);
    const tab = target === null ? undefined : pane.tabs[target];
    if (tab === undefined) return;
    event.preventDefault();
    layout.update((current) => activateTab(current, tab.id));
    document.getElementById(tabElementId(tab.id))?.focus();
  };
  return (
    <div className="doctabs" data-landmark>
      <div role="tablist" aria-label={messages.label(index + 1)}>
        {pane.tabs.map((tab) => (
          <DocTab
            key={tab.id}
            tab={tab}
            isShown={tab.id === pane.activeTabId}
            onKeyDown={onKeyDown}
            onMenu={(anchor) => setMenu({ anchor, tab })}
          />
        ))}
      </div>
      {shown === undefined ? null : (
        <Button
          small
          kind="ghost"
          icon={X}
          label={messages.close(labels.get(shown.id)?.title ?? screenAt(shown.path).title)}
          onPress={() => closeTabById(shown.id)}
        />
      )}
      <Button
        small
        kind="ghost"
        icon={Plus}
        label={messages.open}
        onPress={() => {
          layout.update((current) => focusPane(current, index));
          openInNewTab(homePath);
        }}
      />
      {menu === null ? null : (
        <ContextMenu
          label={messages.menu}
          anchor={menu.anchor}
          entries={tabEntries}
          onAction={(what) => act(what, pane, menu.tab)}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  );
}
