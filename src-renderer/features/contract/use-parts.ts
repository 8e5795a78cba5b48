import { useState } from 'react';
import { useTab } from '#renderer/workbench/tab-context.tsx';
import { type ContractTab, type ContractView, pathOf, readView } from './view.ts';

/** The view of the address, and the way to change parts of it; each tab is found again as it was left. */
export function useParts(): {
  readonly view: ContractView;
  readonly change: (part: Partial<ContractView>) => void;
  /** The view of a part of the screen, in its present or its last state. */
  readonly viewOf: (tab: ContractTab) => ContractView;
} {
  const { address, navigate } = useTab();
  const view = readView(address?.query ?? new URLSearchParams());
  const [left, setLeft] = useState<Readonly<Partial<Record<ContractTab, ContractView>>>>({});
  const known = left[view.tab];
  if (known === undefined || pathOf(known) !== pathOf(view)) setLeft({ ...left, [view.tab]: view });
  const viewOf = (tab: ContractTab): ContractView =>
    tab === view.tab ? view : { ...(left[tab] ?? readView(new URLSearchParams())), tab, at: view.at };
  return {
    view,
    viewOf,
    change: (part) => {
      navigate(pathOf({ ...viewOf(part.tab ?? view.tab), ...part }));
    },
  };
}
