import { type Remark, remarksOf } from '#shared/attacks/remarks.ts';
import type { AttackReport, CaseReport } from '#shared/attacks/verdict.ts';
import { clauseUrl } from '#shared/oauth/explain/index.ts';
import { escapeMarkdown as md, visibleText } from '#shared/reports/escape.ts';
import {
  evidenceOfCase,
  findingsOf,
  isNoted,
  orderedCases,
  referencesOf,
  requestText,
  responseText,
  summaryRows,
} from './summary.ts';

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
    row('Variant', 'Step', 'Expected', 'Received'),
    row('---', '---', '---', '---'),
    ...findings.map(({ variant, check }) =>
      row(md(variant), md(check.step), md(check.expected), md(check.actual)),
    ),
  ];
}

function detail(report: CaseReport): string[] {
  const { id, title, verdict, severity, explain, fix, reason } = report;
  return [
    '',
    `### ${md(id)} ${md(title)}`,
    '',
    `**${verdict}**, severity ${severity}, group ${md(report.group)}. References: ${referencesOf(report).map(clauseLink).join(', ')}`,
    '',
    `Impact: ${md(explain)}`,
    '',
    `Fix: ${md(fix)}`,
    ...(reason === '' ? [] : ['', `Reason: ${md(reason)}`]),
    ...findingsTable(report),
    ...proofs(report),
  ];
}

function remarkLine({ text, cases }: Remark): string[] {
  const of = cases.length === 0 ? '' : `${cases.length} cases are INCONCLUSIVE (${cases.join(', ')}): `;
  return ['', `${of}${md(text)}`];
}

/** A message as a block of code: indented, so that nothing in it can end the block. CommonMark §4.4 */
function block(text: string): string[] {
  const lines = visibleText(text).split(/\r\n|[\n\r]/);
  return ['', ...lines.map((line) => `    ${line}`.trimEnd())];
}

function proofs(report: CaseReport): string[] {
  return evidenceOfCase(report).flatMap(({ variant, evidence }) => [
    '',
    `Evidence of ${variant === '' ? '' : `${md(variant)}, `}step ${md(evidence.stepId)}:`,
    ...block(requestText(evidence)),
    '',
    'Response:',
    ...block(responseText(evidence)),
  ]);
}

/** The cases that nobody has to look at: one line each. */
function quietTable(title: string, cases: readonly CaseReport[]): string[] {
  if (cases.length === 0) return [];
  return [
    '',
    `## ${title}`,
    '',
    row('Case', 'Title', 'Group', 'Verdict', 'Reason'),
    row('---', '---', '---', '---', '---'),
    ...cases.map((each) => row(md(each.id), md(each.title), md(each.group), each.verdict, md(each.reason))),
  ];
}

/** A report as Markdown: a summary, the findings in full with what proves them, and one line for each other case. */
export function markdownReport(report: AttackReport): string {
  const cases = orderedCases(report.cases);
  const noted = cases.filter(isNoted);
  const lines = [
    `# Attacks on ${md(report.target)}`,
    '',
    row('Summary', ''),
    row('---', '---'),
    ...summaryRows(report).map(([name, text]) => row(name, md(text))),
    ...remarksOf(report).flatMap(remarkLine),
    ...(noted.length === 0 ? [] : ['', '## Findings', ...noted.flatMap(detail)]),
    ...quietTable(
      'Passed',
      cases.filter(({ verdict }) => verdict === 'PASSED'),
    ),
    ...quietTable(
      'Skipped',
      cases.filter(({ verdict }) => verdict === 'SKIPPED'),
    ),
  ];
  return `${lines.join('\n')}\n`;
}
