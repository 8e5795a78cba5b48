import type { ObjectTypeConfiguration } from '../configuration/object-type.ts';
import { ProblemReport } from '../problem-report.ts';
import type { ConnectorProblem } from '../types.ts';
import { attributesRule } from './attributes.ts';
import { extensionsRule } from './extensions.ts';
import { filtersRule } from './filters.ts';
import { pagingRule } from './paging.ts';
import { placeholdersRule } from './placeholders.ts';
import { replacingPutRule } from './replacing-put.ts';
import type { LintRule } from './rule.ts';
import { stepsRule } from './steps.ts';
import { uidsRule } from './uids.ts';

const rules: readonly LintRule[] = [
  uidsRule,
  placeholdersRule,
  attributesRule,
  pagingRule,
  stepsRule,
  filtersRule,
  replacingPutRule,
  extensionsRule,
];

/** Returns further hints on an object type beyond the notes of `compileObjectType`; pointers are relative to it. */
export function lintObjectType(config: ObjectTypeConfiguration): readonly ConnectorProblem[] {
  const report = new ProblemReport();
  for (const rule of rules) rule(config, report);
  return report.problems;
}
