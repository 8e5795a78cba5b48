import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export interface EmptyProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly actions?: ReactNode;
}

/** What will be here, in one sentence, and the first act. */
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
