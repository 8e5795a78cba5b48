import type { LintCoverage, LintReport } from './report.ts';

/** Reasons why a report does not speak of everything, with how many of each. */
export const gapKinds = ['errors', 'omitted', 'skipped', 'hosts', 'files', 'untold'] as const;
export type GapKind = (typeof gapKinds)[number];

export interface Gap {
  readonly kind: GapKind;
  readonly count: number;
}

/** Requests to hosts that no rule looks at, by whether it is known that they are not the platform. */
export interface Elsewhere {
  readonly open: number;
  readonly told: number;
}

/** Counts the requests to other hosts: the one count of every screen and report. */
export function elsewhereOf({ hosts }: Pick<LintCoverage, 'hosts'>): Elsewhere {
  const sum = (of: boolean) => hosts.reduce((all, { count, isTold }) => all + (isTold === of ? count : 0), 0);
  return { open: sum(false), told: sum(true) };
}

type Said = Pick<LintReport, 'coverage' | 'omitted'> & { readonly errors: readonly unknown[] };

/** Everything that was left out or not looked at; empty: all was. */
export function gapsOf({ coverage, errors, omitted }: Said): readonly Gap[] {
  const { skipped, notRead, untold } = coverage;
  const counts: Readonly<Record<GapKind, number>> = {
    errors: errors.length,
    omitted,
    skipped,
    hosts: elsewhereOf(coverage).open,
    files: notRead.count,
    untold: untold.count,
  };
  return gapKinds.flatMap((kind) => (counts[kind] === 0 ? [] : [{ kind, count: counts[kind] }]));
}

/** The one answer of a report: something breaks, nothing does, or that cannot be said. */
export type Standing = 'found' | 'open' | 'clean';

/** Tells the answer of a report; one with gaps is never clean. */
export function standingOf(report: Said & Pick<LintReport, 'findings'>): Standing {
  if (report.findings.some(({ ignored }) => ignored === null)) return 'found';
  return gapsOf(report).length > 0 ? 'open' : 'clean';
}
