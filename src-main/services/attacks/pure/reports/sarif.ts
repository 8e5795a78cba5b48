import type { AttackReport, CaseReport, ExchangeEvidence, Verdict } from '#shared/attacks/verdict.ts';
import { clauseUrl } from '#shared/oauth/explain/index.ts';
import { visibleText } from '#shared/reports/escape.ts';
import { sarifDocument } from '#shared/reports/sarif.ts';
import { caseMessage, caseText, evidenceOfCase, isoTime, orderedCases } from './summary.ts';

const levels: Partial<Record<Verdict, 'error' | 'warning' | 'note'>> = {
  FAILED: 'error',
  WARNING: 'warning',
  REVIEW: 'note',
};
/** The scores by which code hosts sort: the scale of CVSS. */
const scores = { critical: '9.5', high: '8.0', medium: '5.5', low: '2.0' } as const;

function ruleOf({ id, title, clauses, cwe, severity, explain, fix }: CaseReport) {
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
    properties: {
      // The form in which code hosts look for the numbers.
      tags: ['security', 'oauth', ...cwe.map((number) => `external/cwe/cwe-${number}`)],
      severity,
      clauses,
      'security-severity': scores[severity],
    },
  };
}

function messageOf(report: CaseReport): { readonly text: string } {
  return {
    text: visibleText([caseMessage(report), caseText(report)].filter((text) => text !== '').join('\n')),
  };
}

type Headers = ExchangeEvidence['request']['headers'];

/** Header fields as SARIF has them: those of one name together. */
function headersOf(headers: Headers): Record<string, string> {
  const grouped = Map.groupBy(headers, ([name]) => visibleText(name));
  return Object.fromEntries(
    [...grouped].map(([name, fields]) => [name, visibleText(fields.map(([, value]) => value).join(', '))]),
  );
}

/** The last request and response that prove a result: it has room for one of each. SARIF 2.1.0 §3.27.27, §3.27.28 */
function webExchange(report: CaseReport) {
  const last = evidenceOfCase(report).at(-1)?.evidence;
  if (last === undefined) return {};
  const { request, response } = last;
  const body = (text: string) => (text === '' ? {} : { body: { text: visibleText(text) } });
  const headers = headersOf(request.headers);
  return {
    webRequest: {
      protocol: 'HTTP',
      version: '1.1',
      method: visibleText(request.method),
      target: visibleText(request.target),
      headers,
      ...body(request.body),
    },
    webResponse:
      response === null
        ? { noResponseReceived: true }
        : {
            protocol: 'HTTP',
            version: '1.1',
            statusCode: response.status,
            reasonPhrase: visibleText(response.reason),
            headers: headersOf(response.headers),
            ...body(response.body),
          },
  };
}

/**
 * A report as SARIF 2.1.0, for code hosts: a rule a case, a result for each that needs attention. What could not be
 * found out is no result but a notification of the tool.
 */
export function sarifReport(report: AttackReport): string {
  const { cases, target, profile, weaknesses, startedAtMillis, durationMillis } = report;
  const location = { logicalLocations: [{ fullyQualifiedName: visibleText(target), kind: 'resource' }] };
  const ruled = orderedCases(cases).map((each) => ({ each, ruleIndex: cases.indexOf(each) }));
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
      ...webExchange(each),
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
