import { activePane, activeTab, type Layout } from './layout.ts';

/** The tabs in the order in which they were used, the last one first; tabs never used follow as they stand. */
export function recentOrder(before: readonly string[], layout: Layout): readonly string[] {
  const open = layout.panes.flatMap(({ tabs }) => tabs.map(({ id }) => id));
  const shown = activeTab(layout)?.id;
  return [...new Set([...(shown === undefined ? [] : [shown]), ...before, ...open])].filter((id) =>
    open.includes(id),
  );
}

/** The tabs of the pane with the focus, the last used one first. */
export function recentInPane(recent: readonly string[], layout: Layout): readonly string[] {
  const here = new Set(activePane(layout).tabs.map(({ id }) => id));
  return recentOrder(recent, layout).filter((id) => here.has(id));
}
