import { type LintReport, lintReportSchema } from '#shared/contract/report.ts';
import { gapsOf, standingOf } from '#shared/contract/standing.ts';

/**
 * A report as JSON, for programs; members are in the order of the schema. A fix is named, but its edits stay where the
 * artefact is: they hold text of it, and a report is passed on.
 */
export function jsonReport(report: LintReport): string {
  const parsed = lintReportSchema.parse(report);
  const { contractDate, findings, coverage, errors, omitted } = parsed;
  const shown = findings.map((finding) => ({
    ...finding,
    fix: finding.fix === null ? null : { title: finding.fix.title, edits: [] },
  }));
  return `${JSON.stringify({ contractDate, standing: standingOf(parsed), gaps: gapsOf(parsed), findings: shown, coverage, errors, omitted }, null, 2)}\n`;
}
