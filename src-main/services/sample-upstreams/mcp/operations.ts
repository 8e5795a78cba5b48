import { parsedJson } from '#shared/text/decoding.ts';
import { isJsonObject } from '#shared/workspace/json-pointer.ts';

/** A message to the MCP server, as far as access depends on it. */
export interface Operation {
  readonly method: string;
  /** The tool that is called; null: none is. */
  readonly tool: string | null;
  /** The state handle among its arguments; null: it has none. */
  readonly handle: string | null;
}

/** The scopes of whoever may connect, and those that each tool needs. */
export const connectScopes: readonly string[] = ['orders.read'];
const toolScopes: ReadonlyMap<string, readonly string[]> = new Map([
  ['list_orders', ['orders.read']],
  // Its answer has the orders, so that it reads as well.
  ['create_order', ['orders.read', 'orders.write']],
]);

/** The scopes that a broad one includes. */
export const includedScopes: ReadonlyMap<string, readonly string[]> = new Map([
  ['orders', ['orders.read', 'orders.write']],
]);

/** Every scope that the resource knows. */
export const knownScopes: readonly string[] = ['orders.read', 'orders.write', 'orders'];

/** Reads the messages of a body; a batch is several of them. JSON-RPC 2.0 §4, §6 */
export function readOperations(body: Buffer): readonly Operation[] {
  const value = parsedJson(body.toString('utf8'));
  return (Array.isArray(value) ? value : [value]).flatMap(operationOf);
}

/** Returns all scopes that messages need together. */
export function scopesOf(operations: readonly Operation[]): readonly string[] {
  return [...new Set(operations.flatMap(({ tool }) => (tool === null ? [] : (toolScopes.get(tool) ?? []))))];
}

function operationOf(message: unknown): readonly Operation[] {
  if (!isJsonObject(message)) return [];
  const { method, params } = message;
  if (typeof method !== 'string') return [];
  if (method !== 'tools/call' || !isJsonObject(params)) return [{ method, tool: null, handle: null }];
  const { name, arguments: given } = params;
  const handle = isJsonObject(given) ? given['handle'] : undefined;
  return [
    {
      method,
      tool: typeof name === 'string' ? name : null,
      handle: typeof handle === 'string' ? handle : null,
    },
  ];
}
