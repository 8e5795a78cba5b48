import type { Session, SessionPane, SessionTab } from '#shared/api/index.ts';
import { documentOf, homePath } from './addresses.ts';

/**
 * The division of the window and its open tabs. Every function returns a new layout and leaves the old one
 * alone.
 */
export type Layout = Session;

const firstTabId = 'tab-1';

/** A window with one tab. */
export function firstLayout(path: string = homePath): Layout {
  const tab = { id: firstTabId, path };
  return {
    panes: [{ tabs: [tab], activeTabId: tab.id }],
    activePane: 0,
    split: 'columns',
    ratio: 50,
    isWireOpen: false,
  };
}

const filesPath = '/files';

/** True if a path is a single file, whose draft has only one editor. */
function isFile(path: string): boolean {
  return documentOf(path).startsWith('files/');
}

/** The pane that has the focus. */
export function activePane(layout: Layout): SessionPane {
  return layout.panes[layout.activePane] ?? layout.panes[0] ?? { tabs: [], activeTabId: null };
}

/** The tab that is shown in a pane. */
export function shownTab(pane: SessionPane): SessionTab | null {
  return pane.tabs.find(({ id }) => id === pane.activeTabId) ?? pane.tabs[0] ?? null;
}

/** The tab that the person is in. */
export function activeTab(layout: Layout): SessionTab | null {
  return shownTab(activePane(layout));
}

function withPane(layout: Layout, index: number, change: (pane: SessionPane) => SessionPane): Layout {
  return { ...layout, panes: layout.panes.map((pane, at) => (at === index ? change(pane) : pane)) };
}

function paneOf(layout: Layout, tabId: string): number {
  return layout.panes.findIndex(({ tabs }) => tabs.some(({ id }) => id === tabId));
}

function nextTabId(layout: Layout): string {
  const numbers = layout.panes.flatMap(({ tabs }) => tabs.map(({ id }) => Number(id.replace(/^tab-/, ''))));
  return `tab-${Math.max(0, ...numbers.filter(Number.isInteger)) + 1}`;
}

/** Shows a tab and puts the focus into its pane. */
export function activateTab(layout: Layout, tabId: string): Layout {
  const index = paneOf(layout, tabId);
  if (index < 0) return layout;
  return { ...withPane(layout, index, (pane) => ({ ...pane, activeTabId: tabId })), activePane: index };
}

/** Puts the focus into a pane. */
export function focusPane(layout: Layout, index: number): Layout {
  return index < layout.panes.length ? { ...layout, activePane: index } : layout;
}

/** Moves a tab. */
export function setTabPath(layout: Layout, tabId: string, path: string): Layout {
  return withPane(layout, paneOf(layout, tabId), (pane) => ({
    ...pane,
    tabs: pane.tabs.map((tab) => (tab.id === tabId ? { ...tab, path } : tab)),
  }));
}

function insertTab(layout: Layout, tab: SessionTab): Layout {
  return withPane(layout, layout.activePane, (pane) => {
    const at = pane.tabs.findIndex(({ id }) => id === pane.activeTabId) + 1;
    return { tabs: pane.tabs.toSpliced(at, 0, tab), activeTabId: tab.id };
  });
}

/** Shows a path in a tab; a file that has a tab already is shown there, as it has one editor. */
export function showInTab(layout: Layout, tabId: string, path: string): Layout {
  const open = isFile(path) ? tabWith(layout, path) : undefined;
  return open === undefined
    ? setTabPath(layout, tabId, path)
    : activateTab(setTabPath(layout, open.id, path), open.id);
}

/** Opens a path in a tab of its own, to the right of the one that is shown. */
export function openNewTab(layout: Layout, path: string): Layout {
  return insertTab(layout, { id: nextTabId(layout), path });
}

function tabWith(layout: Layout, path: string): SessionTab | undefined {
  const wanted = documentOf(path);
  const tabs = [activePane(layout), ...layout.panes].flatMap((pane) => pane.tabs);
  const exact = tabs.find((candidate) => documentOf(candidate.path) === wanted);
  // Each file has the list of files beside it, so that a tab with a file is one of the list too.
  return exact ?? (wanted === 'files' ? tabs.find((candidate) => isFile(candidate.path)) : undefined);
}

/**
 * Opens a path: in the tab that has its document already, preferably in the focused pane, else in a new one.
 * A bare screen keeps the place in an open tab of that screen; Home is always Home itself.
 */
export function openPath(layout: Layout, path: string): Layout {
  const tab = tabWith(layout, path);
  if (tab === undefined) return openNewTab(layout, path);
  const isBareScreen = path === `/${documentOf(path)}` && path !== homePath;
  return activateTab(isBareScreen ? layout : setTabPath(layout, tab.id, path), tab.id);
}

/**
 * Opens a path as a visit: where it is open already, else in the preview tab of the pane, whose former place is left
 * behind. A preview is kept by `keepTab`.
 */
export function visitPath(layout: Layout, path: string): Layout {
  if (tabWith(layout, path) !== undefined) return openPath(layout, path);
  const preview = activePane(layout).tabs.find(({ isPreview }) => isPreview === true);
  return preview === undefined
    ? insertTab(layout, { id: nextTabId(layout), path, isPreview: true })
    : activateTab(setTabPath(layout, preview.id, path), preview.id);
}

