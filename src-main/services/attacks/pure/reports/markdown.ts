import { type Remark, remarksOf } from '#shared/attacks/remarks.ts';
import type { AttackReport, CaseReport } from '#shared/attacks/verdict.ts';
import { clauseUrl } from '#shared/oauth/explain/index.ts';
import { escapeMarkdown as md } from '#shared/reports/escape.ts';
import { countText, findingsOf, groupCases, isoTime, settingsOf } from './summary.ts';

function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function clauseLink(clause: string): string {
  const url = clauseUrl(clause);
  return url === null ? md(clause) : `[${md(clause)}](<${url}>)`;
}

function findingsTable(report: CaseReport): string[] {
  const findings = findingsOf(report);
  if (findings.length === 0) return [];
  return [
    '',
    row('Variant', 'Step', 'Expected', 'Actual'),
    row('---', '---', '---', '---'),
    ...findings.map(({ variant, check }) =>
      row(md(variant), md(check.step), md(check.expected), md(check.actual)),
    ),
  ];
}

function detail(report: CaseReport): string[] {
  const { id, title, verdict, severity, explain, fix, clauses, reason } = report;
  return [
    '',
    `### ${md(id)} ${md(title)}`,
    '',
    `**${verdict}**, severity ${severity}. Clauses: ${clauses.map(clauseLink).join(', ')}`,
    '',
    `What it means: ${md(explain)}`,
    '',
    `What to do: ${md(fix)}`,
    ...(reason === '' ? [] : ['', `Reason: ${md(reason)}`]),
    ...findingsTable(report),
  ];
}

function remarkLine({ text, cases }: Remark): string[] {
  const of = cases.length === 0 ? '' : `${cases.length} cases are INCONCLUSIVE (${cases.join(', ')}): `;
  return ['', `${of}${md(text)}`];
}

const quiet = ['PASSED', 'SKIPPED'];

/** A report as Markdown: every case in a table, and the findings in full. */
export function markdownReport(report: AttackReport): string {
  const settings = settingsOf(report);
  const noted = report.cases.filter(({ verdict }) => !quiet.includes(verdict));
  const lines = [
    `# Attacks on ${md(report.target)}`,
    '',
    `${report.cases.length} cases: ${countText(report.cases)}.`,
    '',
    `Started ${isoTime(report.startedAtMillis)}${settings === '' ? '' : `; ${md(settings)}`}.`,
    ...remarksOf(report).flatMap(remarkLine),
    ...groupCases(report).flatMap(([group, cases]) => [
      '',
      `## Group ${md(group)}`,
      '',
      row('Case', 'Title', 'Severity', 'Verdict', 'Clauses', 'Reason'),
      row('---', '---', '---', '---', '---', '---'),
      ...cases.map(({ id, title, severity, verdict, clauses, reason }) =>
        row(md(id), md(title), severity, verdict, clauses.map(clauseLink).join(', '), md(reason)),
      ),
    ]),
    ...(noted.length === 0 ? [] : ['', '## Findings', ...noted.flatMap(detail)]),
  ];
  return `${lines.join('\n')}\n`;
}
