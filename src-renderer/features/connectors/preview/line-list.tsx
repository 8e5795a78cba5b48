import type { KeyboardEvent, ReactNode } from 'react';
import { nextIndex } from '#renderer/ui/roving.ts';

export interface LineListProps {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** A list whose lines are buttons; arrows, Home and End go from one to the next. */
export function LineList({ label, className, children }: LineListProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button.studio-pick')];
    const at = buttons.findIndex((button) => button === event.target);
    if (at < 0 || event.key === 'ArrowLeft' || event.key === 'ArrowRight') return;
    const to = nextIndex(event.key, at, buttons.length, false);
    if (to === null) return;
    event.preventDefault();
    buttons[to]?.focus();
  };
  const listProps = { onKeyDown } as const;
  return (
    <ul className={className} aria-label={label} {...listProps}>
      {children}
    </ul>
  );
}