/** Makes a preview an ordinary tab. */
export function keepTab(layout: Layout, tabId: string): Layout {
  const index = paneOf(layout, tabId);
  const kept = layout.panes[index]?.tabs.find(({ id }) => id === tabId);
  if (kept?.isPreview !== true) return layout;
  return withPane(layout, index, (pane) => ({
    ...pane,
    tabs: pane.tabs.map((tab) => (tab.id === tabId ? { id: tab.id, path: tab.path } : tab)),
  }));
}

/** Closes a tab; a pane without tabs goes, and the last tab of the window becomes Home. */
export function closeTab(layout: Layout, tabId: string): Layout {
  const index = paneOf(layout, tabId);
  const pane = layout.panes[index];
  if (pane === undefined) return layout;
  const at = pane.tabs.findIndex(({ id }) => id === tabId);
  const tabs = pane.tabs.toSpliced(at, 1);
  const activeTabId =
    pane.activeTabId === tabId ? (tabs[Math.min(at, tabs.length - 1)]?.id ?? null) : pane.activeTabId;
  const closed = withPane(layout, index, () => ({ tabs, activeTabId }));
  if (tabs.length > 0) return closed;
  const panes = closed.panes.filter(({ tabs: left }) => left.length > 0);
  if (panes.length === 0) return { ...firstLayout(), isWireOpen: layout.isWireOpen };
  return { ...closed, panes, activePane: 0 };
}

/** Shows the tab `step` places further in the pane with the focus, around its end. */
export function cycleTab(layout: Layout, step: 1 | -1): Layout {
  const pane = activePane(layout);
  const at = pane.tabs.findIndex(({ id }) => id === shownTab(pane)?.id);
  const tab = pane.tabs[(at + step + pane.tabs.length) % pane.tabs.length];
  return tab === undefined ? layout : activateTab(layout, tab.id);
}

/** Moves a tab one place to the left or the right in its pane. */
export function moveTab(layout: Layout, tabId: string, step: 1 | -1): Layout {
  const index = paneOf(layout, tabId);
  return withPane(layout, index, (pane) => {
    const at = pane.tabs.findIndex(({ id }) => id === tabId);
    const tab = pane.tabs[at];
    const to = at + step;
    if (tab === undefined || to < 0 || to >= pane.tabs.length) return pane;
    return { ...pane, tabs: pane.tabs.toSpliced(at, 1).toSpliced(to, 0, tab) };
  });
}

/**
 * Divides the window: the shown tab stays, and the other pane shows the same place; of a file, which has one editor, the
 * list of files.
 */
export function splitPane(layout: Layout, split: Layout['split']): Layout {
  if (layout.panes.length > 1) return { ...layout, split };
  const path = activeTab(layout)?.path ?? homePath;
  const tab = { id: nextTabId(layout), path: isFile(path) ? filesPath : path };
  return { ...layout, split, panes: [...layout.panes, { tabs: [tab], activeTabId: tab.id }], activePane: 1 };
}

/** Joins the panes again; no tab is lost, the shown one stays shown. */
export function joinPanes(layout: Layout): Layout {
  const shown = activeTab(layout);
  const tabs = layout.panes.flatMap((pane) => pane.tabs);
  return { ...layout, panes: [{ tabs, activeTabId: shown?.id ?? null }], activePane: 0 };
}

/** Moves the shown tab into the other pane, dividing the window if it is whole. */
export function moveToOtherPane(layout: Layout): Layout {
  const tab = activeTab(layout);
  if (tab === null) return layout;
  if (layout.panes.length === 1) {
    if (layout.panes[0]?.tabs.length === 1) return splitPane(layout, layout.split);
    const without = closeTab(layout, tab.id);
    return { ...without, panes: [...without.panes, { tabs: [tab], activeTabId: tab.id }], activePane: 1 };
  }
  const other = layout.activePane === 0 ? 1 : 0;
  const put = withPane(layout, other, (pane) => ({ tabs: [...pane.tabs, tab], activeTabId: tab.id }));
  const left = withPane(put, layout.activePane, (pane) => {
    const tabs = pane.tabs.filter(({ id }) => id !== tab.id);
    return { tabs, activeTabId: tabs.at(-1)?.id ?? null };
  });
  const panes = left.panes.filter(({ tabs }) => tabs.length > 0);
  return { ...left, panes, activePane: panes.length === 1 ? 0 : other };
}

/** A layout that was kept, with everything repaired that does not fit together; null where nothing usable is left. */
export function repairLayout(kept: Layout): Layout | null {
  const seen = new Set<string>();
  const panes = kept.panes
    .map((pane) => {
      const tabs = pane.tabs.filter(({ id, path }) => {
        const marks = isFile(path) ? [id, documentOf(path)] : [id];
        if (marks.some((mark) => seen.has(mark))) return false;
        for (const mark of marks) seen.add(mark);
        return true;
      });
      return {
        tabs,
        activeTabId: tabs.some(({ id }) => id === pane.activeTabId)
          ? pane.activeTabId
          : (tabs[0]?.id ?? null),
      };
    })
    .filter(({ tabs }) => tabs.length > 0);
  if (panes.length === 0) return null;
  return { ...kept, panes, activePane: Math.min(kept.activePane, panes.length - 1) };
}
