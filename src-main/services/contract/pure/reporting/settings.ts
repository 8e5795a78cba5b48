import type { LintFinding } from '#shared/contract/report.ts';
import type { LintIgnore, LintSettings } from '#shared/contract/settings.ts';

/**
 * Findings as the settings of a workspace have them: without rules that are off, with other severities, and with the
 * reasons why some are left. What a comment says wins over the file. `today` is a day, `YYYY-MM-DD`; an ignore holds up
 * to its last day, and a finding that was ignored says so.
 */
export function applySettings(
  findings: readonly LintFinding[],
  { severity, ignore }: Pick<LintSettings, 'severity' | 'ignore'>,
  today: string,
): readonly LintFinding[] {
  const ignores = Map.groupBy(ignore, ({ id }) => id);
  const isOver = (until: string | null | undefined): until is string =>
    until !== null && until !== undefined && until < today;
  return findings.flatMap((finding) => {
    const set = Object.hasOwn(severity, finding.id) ? severity[finding.id] : undefined;
    if (set === 'off') return [];
    const fitting = (ignores.get(finding.id) ?? []).filter((each) => isAbout(each, finding));
    const running = fitting.find(({ until }) => !isOver(until));
    const ended = [finding.ignored?.until, ...fitting.map(({ until }) => until)]
      .filter(isOver)
      .toSorted()
      .at(-1);
    const ignored =
      finding.ignored !== null && !isOver(finding.ignored.until)
        ? finding.ignored
        : running === undefined
          ? null
          : { reason: running.reason, until: running.until ?? null, by: 'file' as const };
    return {
      ...finding,
      severity: set ?? finding.severity,
      message:
        ignored === null && ended !== undefined
          ? `${finding.message} The finding was ignored until ${ended}.`
          : finding.message,
      ignored,
    };
  });
}

function isAbout({ file, subject }: LintIgnore, finding: LintFinding): boolean {
  return (
    (file === undefined || file === finding.location.file) &&
    (subject === undefined || subject === finding.subject)
  );
}
