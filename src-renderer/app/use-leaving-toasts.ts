import { useEffect } from 'react';
import { dismissOnNavigation } from '../ui/toasts.ts';
import { parsePath } from '../workbench/addresses.ts';
import { activeTab } from '../workbench/layout.ts';
import { layout } from '../workbench/layout-store.ts';

function areaNow(): string | undefined {
  return parsePath(activeTab(layout.get())?.path ?? '')?.screen;
}

/** Takes messages away when the person goes to another area: they speak of the one before. */
export function useLeavingToasts(): void {
  useEffect(() => {
    let area = areaNow();
    return layout.subscribe(() => {
      const next = areaNow();
      if (next === area) return;
      area = next;
      dismissOnNavigation();
    });
  }, []);
}
