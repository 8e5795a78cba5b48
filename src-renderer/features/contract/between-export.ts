import type { LintFinding } from '#shared/contract/index.ts';
import { type BetweenGroup, type Comparison } from './between.ts';
import { messages } from './words.ts';

const groups: readonly BetweenGroup[] = ['breaks', 'touches', 'other'];

/** Text in a table of Markdown: a bar would end its cell. */
function cell(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
}

/** Location of a finding, in short. */
export function placeOf({ location }: LintFinding): string {
  const { file, entry, line, column } = location;
  const at = line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`;
  return entry === undefined || line !== undefined ? `${file}${at}` : `${file} #${entry}`;
}

function findingLines(title: string, findings: readonly LintFinding[], none: string): readonly string[] {
  const head = ['', `## ${title}`, ''];
  if (findings.length === 0) return [...head, none];
  const { severity, rule, message, place: location } = messages.findings.columns;
  return [
    ...head,
    `| ${severity} | ${rule} | ${message} | ${location} |`,
    '|---|---|---|---|',
    ...findings.map(
      (finding) =>
        `| ${messages.severities[finding.severity]} | ${finding.id} | ${cell(finding.message)} | ${cell(placeOf(finding))} |`,
    ),
  ];
}

/** A comparison as Markdown. */
export function comparisonMarkdown({ from, to, entries, appear, away, isOpen }: Comparison): string {
  const { between } = messages;
  const changes = groups.flatMap((group) => [
    '',
    `## ${between.groups[group]}`,
    '',
    ...(entries[group].length === 0
      ? [between.none]
      : entries[group].map(({ date, title, text }) => `- **${date} ${title}**: ${text}`)),
  ]);
  const lines = [
    `# ${between.exportTitle(from, to)}`,
    ...(isOpen ? ['', between.open] : []),
    ...changes,
    ...findingLines(between.appear, appear, between.noneAppear),
    ...findingLines(between.away, away, between.noneAway),
  ];
  return `${lines.join('\n')}\n`;
}

/** A comparison as JSON. */
export function comparisonJson({ from, to, entries, appear, away, isOpen }: Comparison): string {
  const asJson = ({ id, severity, message, replacement, location }: LintFinding) => ({
    id,
    severity,
    message,
    replacement,
    location,
  });
  const told = {
    from,
    to,
    lookedAtAll: !isOpen,
    ...entries,
    appear: appear.map(asJson),
    away: away.map(asJson),
  };
  return `${JSON.stringify(told, null, 2)}\n`;
}
