import type { LintCoverage } from '#shared/contract/report.ts';
import { numberOf } from './rule-text.ts';

/** How much of the work the rules could look at, a sentence a line. */
export function coverageLines({
  artefacts,
  requests,
  known,
  otherHosts,
  rules,
}: LintCoverage): readonly string[] {
  const { total, withTarget, notDetectable, off } = rules;
  return [
    `${known} of ${numberOf(requests, 'request')} matched a known endpoint, in ${numberOf(artefacts, 'artefact')}; ${otherHosts} went to other hosts.`,
    `${withTarget.length} of ${numberOf(total, 'rule')} had something to look at; ${notDetectable.length} cannot be detected, ${off.length} are off.`,
  ];
}
