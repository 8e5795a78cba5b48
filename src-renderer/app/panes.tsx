import { Activity, type KeyboardEvent, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import type { SessionPane, SessionTab } from '#shared/api/index.ts';
import { useStore } from '../api/store.ts';
import { narrowWindow, useMedia } from '../ui/use-media.ts';
import { useNarrow } from '../ui/use-narrow.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { parsePath } from '../workbench/addresses.ts';
import { focusPane, type Layout, shownTab } from '../workbench/layout.ts';
import { keepTabById, layout } from '../workbench/layout-store.ts';
import { TabContext } from '../workbench/tab-context.tsx';
import { panelElementId, tabElementId } from './doc-tab.tsx';
import { DocTabs } from './doc-tabs.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { screenAt } from './screens.tsx';

interface TabPanelProps {
  readonly tab: SessionTab;
  readonly isShown: boolean;
  readonly isActive: boolean;
  readonly isNarrow: boolean;
}

/** Keys that look around without doing anything in a screen. */
const passingKeys = new Set(['Tab', 'Escape', 'Shift', 'Control', 'Alt', 'Meta']);

/** One tab's screen. A tab that is not shown keeps its state, but follows no streams and binds no keys. */
function TabPanel({ tab, isShown, isActive, isNarrow }: TabPanelProps) {
  const { Component } = screenAt(tab.path);
  const use = () => keepTabById(tab.id);
  const onKey = (event: KeyboardEvent) => {
    if (!passingKeys.has(event.key)) use();
  };
  return (
    <Activity mode={isShown ? 'visible' : 'hidden'}>
      <section
        className="tab-screen"
        role="tabpanel"
        id={panelElementId(tab.id)}
        aria-labelledby={tabElementId(tab.id)}
        onPointerDownCapture={use}
        onKeyDownCapture={onKey}
      >
        <TabContext value={{ tabId: tab.id, path: tab.path, isActive, isNarrow }}>
          <ErrorBoundary key={parsePath(tab.path)?.screen}>
            <Suspense fallback={<div className="screen-loading" />}>
              <Component />
            </Suspense>
          </ErrorBoundary>
        </TabContext>
      </section>
    </Activity>
  );
}

/**
 * Below this width of a pane, in rem, its parts become tabs; the style sheets of the screens use the same
 * value.
 */
const narrowRem = 59.1;

/** Tabs that were shown once are kept; the others are made when they are first shown. */
function useVisited(pane: SessionPane): readonly SessionTab[] {
  const shown = shownTab(pane);
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  if (shown !== null && !visited.has(shown.id)) setVisited(new Set([...visited, shown.id]));
  return pane.tabs.filter(({ id }) => id === shown?.id || visited.has(id));
}

function Pane({
  pane,
  index,
  isActive,
}: {
  readonly pane: SessionPane;
  readonly index: number;
  readonly isActive: boolean;
}) {
  const tabs = useVisited(pane);
  const shown = shownTab(pane);
  const [body, isNarrow] = useNarrow(narrowRem);
  const takeFocus = () =>
    layout.update((current) => (current.activePane === index ? current : focusPane(current, index)));
  return (
    <div
      className={isActive ? 'pane active' : 'pane'}
      onFocusCapture={takeFocus}
      onPointerDownCapture={takeFocus}
    >
      <DocTabs pane={pane} index={index} />
      <div ref={body} className="pane-body" data-landmark>
        {tabs.map((tab) => (
          <TabPanel
            key={tab.id}
            tab={tab}
            isShown={tab.id === shown?.id}
            isActive={isActive && tab.id === shown?.id}
            isNarrow={isNarrow}
          />
        ))}
      </div>
    </div>
  );
}

function ratioFrom(sizes: Readonly<Record<string, number>>): number {
  return Math.min(90, Math.max(10, sizes['first'] ?? 50));
}

/** Takes the keyboard along when the other pane is chosen by a command, as by a press into it. */
function useFocusInPane({ activePane, panes }: Layout): void {
  const follow = useEffectEvent((index: number) => {
    const pane = panes[index];
    const shown = pane === undefined ? null : shownTab(pane);
    const holder = document.activeElement?.closest('.pane');
    if (shown === null || holder?.classList.contains('active') !== false) return;
    document.getElementById(tabElementId(shown.id))?.focus();
  });
  useEffect(() => follow(activePane), [activePane]);
}

/** The window's one or two panes; in a narrow window only the one with the focus is shown. */
export function Panes() {
  const current: Layout = useStore(layout);
  const isNarrow = useMedia(narrowWindow);
  useFocusInPane(current);
  const [first, second] = current.panes;
  if (first === undefined) return null;
  if (second === undefined || isNarrow) {
    const index = second === undefined ? 0 : current.activePane;
    return <Pane key={index} pane={current.panes[index] ?? first} index={index} isActive />;
  }
  return (
    <Group
      className="pane-group"
      orientation={current.split === 'columns' ? 'horizontal' : 'vertical'}
      defaultLayout={{ first: current.ratio, second: 100 - current.ratio }}
      onLayoutChanged={(sizes) => layout.update((before) => ({ ...before, ratio: ratioFrom(sizes) }))}
    >
      <Panel id="first" minSize="20%">
        <Pane pane={first} index={0} isActive={current.activePane === 0} />
      </Panel>
      <Separator className="pane-separator" aria-label={sharedMessages.tabs.separator} />
      <Panel id="second" minSize="20%">
        <Pane pane={second} index={1} isActive={current.activePane === 1} />
      </Panel>
    </Group>
  );
}
