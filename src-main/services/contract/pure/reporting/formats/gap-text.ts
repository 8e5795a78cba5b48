import type { LintCoverage, LintReport } from '#shared/contract/report.ts';
import { type GapKind, gapsOf, standingOf } from '#shared/contract/standing.ts';
import { countText, numberOf } from './rule-text.ts';

/** Names in one line; the rest is in the coverage. */
const maxInLine = 5;

/** The one sentence at the head of a report: it is never clean while there are gaps. */
export function headline(report: LintReport): string {
  const { contractDate, findings, errors } = report;
  const parts = [
    `${countText(findings)}${standingOf(report) === 'open' ? ' in the linted part' : ''}`,
    ...(errors.length === 0 ? [] : [`${numberOf(errors.length, 'artefact')} could not be read`]),
    ...(gapLines(report).length === 0 ? [] : ['coverage is incomplete']),
  ];
  return `Contract of ${contractDate}: ${parts.join('; ')}.`;
}

/** Everything that was left out or not looked at, a sentence a line; what could not be read is said by its own error. */
export function gapLines(report: LintReport): readonly string[] {
  return gapsOf(report).flatMap(({ kind, count }) =>
    kind === 'errors' ? [] : [texts[kind](count, report.coverage)],
  );
}

const texts: Readonly<Record<Exclude<GapKind, 'errors'>, (count: number, coverage: LintCoverage) => string>> =
  {
    omitted: (count) => `${numberOf(count, 'more finding')} ${wasOrWere(count)} omitted.`,
    skipped: (count) => `${numberOf(count, 'live request')} ${wasOrWere(count)} not linted.`,
    hosts: (count, { hosts }) => {
      const open = hosts.filter(({ isTold }) => !isTold);
      const names = open.map(({ host, count: times }) => `${host} (${times})`);
      return `${numberOf(count, 'request')} to other hosts ${wasOrWere(count)} not linted: ${listed(names)}. If ${open[0]?.host ?? ''} is the platform, add it with --host; otherwise use --other-host.`;
    },
    files: (count, { notRead }) =>
      `${numberOf(count, 'file')} in an unsupported format: ${listed(notRead.files)}.`,
    untold: (count, { untold }) =>
      `${numberOf(count, 'request')} cannot be determined: ${listed(untold.places.map(({ file, line, text }) => `${file}:${line} ${text}`))}.`,
  };

function wasOrWere(count: number): string {
  return count === 1 ? 'was' : 'were';
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, maxInLine).join(', ');
  return names.length > maxInLine ? `${shown}, …` : shown;
}
