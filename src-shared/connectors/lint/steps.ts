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
      `Each record of a list costs one more request, for ${resourceName}.`,
      `Give ${resourceName} the flag NOT_RETURNED_BY_DEFAULT, so that it is read only for those who name it.`,
      'notice',
    );
  }
};
