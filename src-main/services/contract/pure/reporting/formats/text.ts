import type { LintReport } from '#shared/contract/report.ts';
import { visibleText } from '#shared/reports/escape.ts';
import { coverageLines } from './coverage-text.ts';
import { gapLines, headline } from './gap-text.ts';
import { placeText, repeatText } from './rule-text.ts';

/** A report for a terminal, a line a finding as compilers write them; what could not be read comes first. */
export function textReport(report: LintReport): string {
  const { findings, coverage, errors } = report;
  const unread = errors.map(({ location, code, message }) => {
    const at = [location?.file, location?.line, location?.column].filter((part) => part !== undefined);
    return `${at.join(':') || 'contract'}: error ${code} ${message}`;
  });
  const found = findings
    .filter(({ ignored }) => ignored === null)
    .map(({ location, severity, id, message, replacement, repeats }) =>
      [`${placeText(location)}: ${severity} ${id} ${message}`, repeatText(repeats), replacement]
        .filter((part) => part !== '')
        .join(' '),
    );
  const lines = [...unread, ...found, headline(report), ...gapLines(report), ...coverageLines(coverage)];
  return lines.map((line) => `${visibleText(line).replaceAll(/\s+/g, ' ')}\n`).join('');
}
