import { nearestName } from '../../../expressions/nearest-name.ts';
import { problemAt } from '../report.ts';
import { type ConnectorRule, inProperties } from './rule.ts';

/** Each attribute is defined once, and the host shows the attributes of the connector. */
export const attributesRule: ConnectorRule = ({ configurationProperties, objectTypes: shown }) => {
  const { objectTypes } = configurationProperties;
  const problems = Object.entries(objectTypes).flatMap(([type, { schema }]) =>
    duplicates(
      type,
      (schema ?? []).map(({ fieldName }) => fieldName),
    ),
  );
  for (const [type, { nativeType, properties }] of Object.entries(shown ?? {})) {
    const at = ['objectTypes', type];
    const native = nativeType ?? type;
    const inner = Object.hasOwn(objectTypes, native) ? objectTypes[native] : undefined;
    if (inner === undefined) {
      problems.push(unknownType([...at, 'nativeType'], native, Object.keys(objectTypes)));
      continue;
    }
    const known = new Set([
      '__NAME__',
      '__UID__',
      '_id',
      ...(inner.schema ?? []).map(({ fieldName }) => fieldName),
    ]);
    for (const [name, property] of Object.entries(properties ?? {})) {
      const nativeName = property.nativeName ?? name;
      if (!known.has(nativeName))
        problems.push(unknownAttribute([...at, 'properties', name], nativeName, known));
    }
  }
  return problems;
};

function duplicates(type: string, names: readonly string[]) {
  return names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [
          problemAt(
            inProperties('objectTypes', type, 'schema', index, 'fieldName'),
            'connector.duplicate-attribute',
            'error',
            `The attribute ${name} is defined twice.`,
            'Remove one of the definitions.',
          ),
        ],
  );
}

function unknownType(at: readonly (string | number)[], name: string, known: readonly string[]) {
  const near = nearestName(name, known);
  return problemAt(
    at,
    'connector.unknown-attribute',
    'warning',
    `The connector has no object type ${name}.`,
    near === null ? 'Add it to objectTypes in configurationProperties.' : `Did you mean ${near}?`,
  );
}

function unknownAttribute(at: readonly (string | number)[], name: string, known: ReadonlySet<string>) {
  const near = nearestName(name, known);
  return problemAt(
    at,
    'connector.unknown-attribute',
    'warning',
    `The schema of the connector has no attribute ${name}.`,
    near === null ? 'Add it to the schema, or remove it here.' : `Did you mean ${near}?`,
  );
}
