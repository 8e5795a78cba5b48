import type { RouteProblem } from '#shared/gateway/types.ts';
import { labMessages } from '../words.ts';

const fixes: Readonly<Record<string, string>> = labMessages.throttle.expected.fixes;

/** The remedy of a warning: in the language of the page where there is one, else as the engine says it. */
export function Fix({ problem: { code, fix } }: { readonly problem: Pick<RouteProblem, 'code' | 'fix'> }) {
  const own = fixes[code];
  return own === undefined ? <span lang="en">{fix}</span> : <span>{own}</span>;
}
