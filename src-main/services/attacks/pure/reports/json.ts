import { remarksOf } from '#shared/attacks/remarks.ts';
import type { AttackReport } from '#shared/attacks/verdict.ts';
import { countVerdicts, gravestOf, isoTime, orderedCases } from './summary.ts';

/** A report as JSON, for programs: the gravest failures first. */
export function jsonReport(report: AttackReport): string {
  const { target, profile, weaknesses, startedAtMillis, durationMillis, cases } = report;
  const document = {
    target,
    profile,
    weaknesses,
    startedAt: isoTime(startedAtMillis),
    durationMillis,
    capabilities: report.capabilities ?? null,
    remarks: remarksOf(report),
    summary: { total: cases.length, gravest: gravestOf(cases), ...countVerdicts(cases) },
    cases: orderedCases(cases).map(
      ({ id, verdict, title, group, severity, clauses, cwe, reason, ...more }) => ({
        id,
        verdict,
        title,
        group,
        severity,
        clauses,
        cwe,
        reason,
        explain: more.explain,
        fix: more.fix,
        durationMillis: more.durationMillis,
        variants: more.variants,
      }),
    ),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
