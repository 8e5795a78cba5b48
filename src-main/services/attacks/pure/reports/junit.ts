import type { AttackReport, CaseReport } from '#shared/attacks/verdict.ts';
import { assertNever } from '#shared/errors/index.ts';
import { escapeMarkup } from '#shared/reports/escape.ts';
import { type Attributes, element, xmlDocument } from '#shared/reports/xml.ts';
import { caseMessage, countVerdicts, groupCases, isoTime, orderedCases, provenText } from './summary.ts';

function seconds(millis: number): string {
  return (Math.max(0, millis) / 1_000).toFixed(3);
}

function outcome(report: CaseReport): string {
  const { verdict } = report;
  const text = escapeMarkup(provenText(report));
  const marked = { message: caseMessage(report), type: verdict };
  switch (verdict) {
    case 'FAILED':
      return element('failure', marked, text);
    case 'INCONCLUSIVE':
      return element('error', marked, text);
    case 'SKIPPED':
      return element('skipped', { message: report.reason }, '');
    case 'WARNING':
    case 'REVIEW':
      return element('system-out', {}, `${verdict}\n${text}`);
    case 'PASSED':
      return '';
    default:
      return assertNever(verdict);
  }
}

function counts(cases: readonly CaseReport[], millis: number): Attributes {
  const { FAILED, INCONCLUSIVE, SKIPPED } = countVerdicts(cases);
  return {
    tests: cases.length,
    failures: FAILED,
    errors: INCONCLUSIVE,
    skipped: SKIPPED,
    time: seconds(millis),
  };
}

/**
 * A report as JUnit XML, for continuous integration: a suite a group, a test a case, the gravest failures
 * first.
 */
export function junitReport(report: AttackReport): string {
  const timestamp = isoTime(report.startedAtMillis).slice(0, 19);
  const suites = groupCases(orderedCases(report.cases)).map(([group, cases]) => {
    const millis = cases.reduce((sum, { durationMillis }) => sum + durationMillis, 0);
    const tests = cases.map((each) => {
      const name = `${each.id} ${each.title}`;
      const attributes = { classname: group, name, time: seconds(each.durationMillis) };
      return `    ${element('testcase', attributes, outcome(each))}\n`;
    });
    const attributes = { name: group, ...counts(cases, millis), timestamp };
    return `  ${element('testsuite', attributes, `\n${tests.join('')}  `)}\n`;
  });
  const attributes = {
    name: `Attacks on ${report.target}`,
    ...counts(report.cases, report.durationMillis),
    timestamp,
  };
  return xmlDocument(element('testsuites', attributes, `\n${suites.join('')}`));
}
