import { furtherHosts, type LintCoverage } from '#shared/contract/report.ts';
import type { Rule } from '#shared/contract/rule.ts';
import { hostLabel } from '../hosts.ts';
import type { ArtefactFacts } from '../lint/engine.ts';
import { type UntoldPlace, untoldAt } from './untold.ts';

const maxUnknown = 50;
const maxNamed = 50;

/** The counts of one artefact. */
type Counts = Omit<ArtefactFacts, 'found' | 'untold'>;

/** All that rules could not look at, besides the requests to other hosts. */
export interface Unseen {
  /** Live requests. */
  readonly skipped: number;
  readonly files: readonly string[];
  readonly untold: readonly UntoldPlace[];
  /** The contract date of the report. */
  readonly contractDate: string;
  /** Hosts, or their base URLs, that are known not to be the platform. */
  readonly notPlatform: readonly string[];
}

const noUnseen: Unseen = { skipped: 0, files: [], untold: [], contractDate: '', notPlatform: [] };

/** Returns the coverage of the artefacts in a run, and the rules that had anything to look at. */
export function coverageOf(
  parts: readonly Counts[],
  rules: readonly Pick<Rule, 'id'>[],
  notDetectable: readonly string[],
  off: readonly string[],
  unseen: Unseen = noUnseen,
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
    hosts: hostsOf(parts, unseen.notPlatform),
    skipped: unseen.skipped,
    notRead: { count: unseen.files.length, files: unseen.files.slice(0, maxNamed) },
    untold: untoldAt(unseen.untold, isOff, unseen.contractDate),
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

function hostsOf(parts: readonly Counts[], notPlatform: readonly string[]): LintCoverage['hosts'] {
  const counts = new Map<string, number>();
  for (const { hosts } of parts)
    for (const [host, count] of hosts) counts.set(host, (counts.get(host) ?? 0) + count);
  const told = new Set(notPlatform.map(hostLabel));
  const all = [...counts]
    .toSorted(([one, count], [other, more]) => more - count || (one < other ? -1 : 1))
    .map(([host, count]) => ({ host, count, isTold: told.has(host) }));
  // Hosts that nobody answered for come first: none of them may be cut off behind one that is told.
  const open = all.filter(({ isTold }) => !isTold);
  return joined([...open, ...all.filter(({ isTold }) => isTold)]);
}

/** The first ones by name, and all others as one. */
function joined(hosts: LintCoverage['hosts']): LintCoverage['hosts'] {
  const others = hosts.slice(maxNamed);
  if (others.length === 0) return hosts;
  const count = others.reduce((sum, other) => sum + other.count, 0);
  return [
    ...hosts.slice(0, maxNamed),
    { host: furtherHosts, count, isTold: others.every(({ isTold }) => isTold) },
  ];
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
