import type { ReactNode } from 'react';
import { openInNewTab } from '../../workbench/layout-store.ts';
import { useTab } from '../../workbench/tab-context.tsx';

export interface HelpLinkProps {
  readonly path: string;
  readonly isCurrent?: boolean;
  readonly className?: string;
  readonly onFollow?: () => void;
  readonly children: ReactNode;
}

/** A link to a page of Help, which opens in this tab; with Ctrl in a tab of its own. */
export function HelpLink({ path, isCurrent = false, className, onFollow, children }: HelpLinkProps) {
  const { navigate } = useTab();
  return (
    <a
      href={`#${path}`}
      className={className}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        event.preventDefault();
        if (event.ctrlKey || event.metaKey) openInNewTab(path);
        else navigate(path);
        onFollow?.();
      }}
    >
      {children}
    </a>
  );
}
