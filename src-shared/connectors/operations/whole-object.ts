import { GatehouseError } from '../../errors/index.ts';
import type { JsonPath } from '../../workspace/json-pointer.ts';
import { isJsonObject } from '../../workspace/json-pointer.ts';
import type { UpdateOperation } from '../configuration/operations.ts';
import { headerOf } from '../mapping/uid-source.ts';
import { formatPath, type Path, type PathStep } from '../paths/index.ts';
import type { ProblemReport } from '../problem-report.ts';
import type { JsonObject, RemoteRequest, RemoteResponse } from '../types.ts';
import type { CompiledGet } from './get.ts';
import { type CompiledWriteOperation, type WriteValues, writeRequest } from './write.ts';

/** Location of the whole object in the answer to GET. */
export interface WholeObject {
  /** null: the answer itself. */
  readonly path: Path | null;
}

/** Operations that must use the same object structure. */
interface Pair {
  readonly get: CompiledGet | null;
  readonly update: CompiledWriteOperation;
}

const at: JsonPath = ['operations', 'UPDATE', 'sendAll'];

/** Parses `sendAll` of UPDATE; null: attributes are sent as they are. */
export function compileWhole(
  { sendAll }: UpdateOperation,
  pair: Pair,
  report: ProblemReport,
): WholeObject | null {
  if (sendAll === null || sendAll === undefined || sendAll === false) return null;
  const path = sendAll === true ? null : report.path(sendAll.from, [...at, 'from']);
  if (pair.get === null)
    report.add(
      at,
      'connector.whole-object',
      'sendAll needs a GET operation that reads the object first.',
      'Configure GET, or set sendAll to false.',
    );
  else if (sendAll === true || path !== null) checkShape(path, pair.get, pair.update, report);
  return { path };
}

/** GET and UPDATE must use the same object structure; otherwise a merge would mix up members. */
function checkShape(
  whole: Path | null,
  get: CompiledGet,
  update: CompiledWriteOperation,
  report: ProblemReport,
): void {
  const read = new Map(get.level.reader.readers.map(({ attribute, path }) => [attribute, path]));
  const pairs = update.writers.flatMap(({ attribute, path, member }) => {
    const from = read.get(attribute);
    return from === undefined ? [] : [{ attribute, from, to: [...path.steps, ...elementSteps(member)] }];
  });
  const [first] = pairs;
  if (
    first === undefined ||
    pairs.some(({ from, to }) => isSame(from.steps, [...(whole?.steps ?? []), ...to]))
  )
    return;
  const part = partOf(first.from.steps, first.to);
  report.add(
    at,
    'connector.whole-object',
    `GET reads ${first.attribute} at ${first.from.text}, but UPDATE writes it at ${formatPath(first.to)}: the two bodies have different structures.`,
    part === null
      ? 'Set sendAll to false: this object cannot be written back as a whole.'
      : part === ''
        ? 'Set sendAll to true: the whole response is the object.'
        : `Name the part of the response that is the object: "sendAll": { "from": "${part}" }.`,
  );
}

function elementSteps(member: string | null): readonly PathStep[] {
  if (member === null) return [];
  return [
    { kind: 'every', key: '', index: -1 },
    { kind: 'name', key: member, index: -1 },
  ];
}

const isSame = (one: readonly PathStep[], other: readonly PathStep[]) =>
  formatPath(one) === formatPath(other);

/** The part of an answer below which paths are those of the body; null: there is none. */
function partOf(read: readonly PathStep[], written: readonly PathStep[]): string | null {
  const length = read.length - written.length;
  return length >= 0 && isSame(read.slice(length), written) ? formatPath(read.slice(0, length)) : null;
}

/**
 * The request that replaces an object with all that was read of it, members that nothing maps included, and the changes
 * laid over it. The remote is asked to refuse it where the object is no longer what was read. RFC 9110 §13.1.1
 * @throws connector.configuration where the answer holds no object there
 */
export function wholeRequest(
  { path }: WholeObject,
  update: CompiledWriteOperation,
  values: WriteValues,
  read: Pick<RemoteResponse, 'headers' | 'json'>,
): RemoteRequest {
  const found = path === null ? read.json : path.read(read.json);
  if (!isJsonObject(found))
    throw new GatehouseError(
      'connector.configuration',
      'The response to GET contains no object that could be written back.',
      {
        fix: 'Name the part of the response that is the object in sendAll.from, or set sendAll to false.',
      },
    );
  // Values are put into it, and what was read is shown as it was.
  const request = writeRequest(update, values, JSON.parse(JSON.stringify(found)) as JsonObject);
  const tag = headerOf(read, 'etag');
  const isGiven = request.headers.some(([name]) => name.toLowerCase() === 'if-match');
  // A weak tag never matches.
  const isStrong = tag !== null && !tag.startsWith('W/');
  return isStrong && !isGiven ? { ...request, headers: [...request.headers, ['If-Match', tag]] } : request;
}
