import { createStore } from '../api/store.ts';
import { documentOf, resolvePath } from './addresses.ts';
import {
  activateTab,
  activeTab,
  closeTab,
  cycleTab,
  firstLayout,
  keepTab,
  type Layout,
  openNewTab,
  openPath,
  repairLayout,
  visitPath,
} from './layout.ts';
import { recentInPane, recentOrder } from './recent-tabs.ts';

const maxClosed = 20;

/** How the window is divided now. */
export const layout = createStore<Layout>(firstLayout());

const closedPaths: string[] = [];

/** Puts back how the window was left; `link` is the address with which the page was opened, which wins the focus. */
export function restoreLayout(kept: Layout | null, link: string): void {
  const found = (kept === null ? null : repairLayout(kept)) ?? firstLayout();
  layout.set(link === '' ? found : openPath(found, resolvePath(link)));
}

/** Opens a path or a link where its document is open already, else in a new tab. */
export function openLink(link: string): void {
  layout.update((current) => openPath(current, resolvePath(link)));
}

/** Goes to an area: where it is open already, else in the tab that the next visit takes over. */
export function visit(path: string): void {
  layout.update((current) => visitPath(current, path));
}

/** Keeps a tab that was opened by a visit: something was done in it. */
export function keepTabById(tabId: string): void {
  layout.update((current) => keepTab(current, tabId));
}

/** Opens a path or a link in a tab of its own. */
export function openInNewTab(link: string): void {
  layout.update((current) => openNewTab(current, resolvePath(link)));
}

/** Closes a tab; `reopenTab` brings it back. */
export function closeTabById(tabId: string): void {
  const tab = layout
    .get()
    .panes.flatMap(({ tabs }) => tabs)
    .find(({ id }) => id === tabId);
  if (tab === undefined) return;
  closedPaths.push(tab.path);
  if (closedPaths.length > maxClosed) closedPaths.shift();
  layout.update((current) => closeTab(current, tabId));
}

/** Closes the tab that the person is in. */
export function closeActiveTab(): void {
  const tab = activeTab(layout.get());
  if (tab !== null) closeTabById(tab.id);
}

/** Opens the tab that was closed last. */
export function reopenTab(): void {
  const path = closedPaths.pop();
  if (path === undefined) return;
  // A file that is open again has its one tab already.
  const open = documentOf(path).startsWith('files/') ? openPath : openNewTab;
  layout.update((current) => open(current, path));
}

/** Tabs by last use, and the walk through them that lasts as long as Ctrl or Alt is held. */
let recent: readonly string[] = [];
let walk: { readonly order: readonly string[]; readonly at: number } | null = null;
layout.subscribe(() => {
  if (walk === null) recent = recentOrder(recent, layout.get());
});

/** Goes to the tab that was used before, and further back with each call until `endRecentWalk`. */
export function goToRecentTab(step: 1 | -1): void {
  const { order, at } = walk ?? { order: recentInPane(recent, layout.get()), at: 0 };
  const next = (at + step + order.length) % order.length;
  walk = { order, at: next };
  const tabId = order[next];
  if (tabId !== undefined) layout.update((current) => activateTab(current, tabId));
}

/** Ends the walk: the tab that it ended at is now the last used one. */
export function endRecentWalk(): void {
  if (walk === null) return;
  walk = null;
  recent = recentOrder(recent, layout.get());
}

/** Goes to the next or the previous tab. */
export function goToTab(step: 1 | -1): void {
  layout.update((current) => cycleTab(current, step));
}
