import type { LintCoverage } from '#shared/contract/report.ts';
import type { Rule } from '#shared/contract/rule.ts';
import type { ArtefactFacts } from '../lint/engine.ts';

const maxUnknown = 50;

/** The counts of one artefact. */
type Counts = Omit<ArtefactFacts, 'found'>;

/** Returns the coverage of the artefacts in a run, and the rules that had anything to look at. */
export function coverageOf(
  parts: readonly Counts[],
  rules: readonly Pick<Rule, 'id'>[],
  notDetectable: readonly string[],
  off: readonly string[],
): LintCoverage {
  const sum = (count: (part: Counts) => number) => parts.reduce((all, part) => all + count(part), 0);
  const isOff = new Set(off);
  const ids = rules.map(({ id }) => id).toSorted();
  const on = ids.filter((id) => !isOff.has(id));
  const hadTarget = (id: string) => parts.some(({ targets }) => targets.has(id));
  return {
    artefacts: parts.length,
    requests: sum(({ requests }) => requests),
    known: sum(({ known }) => known),
    otherHosts: sum(({ otherHosts }) => otherHosts),
    unknown: unknownOf(parts),
    rules: {
      total: ids.length + notDetectable.length,
      withTarget: on.filter(hadTarget),
      withoutTarget: on.filter((id) => !hadTarget(id)),
      notDetectable: notDetectable.toSorted(),
      off: ids.filter((id) => isOff.has(id)),
    },
  };
}

function unknownOf(parts: readonly Counts[]): LintCoverage['unknown'] {
  const counts = new Map<string, number>();
  for (const { unknown } of parts)
    for (const [asked, count] of unknown) counts.set(asked, (counts.get(asked) ?? 0) + count);
  return [...counts]
    .toSorted(([one, count], [other, more]) => more - count || (one < other ? -1 : 1))
    .slice(0, maxUnknown)
    .map(([asked, count]) => {
      const space = asked.indexOf(' ');
      return { method: asked.slice(0, space), template: asked.slice(space + 1), count };
    });
}
