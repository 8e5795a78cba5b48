import { createContext, useContext, useEffect } from 'react';
import { createStore } from '../api/store.ts';
import { type Address, parsePath } from './addresses.ts';
import { setTabPath, showInTab } from './layout.ts';
import { layout } from './layout-store.ts';

/** The tab that contains a component. */
export interface TabState {
  readonly tabId: string;
  readonly path: string;
  /** True if the user is in this tab, so that keys act here. */
  readonly isActive: boolean;
  /** The pane is too narrow for several parts beside each other: they become tabs. */
  readonly isNarrow: boolean;
}

const outside: TabState = { tabId: '', path: '', isActive: true, isNarrow: false };
export const TabContext = createContext<TabState>(outside);

/** The label that a screen gives its tab. */
export interface TabLabel {
  readonly title: string;
  /** Something in it is not saved. */
  readonly isDirty: boolean;
  /** The screen that gave it: a tab that was led to another screen is no longer called so. */
  readonly screen: string | undefined;
}

/** Labels by tab; a tab whose screen has said nothing yet is called after its screen. */
export const tabLabels = createStore<ReadonlyMap<string, TabLabel>>(new Map());

/** The label of a tab, if the screen that it shows has given one. */
export function labelOf(
  labels: ReadonlyMap<string, TabLabel>,
  tab: { readonly id: string; readonly path: string },
): TabLabel | undefined {
  const label = labels.get(tab.id);
  return label?.screen === parsePath(tab.path)?.screen ? label : undefined;
}

/** Location of the component, and navigation within its own tab. */
export function useTab(): TabState & {
  readonly address: Address | null;
  readonly navigate: (path: string) => void;
  /** As `navigate`, but a file that is open in another tab is shown there. */
  readonly showHere: (path: string) => void;
} {
  const tab = useContext(TabContext);
  return {
    ...tab,
    address: parsePath(tab.path),
    navigate: (path) => layout.update((current) => setTabPath(current, tab.tabId, path)),
    showHere: (path) => layout.update((current) => showInTab(current, tab.tabId, path)),
  };
}

/**
 * Sets the title of this screen's tab for as long as it is open. `hiddenTitle` is that of a tab that is not shown: its
 * screen stands still, and cannot say how far something has come.
 */
export function useTabLabel(title: string, isDirty = false, hiddenTitle = title): void {
  const { tabId, path } = useContext(TabContext);
  const screen = parsePath(path)?.screen;
  useEffect(() => {
    const say = (text: string) =>
      tabLabels.update((labels) => new Map(labels).set(tabId, { title: text, isDirty, screen }));
    say(title);
    return hiddenTitle === title ? undefined : () => say(hiddenTitle);
  }, [tabId, title, isDirty, screen, hiddenTitle]);
}
