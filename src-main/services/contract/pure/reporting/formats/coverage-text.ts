import type { LintCoverage } from '#shared/contract/report.ts';
import { elsewhereOf } from '#shared/contract/standing.ts';
import { numberOf } from './rule-text.ts';

/** How much of the work the rules could look at, a sentence a line. */
export function coverageLines(coverage: LintCoverage): readonly string[] {
  const { artefacts, requests, known, rules } = coverage;
  const { open, told } = elsewhereOf(coverage);
  const toldText = told === 0 ? '' : `, ${told} to hosts outside the platform`;
  const { total, withTarget, notDetectable, off } = rules;
  return [
    `${known} of ${numberOf(requests, 'request')} matched a known endpoint, in ${numberOf(artefacts, 'artefact')}; ${open} went to other hosts${toldText}.`,
    `${withTarget.length} of ${numberOf(total, 'rule')} were applicable; ${notDetectable.length} are not detectable, ${off.length} are off.`,
  ];
}
