import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { nextIndex } from './roving.ts';

export interface Tab<T extends string> {
  readonly id: T;
  readonly label: string;
}

export interface TabsProps<T extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<T>[];
  readonly selected: T;
  readonly onSelect: (id: T) => void;
  readonly children: ReactNode;
}

/** Tabs with the one panel that is shown; used where the window is too narrow for panes. */
export function Tabs<T extends string>({ label, tabs, selected, onSelect, children }: TabsProps<T>) {
  const base = useId();
  const index = tabs.findIndex((tab) => tab.id === selected);
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const target = nextIndex(event.key, index, tabs.length, true);
    const tab = target === null ? undefined : tabs[target];
    if (target === null || tab === undefined) return;
    event.preventDefault();
    onSelect(tab.id);
    const element = event.currentTarget.parentElement?.children[target];
    if (element instanceof HTMLElement) element.focus();
  };
  return (
    <div className="tabbed">
      <div className="tabs" role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${base}-${tab.id}`}
            type="button"
            role="tab"
            className="inset"
            aria-selected={tab.id === selected}
            aria-controls={`${base}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${base}-panel`} className="tab-panel" role="tabpanel" aria-labelledby={`${base}-${selected}`}>
        {children}
      </div>
    </div>
  );
}
