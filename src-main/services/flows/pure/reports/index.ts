import type { FlowReportFormat } from '#shared/exports/index.ts';
import type { FlowVerdict } from '#shared/flows/expectations/index.ts';
import { escapeMarkdown, escapeMarkup } from '#shared/reports/escape.ts';
import { element, xmlDocument } from '#shared/reports/xml.ts';
import { htmlFlows } from './html.ts';
import { brokenLines, type FlowResult, type FlowSuite } from './suite.ts';

export { brokenLines, type FlowResult, type FlowSuite, verdictOf } from './suite.ts';

const words: Readonly<Record<FlowVerdict, string>> = {
  passed: 'PASSED',
  failed: 'FAILED',
  'no-sign-in': 'NO SIGN-IN',
  'not-run': 'NOT RUN',
};

function seconds(millis: number): string {
  return (Math.max(0, millis) / 1_000).toFixed(3);
}

function count(flows: readonly FlowResult[], ...verdicts: readonly FlowVerdict[]): number {
  return flows.filter(({ verdict }) => verdicts.includes(verdict)).length;
}

/** A flow in one line: its verdict, its name and its time. */
export function flowLine({ verdict, name, durationMillis }: FlowResult): string {
  return `${words[verdict].padEnd(10)} ${name} (${Math.round(durationMillis)} ms)`;
}

/** How many flows came to each verdict. */
export function totalsLine({ flows }: FlowSuite): string {
  const counts = (Object.keys(words) as FlowVerdict[]).flatMap((verdict) => {
    const number = count(flows, verdict);
    return number === 0 ? [] : [`${number} ${words[verdict]}`];
  });
  return `${flows.length} ${flows.length === 1 ? 'flow' : 'flows'}: ${counts.join(', ') || 'none'}`;
}

function junitOutcome(result: FlowResult): string {
  const lines = brokenLines(result);
  const text = escapeMarkup(lines.join('\n'));
  const attributes = { message: lines[0] ?? '', type: words[result.verdict] };
  if (result.verdict === 'passed') return '';
  return element(result.verdict === 'failed' ? 'failure' : 'error', attributes, text);
}

/** A suite as JUnit XML, for continuous integration: a test a flow. */
function junitReport({ flows, durationMillis, startedAtMillis }: FlowSuite): string {
  const tests = flows.map((result) => {
    const attributes = {
      classname: result.target ?? 'hosted',
      name: result.name,
      time: seconds(result.durationMillis),
    };
    return `    ${element('testcase', attributes, junitOutcome(result))}\n`;
  });
  const counts = {
    tests: flows.length,
    failures: count(flows, 'failed'),
    errors: count(flows, 'no-sign-in', 'not-run'),
    time: seconds(durationMillis),
  };
  const timestamp = new Date(startedAtMillis).toISOString().slice(0, 19);
  const suite = element('testsuite', { name: 'flows', ...counts, timestamp }, `\n${tests.join('')}  `);
  return xmlDocument(element('testsuites', { name: 'Gatehouse flows', ...counts }, `\n  ${suite}\n`));
}

function markdownReport(suite: FlowSuite): string {
  const rows = suite.flows.map(
    ({ verdict, name, durationMillis, expectations }) =>
      `| ${words[verdict]} | ${escapeMarkdown(name)} | ${expectations.length} | ${Math.round(durationMillis)} ms |`,
  );
  const failed = suite.flows.filter(({ verdict }) => verdict !== 'passed');
  const parts = failed.map(
    (result) =>
      `## ${escapeMarkdown(result.name)}\n\n${brokenLines(result)
        .map((line) => `- ${escapeMarkdown(line)}`)
        .join('\n')}\n`,
  );
  const head = `# Flows\n\n${totalsLine(suite)}\n\n| Verdict | Flow | Expectations | Time |\n| --- | --- | ---: | ---: |\n`;
  return `${head}${rows.join('\n')}\n${parts.map((part) => `\n${part}`).join('')}`;
}

const writers: Readonly<Record<FlowReportFormat, (suite: FlowSuite) => string>> = {
  junit: junitReport,
  markdown: markdownReport,
  html: (suite) => htmlFlows(suite, totalsLine(suite)),
  json: (suite) => `${JSON.stringify(suite, null, 2)}\n`,
};

/** Writes the results of flows in one of the formats. */
export function flowReportText(suite: FlowSuite, format: FlowReportFormat): string {
  return writers[format](suite);
}
