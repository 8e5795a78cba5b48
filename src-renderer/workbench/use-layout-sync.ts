import { useEffect } from 'react';
import { useApi } from '../api/api-context.tsx';
import { useStore } from '../api/store.ts';
import { activateTab, activeTab, type Layout, setTabPath } from './layout.ts';
import { layout, openLink } from './layout-store.ts';

/** A change of the layout is kept at most this long after it, in milliseconds. */
const keepWithinMillis = 250;

interface HistoryState {
  readonly tabId: string;
}

function tabOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('tabId' in state)) return null;
  return typeof state.tabId === 'string' ? state.tabId : null;
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
      const isOpen = layout.get().panes.some(({ tabs }) => tabs.some(({ id }) => id === known));
      if (known === null || !isOpen) openLink(link);
      else layout.update((before) => activateTab(setTabPath(before, known, link), known));
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
