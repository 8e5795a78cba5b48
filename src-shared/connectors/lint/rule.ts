import type { ObjectTypeConfiguration } from '../configuration/object-type.ts';
import type { ProblemReport } from '../problem-report.ts';

/** Checks an object type for one kind of problem, and notes its findings. */
export type LintRule = (config: ObjectTypeConfiguration, report: ProblemReport) => void;

/** Names of the attributes of a schema. */
export function attributeNames({ schema }: ObjectTypeConfiguration): ReadonlySet<string> {
  return new Set((schema ?? []).map(({ fieldName }) => fieldName));
}
