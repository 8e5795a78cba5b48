import type { JsonValue } from '../../workspace/three-way.ts';
import type { CompiledObjectType } from '../compiled.ts';
import type { AttributeDefinition } from '../configuration/attributes.ts';
import { placeholderNames, writtenNames } from '../mapping/mapped-names.ts';
import type { Attributes, JsonObject } from '../types.ts';
import { convertValue, type ValueProblem } from './convert.ts';

/** Attributes that may be sent, and why others may not. */
export interface CheckedAttributes {
  readonly attributes: Attributes;
  readonly problems: readonly ValueProblem[];
}

const forbidding = { CREATE: 'NOT_CREATABLE', UPDATE: 'NOT_UPDATEABLE' } as const;

/**
 * Returns the attributes of a host request that go to the remote. Attributes that the operation may not write are
 * left out; on CREATE so are those without a value, which on UPDATE are removed by null. An attribute that UPDATE may
 * write but none of its requests takes is refused, since the change would have no effect. Names that begin with `_`
 * belong to the host: they are kept as they are where the schema or a mapping knows them.
 */
export function checkAttributes(
  { schema, config }: Pick<CompiledObjectType, 'schema' | 'config'>,
  operation: 'CREATE' | 'UPDATE',
  attributes: JsonObject,
): CheckedAttributes {
  const kept: [string, JsonValue][] = [];
  const problems: ValueProblem[] = [];
  const mapped = config.operations?.[operation]?.requestMapping ?? {};
  const update = operation === 'UPDATE' ? config.operations?.UPDATE : null;
  const written = update === null || update === undefined ? null : writtenNames(update);
  for (const [name, value] of Object.entries(attributes)) {
    const definition = schema.get(name);
    if (definition === undefined) {
      if (!name.startsWith('_')) problems.push(unsupported(name));
      else if (Object.hasOwn(mapped, name) || isName(name, operation, config)) kept.push([name, value]);
      continue;
    }
    if (definition.flags.includes(forbidding[operation])) continue;
    if (operation === 'CREATE' && isNothing(value)) continue;
    if (written !== null && !written.has(name)) {
      if (!name.startsWith('_')) problems.push(unwritten(name));
      continue;
    }
    const converted = convertValue(definition, value);
    if ('problem' in converted) problems.push(converted.problem);
    else kept.push([name, converted.value]);
  }
  problems.push(...missing(schema.values(), operation, attributes));
  return { attributes: Object.fromEntries(kept), problems };
}

/** True of the name where `{name}` stands for it in CREATE. */
function isName(
  attribute: string,
  operation: 'CREATE' | 'UPDATE',
  { operations }: CompiledObjectType['config'],
): boolean {
  const create = operations?.CREATE;
  if (attribute !== '__NAME__' || operation !== 'CREATE' || create === null || create === undefined)
    return false;
  return [create, { path: create.idPath }, ...create.additionalStep].some((request) =>
    placeholderNames(request).includes('name'),
  );
}

const isNothing = (value: JsonValue | undefined): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/** On UPDATE what is not named stays, so that only what is named can be lacking. */
function missing(
  definitions: Iterable<AttributeDefinition>,
  operation: 'CREATE' | 'UPDATE',
  attributes: JsonObject,
): readonly ValueProblem[] {
  return [...definitions]
    .filter(({ flags }) => flags.includes('REQUIRED') && !flags.includes(forbidding[operation]))
    .filter(({ fieldName }) => operation === 'CREATE' || Object.hasOwn(attributes, fieldName))
    .filter(({ fieldName }) => !Object.hasOwn(attributes, fieldName) || isNothing(attributes[fieldName]))
    .map(({ fieldName }) => ({
      code: 'connector.invalid-attribute',
      attribute: fieldName,
      message: `Required attribute '${fieldName}' value is null`,
    }));
}

function unsupported(name: string): ValueProblem {
  return {
    code: 'connector.invalid-attribute',
    attribute: name,
    message: `Target does not support attribute ${name}`,
  };
}

function unwritten(name: string): ValueProblem {
  return {
    code: 'connector.invalid-attribute',
    attribute: name,
    message: `UPDATE sends attribute ${name} in no request, so its value would not change`,
  };
}
