import type { AttackReport, CaseReport, Verdict } from '#shared/attacks/verdict.ts';
import { clauseUrl } from '#shared/oauth/explain/index.ts';
import { visibleText } from '#shared/reports/escape.ts';
import { sarifDocument } from '#shared/reports/sarif.ts';
import { caseMessage, caseText, isoTime } from './summary.ts';

const levels: Partial<Record<Verdict, 'error' | 'warning' | 'note'>> = {
  FAILED: 'error',
  WARNING: 'warning',
  REVIEW: 'note',
};
/** The scores by which code hosts sort: the scale of CVSS. */
const scores = { critical: '9.5', high: '8.0', medium: '5.5', low: '2.0' } as const;

function ruleOf({ id, title, clauses, severity, explain, fix }: CaseReport) {
  const helpUri = clauses.map(clauseUrl).find((url) => url !== null);
  const text = [explain, fix, `Clauses: ${clauses.join(', ')}`].map(visibleText);
  return {
    id,
    name: id,
    shortDescription: { text: visibleText(title) },
    fullDescription: { text: visibleText(explain === '' ? title : explain) },
    help: { text: text.join('\n\n') },
    ...(helpUri === undefined ? {} : { helpUri }),
    defaultConfiguration: { level: 'error' },
    properties: { tags: ['security', 'oauth'], severity, clauses, 'security-severity': scores[severity] },
  };
}

function messageOf(report: CaseReport): { readonly text: string } {
  return {
    text: visibleText([caseMessage(report), caseText(report)].filter((text) => text !== '').join('\n')),
  };
}

/**
 * A report as SARIF 2.1.0, for code hosts: a rule a case, a result for each that needs attention. What could not be
 * found out is no result but a notification of the tool.
 */
export function sarifReport(report: AttackReport): string {
  const { cases, target, profile, weaknesses, startedAtMillis, durationMillis } = report;
  const location = { logicalLocations: [{ fullyQualifiedName: visibleText(target), kind: 'resource' }] };
  const ruled = cases.map((each, ruleIndex) => ({ each, ruleIndex }));
  const results = ruled.flatMap(({ each, ruleIndex }) => {
    const level = levels[each.verdict];
    if (level === undefined) return [];
    return {
      ruleId: each.id,
      ruleIndex,
      level,
      message: messageOf(each),
      locations: [location],
      partialFingerprints: { 'attackCase/v1': `${target} ${each.id}` },
      properties: { verdict: each.verdict },
    };
  });
  const notifications = ruled
    .filter(({ each }) => each.verdict === 'INCONCLUSIVE')
    .map(({ each, ruleIndex }) => ({
      level: 'warning',
      message: messageOf(each),
      associatedRule: { id: each.id, index: ruleIndex },
    }));
  return sarifDocument({
    rules: cases.map(ruleOf),
    invocation: {
      executionSuccessful: true,
      startTimeUtc: isoTime(startedAtMillis),
      endTimeUtc: isoTime(startedAtMillis + durationMillis),
      toolExecutionNotifications: notifications,
    },
    results,
    properties: { target, profile, weaknesses },
  });
}
