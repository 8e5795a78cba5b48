import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export interface EmptyProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly actions?: ReactNode;
}

/** The empty state: one sentence about future content, and the first action. */
export function Empty({ icon, title, text, actions }: EmptyProps) {
  return (
    <div className="empty">
      <Icon of={icon} />
      <h2 className="title">{title}</h2>
      <p>{text}</p>
      {actions === undefined ? null : <div className="row">{actions}</div>}
    </div>
  );
}
