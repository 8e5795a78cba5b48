import type { Area } from '../../harness/area.ts';
import { loadingCases, loadingTargets } from './loading-cases.ts';
import { readingCases, readingNotes, readingTargets } from './reading-cases.ts';

/** What it costs to read a file of consents and to plan it, and how near to its limit a platform is loaded. */
export const importing: Area = {
  area: 'import',
  title: 'the import of consents',
  rounds: 1,
  notes: readingNotes,
  cases: [...readingCases, ...loadingCases],
  targets: [...readingTargets, ...loadingTargets],
};
