import { holdsAt, type LintFinding } from '#shared/contract/index.ts';
import { createOmissions, type Omitted } from '#shared/contract/omitted.ts';

/** Most findings that are kept of those in force, and as many of the others. */
const maxOfEach = 1_000;

/** Findings about live requests: the same at the same place is one finding with a count. */
export interface LiveFindings {
  add(found: readonly LintFinding[], contractDate: string): void;
  /** The worst first, then the latest. */
  all(): readonly LintFinding[];
  /** Those that there was no room for, by when they count. */
  omitted(): readonly Omitted[];
  clear(): void;
}

const rank: Readonly<Record<LintFinding['severity'], number>> = { error: 0, warning: 1, info: 2 };

/** Makes an empty store. Findings that are not in force never take the room of those that are. */
export function createLiveFindings(): LiveFindings {
  const inForce = new Map<string, LintFinding>();
  const others = new Map<string, LintFinding>();
  const omissions = createOmissions();

  function put(finding: LintFinding, contractDate: string): void {
    const key = keyOf(finding);
    const home = [inForce, others].find((each) => each.has(key));
    const store = home ?? (holdsAt(finding.holds, contractDate) ? inForce : others);
    const before = store.get(key);
    if (before === undefined && store.size >= maxOfEach) omissions.add(finding.holds);
    else store.set(key, { ...finding, key, ...repeatsOf(before, finding) });
  }

  /** Another date may be in force than when they were found. */
  function sortOut(contractDate: string): void {
    for (const [from, to, isHere] of [
      [inForce, others, true],
      [others, inForce, false],
    ] as const)
      for (const [key, finding] of from)
        if (holdsAt(finding.holds, contractDate) !== isHere && to.size < maxOfEach) {
          from.delete(key);
          to.set(key, finding);
        }
  }

  return {
    add(found, contractDate) {
      sortOut(contractDate);
      for (const finding of found) put(finding, contractDate);
    },
    all: () => [...inForce.values(), ...others.values()].toSorted(byRank),
    omitted: omissions.all,
    clear() {
      inForce.clear();
      others.clear();
      omissions.clear();
    },
  };
}

/** Rule and place, with what of the place the rule is about: no id of a single exchange. */
function keyOf({ id, location, subject, severity, holds }: LintFinding): string {
  const { file, endpoint = '' } = location;
  return [id, file, endpoint, subject, severity, holds.from ?? '', holds.until ?? ''].join(' ');
}

function repeatsOf(before: LintFinding | undefined, { repeats }: LintFinding) {
  if (repeats === undefined || before?.repeats === undefined) return {};
  return {
    repeats: {
      count: before.repeats.count + repeats.count,
      firstAt: repeats.firstAt < before.repeats.firstAt ? repeats.firstAt : before.repeats.firstAt,
      lastAt: repeats.lastAt > before.repeats.lastAt ? repeats.lastAt : before.repeats.lastAt,
    },
  };
}

function byRank(one: LintFinding, other: LintFinding): number {
  const worse = rank[one.severity] - rank[other.severity];
  const [last = '', next = ''] = [one.repeats?.lastAt, other.repeats?.lastAt];
  return worse || (last < next ? 1 : Number(last > next) * -1);
}
