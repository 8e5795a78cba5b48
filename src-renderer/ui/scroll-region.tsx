import type { ReactNode } from 'react';

export interface ScrollRegionProps {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

// What scrolls has to be reachable by keyboard, or its end cannot be read without a mouse. WCAG 2.2 §2.1.1.
const reachable = { tabIndex: 0 } as const;

/** A part of a pane that scrolls on its own. */
export function ScrollRegion({ label, className = '', children }: ScrollRegionProps) {
  return (
    <section className={`scroll ${className}`} aria-label={label} {...reachable}>
      {children}
    </section>
  );
}
