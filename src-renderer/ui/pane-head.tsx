import type { ReactNode } from 'react';

export interface PaneHeadProps {
  readonly title: string;
  readonly children?: ReactNode;
}

/** The head line of a pane: its name, its findings, its acts at the right. */
export function PaneHead({ title, children }: PaneHeadProps) {
  return (
    <div className="pane-head">
      <h2 className="label">{title}</h2>
      {children}
    </div>
  );
}
