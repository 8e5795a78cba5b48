import { GatehouseError } from '../../errors/index.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { UpdateOperation } from '../configuration/operations.ts';
import { headerOf } from '../mapping/uid-source.ts';
import type { Path } from '../paths/index.ts';
import type { ProblemReport } from '../problem-report.ts';
import type { JsonObject, RemoteRequest, RemoteResponse } from '../types.ts';

/** Place of the whole object in the answer to GET. */
export interface WholeObject {
  /** null: the answer itself. */
  readonly path: Path | null;
}

/** Parses `sendAll` of UPDATE; null: attributes are sent as they are. */
export function compileWhole({ sendAll }: UpdateOperation, report: ProblemReport): WholeObject | null {
  if (sendAll === null || sendAll === undefined || sendAll === false) return null;
  if (sendAll === true) return { path: null };
  return { path: report.path(sendAll.from, ['operations', 'UPDATE', 'sendAll', 'from']) };
}

/**
 * The request that replaces an object with all that was read of it, members that nothing maps included, and the changes
 * laid over it. The remote is asked to refuse it where the object is no longer what was read. RFC 9110 §13.1.1
 * @throws connector.configuration where the answer holds no object there
 */
export function wholeRequest(
  request: RemoteRequest,
  { path }: WholeObject,
  read: RemoteResponse,
): RemoteRequest {
  const found = path === null ? read.json : path.read(read.json);
  if (!isObject(found) || !isObject(request.body))
    throw new GatehouseError('connector.configuration', 'What GET answers cannot be written whole.', {
      fix: 'Name the part that is the object by sendAll.from, or set sendAll to false.',
    });
  const tag = headerOf(read, 'etag');
  const isGiven = request.headers.some(([name]) => name.toLowerCase() === 'if-match');
  const isStrong = tag !== null && !tag.startsWith('W/');
  return {
    ...request,
    headers: isStrong && !isGiven ? [...request.headers, ['If-Match', tag]] : request.headers,
    body: laidOver(found, request.body),
  };
}

/** Objects are joined member by member; of everything else the change counts. */
function laidOver(present: JsonObject, changes: JsonObject): JsonObject {
  const joined: Record<string, JsonValue> = { ...present };
  for (const [name, value] of Object.entries(changes)) {
    const before = present[name];
    joined[name] = isObject(before) && isObject(value) ? laidOver(before, value) : value;
  }
  return joined;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
