import { z } from 'zod';
import { connectorJsonSchema } from '../connectors/configuration/json-schema.ts';
import { workspaceFileAt } from './files.ts';
import type { JsonValue } from './three-way.ts';

/** The JSON Schema by which an editor completes a file of a workspace; null: no members of it are known. */
export function jsonSchemaOf(file: string): JsonValue | null {
  const format = workspaceFileAt(file)?.format;
  if (format === undefined || format.kind === 'route') return null;
  if (format.kind === 'connector') return connectorJsonSchema();
  const schema = z.toJSONSchema(format.schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  // It holds functions that only the schema library itself needs.
  return JSON.parse(JSON.stringify(schema)) as JsonValue;
}
