import { nearestName } from '../../expressions/nearest-name.ts';
import type { JsonPath } from '../../workspace/json-pointer.ts';
import type { ObjectTypeConfiguration } from '../configuration/object-type.ts';
import type { MappingEntries } from '../configuration/operations.ts';
import { identityKey, writtenNames } from '../mapping/mapped-names.ts';
import type { ProblemReport } from '../problem-report.ts';
import { attributeNames, type LintRule } from './rule.ts';

/**
 * Checks that mapped attributes are in the schema, and that attributes required by CREATE or changeable by UPDATE are
 * mapped.
 */
export const attributesRule: LintRule = (config, report) => {
  const names = attributeNames(config);
  for (const { mapping, at } of mappingsOf(config)) checkMapping(mapping, at, names, report);
  checkUnflattened(config, names, report);
  checkRequired(config, report);
  checkUpdated(config, report);
};

interface Placed {
  readonly mapping: MappingEntries;
  readonly at: JsonPath;
}

function mappingsOf({ operations }: ObjectTypeConfiguration): readonly Placed[] {
  const reads = (['GET', 'QUERY'] as const).map((name) => ({
    mapping: operations?.[name]?.responseMapping,
    at: ['operations', name, 'responseMapping'],
  }));
  const writes = (['CREATE', 'UPDATE'] as const).flatMap((name) => [
    { mapping: operations?.[name]?.requestMapping, at: ['operations', name, 'requestMapping'] },
    ...(operations?.[name]?.additionalStep ?? []).map(({ requestMapping }, index) => ({
      mapping: requestMapping,
      at: ['operations', name, 'additionalStep', index, 'requestMapping'],
    })),
  ]);
  return [...reads, ...writes].flatMap(({ mapping, at }) =>
    mapping === null || mapping === undefined ? [] : [{ mapping, at }],
  );
}

function checkMapping(
  mapping: MappingEntries,
  at: JsonPath,
  names: ReadonlySet<string>,
  report: ProblemReport,
): void {
  for (const [key, value] of Object.entries(mapping)) {
    const here = [...at, key];
    if (typeof value !== 'string') checkMapping(value, here, names, report);
    else if (key === identityKey || value === identityKey) checkIdentity(key, value, here, report);
    else if (!names.has(key) && !key.startsWith('__')) noteUnknown(key, here, names, report);
  }
}

function checkIdentity(key: string, value: string, at: JsonPath, report: ProblemReport): void {
  if (key === value) return;
  report.add(
    at,
    'connector.path-invalid',
    `“${key}”: “${value}” is an incomplete identity mapping.`,
    'Use “/*”: “/*”. If the members are inside an object, put it below the key of that object.',
  );
}

function noteUnknown(name: string, at: JsonPath, names: ReadonlySet<string>, report: ProblemReport): void {
  const near = nearestName(name, names);
  report.add(
    at,
    'connector.unknown-attribute',
    `The schema has no attribute ${name}. This mapping is ignored.`,
    near === null ? 'Add it to the schema, or remove the entry.' : `Did you mean ${near}?`,
    'warning',
  );
}

function checkUnflattened(
  { schema, operations }: ObjectTypeConfiguration,
  names: ReadonlySet<string>,
  report: ProblemReport,
): void {
  for (const operation of ['CREATE', 'UPDATE'] as const)
    for (const [index, { attributeName }] of (operations?.[operation]?.unflattenAttributes ?? []).entries()) {
      const at = ['operations', operation, 'unflattenAttributes', index, 'attributeName'];
      const definition = (schema ?? []).find(({ fieldName }) => fieldName === attributeName);
      if (definition === undefined) noteUnknown(attributeName, at, names, report);
      else if (!definition.flags.includes('MULTIVALUED'))
        report.add(
          at,
          'connector.unused-member',
          `${attributeName} has a single value. The mapping turns it into a list with one object.`,
          'Add the flag MULTIVALUED, or map the attribute to the member itself.',
          'warning',
        );
    }
}

function checkRequired({ schema, operations }: ObjectTypeConfiguration, report: ProblemReport): void {
  const create = operations?.CREATE;
  if (create === null || create === undefined) return;
  const written = writtenNames(create, true);
  if (written === null) return;
  for (const [index, { fieldName, flags }] of (schema ?? []).entries())
    if (flags.includes('REQUIRED') && !flags.includes('NOT_CREATABLE') && !written.has(fieldName))
      report.add(
        ['schema', index, 'flags'],
        'connector.missing-member',
        `${fieldName} is required, but CREATE does not send it.`,
        'Add it to the requestMapping of CREATE.',
        'warning',
      );
}

/** Names that begin with `_` belong to the host, which sends them with everything. */
function checkUpdated({ schema, operations }: ObjectTypeConfiguration, report: ProblemReport): void {
  const update = operations?.UPDATE;
  if (update === null || update === undefined) return;
  const written = writtenNames(update);
  if (written === null) return;
  for (const [index, { fieldName, flags }] of (schema ?? []).entries())
    if (!fieldName.startsWith('_') && !flags.includes('NOT_UPDATEABLE') && !written.has(fieldName))
      report.add(
        ['schema', index, 'flags'],
        'connector.missing-member',
        `${fieldName} is updateable, but UPDATE does not send it. Changes to it are rejected.`,
        'Add it to the requestMapping of UPDATE or of an additional request, or add the flag NOT_UPDATEABLE.',
        'warning',
      );
}
