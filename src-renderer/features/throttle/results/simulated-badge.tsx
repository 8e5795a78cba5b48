import { Badge } from '#renderer/ui/badge.tsx';
import type { Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';

/** Says of what stands beside the numbers of the live gateway that it was simulated. */
export function SimulatedBadge({ lab }: { readonly lab: Lab }) {
  return lab.shown === 'live' ? <Badge>{labMessages.throttle.shownNames.simulated}</Badge> : null;
}
