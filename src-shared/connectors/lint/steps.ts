import type { LintRule } from './rule.ts';

/** A list is read with a further request for every record, unless the attribute has to be asked for by name. */
export const stepsRule: LintRule = ({ schema, operations }, report) => {
  for (const [index, { resourceName }] of (operations?.QUERY?.additionalStep ?? []).entries()) {
    const flags = (schema ?? []).find(({ fieldName }) => fieldName === resourceName)?.flags;
    if (flags === undefined || flags.includes('NOT_RETURNED_BY_DEFAULT') || flags.includes('NOT_READABLE'))
      continue;
    report.add(
      ['operations', 'QUERY', 'additionalStep', index],
      'connector.many-requests',
      `Each record of a list needs an additional request for ${resourceName}.`,
      `Add the flag NOT_RETURNED_BY_DEFAULT to ${resourceName}. It is then read only on request.`,
      'notice',
    );
  }
};
