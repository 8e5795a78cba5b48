import type { LintFinding, LintReport } from '#shared/contract/report.ts';
import { escapeMarkdown as md } from '#shared/reports/escape.ts';
import { coverageLines } from './coverage-text.ts';
import { gapLines, headline } from './gap-text.ts';
import { placeText, repeatText } from './rule-text.ts';

function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function table(heads: readonly string[], rows: readonly string[]): readonly string[] {
  return ['', row(...heads), row(...heads.map(() => '---')), ...rows];
}

function findingRow({ location, severity, id, message, replacement, date, repeats }: LintFinding): string {
  const said = [message, repeatText(repeats)].filter((part) => part !== '').join(' ');
  return row(md(id), severity, md(date ?? 'any'), md(placeText(location)), md(said), md(replacement));
}

function ignoredRow({ location, id, message, ignored }: LintFinding): string {
  const until = ignored?.until ?? 'permanently';
  return row(md(id), md(placeText(location)), md(message), md(ignored?.reason ?? ''), md(until));
}

/** A report as Markdown, for people. */
export function markdownReport(report: LintReport): string {
  const { contractDate, findings, coverage, errors } = report;
  const gaps = gapLines(report);
  const shown = findings.filter(({ ignored }) => ignored === null);
  const ignored = findings.filter((finding) => finding.ignored !== null);
  const lines = [
    `# Contract of ${contractDate}`,
    '',
    md(headline(report)),
    ...(gaps.length === 0 ? [] : ['', '## Not linted', '', ...gaps.map((line) => `- ${md(line)}`)]),
    ...(errors.length === 0
      ? []
      : [
          '',
          '## Unreadable files',
          ...table(
            ['File', 'Reason', 'Fix'],
            errors.map(({ location, message, fix }) =>
              row(md(location?.file ?? ''), md(message), md(fix ?? '')),
            ),
          ),
        ]),
    ...(shown.length === 0
      ? []
      : [
          '',
          '## Findings',
          ...table(['Rule', 'Severity', 'Changed on', 'Location', 'Problem', 'Fix'], shown.map(findingRow)),
        ]),
    ...(ignored.length === 0
      ? []
      : [
          '',
          '## Ignored',
          ...table(['Rule', 'Location', 'Problem', 'Reason', 'Until'], ignored.map(ignoredRow)),
        ]),
    '',
    '## Coverage',
    '',
    ...coverageLines(coverage).map((line) => `- ${line}`),
    ...(coverage.unknown.length === 0
      ? []
      : table(
          ['Unknown endpoint', 'Requests'],
          coverage.unknown.map(({ method, template, count }) =>
            row(md(`${method} ${template}`), String(count)),
          ),
        )),
  ];
  return `${lines.join('\n')}\n`;
}
