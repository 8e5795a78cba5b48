import type { LintFinding, LintReport } from '#shared/contract/report.ts';
import type { Problem } from '#shared/errors/index.ts';
import { escapeMarkup } from '#shared/reports/escape.ts';
import { element, xmlDocument } from '#shared/reports/xml.ts';
import { coverageLines } from './coverage-text.ts';
import { gapLines, headline } from './gap-text.ts';
import { placeText, repeatText } from './rule-text.ts';

function outcome({ severity, message, replacement, ignored, location, id, repeats }: LintFinding): string {
  if (ignored !== null) return element('skipped', { message: `Ignored: ${ignored.reason}` }, '');
  const said = [placeText(location), message, repeatText(repeats), replacement];
  const text = escapeMarkup(said.filter((line) => line !== '').join('\n'));
  return severity === 'info'
    ? element('system-out', {}, text)
    : element('failure', { message, type: `${severity} ${id}` }, text);
}

function caseOf(file: string, finding: LintFinding): string {
  const name = `${finding.id} ${finding.title} (${placeText(finding.location)})`;
  return `    ${element('testcase', { classname: file, name }, outcome(finding))}\n`;
}

function errorOf(file: string, { code, message, fix }: Problem): string {
  const content = element('error', { message, type: code }, escapeMarkup(fix ?? ''));
  return `    ${element('testcase', { classname: file, name: `${file} is readable` }, content)}\n`;
}

function suiteOf(file: string, findings: readonly LintFinding[], errors: readonly Problem[]): string {
  const cases = [...errors.map((each) => errorOf(file, each)), ...findings.map((each) => caseOf(file, each))];
  const attributes = { name: file, ...countsOf(findings, errors.length) };
  return `  ${element('testsuite', attributes, `\n${cases.join('')}  `)}\n`;
}

/** Fails where something was left out or not looked at: else a run without failures reads as one in which nothing breaks. */
function gapCase(report: LintReport): string {
  const gaps = gapLines(report);
  if (gaps.length === 0) return '';
  const attributes = { message: headline(report), type: 'contract.gaps' };
  const content = element('error', attributes, escapeMarkup(gaps.join('\n')));
  return element('testcase', { classname: 'coverage', name: 'Coverage is complete' }, content);
}

/** A test that passes: a run without any reads as one that did not take place. */
function coverageSuite(report: LintReport): string {
  const { coverage } = report;
  const errors = gapLines(report).length > 0 ? 1 : 0;
  const said = element('system-out', {}, escapeMarkup(coverageLines(coverage).join('\n')));
  const only = element('testcase', { classname: 'coverage', name: 'Coverage' }, said);
  const attributes = { name: 'coverage', tests: 1 + errors, failures: 0, errors, skipped: 0 };
  return `  ${element('testsuite', attributes, only + gapCase(report))}\n`;
}

function countsOf(findings: readonly LintFinding[], errors: number) {
  const counted = findings.filter(({ ignored }) => ignored === null);
  return {
    tests: findings.length + errors,
    failures: counted.filter(({ severity }) => severity !== 'info').length,
    errors,
    skipped: findings.length - counted.length,
  };
}

/** A report as JUnit XML: a suite a file, a failure a finding; a file that could not be read is an error. */
export function junitReport(report: LintReport): string {
  const { contractDate, findings, errors } = report;
  const unread = Map.groupBy(errors, ({ location }) => location?.file ?? 'contract');
  const found = Map.groupBy(findings, ({ location }) => location.file);
  const files = [...new Set([...unread.keys(), ...found.keys()])].toSorted();
  const suites = files.map((file) => suiteOf(file, found.get(file) ?? [], unread.get(file) ?? []));
  const counts = countsOf(findings, errors.length);
  const gaps = gapLines(report).length > 0 ? 1 : 0;
  const attributes = {
    name: `Contract of ${contractDate}`,
    ...counts,
    tests: counts.tests + 1 + gaps,
    errors: counts.errors + gaps,
  };
  return xmlDocument(element('testsuites', attributes, `\n${[...suites, coverageSuite(report)].join('')}`));
}
