import { X } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect } from 'react';
import type { SessionTab } from '#shared/api/index.ts';
import { useStore } from '../api/store.ts';
import { type MenuAnchor, menuAnchor } from '../ui/context-menu.tsx';
import { Icon } from '../ui/icon.tsx';
import { sharedMessages } from '../words/shared-messages.ts';
import { activateTab } from '../workbench/layout.ts';
import { closeTabById, keepTabById, layout } from '../workbench/layout-store.ts';
import { labelOf, tabLabels } from '../workbench/tab-context.tsx';
import { screenAt } from './screens.tsx';

const messages = sharedMessages.tabs;

/** Ids of the elements of a tab, which name each other. */
export const tabElementId = (tabId: string): string => `doc-${tabId}`;
export const panelElementId = (tabId: string): string => `panel-${tabId}`;

/** The words of a tab: those that its screen gave it, else the name of the screen. */
export function useTabTitle(): (tab: SessionTab) => string {
  const labels = useStore(tabLabels);
  return (tab) => labelOf(labels, tab)?.title ?? screenAt(tab.path).title;
}

/** Closes by the pointer; keys have Delete, which the tab names, for a tab can hold no button. */
function CloseButton({ tabId, title }: { readonly tabId: string; readonly title: string }) {
  return (
    <button
      type="button"
      className="doctab-close"
      aria-hidden="true"
      tabIndex={-1}
      title={messages.close(title)}
      onClick={() => closeTabById(tabId)}
    >
      <Icon of={X} small />
    </button>
  );
}

export interface DocTabProps {
  readonly tab: SessionTab;
  readonly isShown: boolean;
  readonly onMenu: (anchor: MenuAnchor) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** One open tab. In italics it is a preview, which the next visit of an area replaces. */
export function DocTab({ tab, isShown, onMenu, onKeyDown }: DocTabProps) {
  const label = labelOf(useStore(tabLabels), tab);
  const { title, icon } = screenAt(tab.path);
  const shown = label?.title ?? title;
  const isDirty = label?.isDirty === true;
  const isPreview = tab.isPreview === true;
  const mustBeKept = isDirty && isPreview;
  useEffect(() => {
    if (mustBeKept) keepTabById(tab.id);
  }, [mustBeKept, tab.id]);
  const kind = `${isShown ? ' shown' : ''}${isPreview ? ' preview' : ''}`;
  return (
    <div className={`doctab${kind}`} role="presentation">
      <button
        type="button"
        role="tab"
        className="inset"
        id={tabElementId(tab.id)}
        aria-selected={isShown}
        aria-controls={isShown ? panelElementId(tab.id) : undefined}
        aria-keyshortcuts="Delete"
        tabIndex={isShown ? 0 : -1}
        title={isPreview ? messages.preview(shown) : shown}
        onClick={() => layout.update((current) => activateTab(current, tab.id))}
        onDoubleClick={() => keepTabById(tab.id)}
        onKeyDown={onKeyDown}
        onAuxClick={(event: MouseEvent) => {
          if (event.button === 1) closeTabById(tab.id);
        }}
        onContextMenu={(event) => {
          event.preventDefault();
          onMenu(menuAnchor(event, event.currentTarget));
        }}
      >
        <Icon of={icon} small />
        <span className="doctab-name clip">{shown}</span>
        {isDirty ? <span className="vh">{messages.notSaved}</span> : null}
      </button>
      {isDirty ? <i className="dot c-accent" /> : null}
      <CloseButton tabId={tab.id} title={shown} />
    </div>
  );
}
