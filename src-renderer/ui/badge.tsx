import type { ReactNode } from 'react';
import type { Lane } from '#shared/api/index.ts';

/** Names a kind of thing; grey, or in the hue of its lane. Findings are verdicts, not badges. */
export function Badge({ children, lane }: { readonly children: ReactNode; readonly lane?: Lane }) {
  return <span className={lane === undefined ? 'badge' : `badge lane lane-${lane}`}>{children}</span>;
}
