import { useEffect } from 'react';
import { useApi } from '../api/api-context.tsx';
import { useStore } from '../api/store.ts';
import { parsePath, resolvePath } from './addresses.ts';
import { activateTab, activeTab, type Layout, setTabPath } from './layout.ts';
import { layout, visit } from './layout-store.ts';

/** A change of the layout is kept at most this long after it, in milliseconds. */
const keepWithinMillis = 250;

interface HistoryState {
  readonly tabId: string;
}

function tabOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('tabId' in state)) return null;
  return typeof state.tabId === 'string' ? state.tabId : null;
}

/** False for a tab that is gone, or that was kept for a screen other than the one that a visit had shown in it. */
function canGoBackIn(current: Layout, tabId: string, link: string): boolean {
  const tab = current.panes.flatMap(({ tabs }) => tabs).find(({ id }) => id === tabId);
  if (tab === undefined) return false;
  return tab.isPreview === true || parsePath(tab.path)?.screen === parsePath(link)?.screen;
}

/** The address in the window shows where the person is; back and forward go through where they were. */
function useAddress(current: Layout): void {
  const tab = activeTab(current);
  const tabId = tab?.id ?? '';
  const path = tab?.path ?? '';
  useEffect(() => {
    if (location.hash === `#${path}` && tabOf(history.state) === tabId) return;
    const state: HistoryState = { tabId };
    // The first address is not one to come back to, and a tab that goes on by itself leaves no trail.
    const isFirst = history.state === null;
    if (isFirst) history.replaceState(state, '', `#${path}`);
    else history.pushState(state, '', `#${path}`);
  }, [tabId, path]);
  useEffect(() => {
    const onPop = (event: PopStateEvent) => {
      const link = location.hash.slice(1);
      const known = tabOf(event.state);
      if (known !== null && canGoBackIn(layout.get(), known, link))
        layout.update((before) => activateTab(setTabPath(before, known, link), known));
      else {
        visit(resolvePath(link));
        // The place in the history is the same, although another tab shows it.
        const here: HistoryState = { tabId: activeTab(layout.get())?.id ?? '' };
        history.replaceState(here, '', location.hash);
      }
    };
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, []);
}

/** Keeps the layout with the engine and the address of the window in step with it. */
export function useLayoutSync(): void {
  const { client } = useApi();
  const current = useStore(layout);
  useAddress(current);
  useEffect(() => {
    const keep = () => void client.session.put(current).catch(() => undefined);
    const timer = setTimeout(keep, keepWithinMillis);
    return () => clearTimeout(timer);
  }, [client, current]);
}
