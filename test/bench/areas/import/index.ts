import type { Area } from '../../harness/area.ts';
import { loadingCases, loadingTargets } from './loading-cases.ts';
import { readingCases, readingNotes, readingTargets } from './reading-cases.ts';

/** The cost of reading a file of consents and planning it, and how near to its limit a platform is loaded. */
export const importing: Area = {
  area: 'import',
  title: 'the import of consents',
  rounds: 1,
  notes: readingNotes,
  cases: [...readingCases, ...loadingCases],
  targets: [...readingTargets, ...loadingTargets],
};
