import { readFileSync } from 'node:fs';
import { type ObjectTypeConfiguration, objectTypeSchema } from '#shared/connectors/configuration/index.ts';
import { type CompiledObjectType, compileObjectType, type RemoteResponse } from '#shared/connectors/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

/** Connectors of test/fixtures/connectors, each for a remote of another shape. */
export const shapeNames = ['bulk-bodies', 'link-header-pages', 'nested-profiles', 'body-cursors'] as const;
export type ShapeName = (typeof shapeNames)[number];

/** The accounts of a shape. */
export function readShape(name: ShapeName): ObjectTypeConfiguration {
  const file = new URL(`../fixtures/connectors/${name}.json`, import.meta.url);
  const { configurationProperties } = JSON.parse(readFileSync(file, 'utf8')) as {
    configurationProperties: { objectTypes: Record<string, unknown> };
  };
  return objectTypeSchema.parse(configurationProperties.objectTypes['__ACCOUNT__']);
}

/** An object type as a configuration would hold it. */
export function accountsOf(config: Readonly<Record<string, unknown>>): ObjectTypeConfiguration {
  return objectTypeSchema.parse(config);
}

/** The object type, compiled without problems. */
export function compiled(config: ObjectTypeConfiguration, name = '__ACCOUNT__'): CompiledObjectType {
  const { type, problems } = compileObjectType(name, config);
  if (problems.length > 0)
    throw new Error(problems.map(({ pointer, message }) => `${pointer}: ${message}`).join('\n'));
  return type;
}

/** QUERY of a list whose records have their uid and their name in one member. */
export function listQuery(responseMapping: unknown, more: Readonly<Record<string, unknown>> = {}) {
  return { path: '/u', method: 'GET', idPath: 'id', namePath: 'id', responseMapping, ...more };
}

/** An answer of a remote. */
export function answer(
  json: JsonValue | undefined,
  status = 200,
  headers: RemoteResponse['headers'] = [],
): RemoteResponse {
  return { status, headers, text: json === undefined ? '' : JSON.stringify(json), json };
}
