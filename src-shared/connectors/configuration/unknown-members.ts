import { z } from 'zod';
import { nearestName } from '../../expressions/nearest-name.ts';
import { isJsonObject, type JsonPath } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';

/** A member that a schema does not name. */
export interface UnknownMember {
  readonly path: JsonPath;
  readonly name: string;
  /** The known name that is most like it. */
  readonly nearest: string | null;
}

/** Every member of a value that its schema does not name; loose objects and records take any. */
export function unknownMembers(
  schema: z.core.$ZodType,
  value: JsonValue,
  path: JsonPath = [],
): readonly UnknownMember[] {
  const plain = unwrap(schema, Array.isArray(value));
  if (plain instanceof z.ZodArray)
    return Array.isArray(value)
      ? (value as readonly JsonValue[]).flatMap((item, index) =>
          unknownMembers(plain.element, item, [...path, index]),
        )
      : [];
  if (plain === null || !isJsonObject(value)) return [];
  if (plain instanceof z.ZodObject) return unknownInObject(plain, value, path);
  return Object.entries(value).flatMap(([name, member]) =>
    unknownMembers(plain.valueType, member, [...path, name]),
  );
}

/** Members that begin so are remarks of people. */
const isRemark = (name: string): boolean => /^(?:_|\/\/|comment)/.test(name);

function unknownInObject(
  schema: z.ZodObject,
  value: Readonly<Record<string, JsonValue>>,
  path: JsonPath,
): readonly UnknownMember[] {
  const { shape } = schema;
  return Object.entries(value).flatMap(([name, member]): readonly UnknownMember[] => {
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (known !== undefined) return unknownMembers(known, member, [...path, name]);
    if (schema.def.catchall !== undefined || isRemark(name)) return [];
    return [{ path: [...path, name], name, nearest: nearestName(name, Object.keys(shape)) }];
  });
}

type Container = z.ZodArray | z.ZodObject | z.ZodRecord;

/** The object, list or record inside its wrappers; null if a schema is none of them. */
function unwrap(schema: z.core.$ZodType, isList: boolean): Container | null {
  if (schema instanceof z.ZodArray || schema instanceof z.ZodObject || schema instanceof z.ZodRecord)
    return schema;
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return unwrap(schema.def.innerType, isList);
  if (schema instanceof z.ZodPipe) return unwrap(schema.def.in, isList);
  if (!(schema instanceof z.ZodUnion)) return null;
  const options = schema.options.map((option) => unwrap(option, isList));
  return options.find((option) => option !== null && option instanceof z.ZodArray === isList) ?? null;
}
