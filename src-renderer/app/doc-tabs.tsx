import { ChevronDown, Plus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { SessionPane, SessionTab } from '#shared/api/index.ts';
import { SmallGhostButton } from '../ui/button.tsx';
import { ContextMenu, type MenuAnchor } from '../ui/context-menu.tsx';
import { copyText } from '../ui/copy.ts';
import { Menu } from '../ui/menu.tsx';
import { nextIndex } from '../ui/roving.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { homePath, linkTo } from '../workbench/addresses.ts';
import { activateTab, focusPane, moveTab, moveToOtherPane } from '../workbench/layout.ts';
import { closeTabById, keepTabById, layout, openInNewTab } from '../workbench/layout-store.ts';
import { DocTab, tabElementId, useTabTitle } from './doc-tab.tsx';
import { useCutNames } from './use-cut-names.ts';

const messages = sharedMessages.tabs;

type TabAct = 'close' | 'closeOthers' | 'keep' | 'left' | 'right' | 'otherPane' | 'copyLink';

function closeOthers(pane: SessionPane, tabId: string): void {
  for (const tab of pane.tabs) if (tab.id !== tabId) closeTabById(tab.id);
}

function act(what: TabAct, pane: SessionPane, tab: SessionTab): void {
  const acts: Readonly<Record<TabAct, () => void>> = {
    close: () => closeTabById(tab.id),
    closeOthers: () => closeOthers(pane, tab.id),
    keep: () => keepTabById(tab.id),
    left: () => layout.update((current) => moveTab(current, tab.id, -1)),
    right: () => layout.update((current) => moveTab(current, tab.id, 1)),
    otherPane: () => layout.update((current) => moveToOtherPane(activateTab(current, tab.id))),
    copyLink: () => void copyText(linkTo(tab.path), messages.linkCopied),
  };
  acts[what]();
}

const tabActs: readonly TabAct[] = ['close', 'closeOthers', 'keep', 'left', 'right', 'otherPane', 'copyLink'];

/** The acts that a tab takes; only a preview can be kept. */
function entriesFor({ isPreview }: SessionTab) {
  return tabActs
    .filter((id) => id !== 'keep' || isPreview === true)
    .map((id) => ({ id, label: messages.acts[id] }));
}

export interface DocTabsProps {
  readonly pane: SessionPane;
  readonly index: number;
}

/** The open tabs of one pane: arrows go through them, Delete closes, the menu key opens what else can be done. */
export function DocTabs({ pane, index }: DocTabsProps) {
  const [menu, setMenu] = useState<{ readonly anchor: MenuAnchor; readonly tab: SessionTab } | null>(null);
  const strip = useRef<HTMLDivElement>(null);
  const isCut = useCutNames(strip);
  const titleOf = useTabTitle();
  const at = pane.tabs.findIndex(({ id }) => id === pane.activeTabId);
  const shown = pane.tabs[at];
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
      <div ref={strip} role="tablist" aria-label={messages.label(index + 1)}>
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
      <SmallGhostButton
        icon={Plus}
        label={messages.open}
        onPress={() => {
          layout.update((current) => focusPane(current, index));
          openInNewTab(homePath);
        }}
      />
      {isCut && shownId !== undefined ? (
        <span className="push">
          <Menu
            label={messages.all}
            icon={ChevronDown}
            entries={pane.tabs.map((tab) => ({ id: tab.id, label: titleOf(tab) }))}
            selected={shownId}
            onAction={(id) => layout.update((current) => activateTab(current, id))}
          />
        </span>
      ) : null}
      {menu === null ? null : (
        <ContextMenu
          label={messages.menu}
          anchor={menu.anchor}
          entries={entriesFor(menu.tab)}
          onAction={(what) => act(what, pane, menu.tab)}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  );
}
