import type { LintReport } from '#shared/contract/report.ts';
import { visibleText } from '#shared/reports/escape.ts';
import { coverageLines } from './coverage-text.ts';
import { countText, numberOf, placeText } from './rule-text.ts';

/** A report for a terminal, a line a finding as compilers write them; what could not be read comes first. */
export function textReport({ contractDate, findings, coverage, errors, omitted }: LintReport): string {
  const unread = errors.map(({ location, code, message }) => {
    const at = [location?.file, location?.line, location?.column].filter((part) => part !== undefined);
    return `${at.join(':') || 'contract'}: error ${code} ${message}`;
  });
  const found = findings
    .filter(({ ignored }) => ignored === null)
    .map(({ location, severity, id, message, replacement }) =>
      [`${placeText(location)}: ${severity} ${id} ${message}`, replacement]
        .filter((part) => part !== '')
        .join(' '),
    );
  const lines = [
    ...unread,
    ...found,
    `Contract of ${contractDate}: ${countText(findings)}${errors.length === 0 ? '' : `; ${numberOf(errors.length, 'artefact')} could not be read`}.`,
    ...(omitted === 0 ? [] : [`${numberOf(omitted, 'finding')} more were left out.`]),
    ...coverageLines(coverage),
  ];
  return lines.map((line) => `${visibleText(line).replaceAll(/\s+/g, ' ')}\n`).join('');
}
