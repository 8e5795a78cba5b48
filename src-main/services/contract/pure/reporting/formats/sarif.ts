import type { FindingLocation, LintFinding, LintReport } from '#shared/contract/report.ts';
import { standingOf } from '#shared/contract/standing.ts';
import { visibleText } from '#shared/reports/escape.ts';
import { sarifDocument } from '#shared/reports/sarif.ts';
import { gapLines } from './gap-text.ts';
import type { RuleText } from './rule-text.ts';

const levels = { error: 'error', warning: 'warning', info: 'note' } as const;

function textOf(text: string): { readonly text: string } {
  return { text: visibleText(text) };
}

function ruleOf({ id, title, detection, replacement, severity, date, entries, source }: RuleText) {
  const when = date === null ? [] : [`Change of ${date}: ${entries.join(', ')}.`];
  return {
    id,
    name: id,
    shortDescription: textOf(title),
    fullDescription: textOf(detection),
    help: textOf([detection, replacement, ...when].join('\n\n')),
    defaultConfiguration: { level: levels[severity] },
    properties: { tags: ['contract', source], date, entries },
  };
}

/** A path as a relative reference: percent-encoded, with slashes. RFC 3986 §4.2 */
function uriOf(file: string): string {
  const path = file.toWellFormed().replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  return /^[^/]*%3A/.test(path) ? `./${path}` : path;
}

function locationOf({ file, line, column, endLine, endColumn, ...inside }: FindingLocation) {
  const region = {
    ...(line === undefined ? {} : { startLine: line }),
    ...(line === undefined || column === undefined ? {} : { startColumn: column }),
    ...(line === undefined || endLine === undefined ? {} : { endLine }),
    ...(line === undefined || endColumn === undefined ? {} : { endColumn }),
  };
  const { pointer, entry, exchangeId, endpoint } = inside;
  const names = [
    ...(exchangeId === undefined ? [] : [{ fullyQualifiedName: exchangeId, kind: 'exchange' }]),
    ...(endpoint === undefined ? [] : [{ fullyQualifiedName: endpoint, kind: 'function' }]),
    ...(entry === undefined ? [] : [{ fullyQualifiedName: `entries/${entry}`, kind: 'entry' }]),
    ...(pointer === undefined ? [] : [{ fullyQualifiedName: visibleText(pointer), kind: 'member' }]),
  ];
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(file) },
      ...(line === undefined ? {} : { region }),
    },
    ...(names.length === 0 ? {} : { logicalLocations: names }),
  };
}

function suppressionsOf({ ignored }: LintFinding) {
  if (ignored === null) return [];
  const { by, reason, until } = ignored;
  return [
    {
      kind: by === 'comment' ? 'inSource' : 'external',
      status: 'accepted',
      justification: visibleText(until === null ? reason : `${reason} (until ${until})`),
    },
  ];
}

/**
 * A report as SARIF 2.1.0, for code hosts: ignored findings are suppressed results with their reason; what could not be
 * read or looked at makes the run one that did not succeed.
 */
export function sarifReport(report: LintReport, rules: readonly RuleText[]): string {
  const { contractDate, findings, coverage, errors, omitted } = report;
  const numbers = new Map(rules.map(({ id }, index) => [id, index]));
  const results = findings.map((finding) => {
    const ruleIndex = numbers.get(finding.id);
    return {
      ruleId: finding.id,
      ...(ruleIndex === undefined ? {} : { ruleIndex }),
      level: levels[finding.severity],
      message: textOf([finding.message, finding.replacement].filter((text) => text !== '').join(' ')),
      locations: [locationOf(finding.location)],
      partialFingerprints: { 'contractFinding/v1': visibleText(finding.key) },
      suppressions: suppressionsOf(finding),
      ...(finding.repeats === undefined ? {} : { occurrenceCount: finding.repeats.count }),
      properties: {
        date: finding.date,
        subject: visibleText(finding.subject),
        source: finding.source,
        ...(finding.repeats === undefined ? {} : { repeats: finding.repeats }),
      },
    };
  });
  const notifications = errors.map(({ code, message, fix, location }) => ({
    level: 'error',
    descriptor: { id: code },
    message: textOf([message, fix ?? ''].filter((text) => text !== '').join(' ')),
    ...(location === undefined ? {} : { locations: [locationOf(location)] }),
  }));
  const gaps = gapLines(report).map((line) => ({
    level: 'warning',
    descriptor: { id: 'contract.gaps' },
    message: textOf(line),
  }));
  return sarifDocument({
    rules: rules.map(ruleOf),
    invocation: {
      executionSuccessful: errors.length === 0 && gaps.length === 0,
      toolExecutionNotifications: [...notifications, ...gaps],
    },
    results,
    properties: { contractDate, standing: standingOf(report), coverage, omitted },
  });
}
