import type { FactLocation } from '#shared/contract/facts.ts';
import type { ArtefactKind, FindingLocation, LintFinding } from '#shared/contract/report.ts';
import type { ArtefactFacts, Found } from '../lint/engine.ts';
import type { Suppression } from '../readers/artefact.ts';

/** An artefact that the linter has been through. */
export interface LintedArtefact {
  /** As in the location of its findings. */
  readonly file: string;
  readonly kind: ArtefactKind;
  readonly facts: Omit<ArtefactFacts, 'untold'>;
  readonly suppressions: readonly Suppression[];
  locate(location: FactLocation): FindingLocation;
}

const maxKeyPartLength = 300;
const maxSubjectLength = 500;

/**
 * Returns the findings of an artefact, with their places counted in lines, and with the comments beside them that
 * suppress them.
 */
export function resolveFindings({
  file,
  kind,
  facts,
  locate,
  suppressions,
}: LintedArtefact): readonly LintFinding[] {
  const byLine = new Map(suppressions.map((each) => [`${each.rule} ${each.line}`, each]));
  const seen = new Map<string, number>();
  return facts.found.map((found) => {
    const location = locate(found.location);
    const suppression = byLine.get(`${found.rule.id} ${location.line}`);
    const base = keyOf(found, file, location);
    const count = (seen.get(base) ?? 0) + 1;
    seen.set(base, count);
    return {
      ...findingOf(found),
      location,
      artefact: kind,
      key: count === 1 ? base : `${base} #${count}`,
      ignored:
        suppression === undefined
          ? null
          : { reason: suppression.reason, until: suppression.until, by: 'comment' },
    };
  });
}

function findingOf({
  rule,
  finding,
  edits,
}: Found): Omit<LintFinding, 'location' | 'artefact' | 'key' | 'ignored'> {
  return {
    id: rule.id,
    severity: finding.severity ?? rule.severity,
    title: rule.title,
    message: finding.message,
    replacement: finding.replacement ?? rule.replacement,
    subject: finding.subject.slice(0, maxSubjectLength),
    date: rule.date,
    entries: [...rule.entries],
    source: finding.source ?? rule.source,
    holds: finding.holds ?? rule.holds,
    fix: edits === null || finding.fix === undefined ? null : { title: finding.fix.title, edits: [...edits] },
  };
}

/** Where there is a pointer, lines before the finding may come and go without a change of its key. */
function keyOf({ rule, finding }: Found, file: string, location: FindingLocation): string {
  const { exchangeId, entry, pointer, line, column } = location;
  const anchor = exchangeId ?? pointer ?? `${line ?? 0}:${column ?? 0}`;
  return [rule.id, file, entry === undefined ? '' : `@${entry}`, anchor, finding.subject]
    .map((part) => part.slice(0, maxKeyPartLength))
    .join(' ');
}
