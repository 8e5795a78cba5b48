import type { AttributeDefinition } from '../configuration/attributes.ts';
import type { ObjectTypeConfiguration } from '../configuration/object-type.ts';
import type { AttributeType } from '../configuration/vocabulary.ts';
import type { JsonObject } from '../types.ts';

/** Types of JSON schemas by those of attributes. */
const jsonTypes: Readonly<Record<AttributeType, string>> = {
  BINARY: 'string',
  BOOLEAN: 'boolean',
  COMPLEX: 'object',
  DECIMAL: 'number',
  INTEGER: 'integer',
  REFERENCE: 'string',
  STRING: 'string',
  DATETIME: 'string',
};

/**
 * Object types as the host shows them: attributes under their own names, as a JSON schema of draft 3.
 * connector-semantics §1
 */
export function shownTypes(types: Readonly<Record<string, ObjectTypeConfiguration>>): JsonObject {
  return Object.fromEntries(
    Object.entries(types).map(([name, { schema }]) => [
      name,
      {
        $schema: 'http://json-schema.org/draft-03/schema',
        id: name,
        type: 'object',
        nativeType: name,
        properties: Object.fromEntries(
          (schema ?? []).map((attribute) => [attribute.fieldName, shownProperty(attribute)]),
        ),
      },
    ]),
  );
}

function shownProperty({ fieldName, type, flags }: AttributeDefinition): JsonObject {
  const jsonType = jsonTypes[type];
  const nativeType = type === 'BINARY' ? 'JAVA_TYPE_BYTE_ARRAY' : jsonType;
  const shown = flags.filter((flag) => flag !== 'REQUIRED' && flag !== 'MULTIVALUED');
  return {
    type: flags.includes('MULTIVALUED') ? 'array' : jsonType,
    ...(flags.includes('MULTIVALUED') ? { items: { type: jsonType, nativeType } } : {}),
    nativeName: fieldName,
    nativeType,
    ...(flags.includes('REQUIRED') ? { required: true } : {}),
    ...(shown.length === 0 ? {} : { flags: shown }),
  };
}
