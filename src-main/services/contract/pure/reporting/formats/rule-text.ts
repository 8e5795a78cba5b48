import type { LintFinding } from '#shared/contract/report.ts';
import type { Rule } from '#shared/contract/rule.ts';

/** The properties of a rule that a report gives. */
export type RuleText = Pick<
  Rule,
  'id' | 'title' | 'date' | 'entries' | 'severity' | 'source' | 'detection' | 'replacement'
>;

/**
 * Location of a finding in the form of compilers: `file:line:column`, with the entry of a HAR document or the
 * exchange.
 */
export function placeText({
  file,
  line,
  column,
  entry,
  exchangeId,
  endpoint,
}: LintFinding['location']): string {
  const at = [file, ...[line, column].filter((part) => part !== undefined)].join(':');
  const inside = [
    ...(endpoint === undefined ? [] : [endpoint]),
    ...(entry === undefined ? [] : [`entry ${entry}`]),
    ...(exchangeId === undefined ? [] : [`exchange ${exchangeId}`]),
  ];
  return inside.length === 0 ? at : `${at} (${inside.join(', ')})`;
}

/** How often live requests showed a finding, and when; empty: it is one place of a file. */
export function repeatText(repeats: LintFinding['repeats']): string {
  if (repeats === undefined) return '';
  const { count, firstAt, lastAt } = repeats;
  return count === 1 ? `Seen once, ${firstAt}.` : `Seen ${count} times, ${firstAt} to ${lastAt}.`;
}

/** Findings as a number of each severity, those that are ignored apart: `2 errors, 1 warning; 1 ignored`. */
export function countText(findings: readonly LintFinding[]): string {
  const shown = findings.filter(({ ignored }) => ignored === null);
  const parts = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const count = shown.filter((each) => each.severity === severity).length;
    return count === 0 ? [] : [numberOf(count, severity === 'info' ? 'note' : severity)];
  });
  const ignored = findings.length - shown.length;
  const text = parts.length === 0 ? 'no findings' : parts.join(', ');
  return ignored === 0 ? text : `${text}; ${ignored} ignored`;
}

/** A number of things: `1 warning`, `2 warnings`. */
export function numberOf(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
